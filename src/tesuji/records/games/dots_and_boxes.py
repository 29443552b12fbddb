"""Registers Dots and Boxes, which needs our own property because its number is Kropki's."""

from tesuji.records.dialects import GAME, Dialect, register_dialect

register_dialect(
    "dots-and-boxes",
    Dialect(
        number=40,
        default_size=None,
        nameless=(
            "is not one of Dots and Boxes: in SGF, 40 means Kropki, and only a record with "
            f"{GAME}[dots-and-boxes:size=…] is Dots and Boxes"
        ),
    ),
)

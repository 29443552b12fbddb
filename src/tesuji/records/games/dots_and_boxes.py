"""Dots and Boxes in SGF: known by our own property only, for its number is that of Kropki."""

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

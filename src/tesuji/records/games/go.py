"""Registers Go in SGF, with the names of rule sets that files use."""

from tesuji.records.dialects import Dialect, register_dialect

register_dialect(
    "go",
    Dialect(
        number=1,
        default_size=19,
        rules={"tromp-taylor": "Tromp-Taylor", "chinese": "Chinese", "japanese": "Japanese"},
        also={
            "nz": "tromp-taylor",
            "aga": "tromp-taylor",
            "goe": "tromp-taylor",
            "korean": "japanese",
        },
        komi=True,
    ),
)

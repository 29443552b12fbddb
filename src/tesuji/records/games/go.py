"""Go in SGF: rule sets by the names that files use, and komi."""

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

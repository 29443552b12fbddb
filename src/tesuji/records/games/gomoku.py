"""Registers Gomoku in SGF: number 4, "Gomoku+Renju"."""

from tesuji.records.dialects import Dialect, register_dialect

_VARIANTS = ("freestyle", "standard", "renju", "caro")

register_dialect(
    "gomoku", Dialect(number=4, default_size=15, rules={name: name for name in _VARIANTS})
)

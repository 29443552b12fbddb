"""Registers Reversi in SGF: number 2, "Othello"; the four starting discs are implied."""

from tesuji.records.dialects import Dialect, register_dialect

register_dialect("reversi", Dialect(number=2, default_size=8))

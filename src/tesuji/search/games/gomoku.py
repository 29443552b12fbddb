"""Registers the two searches that only Gomoku has."""

from __future__ import annotations

from typing import Any

from tesuji import core
from tesuji.games import Position
from tesuji.search.engine import KeptSearch, register_methods


def _engine(position: Position, lines: int = 1, **options: Any) -> KeptSearch:
    """Returns the engine of ``cpp/games/gomoku/engine``, which values `lines` moves."""
    return KeptSearch(core.GomokuEngine(lines=lines, **options), lines)


def _monomial(position: Position, **options: Any) -> KeptSearch:
    """Returns the search of the thesis on monomials, ``cpp/games/gomoku/monomial``."""
    return KeptSearch(core.GomokuMonomial(**options))


register_methods("gomoku", {"gomoku": _engine, "monomial": _monomial})

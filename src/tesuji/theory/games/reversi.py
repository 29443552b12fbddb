"""Reversi for certain: the last empty squares are searched to the end."""

from __future__ import annotations

from tesuji.games.reversi import ReversiPosition
from tesuji.search import Budget, Proof, SearchReport, search
from tesuji.theory.certain import register_certain

SEARCHED_SQUARES = 12
"""Empty squares up to which all moves are searched to the end: it takes a fraction of a second."""
_SECONDS = 1.0
"""For the exact search, where nobody says."""
_MEMORY = 64 << 20


@register_certain("reversi")
def exact_report(
    position: ReversiPosition, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """The margin that every move leads to; None with more squares, or if time was too short."""
    if position.num_empty > SEARCHED_SQUARES:
        return None
    budget = Budget(seconds=_SECONDS * share if seconds is None else seconds, memory=_MEMORY)
    report = search(position, "alphabeta", budget, all_moves_exact=True)
    known = all(move.proof is not Proof.UNKNOWN for move in report.moves)
    return report if known and report.proof is not Proof.UNKNOWN else None

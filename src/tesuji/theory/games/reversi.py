"""Registers exact endgames of Reversi."""

from __future__ import annotations

from tesuji.games.reversi import ReversiPosition
from tesuji.search import Budget, Proof, SearchReport, search
from tesuji.theory.certain import register_certain

SEARCHED_SQUARES = 12
"""The most empty squares for which all moves are solved, in a fraction of a second."""
_SECONDS = 1.0
"""The default time of the exact search."""
_MEMORY = 64 << 20


@register_certain("reversi")
def exact_report(
    position: ReversiPosition, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """Returns the exact margin of every move; None with more squares, or if time was short."""
    if position.num_empty > SEARCHED_SQUARES:
        return None
    budget = Budget(seconds=_SECONDS * share if seconds is None else seconds, memory=_MEMORY)
    report = search(position, "alphabeta", budget, all_moves_exact=True)
    known = all(move.proof is not Proof.UNKNOWN for move in report.moves)
    return report if known and report.proof is not Proof.UNKNOWN else None

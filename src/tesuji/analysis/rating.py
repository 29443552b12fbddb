"""From values to ratings that people understand: the chance to win, in percent."""

from __future__ import annotations

from tesuji.games import Value
from tesuji.search import MoveReport, Proof, SearchReport


def chance_of(value: Value) -> float:
    """The chance to win of the player whose value it is, 0 to 1; a draw counts half."""
    return (value.number + 1) / 2


def rate_moves(report: SearchReport) -> dict[int, float]:
    """For each legal move its rating, 0 to 100: the chance to win with it in percent.

    A proven win is 100, a proven loss 0. A move that the search did not look at is rated as the
    worst one that it did: the search found nothing in it.
    """
    seen = [move for move in report.moves if move.visits > 0 or move.proof is not Proof.UNKNOWN]
    worst = min((_rating(move) for move in seen), default=50.0)
    known = {move.move: _rating(move) for move in seen}
    return {move.move: known.get(move.move, worst) for move in report.moves}


def _rating(move: MoveReport) -> float:
    certain = {Proof.WIN: 100.0, Proof.DRAW: 50.0, Proof.LOSS: 0.0}
    return certain.get(move.proof, 100 * chance_of(move.value))

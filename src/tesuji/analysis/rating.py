"""From values to ratings that people understand: the chance to win, in percent."""

from __future__ import annotations

from tesuji.analysis.calibration import Calibration, calibration_of
from tesuji.games import Value
from tesuji.search import MoveReport, Proof, SearchReport


def chance_of(value: Value) -> float:
    """The chance to win of the player whose value it is, 0 to 1; a draw counts half.

    This takes the value at its word. `chance_in` knows how far a search can be believed.
    """
    return (value.number + 1) / 2


def chance_in(report: SearchReport, value: Value | None = None) -> float:
    """The chance to win of the player whose value it is, 0 to 1, as measured for such searches.

    `value` is one of the report's; by default that of the position, for the player to move.
    """
    mover = report.position.to_move
    value = report.value if value is None else value
    chance = _calibration(report).chance(value.seen_by(mover).number)
    return chance if value.for_player == mover else 1 - chance


def rate_moves(report: SearchReport) -> dict[int, float]:
    """For each legal move its rating, 0 to 100: the chance to win with it in percent.

    A proven win is 100, a proven loss 0; the others are chances as measured for such searches
    (see `tesuji.analysis.calibration`). A move that the search did not look at is rated as the
    worst one that it did: the search found nothing in it.
    """
    calibration = _calibration(report)
    seen = [move for move in report.moves if move.visits > 0 or move.proof is not Proof.UNKNOWN]
    known = {move.move: _rating(move, calibration) for move in seen}
    worst = min(known.values(), default=50.0)
    return {move.move: known.get(move.move, worst) for move in report.moves}


def compare_moves(report: SearchReport) -> dict[int, float]:
    """For each legal move how it compares with the others: 100 is the best, 0 the worst.

    All in between keep their order and their distances. Where all moves are equal they are 100.
    """
    ratings = rate_moves(report)
    if not ratings:
        return {}
    worst, best = min(ratings.values()), max(ratings.values())
    if best == worst:
        return dict.fromkeys(ratings, 100.0)
    return {move: 100 * (rating - worst) / (best - worst) for move, rating in ratings.items()}


def _rating(move: MoveReport, calibration: Calibration) -> float:
    certain = {Proof.WIN: 100.0, Proof.DRAW: 50.0, Proof.LOSS: 0.0}
    return certain.get(move.proof, 100 * calibration.chance(move.value.number))


def _calibration(report: SearchReport) -> Calibration:
    method = "mcts" if report.simulations > 0 else "alphabeta"
    return calibration_of(report.position.game.name, method)

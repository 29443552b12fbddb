"""Converts values to ratings for people: the chance to win, in percent."""

from __future__ import annotations

from tesuji.analysis.calibration import SUREST, Calibration, calibration_of
from tesuji.games import Value
from tesuji.search import MoveReport, Proof, SearchReport

_CERTAIN = {Proof.WIN: 1.0, Proof.DRAW: 0.5, Proof.LOSS: 0.0}


def chance_of(value: Value) -> float:
    """Returns the chance to win of the player whose value it is, 0 to 1; a draw counts half.

    This does not calibrate the value, unlike `chance_in`.
    """
    return (value.number + 1) / 2


def chance_in(report: SearchReport, value: Value | None = None) -> float:
    """Returns the calibrated chance to win of the player whose value it is, 0 to 1.

    `value` is one of the report's; by default that of the position, for the player to move.
    """
    mover = report.position.to_move
    if value is None:
        if report.proof is not Proof.UNKNOWN:
            return _CERTAIN[report.proof]
        value = report.value
    chance = calibration_in(report).chance(value.seen_by(mover).number, mover)
    return chance if value.for_player == mover else 1 - chance


def chance_with(report: SearchReport, move: MoveReport) -> float | None:
    """Returns the chance to win of the player to move with one of the moves, 0 to 1.

    A proven win is 1, a proven loss 0. None if the search did not look at the move, or only knows
    that it is no better than another.
    """
    if not move.is_judged:
        return None
    if move.proof is not Proof.UNKNOWN:
        return _CERTAIN[move.proof]
    # Without a proof nothing is certain, even if all simulations agree.
    value = max(-SUREST, min(SUREST, move.value.number))
    return calibration_in(report).chance(value, report.position.to_move)


def rate_moves(report: SearchReport) -> dict[int, float]:
    """Returns the rating of each judged move, 0 to 100: the chance to win in percent.

    A proven win is 100, a proven loss 0; the others are chances as measured for such searches
    (see `tesuji.analysis.calibration`). A move that was not searched has no rating.
    """
    chances = {move.move: chance_with(report, move) for move in report.moves}
    return {move: 100 * chance for move, chance in chances.items() if chance is not None}


def compare_moves(report: SearchReport) -> dict[int, float]:
    """Rescales the ratings of moves: 100 is the best, 0 the worst.

    Those in between keep their relative distances. If all moves are equal they are 100.
    """
    ratings = rate_moves(report)
    if not ratings:
        return {}
    worst, best = min(ratings.values()), max(ratings.values())
    if best == worst:
        return dict.fromkeys(ratings, 100.0)
    return {move: 100 * ((rating - worst) / (best - worst)) for move, rating in ratings.items()}


def calibration_in(report: SearchReport) -> Calibration:
    """Returns the calibration for the values of a report."""
    return calibration_of(report.position.game, report.engine)

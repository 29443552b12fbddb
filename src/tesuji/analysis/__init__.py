"""Judging moves: ratings of all legal moves, and reviews of whole games."""

from tesuji.analysis.calibration import Calibration, calibration_of
from tesuji.analysis.rating import chance_in, chance_of, compare_moves, rate_moves
from tesuji.analysis.review import MoveJudgement, Verdict, review_game

__all__ = [
    "Calibration",
    "MoveJudgement",
    "Verdict",
    "calibration_of",
    "chance_in",
    "chance_of",
    "compare_moves",
    "rate_moves",
    "review_game",
]

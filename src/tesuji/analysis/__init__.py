"""Judges moves: rates legal moves, reviews games, and explains positions in words."""

from tesuji.analysis.calibration import Calibration, calibration_of
from tesuji.analysis.exact_scores import with_exact_scores
from tesuji.analysis.explanations import (
    Explanation,
    explain,
    explained_games,
    register_explainer,
)
from tesuji.analysis.rating import chance_in, chance_of, chance_with, compare_moves, rate_moves
from tesuji.analysis.review import MoveJudgement, Verdict, review_game
from tesuji.theory.remark import Remark

__all__ = [
    "Calibration",
    "Explanation",
    "MoveJudgement",
    "Remark",
    "Verdict",
    "calibration_of",
    "chance_in",
    "chance_of",
    "chance_with",
    "compare_moves",
    "explain",
    "explained_games",
    "rate_moves",
    "register_explainer",
    "review_game",
    "with_exact_scores",
]

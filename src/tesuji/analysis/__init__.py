"""Judging moves: ratings of all legal moves, reviews of whole games, explanations in words."""

from tesuji.analysis.exact import exact_report
from tesuji.analysis.explanations import (
    Explanation,
    Remark,
    explain,
    explained_games,
    register_explainer,
)
from tesuji.analysis.rating import chance_of, rate_moves
from tesuji.analysis.review import MoveJudgement, Verdict, review_game

__all__ = [
    "Explanation",
    "MoveJudgement",
    "Remark",
    "Verdict",
    "chance_of",
    "exact_report",
    "explain",
    "explained_games",
    "rate_moves",
    "register_explainer",
    "review_game",
]

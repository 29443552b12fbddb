"""Judging moves: ratings of all legal moves, and reviews of whole games."""

from tesuji.analysis.rating import chance_of, rate_moves
from tesuji.analysis.review import MoveJudgement, Verdict, review_game

__all__ = ["MoveJudgement", "Verdict", "chance_of", "rate_moves", "review_game"]

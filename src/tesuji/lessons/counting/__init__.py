"""Teaches counting of Go endgames: problems with proven answers, and games with coupons."""

from tesuji.lessons.counting.check import COUNTINGS, Counting, judge, parse_count, solve, value_of
from tesuji.lessons.counting.coupon_review import CouponReview, Loss, review
from tesuji.lessons.counting.coupons import (
    LEVELS,
    STRATEGIES,
    CouponGame,
    CouponMove,
    CouponState,
    Level,
    make_game,
)
from tesuji.lessons.counting.problems import CountingProblem, Kind, Size, load_problems
from tesuji.lessons.counting.reasons import counting_words, reasons
from tesuji.lessons.counting.sum_region import SumRegion, sum_region

__all__ = [
    "COUNTINGS",
    "LEVELS",
    "STRATEGIES",
    "Counting",
    "CountingProblem",
    "CouponGame",
    "CouponMove",
    "CouponState",
    "Kind",
    "Level",
    "Loss",
    "CouponReview",
    "Size",
    "SumRegion",
    "counting_words",
    "judge",
    "load_problems",
    "make_game",
    "parse_count",
    "reasons",
    "review",
    "solve",
    "sum_region",
    "value_of",
]

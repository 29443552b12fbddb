"""Judges answers to counting problems: the move and its value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, get_args

from tesuji.errors import TesujiError
from tesuji.lessons.counting.problems import CountingProblem
from tesuji.search import Budget
from tesuji.theory.go_endgames import RegionReport, StoneGrid, analyse_region, mixed
from tesuji.theory.go_endgames.analysis import analyse_board_region

Counting = Literal["territory", "area", "difference"]
COUNTINGS: tuple[Counting, ...] = get_args(Counting)
WORDS: dict[Counting, str] = {
    "territory": "by territory counting",
    "area": "by area counting",
    "difference": "as the difference between both players' moves",
}
_BUDGET = Budget(nodes=6_000, seconds=10, memory=64 << 20)
_DECIMAL = re.compile(r"\d{1,4}(\.\d{1,6})?", re.ASCII)
_MIXED = re.compile(r"(?:(\d{1,4})\s+)?(\d{1,4})/([1-9]\d{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class CountingVerdict:
    """What is right in an answer."""

    move: bool
    value: bool
    sentences: tuple[str, ...]

    @property
    def right(self) -> bool:
        return self.move and self.value


def parse_count(text: str) -> Fraction:
    """Reads a number as people write it.

    >>> [str(parse_count(text)) for text in ("3 1/2", "7/2", "3.5", "3,5", "3½", "½", "2")]
    ['7/2', '7/2', '7/2', '7/2', '7/2', '1/2', '2']
    """
    plain = "".join(_written_out(sign) for sign in text.strip()).replace(",", ".").strip()
    if _DECIMAL.fullmatch(plain):
        return Fraction(plain)
    match = _MIXED.fullmatch(plain)
    if match is None:
        raise TesujiError(f"{text!r} is not a number; write 3 1/2, 7/2 or 3.5")
    whole, upper, lower = (int(part or 0) for part in match.groups())
    return whole + Fraction(upper, lower)


def _written_out(sign: str) -> str:
    """Writes a sign such as ½ as " 1/2"."""
    if unicodedata.category(sign) != "No":
        return sign
    value = Fraction(unicodedata.numeric(sign)).limit_denominator(10)
    return f" {value.numerator}/{value.denominator}"


def value_of(problem: CountingProblem, counting: Counting) -> Fraction:
    """Returns the value of a problem's move by one way of counting.

    Area counting gives the temperature; territory counting one point less, because the stone itself
    counts nothing; books also give the difference between both players' moves, which is twice that.
    """
    territory = problem.temperature - 1
    return {
        "territory": territory,
        "area": problem.temperature,
        "difference": 2 * territory,
    }[counting]


@lru_cache(maxsize=64)
def solve(problem: CountingProblem) -> RegionReport:
    """Searches the region of a problem again, since lines, tree and thermograph are not stored."""
    return analyse_region(problem.position, problem.region, _BUDGET)


def judge(
    problem: CountingProblem,
    move: int,
    value: Fraction,
    counting: Counting,
    name: Callable[[int], str],
) -> CountingVerdict:
    """Judges a move and its value in words; `name` writes a point."""
    if move not in problem.region or problem.stones[move] >= 0:
        raise TesujiError(f"{name(move)} is not an empty point of the region")
    lost = Fraction(0) if move in problem.best else loss_of(problem, move)
    good_move = lost == 0
    right = value_of(problem, counting)
    sentences = [
        f"{name(move)} is right." if good_move else _about_move(problem, move, lost, name),
        _about_value(problem, value, right, counting),
    ]
    return CountingVerdict(good_move, value == right, tuple(sentences))


def _about_value(
    problem: CountingProblem, value: Fraction, right: Fraction, counting: Counting
) -> str:
    if value == right:
        return f"{mixed(right)} {WORDS[counting]} is right."
    off = f"{mixed(abs(value - right))} too {'much' if value > right else 'little'}"
    found = f"{mixed(value)} is {off}: it is {mixed(right)} {WORDS[counting]}."
    for other in COUNTINGS:
        if other != counting and value == value_of(problem, other):
            return f"{found} {mixed(value)} would be right {WORDS[other]}."
    return found


def _about_move(
    problem: CountingProblem, move: int, lost: Fraction | None, name: Callable[[int], str]
) -> str:
    best = " or ".join(name(point) for point in problem.best[:3])
    if lost is None:
        return f"{name(move)} is not the move; {best} is."
    return f"{name(move)} loses {mixed(lost)} against {best}."


def loss_of(problem: CountingProblem, move: int) -> Fraction | None:
    """Returns what a move gives away if moves elsewhere are worth as much as the best here.

    None if that is not certain: in a ko, and if the search does not finish.
    """
    if problem.kind == "ko":
        return None
    colour = 0 if problem.black else 1
    board = StoneGrid(len(problem.rows), len(problem.rows[0]), problem.stones)
    try:
        after = analyse_board_region(board.after(move, colour), problem.region, _BUDGET)
    except TesujiError:
        return None
    if not after.solved:
        return None
    t = problem.temperature
    if problem.black:
        return problem.mean + t - after.thermograph.right(t)
    return after.thermograph.left(t) - (problem.mean - t)

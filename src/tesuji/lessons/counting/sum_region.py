"""Computes exact values of all positions of small regions, as games of a sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.lessons.counting.problems import CountingProblem
from tesuji.theory.cgt import Mover, ShortGame, from_options, number, thermograph
from tesuji.theory.go_endgames import StoneGrid

EMPTY = -1
COLOURS = {Mover.LEFT: 0, Mover.RIGHT: 1}
_MOST_POSITIONS = 800

Stones = tuple[int, ...]
"""The stones on the points of a region, in their order."""


@dataclass(frozen=True, slots=True)
class RegionPosition:
    """A position of a region. Left is Black; scores are points of area for Black."""

    value: ShortGame
    """The value as a game in which finished positions are their scores."""
    moves: Mapping[Mover, Mapping[int, Stones]]
    """The moves of each player with the resulting stones; none once it is settled."""

    @property
    def is_settled(self) -> bool:
        """Whether no move gains anything, so that the value is a number."""
        return self.value.number is not None

    @property
    def temperature(self) -> Fraction:
        return Fraction(0) if self.is_settled else thermograph(self.value).temperature

    @property
    def mean(self) -> Fraction:
        return thermograph(self.value).mean if self.value.number is None else self.value.number


class SumRegion:
    """The region of a problem, with every position that play can reach in it.

    Stones outside, and stones connected to them, cannot be captured. Raises `TesujiError` for a
    region that is too large, that touches empty points outside, or in which a position can recur
    (a ko).
    """

    def __init__(self, problem: CountingProblem) -> None:
        self.problem = problem
        board = StoneGrid(len(problem.rows), len(problem.rows[0]), problem.stones)
        self.points = problem.region
        places = {point: place for place, point in enumerate(self.points)}
        self._near = [[places[n] for n in board.neighbours[p] if n in places] for p in self.points]
        outside = [[n for n in board.neighbours[p] if n not in places] for p in self.points]
        if any(board.stones[n] == EMPTY for near in outside for n in near):
            raise TesujiError("the region touches empty points outside of it")
        self._walls = [
            {place for place, near in enumerate(outside) if any(board.stones[n] == c for n in near)}
            for c in (0, 1)
        ]
        masks = [sum(1 << place for place in near) for near in self._near]
        walls = [sum(1 << place for place in wall) for wall in self._walls]
        self._rules = core.GoLocalRegion(masks, *walls)
        self.start: Stones = tuple(board.stones[point] for point in self.points)
        self.positions: dict[Stones, RegionPosition] = {}
        self._explore()

    def _explore(self) -> None:
        """Computes the values of all positions, followers first.

        A position with moves but no value is on the path from the start: meeting it is a loop.
        """
        open_moves: dict[Stones, dict[Mover, dict[int, Stones]]] = {}
        stack = [self.start]
        while stack:
            here = stack[-1]
            if here in self.positions:
                stack.pop()
                continue
            if here not in open_moves:
                if len(open_moves) >= _MOST_POSITIONS:
                    raise TesujiError("the region has too many positions")
                open_moves[here] = {side: self._moves(here, side) for side in Mover}
                below = {after for moves in open_moves[here].values() for after in moves.values()}
                waiting = [after for after in below if after not in self.positions]
                if any(after in open_moves for after in waiting):
                    raise TesujiError("a position of the region can come back")
                stack.extend(waiting)
            else:
                stack.pop()
                self.positions[here] = self._value(here, open_moves[here])

    def _moves(self, here: Stones, side: Mover) -> dict[int, Stones]:
        found = {}
        for place, stone in enumerate(here):
            after = self._played(here, place, COLOURS[side]) if stone == EMPTY else None
            if after is not None:
                found[self.points[place]] = after
        return found

    def _value(self, here: Stones, moves: dict[Mover, dict[int, Stones]]) -> RegionPosition:
        """Returns the value of a position: a score if nobody gains by moving, even for free."""
        options = {
            side: [self.positions[after] for after in dict.fromkeys(moves[side].values())]
            for side in Mover
        }
        score = Fraction(self._count(here))
        ends = {
            Mover.LEFT: max(
                (_wall(each, Mover.RIGHT) for each in options[Mover.LEFT]), default=None
            ),
            Mover.RIGHT: min(
                (_wall(each, Mover.LEFT) for each in options[Mover.RIGHT]), default=None
            ),
        }
        left, right = ends[Mover.LEFT], ends[Mover.RIGHT]
        if left is None or right is None or left <= right:
            score = score if left is None else max(score, left)
            score = score if right is None else min(score, right)
            return RegionPosition(number(score), {side: {} for side in Mover})
        values = {side: [each.value for each in options[side]] for side in Mover}
        return RegionPosition(from_options(values[Mover.LEFT], values[Mover.RIGHT]), moves)

    def _played(self, here: Stones, place: int, colour: int) -> Stones | None:
        """Returns the stones after a move; None if it is suicide."""
        played = self._rules.play(here, place, colour == 0)
        return None if played is None else tuple(played[0])

    def _chain(self, stones: Stones, place: int) -> set[int]:
        found, front = {place}, [place]
        while front:
            for near in self._near[front.pop()]:
                if near not in found and stones[near] == stones[place]:
                    found.add(near)
                    front.append(near)
        return found

    def _count(self, stones: Stones) -> int:
        """Returns Black's area minus White's, with all stones alive."""
        total = stones.count(0) - stones.count(1)
        seen: set[int] = set()
        for place, stone in enumerate(stones):
            if stone != EMPTY or place in seen:
                continue
            area = self._chain(stones, place)
            seen |= area
            touched = {stones[n] for p in area for n in self._near[p]} - {EMPTY}
            touched |= {colour for colour in (0, 1) if self._walls[colour] & area}
            if len(touched) == 1:
                total += len(area) if touched == {0} else -len(area)
        return total


def _wall(position: RegionPosition, side: Mover) -> Fraction:
    """Returns the result if `side` moves first and moves elsewhere are worth nothing."""
    if position.value.number is not None:
        return position.value.number
    graph = thermograph(position.value)
    return (graph.left if side is Mover.LEFT else graph.right)(Fraction(0))


@lru_cache(maxsize=512)
def sum_region(problem: CountingProblem) -> SumRegion | None:
    """Returns the region of a problem as a game of a sum, or None if it cannot be one."""
    try:
        return SumRegion(problem)
    except TesujiError:
        return None

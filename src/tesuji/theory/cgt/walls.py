"""Represents walls of thermographs: continuous piecewise-linear functions of temperature.

A wall is defined on all temperatures from -1 up. Scores are for Left; a slope is in points of score
per point of temperature.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.errors import GameError

COLDEST = Fraction(-1)
"""The temperature at which thermographs begin, that of an integer."""

Point = tuple[Fraction, Fraction]
"""(temperature, score)"""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall through `points`, straight between them, with slope `tail` above the last one."""

    points: tuple[Point, ...]
    tail: Fraction = Fraction(0)

    @classmethod
    def through(cls, points: Iterable[Point], tail: Fraction = Fraction(0)) -> Wall:
        """Returns the wall through `points`, without those at which it does not bend."""
        given = list(points)
        kept: list[Point] = []
        for index, point in enumerate(given):
            after = _slope(point, given[index + 1]) if index + 1 < len(given) else tail
            if not kept or _slope(kept[-1], point) != after:
                kept.append(point)
        return cls(tuple(kept), tail)

    @classmethod
    def mast(cls, value: Fraction) -> Wall:
        """Returns the vertical wall at `value`."""
        return cls(((COLDEST, value),))

    def __call__(self, temperature: int | Fraction | str) -> Fraction:
        """Returns the score at a temperature of at least -1."""
        t = temperature if type(temperature) is Fraction else dyadic.as_fraction(temperature)
        if t < COLDEST:
            raise GameError(f"thermographs begin at temperature -1, below which {t} lies")
        at, value = self.points[0]
        for after, score in self.points[1:]:
            if t < after:
                return value + (score - value) * (t - at) / (after - at)
            at, value = after, score
        return value + self.tail * (t - at)

    def slope_above(self, t: Fraction) -> Fraction:
        """Returns the slope just above temperature `t`."""
        for here, following in zip(self.points, self.points[1:], strict=False):
            if t < following[0]:
                return _slope(here, following)
        return self.tail

    def slopes(self) -> list[Fraction]:
        """Returns the slopes of all segments from the coldest up."""
        pairs = zip(self.points, self.points[1:], strict=False)
        return [*(_slope(here, following) for here, following in pairs), self.tail]

    def taxed(self, slope: int) -> Wall:
        """Returns this wall plus `slope` times the temperature: the value of a move there."""
        return Wall(tuple((t, value + slope * t) for t, value in self.points), self.tail + slope)

    def mirrored(self) -> Wall:
        """Returns the wall of the negative game, for the other player."""
        return Wall(tuple((t, -value) for t, value in self.points), -self.tail)


def highest(walls: Sequence[Wall]) -> Wall:
    """Returns the largest score of any wall at each temperature."""
    best = walls[0]
    for wall in walls[1:]:
        best = _upper(best, wall)
    return best


def lowest(walls: Sequence[Wall]) -> Wall:
    """Returns the smallest score of any wall at each temperature."""
    return highest([wall.mirrored() for wall in walls]).mirrored()


def close(left: Wall | None, right: Wall | None) -> tuple[Wall, Wall]:
    """Returns the walls of two scaffolds: the values of the best first moves, or the mast.

    `left` is the most that Left gets by moving at once, and `right` the least that Right must
    give; None if a player has no move. Where `left` is above `right` both want to move and the
    scaffolds are the walls. Elsewhere nobody does: there is a mast, which starts where the
    scaffolds meet and keeps its score unless a scaffold moves it (which kos can do).
    """
    if left is None or right is None or left(COLDEST) < right(COLDEST):
        mast = dyadic.simplest_between(
            None if left is None else left(COLDEST),
            None if right is None else right(COLDEST),
            low_open=False,
            high_open=False,
        )
    else:
        mast = left(COLDEST)
    if left is None or right is None:
        assert mast is not None
        return Wall.mast(mast), Wall.mast(mast)
    times = sorted({t for wall in (left, right) for t, _ in wall.points})
    high: list[Point] = []
    low: list[Point] = []
    tails = (Fraction(0), Fraction(0))
    for index, start in enumerate(times):
        t, end = start, times[index + 1] if index + 1 < len(times) else None
        rise, fall = left.slope_above(start), right.slope_above(start)
        while True:
            a, b = left(t), right(t)
            if a > b or (a == b and rise > fall):
                mast, tails = None, (rise, fall)
                step = (a - b) / (fall - rise) if rise < fall else None
                high.append((t, a))
                low.append((t, b))
            else:
                mast = a if mast is None else mast
                push = max(Fraction(0), rise) if mast == a else Fraction(0)
                push = min(push, fall) if mast == b else push
                tails = (push, push)
                steps = [(mast - a) / (rise - push)] if rise > push else []
                steps += [(b - mast) / (push - fall)] if fall < push else []
                step = min(steps, default=None)
                high.append((t, mast))
                low.append((t, mast))
            if step is None or (end is not None and t + step >= end):
                if mast is not None and end is not None:
                    mast += tails[0] * (end - t)
                break
            mast = None if mast is None else mast + tails[0] * step
            t += step
    return Wall.through(high, tails[0]), Wall.through(low, tails[1])


def _slope(here: Point, following: Point) -> Fraction:
    return (following[1] - here[1]) / (following[0] - here[0])


def _upper(one: Wall, two: Wall) -> Wall:
    times = sorted({t for wall in (one, two) for t, _ in wall.points})
    points: list[Point] = []
    for index, t in enumerate(times):
        a, b = one(t), two(t)
        points.append((t, max(a, b)))
        slopes = (one.slope_above(t), two.slope_above(t))
        if (a - b) * (slopes[0] - slopes[1]) < 0:
            crossing = t + (a - b) / (slopes[1] - slopes[0])
            if index + 1 == len(times) or crossing < times[index + 1]:
                points.append((crossing, one(crossing)))
    last = points[-1][0]
    tail = max((wall(last), wall.slope_above(last)) for wall in (one, two))[1]
    return Wall.through(points, tail)

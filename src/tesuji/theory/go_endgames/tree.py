"""Gives access to the positions of a local search and their thermographs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tesuji.theory.go_endgames.local import LocalPosition

LOWER, UPPER, ESTIMATE = 0, 1, 2
_CLOSE = 1e-6
_JUST_BELOW = 1e-3
_LARGEST_DENOMINATOR = 20_000

Knots = list[tuple[float, float]]


def exact(value: float) -> Fraction:
    """Returns the fraction that a floating-point number of the core represents."""
    return Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)


def at(knots: Knots, temperature: float) -> float:
    """Returns the score of a wall at a temperature."""
    before = knots[0]
    for knot in knots[1:]:
        if temperature < knot[0]:
            share = (temperature - before[0]) / (knot[0] - before[0])
            return before[1] + share * (knot[1] - before[1])
        before = knot
    return before[1]


@dataclass(frozen=True)
class Place:
    """A position of the search: a decided score and the numbers of the undecided parts.

    Scores are in points of area for Black, including immortal stones of the region.
    """

    score: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class RegionStep:
    """A move of either colour in a place."""

    point: int
    """On the board."""
    black: bool
    ko: bool
    """Whether it takes a ko."""
    after: Place
    taken: tuple[int, ...] = ()
    """The points of the board whose stones it captures."""


class Tree:
    """A finished search, for display and explanation."""

    def __init__(self, search: Any, local: LocalPosition) -> None:
        self._search = search
        self.local = local
        _, _, _, score, parts, _ = search.root
        self.root = Place(score + local.decided, tuple(parts))

    def mean(self, place: Place, bound: int = ESTIMATE) -> float:
        """Returns the mean of a place."""
        return place.score + sum(self.walls(part, bound)[0][-1][1] for part in place.parts)

    def temperature(self, place: Place, bound: int = ESTIMATE) -> float:
        """Returns the temperature of a place, that of its hottest part; 0 if nothing is left."""
        return max((self.part_temperature(part, bound) for part in place.parts), default=0.0)

    def part_temperature(self, part: int, bound: int = ESTIMATE) -> float:
        return max(knots[-1][0] for knots in self.walls(part, bound))

    def walls(self, part: int, bound: int = ESTIMATE) -> tuple[Knots, Knots]:
        """Returns the bends of the left and the right wall of a part."""
        left, right = self._search.walls(part, bound)
        return left, right

    def is_pinned(self, place: Place) -> bool:
        """Returns whether mean and temperature of a place are certain."""
        return all(
            abs(measure(place, LOWER) - measure(place, UPPER)) < _CLOSE
            for measure in (self.mean, self.temperature)
        )

    def hottest(self, place: Place) -> int | None:
        """Returns the part of a place in which a move is worth most."""
        return max(place.parts, key=self.part_temperature, default=None)

    def steps(self, place: Place, part: int) -> Iterator[RegionStep]:
        """Yields the moves in one part of a place."""
        others = list(place.parts)
        others.remove(part)
        for point, black, ko, score, parts, mask in self._search.options(part):
            after = Place(place.score + score, (*parts, *others))
            taken = tuple(self.local.mask_to_points(mask)) if mask else ()
            yield RegionStep(self.local.points[point], black, ko, after, taken)

    def best(self, place: Place, black: bool, temperature: float) -> list[RegionStep]:
        """Returns the best moves of a colour in the hottest parts of a place, at a temperature.

        Among equals, those come first that are best just below it: they make the wall there.
        """
        hottest = self.temperature(place) - _CLOSE
        rated = [
            (self.wall_at(step.after, not black, temperature), step)
            for part in dict.fromkeys(place.parts)
            if self.part_temperature(part) >= hottest
            for step in self.steps(place, part)
            if step.black == black
        ]
        if not rated:
            return []
        top = (max if black else min)(value for value, _ in rated)
        equal = [step for value, step in rated if abs(value - top) < _CLOSE]
        if len(equal) < 2 or temperature <= _JUST_BELOW:
            return equal
        below = [self.wall_at(step.after, not black, temperature - _JUST_BELOW) for step in equal]
        first = (max if black else min)(below)
        order = sorted(range(len(equal)), key=lambda i: abs(below[i] - first) > _CLOSE)
        return [equal[i] for i in order]

    def wall_at(self, place: Place, left: bool, temperature: float) -> float:
        """Returns a wall of a place at a temperature; only the mast of all but the hottest part."""
        part = self.hottest(place)
        total = float(place.score)
        for other in place.parts:
            walls = self.walls(other)
            if other == part:
                total += at(walls[0 if left else 1], temperature)
            else:
                total += walls[0][-1][1]
        return total

    def line(self, place: Place, black: bool, limit: int = 20) -> list[RegionStep]:
        """Returns orthodox play from a move of a colour on, until the place has cooled down.

        The rest of the board is just cooler than the place, which is where the sides of its
        thermograph begin: an even number of moves makes an upright wall, an odd one a slanted wall.
        Play stays in the hottest part. Where the place is only estimated, so is the line: it ends
        as soon as the place is no hotter than before, since each further move has to be estimated.
        """
        part, temperature = self.hottest(place), self.temperature(place)
        surroundings = temperature + (-_JUST_BELOW if self.is_pinned(place) else _CLOSE)
        moves: list[RegionStep] = []
        if part is None or surroundings <= _CLOSE:
            return moves
        others = list(place.parts)
        others.remove(part)
        here = Place(place.score, (part,))
        while len(moves) < limit:
            best = self.best(here, black, min(surroundings, temperature))
            if not best:
                break
            step, here = best[0], best[0].after
            moves.append(replace(step, after=Place(here.score, (*here.parts, *others))))
            black = not black
            if self.temperature(here) <= surroundings:
                break
        return moves

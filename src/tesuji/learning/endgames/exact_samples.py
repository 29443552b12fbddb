"""Makes samples by exact searches, which prove best moves, temperature and count of a region.

A region is searched until its thermograph is known; then its positions are visited from the root,
along best moves and a few others, and every position with a proven mean and temperature becomes a
sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.learning.endgames.owners import ExpectedOwners
from tesuji.learning.endgames.samples import UNKNOWN, WINDOWS, Sample
from tesuji.search import Budget
from tesuji.theory.go_endgames.closed import ClosedRegion, LastMove, Stones, closed
from tesuji.theory.go_endgames.features import (
    MARGIN,
    Window,
    encode,
    extent,
    surrounding_planes,
)
from tesuji.theory.go_endgames.local import local_position
from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid
from tesuji.theory.go_endgames.tree import ESTIMATE, LOWER, UPPER, Place, RegionStep, Tree, at

COLD = 1.0
"""At this temperature of area counting nothing is left to gain by territory counting."""
SURE = 0.95
"""The probability of a sente move, or of a necessary answer."""
_CLOSE = 1e-6
_OTHERS = 8
"""Random moves that are followed in each position, besides the best ones."""


@dataclass(frozen=True, slots=True)
class ExactOptions:
    """Which regions are searched, and how far."""

    most_empties: int = 14
    nodes: int = 1200
    """Positions to search for each region; unproven regions are dropped."""
    per_region: int = 80
    """Most samples of one region."""


def region_samples(
    board: StoneGrid, region: set[int], options: ExactOptions, dice: np.random.Generator
) -> list[Sample]:
    """Returns the samples of a region; none if it has the wrong size or is not proven in time."""
    try:
        local = local_position(board, region)
    except TesujiError:
        return []
    empties = sum(board.stones[point] == EMPTY for point in local.points)
    if not 1 <= empties <= options.most_empties:
        return []
    room = closed(local)
    window = random_window(room, dice)
    if window is None:
        return []
    search = core.GoLocalSearch(list(local.neighbours), *local.stones, *local.walls)
    search.run(core.SearchControl(Budget(nodes=options.nodes).for_core()))
    if not search.judgement[2]:
        return []
    walk = _Walk(search, Tree(search, local), room, window, dice)
    return walk.samples(options.per_region)


def random_window(region: ClosedRegion, dice: np.random.Generator) -> Window | None:
    """Returns a window of the smallest fitting size, with the region at a random place."""
    top, left, height, width = extent(region)
    for size in WINDOWS:
        if max(height, width) + 2 * MARGIN <= size:
            down = MARGIN + int(dice.integers(size - height - 2 * MARGIN + 1))
            across = MARGIN + int(dice.integers(size - width - 2 * MARGIN + 1))
            return Window(top - down, left - across, size)
    return None


@dataclass(frozen=True, slots=True)
class _Visit:
    """A visited position, with its history and the temperature of the rest of the board."""

    place: Place
    stones: Stones
    last: LastMove | None
    ambient: float


class _Walk:
    def __init__(
        self,
        search: Any,
        tree: Tree,
        region: ClosedRegion,
        window: Window,
        dice: np.random.Generator,
    ) -> None:
        self._search = search
        self._tree = tree
        self._region = region
        self._numbers = {point: number for number, point in enumerate(region.points)}
        self._fixed = surrounding_planes(region, window)
        self._window = window
        self._dice = dice
        self._owners = ExpectedOwners(tree, region)

    def samples(self, most: int) -> list[Sample]:
        root = self._tree.root
        front = [_Visit(root, self._region.start, None, self._tree.temperature(root))]
        seen = set()
        found: list[Sample] = []
        while front and len(found) < most:
            visit = front.pop(int(self._dice.integers(len(front))))
            if (key := (visit.stones, visit.last)) in seen:
                continue
            seen.add(key)
            if not self._tree.is_pinned(visit.place):
                continue
            sample, steps = self._look_at(visit)
            found.append(sample)
            for step in steps:
                front += self._after(visit, step)
        return found

    def _look_at(self, visit: _Visit) -> tuple[Sample, list[RegionStep]]:
        """Returns the sample of a position, and the moves to follow."""
        tree, place, window = self._tree, visit.place, self._window
        temperature = tree.temperature(place)
        degrees = min(temperature, visit.ambient)
        size = window.size
        moves = {black: np.zeros((size, size), np.bool_) for black in (True, False)}
        following: list[RegionStep] = []
        cold = temperature <= COLD + _CLOSE
        part = tree.hottest(place)
        if part is not None and temperature > _CLOSE:
            steps = list(tree.steps(place, part))
            for black in (True, False):
                best = self._best(steps, black, degrees)
                if not cold:
                    for step in best:
                        moves[black][window.cell(step.point, self._region.columns)] = True
                following += best[:3]
            for number in self._dice.permutation(len(steps))[:_OTHERS]:
                following.append(steps[number])
        ko = visit.last is not None and visit.last.ko is not None
        urgent = np.nan if ko else float(temperature > visit.ambient + _CLOSE)
        mean = tree.mean(place)
        numbers = [
            np.nan if ko or cold else self._black_next(visit, part, temperature),
            float(cold),
            0.0 if visit.last is None else urgent,
            temperature,
            mean - self._region.decided,
        ]
        sample = Sample(
            encode(self._region, visit.stones, visit.last, window, self._fixed),
            moves[True],
            moves[False],
            self._owners_in_window(place, visit.stones, mean),
            np.array(numbers, np.float32),
        )
        return sample, following

    def _best(self, steps: list[RegionStep], black: bool, degrees: float) -> list[RegionStep]:
        """Returns the moves of a colour that are proven to be best at a temperature."""
        sign = 1 if black else -1
        own = [step for step in steps if step.black == black]
        if not own:
            return []

        def value(step: RegionStep, bound: int) -> float:
            return sign * wall_at(self._tree, step.after, not black, degrees, bound)

        top = max(value(step, ESTIMATE) for step in own)
        return [step for step in own if value(step, LOWER if black else UPPER) >= top - _CLOSE]

    def _black_next(self, visit: _Visit, part: int | None, temperature: float) -> float:
        """Returns the chance that Black is the next to move here."""
        if part is None:
            return np.nan
        if visit.last is not None and temperature > visit.ambient + _CLOSE:
            return 1 - SURE if visit.last.black else SURE
        left, right = self._tree.walls(part)
        black_is_answered = left[-1][0] < temperature - _CLOSE
        white_is_answered = right[-1][0] < temperature - _CLOSE
        return 0.5 + (SURE - 0.5) * (black_is_answered - white_is_answered)

    def _owners_in_window(self, place: Place, stones: Stones, mean: float) -> NDArray[np.int8]:
        """Returns the expected owners, if they sum to the proven mean."""
        owners = np.full((self._window.size, self._window.size), UNKNOWN, np.int8)
        expected = self._owners.of(place, stones)
        if abs(sum(expected) + self._region.decided - mean) < 0.01:
            owners[self._window.cells(self._region)] = np.rint(100 * np.array(expected))
        return owners

    def _after(self, visit: _Visit, step: RegionStep) -> list[_Visit]:
        played = self._region.play(visit.stones, self._numbers[step.point], step.black)
        if played is None:
            return []
        parts = tuple(self._search.without_ban(part) for part in step.after.parts)
        ambient = min(visit.ambient, self._tree.temperature(visit.place))
        return [_Visit(Place(step.after.score, parts), *played, ambient)]


def wall_at(tree: Tree, place: Place, left: bool, degrees: float, bound: int) -> float:
    """Returns a bound of a wall at a temperature; the mast for all but the hottest part."""
    hottest = tree.hottest(place)
    total = float(place.score)
    for part in place.parts:
        walls = tree.walls(part, bound)
        wall = walls[0 if left else 1]
        total += at(wall, degrees) if part == hottest else wall[-1][1]
    return total

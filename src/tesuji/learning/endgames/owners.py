"""Computes the expected owners of a region's points from an exact search."""

from __future__ import annotations

from tesuji.theory.go_endgames.closed import ClosedRegion, Stones
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE
from tesuji.theory.go_endgames.tree import Place, RegionStep, Tree

Owners = tuple[float, ...]
"""From -1 (White's) to 1 (Black's), for each point that can change."""

_CLOSE = 1e-6
_DEEPEST = 12
_LONGEST_LINE = 12


class ExpectedOwners:
    """Owners after orthodox play, averaged over who moves first if that is open."""

    def __init__(self, tree: Tree, region: ClosedRegion) -> None:
        self._tree = tree
        self._region = region
        self._numbers = {point: number for number, point in enumerate(region.points)}
        self._known: dict[Stones, Owners] = {}

    def of(self, place: Place, stones: Stones, depth: int = 0) -> Owners:
        """Returns the expected owners of a position; an estimate if a ko or a seki decides."""
        known = self._known.get(stones)
        if known is None:
            known = self._look(place, stones, depth)
            self._known[stones] = known
        return known

    def _look(self, place: Place, stones: Stones, depth: int) -> Owners:
        temperature = self._tree.temperature(place)
        if temperature <= _CLOSE or depth >= _DEEPEST:
            return owners_at_the_end(self._region, stones)
        ends = []
        for black in (True, False):
            line = self._tree.line(place, black, _LONGEST_LINE)
            after = self._after(stones, line)
            if not line or after is None:
                return owners_at_the_end(self._region, stones)
            owners = self.of(line[-1].after, after, depth + 1)
            if len(line) % 2 == 0:
                return owners  # a sente move is made before it is worth the most
            ends.append(owners)
        return tuple((black + white) / 2 for black, white in zip(*ends, strict=True))

    def _after(self, stones: Stones, line: list[RegionStep]) -> Stones | None:
        for step in line:
            played = self._region.play(stones, self._numbers[step.point], step.black)
            if played is None:
                return None
            stones = played[0]
        return stones


def owners_at_the_end(region: ClosedRegion, stones: Stones) -> Owners:
    """Returns the owners of a position in which nothing is left to play.

    Stones connected to immortal ones are alive; an area between stones of one colour belongs to
    that colour; between both, stones keep their points and empty points that both touch are
    nobody's.
    """
    alive: dict[int, int] = {}
    for chain in region.chains(stones):
        colour = stones[min(chain)]
        if not chain.isdisjoint(region.walls[colour]):
            alive.update(dict.fromkeys(chain, colour))
    owners = [0.0] * len(stones)
    for point, colour in alive.items():
        owners[point] = _sign(colour)
    rest = {point for point in range(len(stones)) if point not in alive}
    while rest:
        area = region.connected(min(rest), rest)
        rest -= area
        around = _touching(region, area, alive)
        for point in area:
            if len(around) == 1:
                owners[point] = _sign(min(around))
            elif stones[point] != EMPTY:
                owners[point] = _sign(stones[point])
            else:
                empty = region.connected(point, {p for p in area if stones[p] == EMPTY})
                beside = {stones[n] for p in empty for n in region.neighbours[p]} - {EMPTY}
                beside |= _touching(region, empty, alive)
                owners[point] = _sign(min(beside)) if len(beside) == 1 else 0.0
    return tuple(owners)


def _touching(region: ClosedRegion, area: set[int], alive: dict[int, int]) -> set[int]:
    """Returns the colours of immortal stones beside an area."""
    colours = {alive[n] for p in area for n in region.neighbours[p] if n in alive}
    return colours | {c for c in (BLACK, WHITE) if not area.isdisjoint(region.walls[c])}


def _sign(colour: int) -> float:
    return 1.0 if colour == BLACK else -1.0

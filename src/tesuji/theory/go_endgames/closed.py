"""Plays in a region as the exact search does, with everything around it fixed.

Positions are tuples of stones, one for each point of the region that can change. Points outside
count as stones that cannot be captured (see `surroundings`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tesuji import core
from tesuji.theory.go_endgames.local import LocalPosition, local_position
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid, outside_owners

Stones = tuple[int, ...]
"""-1 (empty), 0 (Black) or 1 (White) for each point that can change."""


@dataclass(frozen=True)
class LastMove:
    """The move that led to a position; points are numbers within the region."""

    point: int
    black: bool
    ko: int | None = None
    """The point that may not be retaken, if the move took a ko."""


@dataclass(frozen=True)
class ClosedRegion:
    """A region with everything around it fixed. Its points have the numbers of `points`."""

    local: LocalPosition
    """The region as input of the search."""
    rows: int
    columns: int
    points: tuple[int, ...]
    """The points of the board that can change, in ascending order."""
    neighbours: tuple[tuple[int, ...], ...]
    """For each of them its neighbours among them, by number."""
    walls: tuple[frozenset[int], frozenset[int]]
    """Numbers of the points that touch Black's and White's permanent points."""
    safe: dict[int, int]
    """Owners of the points of the board that cannot change; neutral ones are left out."""
    decided: int
    """The count for Black of the part of the region that cannot change."""
    start: Stones

    def play(self, stones: Stones, point: int, black: bool) -> tuple[Stones, LastMove] | None:
        """Returns the position after a move, and the move; None if it is illegal."""
        played = _rules(self.local.neighbours, self.local.walls).play(stones, point, black)
        if played is None:
            return None
        after, ko = played
        return tuple(after), LastMove(point, black, None if ko < 0 else ko)

    def position(self, stones: Stones) -> LocalPosition:
        """Returns a position of the region as input of the search."""
        masks = [sum(1 << p for p, s in enumerate(stones) if s == c) for c in (BLACK, WHITE)]
        return replace(self.local, stones=(masks[0], masks[1]))

    def chain(self, stones: Stones | list[int], point: int) -> set[int]:
        """Returns the stones connected with the one at `point`."""
        return self.connected(point, {p for p, s in enumerate(stones) if s == stones[point]})

    def chains(self, stones: Stones) -> Iterator[set[int]]:
        left = {point for point, stone in enumerate(stones) if stone != EMPTY}
        while left:
            chain = self.chain(stones, min(left))
            left -= chain
            yield chain

    def connected(self, point: int, within: Collection[int]) -> set[int]:
        """Returns the points connected with `point` through points of `within`."""
        found, front = {point}, [point]
        while front:
            for near in self.neighbours[front.pop()]:
                if near in within and near not in found:
                    found.add(near)
                    front.append(near)
        return found

    def liberties(self, stones: Stones | list[int], chain: set[int]) -> set[int]:
        """Returns the empty points beside a chain."""
        return {n for p in chain for n in self.neighbours[p] if stones[n] == EMPTY}


@lru_cache(maxsize=256)
def _rules(neighbours: tuple[int, ...], walls: tuple[int, int]) -> core.GoLocalRegion:
    """Returns the capture rules of a region; not a member, because it cannot be pickled."""
    return core.GoLocalRegion(neighbours, *walls)


def closed_region(board: StoneGrid, region: Collection[int]) -> ClosedRegion:
    """Returns a region of a board; raises `TesujiError` for one that is too large."""
    return closed(local_position(board, region))


def closed(local: LocalPosition) -> ClosedRegion:
    """Returns a region of the search, to be played in."""
    board = local.board
    numbers = {point: number for number, point in enumerate(local.points)}
    safe = outside_owners(board, local.region)
    safe |= {
        p: board.stones[p] for p in local.region if p not in numbers and board.stones[p] != EMPTY
    }
    return ClosedRegion(
        local,
        board.rows,
        board.columns,
        local.points,
        tuple(
            tuple(numbers[near] for near in board.neighbours[point] if near in numbers)
            for point in local.points
        ),
        (_members(local.walls[0]), _members(local.walls[1])),
        safe,
        local.decided,
        tuple(board.stones[point] for point in local.points),
    )


def _members(mask: int) -> frozenset[int]:
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)

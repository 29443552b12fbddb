"""Determines the owners of the points around a region.

Nothing is played outside a region. Stones there are assumed to be alive, and empty points to belong
to the nearer colour, as solid as if they were filled. This assumption of a local count matters at
the boundary of a region.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tesuji import core

EMPTY, BLACK, WHITE = -1, 0, 1


class StoneGrid:
    """Stones on a rectangle; points are row * columns + column, as everywhere in Go."""

    def __init__(self, rows: int, columns: int, stones: Sequence[int]) -> None:
        """`stones` holds -1 (empty), 0 (Black) or 1 (White) for each point."""
        self.rows = rows
        self.columns = columns
        self.stones = tuple(stones)
        self.neighbours = [self._neighbours(point) for point in range(rows * columns)]

    def _neighbours(self, point: int) -> tuple[int, ...]:
        row, column = divmod(point, self.columns)
        near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(
            r * self.columns + c for r, c in near if 0 <= r < self.rows and 0 <= c < self.columns
        )

    def chain(self, point: int) -> set[int]:
        """Returns the stones connected with the one at `point`."""
        return self.connected(point, lambda other: self.stones[other] == self.stones[point])

    def chains(self) -> Iterator[tuple[int, set[int]]]:
        """Yields all chains of the board, each with its colour."""
        seen: set[int] = set()
        for point, stone in enumerate(self.stones):
            if stone != EMPTY and point not in seen:
                chain = self.chain(point)
                seen |= chain
                yield stone, chain

    def after(self, point: int, colour: int) -> StoneGrid:
        """Returns the board after a stone is placed and captures are removed."""
        stones = core.go_board_after(self.rows, self.columns, self.stones, point, colour)
        return StoneGrid(self.rows, self.columns, stones)

    def connected(self, point: int, belongs: object) -> set[int]:
        """Returns the points connected with `point` through points that belong."""
        assert callable(belongs)
        found, front = {point}, [point]
        while front:
            for near in self.neighbours[front.pop()]:
                if near not in found and belongs(near):
                    found.add(near)
                    front.append(near)
        return found


def outside_owners(board: StoneGrid, region: Collection[int]) -> dict[int, int]:
    """Returns the owner of each point outside the region, without neutral ones.

    An empty area that touches one colour only belongs to that colour; in the others each point
    belongs to the colour with the nearer stone or, at equal distance, with more stones nearby.
    """
    inside = set(region)
    owners = {
        point: stone
        for point, stone in enumerate(board.stones)
        if stone != EMPTY and point not in inside
    }
    empty = {p for p, stone in enumerate(board.stones) if stone == EMPTY and p not in inside}
    distances = [distances_from(board, colour) for colour in (BLACK, WHITE)]
    while empty:
        area = board.connected(min(empty), empty.__contains__)
        empty -= area
        touching = {
            board.stones[near]
            for point in area
            for near in board.neighbours[point]
            if board.stones[near] != EMPTY
        }
        for point in area:
            owner = min(touching) if len(touching) == 1 else _nearer(board, point, distances)
            if owner is not None:
                owners[point] = owner
    return owners


def distances_from(board: StoneGrid, colour: int) -> list[int]:
    """Returns the steps from each point to the nearest stone of a colour, around the other's."""
    far = len(board.stones)
    distances = [0 if stone == colour else far for stone in board.stones]
    front = [point for point, distance in enumerate(distances) if distance == 0]
    while front:
        after = []
        for point in front:
            for near in board.neighbours[point]:
                if distances[near] == far and board.stones[near] == EMPTY:
                    distances[near] = distances[point] + 1
                    after.append(near)
        front = after
    return distances


def _nearer(board: StoneGrid, point: int, distances: Sequence[Sequence[int]]) -> int | None:
    black, white = (by_colour[point] for by_colour in distances)
    if black != white:
        return BLACK if black < white else WHITE
    row, column = divmod(point, board.columns)
    weights = [0.0, 0.0]
    for other, stone in enumerate(board.stones):
        if stone != EMPTY:
            r, c = divmod(other, board.columns)
            weights[stone] += 2.0 ** -(abs(r - row) + abs(c - column))
    if weights[0] == weights[1]:
        return None
    return BLACK if weights[0] > weights[1] else WHITE

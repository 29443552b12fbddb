"""Reads on the board whether a stone at the edge of a region is connected to the outside.

A stone at the edge looks connected if the empty points outside belong to its colour. On the board
it may be in atari at each step of its way out. So the empty points around are searched, with
everything inside the region against the stone.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from tesuji import core
from tesuji.theory.go_endgames.local import LocalPosition
from tesuji.theory.go_endgames.surroundings import (
    BLACK,
    EMPTY,
    WHITE,
    StoneGrid,
    outside_owners,
)

_FRINGE = 14
"""The most empty points around a stone that are played on."""
_NODES = 5_000
"""The most positions of alternating play."""
_WORTH = 60
"""What the stone counts: more than all the points around it."""


def doubtful_links(local: LocalPosition) -> list[tuple[int, bool]]:
    """Returns the points at the edge that look connected to the outside, but are not shown to be.

    Each with the colour of the stone that looks safe there: whether it is Black's.
    """
    board, inside = local.board, local.region
    owners = outside_owners(board, inside)
    return [
        (point, colour == BLACK)
        for point in local.points
        if point in inside and board.stones[point] == EMPTY
        for colour in (BLACK, WHITE)
        if any(
            board.stones[near] == EMPTY and near not in inside and owners.get(near) == colour
            for near in board.neighbours[point]
        )
        if not is_linked(board, inside, point, colour)
    ]


def is_linked(board: StoneGrid, inside: Collection[int], point: int, colour: int) -> bool:
    """Returns whether a stone at a point of a region is proven to get out of it, moving first.

    The opponent wins the kos and owns all other points of the region. Stones outside are alive.
    """
    return _is_linked(board.rows, board.columns, board.stones, frozenset(inside), point, colour)


@lru_cache(maxsize=4096)
def _is_linked(
    rows: int,
    columns: int,
    stones: tuple[int, ...],
    inside: frozenset[int],
    point: int,
    colour: int,
) -> bool:
    board = StoneGrid(rows, columns, stones)
    if any(board.stones[n] == colour and n not in inside for n in board.neighbours[point]):
        return True
    points = [point, *_fringe(board, inside, point)]
    numbers = {p: number for number, p in enumerate(points)}
    walls = [0, 0]
    neighbours = [0] * len(points)
    for p, number in numbers.items():
        for near in board.neighbours[p]:
            if near in numbers:
                neighbours[number] |= 1 << numbers[near]
            elif near in inside:
                walls[1 - colour] |= 1 << number
            elif board.stones[near] != EMPTY:
                walls[board.stones[near]] |= 1 << number
    own = [0, 0]
    own[colour] = 1
    worth = [_WORTH] + [1] * (len(points) - 1)
    black_low, _, _, white_high = core.go_local_stop_bounds(
        neighbours, own[0], own[1], walls[0], walls[1], worth, _NODES
    )
    return black_low > 0 if colour == BLACK else white_high < 0


def _fringe(board: StoneGrid, inside: frozenset[int], point: int) -> list[int]:
    """Returns the nearest empty points outside of the region."""
    found: list[int] = []
    seen, front = {point}, [point]
    while front and len(found) < _FRINGE:
        after = []
        for p in front:
            for near in board.neighbours[p]:
                if near not in seen and near not in inside and board.stones[near] == EMPTY:
                    seen.add(near)
                    after.append(near)
        found += after[: _FRINGE - len(found)]
        front = after
    return found

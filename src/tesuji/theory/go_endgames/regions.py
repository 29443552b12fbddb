"""Chooses regions: grows a marked one, finds one around a point, decomposes a board."""

from __future__ import annotations

from collections.abc import Collection

from tesuji.errors import TesujiError
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid, distances_from

MAX_REGION_EMPTIES = 25
"""The most empty points of an endgame region."""
_NEAR = 2
"""The most rows and columns between an undecided point and one that a wide region is around."""
_WIDE_RINGS = 3
_FEW_LIBERTIES = 3
"""A chain with so few liberties is in play as a whole, with its liberties."""
_SMALL_AREA = 8
"""The most points of an empty area that is in play as a whole."""


def grown(board: StoneGrid, region: Collection[int], rings: int) -> frozenset[int]:
    """Returns the region with the empty points next to its empty points, `rings` times.

    Stones at the edge of a region have liberties beyond it, which a region without a margin hides.
    """
    result = set(region)
    front = {point for point in result if board.stones[point] == EMPTY}
    for _ in range(rings):
        front = {
            near
            for point in front
            for near in board.neighbours[point]
            if board.stones[near] == EMPTY and near not in result
        }
        result |= front
    return frozenset(result)


def region_around(board: StoneGrid, point: int) -> frozenset[int]:
    """Returns the undecided region that contains a point or is next to it.

    It consists of connected contested points (about equally close to both colours), the chains
    between them, and one ring of points around.
    """
    if not 0 <= point < len(board.stones):
        raise TesujiError(f"the board has no point {point}")
    areas = contested_areas(board)
    near = {point, *board.neighbours[point]}
    for area in areas:
        if near & area:
            return area
    raise TesujiError("nothing is undecided at that point")


def wide_region_around(board: StoneGrid, point: int) -> frozenset[int]:
    """Returns a region around a point with room for what play there may lead to.

    The undecided points around it are grown by up to three rings of empty points, and by chains
    with few liberties and small empty areas, as long as no more than 25 points are empty.
    """
    if not 0 <= point < len(board.stones):
        raise TesujiError(f"the board has no point {point}")
    near = [distances_from(board, colour) for colour in (BLACK, WHITE)]
    seeds = _contested_points(board) | _weak_stones(board)
    if not _is_near(board, point, seeds):
        raise TesujiError("nothing is undecided at that point")
    seeds.add(point)
    region = _with_what_is_in_play(board, board.connected(point, seeds.__contains__))
    for _ in range(_WIDE_RINGS):
        ring = grown(board, region, 1) - region
        # Where the whole ring is too much, the points that are contested most are added.
        ordered = sorted(ring, key=lambda p: (abs(near[BLACK][p] - near[WHITE][p]), p))
        for added in (ring, *({p} for p in ordered)):
            wider = _with_what_is_in_play(board, region | added)
            if is_endgame(board, wider):
                region = wider
                if added is ring:
                    break
    edge = {n for p in region for n in board.neighbours[p] if board.stones[n] != EMPTY}
    return frozenset(region | edge)


def _is_near(board: StoneGrid, point: int, others: Collection[int]) -> bool:
    row, column = divmod(point, board.columns)
    return any(
        max(abs(other // board.columns - row), abs(other % board.columns - column)) <= _NEAR
        for other in others
    )


def _with_what_is_in_play(board: StoneGrid, region: Collection[int]) -> set[int]:
    """Adds chains with few liberties, and small empty areas; and then those beside these."""
    result = set(region)
    for _ in range(2):
        touched = result | {near for p in result for near in board.neighbours[p]}
        for point in touched:
            if board.stones[point] != EMPTY:
                chain = board.chain(point)
                liberties = {
                    n for p in chain for n in board.neighbours[p] if board.stones[n] == EMPTY
                }
                if len(liberties) <= _FEW_LIBERTIES:
                    result |= chain | liberties
        for point in list(result):
            if board.stones[point] == EMPTY:
                area = board.connected(point, lambda p: board.stones[p] == EMPTY)
                if len(area) <= _SMALL_AREA:
                    result |= area
    return result


def _contested_points(board: StoneGrid) -> set[int]:
    """Returns the empty points that both colours are about equally near to."""
    near = [distances_from(board, colour) for colour in (BLACK, WHITE)]
    return {
        point
        for point, stone in enumerate(board.stones)
        if stone == EMPTY and abs(near[0][point] - near[1][point]) <= 1
    }


def contested_areas(board: StoneGrid) -> list[frozenset[int]]:
    """Returns every undecided region of a board, where both colours are about equally near."""
    seeds = _contested_points(board) | _weak_stones(board)
    areas: list[frozenset[int]] = []
    left = set(seeds)
    while left:
        area = board.connected(min(left), seeds.__contains__)
        left -= area
        wide = grown(board, area, 1)
        edge = {n for p in wide for n in board.neighbours[p] if board.stones[n] != EMPTY}
        whole = frozenset(wide | edge)
        areas.append(whole)
    return _merged(board, areas)


def is_endgame(board: StoneGrid, region: Collection[int]) -> bool:
    """Returns whether a region is small enough to be counted."""
    return sum(board.stones[point] == EMPTY for point in region) <= MAX_REGION_EMPTIES


def _merged(board: StoneGrid, areas: list[frozenset[int]]) -> list[frozenset[int]]:
    """Merges areas that share an empty point."""
    result: list[frozenset[int]] = []
    for area in areas:
        joined = area
        rest = []
        for other in result:
            if any(board.stones[p] == EMPTY for p in other & joined):
                joined |= other
            else:
                rest.append(other)
        result = [*rest, joined]
    return sorted(result, key=min)


def _weak_stones(board: StoneGrid) -> set[int]:
    """Returns the stones of chains with at most two liberties that touch the other colour."""
    weak: set[int] = set()
    for stone, chain in board.chains():
        around = {near for p in chain for near in board.neighbours[p]}
        liberties = {p for p in around if board.stones[p] == EMPTY}
        if len(liberties) <= 2 and any(board.stones[p] == 1 - stone for p in around):
            weak |= chain | liberties
    return weak

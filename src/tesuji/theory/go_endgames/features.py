"""Encodes a window of the board around a region as planes for a network.

The planes do not depend on the size of the board: a convolutional network reads any window. Fixed
points are marked with their owner by the assumptions of a local count (`surroundings`), so that a
network need not guess which stones live.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.theory.go_endgames.closed import ClosedRegion, LastMove, Stones

PLANES = (
    "on the board",
    "can change",
    "black stone that can be captured",
    "white stone that can be captured",
    "chain with one liberty",
    "chain with two liberties",
    "chain with three liberties",
    "Black's for good",
    "White's for good",
    "last move, Black's",
    "last move, White's",
    "ko that may not be retaken",
)
"""The meaning of 1 in each plane."""
MASK = 1
_ON_BOARD, _STONES, _LIBERTIES, _SAFE, _LAST, _KO = 0, 2, 4, 7, 9, 11
_EXCHANGED = [0, 1, 3, 2, 4, 5, 6, 8, 7, 10, 9, 11]
"""The order of the planes with Black and White exchanged."""
MARGIN = 1
"""The least margin of a window around a region, which may be outside the board."""

Planes = NDArray[np.uint8]


@dataclass(frozen=True)
class Window:
    """A square part of the plane; rows and columns may lie outside of the board."""

    top: int
    left: int
    size: int

    def cell(self, point: int, columns: int) -> tuple[int, int]:
        """Returns the place of a point of the board in the window."""
        row, column = divmod(point, columns)
        return row - self.top, column - self.left

    def cells(self, region: ClosedRegion) -> tuple[list[int], list[int]]:
        """Returns rows and columns in the window of the points that can change."""
        places = [self.cell(point, region.columns) for point in region.points]
        return [row for row, _ in places], [column for _, column in places]


def extent(region: ClosedRegion) -> tuple[int, int, int, int]:
    """Returns first row and column, and height and width, of the points that can change."""
    rows = [point // region.columns for point in region.points]
    columns = [point % region.columns for point in region.points]
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1


def window_around(region: ClosedRegion, smallest: int = 9) -> Window:
    """Returns the window centred on the points that can change."""
    top, left, height, width = extent(region)
    size = max(smallest, height + 2 * MARGIN, width + 2 * MARGIN)
    return Window(top - (size - height) // 2, left - (size - width) // 2, size)


def surrounding_planes(region: ClosedRegion, window: Window) -> Planes:
    """Returns the planes of fixed points, uint8 [planes, size, size]; the others are 0."""
    planes = np.zeros((len(PLANES), window.size, window.size), np.uint8)
    planes[
        _ON_BOARD,
        max(-window.top, 0) : max(region.rows - window.top, 0),
        max(-window.left, 0) : max(region.columns - window.left, 0),
    ] = 1
    planes[MASK][window.cells(region)] = 1
    for point, owner in region.safe.items():
        row, column = window.cell(point, region.columns)
        if 0 <= row < window.size and 0 <= column < window.size:
            planes[_SAFE + owner, row, column] = 1
    return planes


def encode(
    region: ClosedRegion,
    stones: Stones,
    last: LastMove | None,
    window: Window,
    surroundings: Planes | None = None,
) -> Planes:
    """Returns the planes of a position, uint8 [planes, size, size].

    `surroundings` is the result of `surrounding_planes`, if already known.
    """
    planes = (surrounding_planes(region, window) if surroundings is None else surroundings).copy()
    rows, columns = window.cells(region)
    for chain in region.chains(stones):
        colour = stones[min(chain)]
        liberties = len(region.liberties(stones, chain))
        immortal = not chain.isdisjoint(region.walls[colour])
        for point in chain:
            planes[_STONES + colour, rows[point], columns[point]] = 1
            if 1 <= liberties <= 3 and not immortal:
                planes[_LIBERTIES + liberties - 1, rows[point], columns[point]] = 1
    if last is not None:
        plane = _LAST if last.black else _LAST + 1
        planes[plane, rows[last.point], columns[last.point]] = 1
        if last.ko is not None:
            planes[_KO, rows[last.ko], columns[last.ko]] = 1
    return planes


def empty_points(planes: NDArray[Any]) -> NDArray[np.bool_]:
    """Returns the empty points, bool [..., h, w] for planes [..., planes, h, w]."""
    stones = planes[..., _STONES, :, :] + planes[..., _STONES + 1, :, :]
    found: NDArray[np.bool_] = (planes[..., MASK, :, :] > 0) & (stones == 0)
    return found


def with_colours_exchanged(planes: NDArray[Any]) -> NDArray[Any]:
    """Returns the same positions [..., planes, h, w] with Black and White exchanged."""
    return planes[..., _EXCHANGED, :, :]


def turned(planes: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Returns arrays [..., h, w] under one of the eight symmetries of a square."""
    result = np.rot90(planes, symmetry % 4, (-2, -1))
    return result[..., ::-1] if symmetry >= 4 else result


def turned_back(planes: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Undoes `turned`."""
    result = planes[..., ::-1] if symmetry >= 4 else planes
    return np.rot90(result, -(symmetry % 4), (-2, -1))

"""The rule of capture alone, for stones that were placed against the other rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def without_captured(stones: Sequence[int], columns: int, move: int) -> list[int]:
    """The board without what the stone at `move` captures, or its own chain without a liberty."""
    left = list(stones)
    colour = left[move]
    for start in (*_neighbours(move, columns, len(left)), move):
        if left[start] != (colour if start == move else 1 - colour):
            continue
        chain, waiting, free = {start}, [start], False
        while waiting:
            for near in _neighbours(waiting.pop(), columns, len(left)):
                free |= left[near] < 0
                if left[near] == left[start] and near not in chain:
                    chain.add(near)
                    waiting.append(near)
        if not free:
            for point in chain:
                left[point] = -1
    return left


def _neighbours(point: int, columns: int, points: int) -> Iterator[int]:
    row, column = divmod(point, columns)
    for near_row, near_column in (
        (row - 1, column),
        (row + 1, column),
        (row, column - 1),
        (row, column + 1),
    ):
        if 0 <= near_row < points // columns and 0 <= near_column < columns:
            yield near_row * columns + near_column

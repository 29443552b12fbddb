"""Generates random regions: a few points between walls of both colours."""

from __future__ import annotations

import numpy as np

from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid

SIZE = 13
"""The size of the boards that regions are made on."""

Cell = tuple[int, int]


def random_region(
    dice: np.random.Generator, smallest: int, largest: int
) -> tuple[StoneGrid, set[int]]:
    """Returns a board and a region of it with `smallest` to `largest` points.

    The points around it get stones by their side of a line, except for a few gaps and stray stones;
    inside there are stones of both colours. All chains have liberties.
    """
    area = _grow(dice, int(dice.integers(smallest, largest + 1)))
    ring = {
        (row + i, column + j) for row, column in area for i in (-1, 0, 1) for j in (-1, 0, 1)
    } - area
    ring = {cell for cell in ring if _on_board(cell)}
    beyond = {near for cell in ring for near in _near(cell)} - ring - area
    middle = np.mean(sorted(area), axis=0)
    angle = dice.random() * 2 * np.pi
    across = np.array([np.cos(angle), np.sin(angle)])
    shift, stray = dice.normal() * 0.8, dice.random() * 1.2

    def side(cell: Cell, stray: float) -> int:
        return int((np.array(cell) - middle) @ across + shift + dice.normal() * stray > 0)

    stones = {cell: side(cell, stray) for cell in sorted(ring) if dice.random() < 0.85}
    stones |= {cell: side(cell, 0) for cell in sorted(beyond) if dice.random() < 0.25}
    crowd, mixed = 0.15 + 0.55 * dice.random(), 0.3 * dice.random()
    for cell in sorted(area):
        if dice.random() < crowd:
            own = side(cell, stray)
            stones[cell] = 1 - own if dice.random() < mixed else own
    marked = area | {cell for cell in sorted(ring) if dice.random() < 0.8}
    flat = [stones.get((p // SIZE, p % SIZE), EMPTY) for p in range(SIZE * SIZE)]
    board = without_dead_chains(StoneGrid(SIZE, SIZE, flat))
    return board, {row * SIZE + column for row, column in marked}


def without_dead_chains(board: StoneGrid) -> StoneGrid:
    """Returns the board without the chains that have no liberty."""
    stones = list(board.stones)
    for _, chain in board.chains():
        if not any(board.stones[n] == EMPTY for p in chain for n in board.neighbours[p]):
            for point in chain:
                stones[point] = EMPTY
    return StoneGrid(board.rows, board.columns, stones)


def _grow(dice: np.random.Generator, points: int) -> set[Cell]:
    """Returns a connected area; most begin in a corner or on a side and stay near the edge."""
    place = dice.random()
    far = int(dice.integers(3, SIZE - 3))
    if place < 0.8:
        start = (int(dice.integers(2)), int(dice.integers(2)) if place < 0.25 else far)
    else:
        start = (far, int(dice.integers(3, SIZE - 3)))
    area = {start}
    while len(area) < points:
        # Points with several neighbours inside are listed repeatedly, which favours compact areas.
        front = [near for cell in sorted(area) for near in _near(cell) if near not in area]
        weights = np.array([1 / (1 + 0.7 * row) if place < 0.8 else 1.0 for row, _ in front])
        area.add(front[int(dice.choice(len(front), p=weights / weights.sum()))])
    return area


def _near(cell: Cell) -> list[Cell]:
    row, column = cell
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [other for other in near if _on_board(other)]


def _on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE

"""Draws boards as arrays of pixels, for environments that record videos."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.line_names import LineNames
from tesuji.games.presentation import Board, OnBoard

Pixels = NDArray[np.uint8]
"""uint8 [height, width, 3]: red, green and blue."""

CELL = 24
"""Pixels from one line of a board to the next; even."""
_BOARD = (221, 178, 106)
_PAPER = (250, 248, 242)
_INK = (40, 36, 32)
_STONES = ((24, 24, 28), (244, 244, 240))
_SIDES = ((206, 84, 62), (52, 101, 164))
"""First and second player of Dots and Boxes."""
_MARK = (214, 60, 60)


def picture(position: Position) -> Pixels:
    """Returns the board of `position` as pixels."""
    board, on_board = position.game.board, position.on_board()
    if board is None or on_board is None:
        raise TesujiError(f"{position.game.name} has no picture of pixels; it has text and SVG")
    if board.kind == "lines":
        return _dots(board, on_board)
    return _stones(board, on_board, position.last_move)


def _stones(board: Board, on_board: OnBoard, last: int | None) -> Pixels:
    rows, columns = board.rows, board.columns
    image = np.full((rows * CELL, columns * CELL, 3), _BOARD, dtype=np.uint8)
    half = CELL // 2
    for row in range(rows):
        image[row * CELL + half, half : columns * CELL - half] = _INK
    for column in range(columns):
        image[half : rows * CELL - half, column * CELL + half] = _INK
    for point, stone in enumerate(on_board.stones or ()):
        if stone >= 0:
            row, column = divmod(point, columns)
            centre = (row * CELL + half, column * CELL + half)
            _disc(image, centre, half - 2, _STONES[stone])
            if point == last:
                _disc(image, centre, 3, _MARK)
    return image


def _dots(board: Board, on_board: OnBoard) -> Pixels:
    rows, columns = board.rows, board.columns
    image = np.full(((rows + 1) * CELL, (columns + 1) * CELL, 3), _PAPER, dtype=np.uint8)
    half = CELL // 2
    for box, owner in enumerate(on_board.owners or ()):
        if owner >= 0:
            row, column = divmod(box, columns)
            top, left = row * CELL + half, column * CELL + half
            image[top : top + CELL, left : left + CELL] = _SIDES[owner]
    names = LineNames(rows, columns)
    for line in on_board.lines or ():
        horizontal, row, column = names.place(line)
        top, left = row * CELL + half, column * CELL + half
        height, width = (3, CELL) if horizontal else (CELL, 3)
        image[top - 1 : top - 1 + height, left - 1 : left - 1 + width] = _INK
    for row in range(rows + 1):
        for column in range(columns + 1):
            _disc(image, (row * CELL + half, column * CELL + half), 3, _INK)
    return image


def _disc(
    image: Pixels, centre: tuple[int, int], radius: int, colour: tuple[int, int, int]
) -> None:
    top, left = centre[0] - radius, centre[1] - radius
    down, right = np.ogrid[-radius : radius + 1, -radius : radius + 1]
    inside = down * down + right * right <= radius * radius
    image[top : top + 2 * radius + 1, left : left + 2 * radius + 1][inside] = colour

"""Boards as arrays of pixels, for environments that record videos. SVG pictures are finer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.games.stone_game import StoneGame

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
    """The board of `position` as pixels."""
    game = position.game
    if isinstance(game, StoneGame):
        return _stones(position, game)
    if isinstance(game, DotsAndBoxes) and isinstance(position, DotsAndBoxesPosition):
        return _dots(position, game)
    raise TesujiError(f"{game.name} has no picture of pixels; it has text and SVG")


def _stones(position: Position, game: StoneGame) -> Pixels:
    rows, columns = game.rows, game.columns
    image = np.full((rows * CELL, columns * CELL, 3), _BOARD, dtype=np.uint8)
    half = CELL // 2
    for row in range(rows):
        image[row * CELL + half, half : columns * CELL - half] = _INK
    for column in range(columns):
        image[half : rows * CELL - half, column * CELL + half] = _INK
    last = position.last_move
    for point, stone in enumerate(getattr(position, "stones", [])):
        if stone >= 0:
            row, column = divmod(point, columns)
            centre = (row * CELL + half, column * CELL + half)
            _disc(image, centre, half - 2, _STONES[stone])
            if point == last:
                _disc(image, centre, 3, _MARK)
    return image


def _dots(position: DotsAndBoxesPosition, game: DotsAndBoxes) -> Pixels:
    rows, columns = game.rows, game.columns
    image = np.full(((rows + 1) * CELL, (columns + 1) * CELL, 3), _PAPER, dtype=np.uint8)
    half = CELL // 2
    for box, owner in enumerate(position.owners):
        if owner >= 0:
            row, column = divmod(box, columns)
            top, left = row * CELL + half, column * CELL + half
            image[top : top + CELL, left : left + CELL] = _SIDES[owner]
    drawn = set(range(game.num_moves)) - set(position.legal_moves())
    for line in drawn:
        horizontal, row, column = game.lines.place(line)
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

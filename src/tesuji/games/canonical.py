"""Finds one representative for all positions that are equal up to symmetry.

Of all images of a position, the *canonical* one has the smallest board in a fixed order. Images
with the same board can still differ in their history (which superko sees), so among them the one
with the smallest history is taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tesuji.games.contract import Game, Position
from tesuji.games.core_game import CorePosition
from tesuji.games.stone_game import StoneGame, StonePosition

P = TypeVar("P", bound=Position)


def canonical(position: P) -> tuple[int, P]:
    """Returns a symmetry that takes `position` to its canonical image, and that image.

    Positions that are images of each other have equal canonical images, with equal histories.
    Where several symmetries lead there, the position is symmetric itself, and the smallest of
    them is returned.

    >>> from tesuji.games import make
    >>> one, two = (make("torus").initial().play(move) for move in ("A1", "E5"))
    >>> canonical(one)[1] == canonical(two)[1]
    True
    """
    if position.game.num_symmetries == 1:
        return 0, position
    images = {symmetry: position.transformed(symmetry) for symmetry in _smallest_boards(position)}
    symmetry = min(images, key=lambda candidate: (*_history(images[candidate]), candidate))
    return symmetry, images[symmetry]


def own_symmetries(image: Position) -> list[int]:
    """Returns the symmetries that leave a canonical image and its history unchanged."""
    if image.game.num_symmetries == 1:
        return [0]
    history = _history(image)
    return [s for s in _smallest_boards(image) if _history(image.transformed(s)) == history]


def inverse_moves(game: Game, symmetry: int) -> NDArray[np.int32]:
    """Returns for each move the move that `symmetry` takes to it, int32 [num_moves]."""
    return inverse(game.move_under(symmetry))


def inverse(permutation: NDArray[np.int32]) -> NDArray[np.int32]:
    """Returns the permutation that undoes `permutation`."""
    undone = np.empty_like(permutation)
    undone[permutation] = np.arange(len(permutation), dtype=permutation.dtype)
    return undone


def _smallest_boards(position: Position) -> list[int]:
    """Returns the symmetries under which the board of `position` is smallest."""
    game = position.game
    if isinstance(position, StonePosition):
        # Stones + 1 are unsigned bytes, so that bytes compare like numbers.
        board = np.asarray(position.stones, dtype=np.int8).astype(np.uint8) + np.uint8(1)
        keys = _rows(board[_sources(game)])
    elif game.plane_shape is not None:
        channels, height, width = game.plane_shape
        planes = position.planes().reshape(channels, height * width)
        # All channels of a cell move together; any fixed order of numbers will do.
        keys = _rows(np.ascontiguousarray(planes.T[_sources(game)]))
    else:
        symmetries = range(game.num_symmetries)
        keys = [position.transformed(symmetry).text().encode() for symmetry in symmetries]
    smallest = min(keys)
    return [symmetry for symmetry, key in enumerate(keys) if key == smallest]


def _rows(images: NDArray[np.generic]) -> list[bytes]:
    """Returns the image of the board under each symmetry, as bytes."""
    data, count = images.tobytes(), len(images)
    length = len(data) // count
    return [data[start : start + length] for start in range(0, len(data), length)]


@lru_cache(maxsize=32)
def _sources(game: Game) -> NDArray[np.int32]:
    """Returns the source of each place under each symmetry, int32 [symmetries, places]."""
    if isinstance(game, StoneGame):
        points = game.rows * game.columns
        # A point has the number of its move, whatever other moves there are.
        return np.stack([inverse(game.move_under(s)[:points]) for s in range(game.num_symmetries)])
    return np.stack([inverse(game.cell_under(s)) for s in range(game.num_symmetries)])


def _history(position: Position) -> tuple[str, list[int]]:
    """Returns the set-up of a position and the moves since, in a form that can be ordered."""
    setup = position.setup if isinstance(position, CorePosition) else None
    return repr(setup), list(position.past() or ())

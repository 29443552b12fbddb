"""What a network has to know of a game: the shape of its input, and where its moves are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Game


@dataclass(frozen=True)
class Layout:
    """Input planes and moves of a game, so that a policy can be read off a plane."""

    channels: int
    height: int
    width: int
    num_moves: int
    move_cells: NDArray[np.int64]
    """For each move with a cell: plane * cells + cell, where moves that share a cell get planes of
    their own; -1 for the others. int64 [num_moves]"""
    policy_planes: int
    """The most moves that share one cell."""
    wraps: bool
    """Whether the board has no edge: what leaves a plane on one side comes back on the other."""

    @classmethod
    def of(cls, game: Game) -> Layout:
        if game.plane_shape is None:
            raise TesujiError(
                f"{game.name} has no network planes: define Game.plane_shape, "
                "Game.cells_of_moves and Position.planes to train a network on it"
            )
        channels, height, width = game.plane_shape
        cells = game.cells_of_moves()
        seen: dict[int, int] = {}
        places = np.full(game.num_moves, -1, dtype=np.int64)
        for move, cell in enumerate(cells.tolist()):
            if cell >= 0:
                places[move] = seen.get(cell, 0) * height * width + cell
                seen[cell] = seen.get(cell, 0) + 1
        most = max(seen.values(), default=0)
        return cls(channels, height, width, game.num_moves, places, most, _wraps(game))

    @property
    def cells(self) -> int:
        return self.height * self.width

    @property
    def score_scale(self) -> float:
        """Points that count as 1 where a network learns the margin of a game."""
        return math.sqrt(self.cells)

    @property
    def other_moves(self) -> NDArray[np.int64]:
        """The moves that have none: a pass, a choice in the opening."""
        return np.flatnonzero(self.move_cells < 0)


def _wraps(game: Game) -> bool:
    """Whether shifting all cells by one, down or to the right, are symmetries of the game."""
    assert game.plane_shape is not None
    _, height, width = game.plane_shape
    if game.num_symmetries < height * width:
        return False
    grid = np.arange(height * width).reshape(height, width)
    wanted = {np.roll(grid, -1, axis).tobytes() for axis in (0, 1)}
    found = {
        game.cell_under(symmetry).astype(grid.dtype).tobytes()
        for symmetry in range(game.num_symmetries)
    }
    return wanted <= found

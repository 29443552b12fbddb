"""Describes a game for networks: its input planes, and the places of its moves.

A network for any size outputs its policy as planes of the board, concatenated and followed by the
moves without a cell. Only the place of each move in that row depends on the size: `Layout.order`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Game


@dataclass(frozen=True, slots=True)
class Family:
    """What the boards of all sizes of a game share; a network is made for one family."""

    channels: int
    """Planes that describe a position."""
    policy_planes: int
    """The most moves that share one cell."""
    other_moves: int
    """Moves that have no cell: a pass, a choice in the opening."""
    wraps: bool
    """Whether the board has no edge, so that planes wrap around."""


@dataclass(frozen=True)
class Layout:
    """Input planes and moves of a game, so that a policy can be read off a plane."""

    family: Family
    height: int
    width: int
    num_moves: int
    move_cells: NDArray[np.int64]
    """For each move with a cell: plane * cells + cell, where moves that share a cell get separate
    planes; -1 for the others. int64 [num_moves]"""

    @classmethod
    def of(cls, game: Game) -> Layout:
        """Returns the layout of a game; raises `TesujiError` if the game has no planes."""
        return _layout_of(game)

    @property
    def channels(self) -> int:
        return self.family.channels

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        return self.family.channels, self.height, self.width

    @property
    def cells(self) -> int:
        return self.height * self.width

    @property
    def score_scale(self) -> float:
        """Points that count as 1 when a network learns the margin of a game."""
        return math.sqrt(self.cells)

    @property
    def other_moves(self) -> NDArray[np.int64]:
        """The moves that have no cell."""
        return np.flatnonzero(self.move_cells < 0)

    @property
    def order(self) -> NDArray[np.int64]:
        """The place of each move in concatenated planes followed by the other moves."""
        order = self.move_cells.copy()
        start = self.family.policy_planes * self.cells
        order[self.other_moves] = start + np.arange(len(self.other_moves))
        return order


@lru_cache(maxsize=64)
def _layout_of(game: Game) -> Layout:
    if game.plane_shape is None:
        raise TesujiError(
            f"{game.name} defines no network planes: add Game.plane_shape, "
            "Game.cells_of_moves and Position.planes to train a network on it"
        )
    channels, height, width = game.plane_shape
    seen: dict[int, int] = {}
    places = np.full(game.num_moves, -1, dtype=np.int64)
    for move, cell in enumerate(game.cells_of_moves().tolist()):
        if cell >= 0:
            places[move] = seen.get(cell, 0) * height * width + cell
            seen[cell] = seen.get(cell, 0) + 1
    others = int((places < 0).sum())
    family = Family(channels, max(seen.values(), default=0), others, _wraps(game))
    return Layout(family, height, width, game.num_moves, places)


def _wraps(game: Game) -> bool:
    """Returns whether shifts of all cells by one, down and right, are symmetries of the game."""
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

"""Defines Domineering."""

from __future__ import annotations

from collections.abc import Hashable

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import BOTTOM, EAST, EMPTY, TOP, WEST, Grid, GridGame
from tesuji.games.registry import register


@register("domineering")
class Domineering(GridGame):
    """Left puts vertical dominoes on the board, Right horizontal ones.

    Each covers two free squares. A player who has no room for a domino loses.
    """

    name = "domineering"
    tagline = "Vertical dominoes against horizontal ones."
    sizes = ("2x2", "2x3", "3", "3x4", "4", "4x5", "5", "6", "8")
    default_size = "4"

    @property
    def num_moves(self) -> int:
        return 2 * self.num_cells

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """Number 2n is the vertical domino with its upper half on square n, 2n + 1 the horizontal
        one with its left half there.
        """
        cells, columns, found = state.cells, state.columns, {}
        step = columns if side is Side.FIRST else 1
        one, other = (TOP, BOTTOM) if side is Side.FIRST else (WEST, EAST)
        for cell in range(len(cells) - step):
            if side is Side.SECOND and (cell + 1) % columns == 0:
                continue
            if cells[cell] == cells[cell + step] == EMPTY:
                found[2 * cell + side] = state.with_cells({cell: one, cell + step: other})
        return found

    def parts(self, state: Grid) -> list[Grid]:
        return [part for part in state.parts({EMPTY}) if len(part.cells) > 1]

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return state.turning_key()

    def format_move(self, move: int) -> str:
        cell, side = divmod(move, 2)
        step = 1 if side else self.columns
        beyond = cell + step
        return f"{self.cell_name(cell)}-{self.cell_name(beyond)}"

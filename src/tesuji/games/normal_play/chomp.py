"""Defines Chomp."""

from __future__ import annotations

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import EMPTY, GONE, Grid, GridGame
from tesuji.games.registry import register


@register("chomp")
class Chomp(GridGame):
    """A bite takes a square of chocolate and all that lies below it and to its right.

    The square at the top left is poisoned. A player who has only that left loses.
    """

    name = "chomp"
    tagline = "Bite off chocolate, but leave the poisoned corner to the other."
    sizes = ("2x3", "3", "3x4", "4", "4x5", "5x6")
    default_size = "4x5"

    @property
    def num_moves(self) -> int:
        return self.num_cells

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """A move is the square in the corner of the bite."""
        found = {}
        for cell in range(1, len(state.cells)):
            if state.cells[cell] == EMPTY:
                row, column = divmod(cell, state.columns)
                below = range(row, state.rows)
                right = range(column, state.columns)
                found[cell] = state.with_cells(
                    {y * state.columns + x: GONE for y in below for x in right}
                )
        return found

    def format_move(self, move: int) -> str:
        return self.cell_name(move)

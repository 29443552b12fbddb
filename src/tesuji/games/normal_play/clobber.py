"""Defines Clobber."""

from __future__ import annotations

from collections.abc import Hashable

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import GONE, LEFT, RIGHT, Grid, GridGame, rays
from tesuji.games.registry import register


@register("clobber")
class Clobber(GridGame):
    """A move takes an opposing piece on a square beside one's own piece, which moves there.

    A player who has no piece beside an opposing one loses. At the start the board is full, with
    the colours of a chessboard.
    """

    name = "clobber"
    tagline = "Take the piece next to yours, until nobody can."
    sizes = ("2x3", "3", "3x4", "3x5", "4", "4x5", "5x6", "6", "8")
    default_size = "4x5"
    largest = 11

    @property
    def num_moves(self) -> int:
        return 4 * self.num_cells

    def filled(self) -> bytes:
        cells = (divmod(cell, self.columns) for cell in range(self.num_cells))
        return bytes(LEFT if (row + column) % 2 == 0 else RIGHT for row, column in cells)

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """Number 4 · square + direction; directions are up, left, right and down."""
        own, other = (LEFT, RIGHT) if side is Side.FIRST else (RIGHT, LEFT)
        cells = state.cells
        return {
            4 * cell + direction: state.with_cells({cell: GONE, line[0]: own})
            for cell, lines in enumerate(rays(state.rows, state.columns))
            if cells[cell] == own
            for direction, line in enumerate(lines)
            if line and cells[line[0]] == other
        }

    def parts(self, state: Grid) -> list[Grid]:
        groups = state.parts({LEFT, RIGHT})
        return [group for group in groups if LEFT in group.cells and RIGHT in group.cells]

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return state.key()

    def format_move(self, move: int) -> str:
        cell, direction = divmod(move, 4)
        return f"{self.cell_name(cell)}{'^<>v'[direction]}"

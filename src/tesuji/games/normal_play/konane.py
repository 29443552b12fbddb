"""Defines Konane."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import EMPTY, LEFT, RIGHT, Grid, GridGame, rays
from tesuji.games.registry import register


@register("konane")
class Konane(GridGame):
    """A piece jumps over an opposing one beside it to the empty square behind, and takes it.

    It may go on jumping in the same direction. A player who cannot jump loses. At the start the
    board is full, with the colours of a chessboard, but for two squares in its centre.
    """

    name = "konane"
    tagline = "Hawaiian checkers: jump and take, in one direction a turn."
    sizes = ("4", "4x5", "5", "6", "8")
    default_size = "6"
    largest = 8

    @property
    def num_moves(self) -> int:
        return len(_jumps(self.rows, self.columns))

    def filled(self) -> bytes:
        cells = bytearray(
            LEFT if sum(divmod(cell, self.columns)) % 2 == 0 else RIGHT
            for cell in range(self.num_cells)
        )
        centre = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        for cell in range(centre, min(centre + 2, self.num_cells)):
            cells[cell] = EMPTY
        return bytes(cells)

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """Numbers the jumps by their squares, from and to, in order."""
        own, other = (LEFT, RIGHT) if side is Side.FIRST else (RIGHT, LEFT)
        numbers = _jumps(state.rows, state.columns)
        cells, found = state.cells, {}
        for cell, lines in enumerate(rays(state.rows, state.columns)):
            if cells[cell] != own:
                continue
            for line in lines:
                changed = {cell: EMPTY}
                for over, there in zip(line[::2], line[1::2], strict=False):
                    if cells[over] != other or cells[there] != EMPTY:
                        break
                    changed[over] = EMPTY
                    found[numbers[cell, there]] = state.with_cells(changed | {there: own})
        return found

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return state.key()

    def format_move(self, move: int) -> str:
        cell, there = list(_jumps(self.rows, self.columns))[move]
        return f"{self.cell_name(cell)}-{self.cell_name(there)}"


@cache
def _jumps(rows: int, columns: int) -> dict[tuple[int, int], int]:
    """Returns the number of each jump, given by its squares."""
    pairs = [
        (cell, there)
        for cell, lines in enumerate(rays(rows, columns))
        for there in sorted(there for line in lines for there in line[1::2])
    ]
    return {pair: number for number, pair in enumerate(pairs)}

"""Defines Amazons."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import EMPTY, GONE, LEFT, RIGHT, Grid, GridGame, Rays, rays
from tesuji.games.registry import register


@register("amazons")
class Amazons(GridGame):
    """An amazon moves like a queen of chess, and then shoots an arrow like one.

    The square where the arrow lands is burnt: nobody passes it any more. A player who cannot move
    loses.
    """

    name = "amazons"
    tagline = "Queens that burn a square with every move."
    sizes = ("4", "5", "6")
    default_size = "5"
    largest = 6

    @property
    def num_moves(self) -> int:
        return self.num_cells**3

    def filled(self) -> bytes:
        cells = bytearray([EMPTY]) * self.num_cells
        for row, column, side in self._amazons():
            cells[row * self.columns + column] = side
        return bytes(cells)

    def _amazons(self) -> Iterator[tuple[int, int, int]]:
        """Yields row, column and side of each: in the corners, or a third along larger edges."""
        last, right = self.rows - 1, self.columns - 1
        if min(self.rows, self.columns) < 6:
            yield from ((last, 0, LEFT), (0, right, LEFT), (0, 0, RIGHT), (last, right, RIGHT))
            return
        down, along = self.rows // 3, self.columns // 3
        for column, inwards in ((along, 0), (right - along, 0), (0, down), (right, down)):
            yield last - inwards, column, LEFT
            yield inwards, column, RIGHT

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """Number (a · squares + b) · squares + c goes from a to b and burns c."""
        cells, own = state.cells, LEFT if side is Side.FIRST else RIGHT
        lines, found = rays(state.rows, state.columns, diagonal=True), {}
        for cell, content in enumerate(cells):
            if content != own:
                continue
            free = bytearray(cells)
            free[cell] = EMPTY
            for there in _reached(cell, free, lines):
                for burnt in _reached(there, free, lines):
                    number = (cell * len(cells) + there) * len(cells) + burnt
                    found[number] = state.with_cells({cell: EMPTY, there: own, burnt: GONE})
        return found

    def parts(self, state: Grid) -> list[Grid]:
        groups = state.parts({EMPTY, LEFT, RIGHT}, diagonal=True)
        return [
            group
            for group in groups
            if EMPTY in group.cells and (LEFT in group.cells or RIGHT in group.cells)
        ]

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return state.key()

    def format_move(self, move: int) -> str:
        way, burnt = divmod(move, self.num_cells)
        cell, there = divmod(way, self.num_cells)
        return f"{self.cell_name(cell)}-{self.cell_name(there)}/{self.cell_name(burnt)}"


def _reached(cell: int, cells: bytearray, lines: tuple[Rays, ...]) -> Iterator[int]:
    """Yields the squares that a queen reaches from `cell`."""
    for line in lines[cell]:
        for there in line:
            if cells[there] != EMPTY:
                break
            yield there

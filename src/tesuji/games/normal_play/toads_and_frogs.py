"""Defines Toads and Frogs."""

from __future__ import annotations

from collections.abc import Hashable

from tesuji.errors import SetupError, quoted
from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import (
    EMPTY,
    LEFT,
    RIGHT,
    SIDES_EXCHANGED,
    Grid,
    GridGame,
    read_grid,
)
from tesuji.games.normal_play._normal_play import NormalPlayPosition
from tesuji.games.options import read_size
from tesuji.games.registry import register


@register("toads-and-frogs")
class ToadsAndFrogs(GridGame):
    """Left's toads go to the right, Right's frogs to the left, along a row of squares.

    An animal steps onto the empty square before it, or jumps over one opposing animal onto the
    empty square behind. The size is toads (and as many frogs) x empty squares between them.
    """

    name = "toads-and-frogs"
    tagline = "Toads and frogs hop past each other in a row."
    sizes = ("1x1", "2x1", "2x2", "3x1", "3x2", "3x3", "4x2", "5x1")
    default_size = "3x2"
    size_title = "Toads x gaps"
    largest = 26

    def __init__(self, size: object = None, row: object = "") -> None:
        if row:
            self.rows, self.columns, self._cells = read_grid(str(row))
            if self.rows > 1 or self.columns > self.largest or max(self._cells) > RIGHT:
                raise SetupError(
                    f"{self.name} is played in one row of at most {self.largest} toads (T), "
                    f"frogs (F) and empty squares (.), got {quoted(str(row))}"
                )
            self._option = f"row={''.join('#.TF'[cell] for cell in self._cells)}"
            return
        toads, gaps = read_size(self.name, size or self.default_size, rectangular=True)
        if not 1 <= toads <= 10 or not 1 <= gaps <= 6:
            raise SetupError(
                f"{self.name} has 1 to 10 toads and 1 to 6 empty squares, got {toads}x{gaps}"
            )
        self.rows, self.columns = 1, 2 * toads + gaps
        self._cells = bytes([LEFT] * toads + [EMPTY] * gaps + [RIGHT] * toads)
        self._option = f"size={toads}x{gaps}"

    @property
    def spec(self) -> str:
        return f"{self.name}:{self._option}"

    @property
    def num_moves(self) -> int:
        return self.num_cells

    def filled(self) -> bytes:
        return self._cells

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> NormalPlayPosition:
        game = ToadsAndFrogs(row=diagram.partition("\n")[0])
        return NormalPlayPosition(game.start, game, to_move)

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """A move is the square of the animal that moves."""
        own, other, step = (LEFT, RIGHT, 1) if side is Side.FIRST else (RIGHT, LEFT, -1)
        cells, found = state.cells, {}
        for cell, content in enumerate(cells):
            there = cell + step
            if content == own and 0 <= there < len(cells) and cells[there] == other:
                there += step
            if content == own and 0 <= there < len(cells) and cells[there] == EMPTY:
                found[cell] = state.with_cells({cell: EMPTY, there: own})
        return found

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        """Returns the row, or its mirror image with the animals exchanged: its negative."""
        mirrored = state.cells[::-1].translate(SIDES_EXCHANGED)
        return min((state.cells, False), (mirrored, True))

    def format_move(self, move: int) -> str:
        return self.cell_name(move)

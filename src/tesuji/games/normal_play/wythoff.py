"""Defines Wythoff's game."""

from __future__ import annotations

from collections.abc import Hashable

from tesuji.errors import NotationError, quoted
from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import EMPTY, ONLY_LEFT, Grid, GridGame
from tesuji.games.normal_play._normal_play import NormalPlayPosition
from tesuji.games.registry import register


@register("wythoff")
class Wythoff(GridGame):
    """Both players move one queen: up, to the left, or both on the diagonal, as far as they like.

    Whoever brings it to the top left corner wins.
    """

    name = "wythoff"
    tagline = "Bring the queen home: one of the oldest games with a formula."
    sizes = ("4", "6", "8", "10", "12")
    default_size = "8"

    @property
    def num_moves(self) -> int:
        return self.num_cells

    def filled(self) -> bytes:
        return bytes([EMPTY] * (self.num_cells - 1) + [ONLY_LEFT])

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> NormalPlayPosition:
        position = super().parse(diagram, to_move)
        if position.state.cells.count(ONLY_LEFT) != 1:
            raise NotationError(f"a board of {self.name} has one queen, l, in {quoted(diagram)}")
        return position

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """A move is the square that the queen goes to."""
        here = state.cells.index(ONLY_LEFT)
        row, column = divmod(here, state.columns)
        ways = (
            list(range(row * state.columns, here))
            + list(range(column, here, state.columns))
            + [here - step * (state.columns + 1) for step in range(1, min(row, column) + 1)]
        )
        return {there: state.with_cells({here: EMPTY, there: ONLY_LEFT}) for there in ways}

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return tuple(sorted(divmod(state.cells.index(ONLY_LEFT), state.columns))), False

    def format_move(self, move: int) -> str:
        return self.cell_name(move)

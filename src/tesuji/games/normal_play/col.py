"""Defines Col."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from tesuji.games.contract import Side
from tesuji.games.normal_play._grid import (
    EMPTY,
    GONE,
    LEFT,
    ONLY_LEFT,
    ONLY_RIGHT,
    RIGHT,
    Grid,
    GridGame,
    neighbours,
)
from tesuji.games.normal_play._normal_play import NormalPlayPosition
from tesuji.games.registry import register

_FREE = {Side.FIRST: (EMPTY, ONLY_LEFT), Side.SECOND: (EMPTY, ONLY_RIGHT)}
_COLOUR = {Side.FIRST: LEFT, Side.SECOND: RIGHT}


@register("col")
class Col(GridGame):
    """Players colour squares of a map, and no two squares of one colour may touch along a side.

    Squares that only one side may still colour have a small dot of that side.
    """

    name = "col"
    tagline = "Colour a map: no two neighbours of your own colour."
    sizes = ("2", "2x3", "3", "3x4", "4", "4x5", "5", "6")
    default_size = "4"
    own_colour_is_shunned = True

    @property
    def num_moves(self) -> int:
        return self.num_cells

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> NormalPlayPosition:
        """Reads rows of squares; those beside coloured ones are kept from a side by the rules."""
        position = super().parse(diagram, to_move)
        state: Grid = position.state
        near = neighbours(state.rows, state.columns)
        for side, colour in _COLOUR.items():
            loser = side if self.own_colour_is_shunned else side.other
            for cell, content in enumerate(state.cells):
                if content == colour:
                    beside = {there: _without(loser, state.cells[there]) for there in near[cell]}
                    state = state.with_cells(beside)
        return replace(position, state=state)

    def moves(self, state: Grid, side: Side) -> dict[int, Grid]:
        """A move is the square that is coloured."""
        loser = side if self.own_colour_is_shunned else side.other
        near = neighbours(state.rows, state.columns)
        return {
            cell: state.with_cells(
                {there: _without(loser, state.cells[there]) for there in near[cell]}
                | {cell: _COLOUR[side]}
            )
            for cell, content in enumerate(state.cells)
            if content in _FREE[side]
        }

    def parts(self, state: Grid) -> list[Grid]:
        return list(state.parts({EMPTY, ONLY_LEFT, ONLY_RIGHT}))

    def key(self, state: Grid) -> tuple[Hashable, bool]:
        return state.key()

    def format_move(self, move: int) -> str:
        return self.cell_name(move)


def _without(side: Side, content: int) -> int:
    """Returns the content of a square that `side` may not colour any more."""
    if content not in _FREE[side]:
        return content
    if content != EMPTY:
        return GONE
    return ONLY_RIGHT if side is Side.FIRST else ONLY_LEFT

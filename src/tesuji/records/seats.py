"""Tells which player places which colour.

In SGF, B and W name the colour of the stone. In all games but one that is also the player, with
Black first. In the swap2 opening of Gomoku one player places stones of both colours and the players
then choose; only a replay tells who moved, so the moves are replayed during reading and writing.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.errors import RecordError
from tesuji.games import Game, Position, Side
from tesuji.records.replay import position_after
from tesuji.records.tree import Node


def has_choices(game: Game) -> bool:
    """Returns whether a game opens with choices of colour."""
    return game.swaps_colours


@dataclass(frozen=True, slots=True)
class Seats:
    """Players and colours for the move after some node."""

    position: Position | None = None
    """None if colours are players, or if the moves so far cannot be replayed."""

    @classmethod
    def at_root(cls, root: Node) -> Seats:
        return cls(root.game.initial()).after(root) if has_choices(root.game) else cls()

    def after(self, node: Node) -> Seats:
        """Returns the seats after one more node."""
        if self.position is None:
            return self
        try:
            return Seats(position_after(self.position, node))
        except RecordError:
            return Seats()

    def player(self, colour: Side | None) -> Side:
        """Returns the player of a move that has `colour`, or no colour, in the file."""
        if self.position is not None:
            return self.position.to_move
        return Side.FIRST if colour is None else colour

    def colour(self, player: Side) -> Side:
        """Returns the colour of the stone that `player` places."""
        if self.position is None:
            return player
        return Side(self.position.colour_to_place)

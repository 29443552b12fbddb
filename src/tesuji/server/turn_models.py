"""Defines the types of the turn interface, through which programs play each other."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tesuji.server.models import Model, ShortText


class NewTurns(Model):
    """A game for programs."""

    game: ShortText = "dots-and-boxes"
    options: Annotated[dict[ShortText, ShortText], Field(max_length=12)] = {}  # noqa: RUF012
    engines: tuple[ShortText | None, ShortText | None] = (None, None)
    """The level of the engine in each seat; null for a seat that a program takes."""
    names: tuple[ShortText, ShortText] = ("", "")
    """The names of the programs."""


class TurnTickets(Model):
    game: str
    """The game, as people can watch it."""
    tickets: list[str | None]
    """The secret for each of the two seats; null for an engine's."""


class Turn(Model):
    """A move of a program."""

    position: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """In notation, or as a number."""
    board: Annotated[str, StringConstraints(max_length=2000)] | None = None
    """The board after the move, as in `TurnView.board`; the move is refused if it differs."""


class TurnView(Model):
    """The state of a game for a program. Players are 1 and 2."""

    game: str
    player: int
    """The player of the ticket."""
    turn: int | None
    """Whose turn it is; null when the game is over."""
    moves: list[str]
    last: str | None
    board: str
    """Lines as ones and zeros, alternating rows of horizontal and vertical lines, each with as many
    digits as a row of dots; stones as X, O and a dot."""
    full_board: str
    """The board in plain text."""
    score: tuple[float, float] | None
    winner: int | None
    ending: str | None
    """How it ended, in words; null during the game."""

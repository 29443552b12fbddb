"""Describes a game for screens: its card in a catalogue, its board, and what stands on it.

Screens know two kinds of boards, stones on points and lines between dots, and show any other game
by its picture and a list of its moves. A game that fits one of the two defines `Game.board` and
`Position.on_board` and can then be played by clicking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CardOption:
    """An option of a game that people choose when they start one."""

    name: str
    """As `tesuji.games.make` takes it."""
    title: str
    kind: Literal["choice", "number", "flag"]
    default: str
    choices: tuple[tuple[str, str], ...] = ()
    """(value, title) of each."""


@dataclass(frozen=True, slots=True)
class Card:
    """What people read about a game, and what they can choose."""

    title: str
    tagline: str = ""
    sizes: tuple[str, ...] = ()
    """None for a game that has no option ``size``."""
    default_size: str = ""
    options: tuple[CardOption, ...] = ()
    size_title: str = "Size"
    """What the sizes count, e.g. "Boxes"."""
    handicaps: bool = False
    """Whether `Game.handicap` works."""
    tools: tuple[str, ...] = ()
    """Tools that a screen offers for this game only: "temperature", "chains"."""
    order: int = 100
    """Place in a catalogue; games of the same order are sorted by name."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a game as a screen draws it, as far as it does not change during the game."""

    kind: Literal["stones", "lines"]
    rows: int
    columns: int
    """Of points, or of boxes."""
    wraps: bool = False
    """Whether it is a torus."""
    stars: tuple[int, ...] = ()
    skips_letter_i: bool = False
    rows_from_top: bool = False
    """Whether rows are counted from the top and not from the bottom."""
    squares: bool = False
    """Whether stones stand in the squares between the lines and not on their crossings."""
    colours: tuple[str, str] = ("Black", "White")
    """What the stones are called."""
    counts: str = ""
    """What `OnBoard.score` counts, e.g. "boxes"."""


@dataclass(frozen=True, slots=True)
class OnBoard:
    """The stones, or lines and boxes, on a board, and what else is shown there."""

    stones: tuple[int, ...] | None = None
    """-1 empty, 0 the first colour, 1 the second, at each point, row by row from the top."""
    lines: tuple[int, ...] | None = None
    """The lines drawn."""
    owners: tuple[int, ...] | None = None
    """-1 open, 0 first player, 1 second, for each box."""
    score: tuple[float, float] | None = None
    """The scores of the two players; `Board.counts` says what they count."""
    colour_to_place: int | None = None
    """The colour of the next stone, if it is not that of the player to move."""
    highlight: tuple[int, ...] = ()
    """What decided the game: a winning line, or a surrounded stone and those around it."""
    forbidden: tuple[int, ...] = ()
    """Empty points that the rules forbid to the player to move."""

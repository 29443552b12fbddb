"""Defines the types of the catalogue: games, their options and opponents, and rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tesuji.server.models import GameInfo, Model, PositionView, SetupView


class OptionChoice(Model):
    """A value that an option may take."""

    value: str
    title: str


class GameOption(Model):
    """An option of a game that people choose when they start one."""

    name: str
    title: str
    kind: Literal["choice", "number", "flag"]
    default: str
    choices: list[OptionChoice] = Field(default=[])


class LevelRatingView(Model):
    """The measured strength of a level on one board with the usual rules."""

    spec: str
    """The board, as a game spec."""
    size: str
    """The board, as people choose it."""
    words: str
    """What the rating means: "about GNU Go level 10"."""
    elo: float
    """Points above the anchor."""
    error: float
    """Half the width of the 95 % interval."""
    anchor: str
    """The program that has 0."""
    games: int
    """Games against each neighbour."""


class LevelView(Model):
    """An opponent from the ladder of a game."""

    id: str
    title: str
    description: str
    ratings: list[LevelRatingView]
    """One for each board that it was measured on."""


class CatalogGame(Model):
    name: str
    title: str
    tagline: str
    sizes: list[str]
    """Empty for a game of one size."""
    default_size: str
    size_title: str = "Size"
    """What the sizes count."""
    options: list[GameOption]
    handicaps: bool
    can_set_up: bool
    """Whether boards can be set up by hand."""
    has_lesson: bool
    """Whether there is a lesson on the board."""
    players: tuple[str, str]
    levels: list[LevelView]
    expectations: dict[str, str]
    """By size, a warning for boards on which opponents are weaker than elsewhere."""


class Catalog(Model):
    version: str
    games: list[CatalogGame]


class RulesText(Model):
    """The rules of a game in prose."""

    title: str
    markdown: str
    """A code block ```` ```diagram 3 ```` is the board `diagrams[3]` in text."""
    diagrams: list[DiagramView]


class DiagramView(Model):
    """A position in the rules."""

    game: GameInfo
    setup: SetupView
    position: PositionView
    labels: dict[int, str]
    """Letters on empty points, by move."""

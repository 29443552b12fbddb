"""Defines requests and answers about the library of games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tesuji.server.models import GameSummary, Model, ShortText

Tag = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]


class GamesFound(Model):
    games: list[GameSummary]
    total: int
    """All games that match, on this page or not."""
    next_before: float | None
    """Pass it as `before` to see older games; null at the end."""
    tags: list[str]
    """All tags of the library."""


class Tags(Model):
    tags: Annotated[list[Tag], Field(max_length=20)]


class Imported(Model):
    """What became of the games of an SGF text."""

    kept: int
    known: int
    """Games that were in the library already."""
    problems: list[str]
    """Games that could not be kept, and why."""


class OpponentTally(Model):
    """Finished games of a person against one opponent."""

    spec: str
    """The game with its size and rules."""
    opponent: str
    """The level of an engine, or the name of a person or run."""
    kind: str
    """As of a seat: "human", "engine" or "program"."""
    won: int
    lost: int
    drawn: int


class RatedGame(Model):
    """A person's rating after a game against a rated level."""

    time: float
    rating: float
    opponent: ShortText
    opponent_rating: float
    points: float
    """1 won, 0.5 drawn, 0 lost."""


class RatingCurve(Model):
    """A person's rating on one board over time."""

    spec: str
    anchor: str
    """Whose rating is 0."""
    games: list[RatedGame]


class Statistics(Model):
    tallies: list[OpponentTally]
    ratings: list[RatingCurve]

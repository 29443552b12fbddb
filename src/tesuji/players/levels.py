"""Provides the ladder of opponents that people choose from: named levels, each a player spec.

The levels are data (``levels.json``): strong engines that are limited by depth, by errors in
judgement and by moves made without thinking (see `tesuji.players.limited`), never by time. Their
ratings (``level_ratings.json``) are measured by ``benchmarks/rate_levels.py``, each for one board
and rule set. A game that is not named there has the levels under "any".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tesuji.games import Game
from tesuji.players.strongest import taken_player


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent of a ladder."""

    id: str
    title: str
    description: str
    spec: str
    network: str | None = None
    """The spec used instead on boards for which Tesuji has a network."""
    taken: str | None = None
    """The spec used instead if the user has downloaded a stronger network."""
    taken_description: str = ""

    def spec_on(self, game: Game) -> str:
        """Returns the player behind this level on the board of `game`."""
        from tesuji.networks.shipped import has_shipped

        if self.taken and taken_player(game) is not None:
            return self.taken
        return self.network if self.network and has_shipped(game) else self.spec

    def description_on(self, game: Game) -> str:
        """Returns the description of this level on the board of `game`."""
        if self.taken and taken_player(game) is not None:
            return self.taken_description
        return self.description


@dataclass(frozen=True, slots=True)
class LevelRating:
    """The strength of a level on one board, relative to a program that everybody can get."""

    level: str
    elo: float
    """Points above the anchor."""
    error: float
    """Half the width of the 95 % interval."""
    words: str
    """What that means: "about GNU Go level 10"."""
    below: tuple[float, int] | None
    """Points against the level below it, and the number of games."""


@dataclass(frozen=True, slots=True)
class BoardRatings:
    """The ratings of the levels on one board with one rule set."""

    board: str
    """As a game spec."""
    size: str
    """As people choose it; every other option is the usual one."""
    anchor: str
    """The program that has 0."""
    games: int
    """Between two neighbours."""
    players: Mapping[str, str]
    """The spec of each level when it was measured; a level whose spec has changed has no rating."""
    ratings: Mapping[str, LevelRating]

    def of(self, level: Level, game: Game) -> LevelRating | None:
        """Returns the rating of a level on the board of `game`, if it still has the same spec."""
        if game.spec != self.board or self.players.get(level.id) != level.spec_on(game):
            return None
        return self.ratings.get(level.id)


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """Returns the levels of a game, weakest first; games without a ladder share a general one."""
    data = _read("levels.json")
    return tuple(Level(**level) for level in data.get(game, data["any"]))


@cache
def ratings_of(game: str) -> tuple[BoardRatings, ...]:
    """Returns the measured ratings of the levels of a game, board by board."""
    return tuple(
        BoardRatings(
            board=row["board"],
            size=row["size"],
            anchor=row["anchor"],
            games=row["games"],
            players={one["level"]: one["player"] for one in row["levels"]},
            ratings={one["level"]: _rating(one) for one in row["levels"]},
        )
        for row in _read("level_ratings.json")
        if row["board"].partition(":")[0] == game
    )


def _rating(row: Mapping[str, Any]) -> LevelRating:
    below = row["below"]
    return LevelRating(
        level=row["level"],
        elo=row["elo"],
        error=row["error"],
        words=row["words"],
        below=None if below is None else (below[0], below[1]),
    )


def _read(name: str) -> Any:
    return json.loads((resources.files(__package__) / name).read_text(encoding="utf-8"))

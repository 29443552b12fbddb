"""The ladder of opponents that people choose from: named levels, each a player spec.

The levels and their ratings are data (``levels.json``); the ratings are measured by
``benchmarks/rate_levels.py`` and are Elo points relative to the weakest level. A game that is not
named there has the levels under "any".
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tesuji.games import Game
from tesuji.search.network import has_shipped


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent of a ladder."""

    id: str
    title: str
    description: str
    spec: str
    network: str | None = None
    """How it plays instead on boards that a network comes with Tesuji for."""
    rating: float | None = None
    """Elo points above the weakest level; None where not measured."""
    error: float | None = None
    """Half the width of the 95 % interval of the rating."""
    board: str | None = None
    """The size of the board that it was measured on."""
    below: tuple[str, ...] = ()
    """Yardsticks between this level and the one below it, for measuring ratings."""

    def spec_on(self, game: Game) -> str:
        """The player behind this level on the board of `game`."""
        return self.network if self.network and has_shipped(game) else self.spec


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first; a game without a ladder of its own has the usual one."""
    data = json.loads((resources.files(__package__) / "levels.json").read_text(encoding="utf-8"))
    return tuple(
        Level(**{**level, "below": tuple(level.get("below", ()))})
        for level in data.get(game, data["any"])
    )

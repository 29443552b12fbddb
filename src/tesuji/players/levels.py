"""The ladder of opponents that people choose from: named levels, each a player spec.

The levels and their ratings are data (``levels.json``); the ratings are measured by
``benchmarks/rate_levels.py`` and are Elo points relative to the weakest level.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tesuji.errors import TesujiError


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent of a ladder."""

    id: str
    title: str
    description: str
    spec: str
    rating: float | None
    """Elo points above the weakest level on the default board; None where not measured."""


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    data = json.loads((resources.files(__package__) / "levels.json").read_text(encoding="utf-8"))
    if game not in data:
        raise TesujiError(f"there is no ladder of opponents for {game!r}")
    return tuple(Level(**level) for level in data[game])

"""Finds the strongest player that Tesuji has for a game, size, rules and budget.

The answer is data (``strongest.json``), measured by ``benchmarks/strongest.py``: on some boards of
each game every player met every other at equal time. A board that was not measured gets the ranking
of the most similar one: rules count before size, and size before budget. The first player of the
ranking that can play there is taken.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from tesuji.games import Game, parse_spec
from tesuji.games.capabilities import Capability
from tesuji.games.registry import parse_options

NEEDS_NETWORK = "alphazero"
_SIZE = "size"
_USUAL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of a ranking, with the unit of its work."""

    player: str
    """Its name in specs."""
    unit: str
    """The option that limits its work by a count: "sims" or "nodes"."""
    per_second: int
    """Units per second when the ranking was measured."""

    def can_play(self, game: Game) -> bool:
        from tesuji.networks.shipped import has_shipped

        return self.player != NEEDS_NETWORK or has_shipped(game)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The players of a game on one board with one budget, strongest first."""

    board: str
    """Game, size and rules, as a game spec."""
    seconds: float
    """For each move."""
    players: tuple[Candidate, ...]
    games: int = 0
    """Games of each match behind it."""
    network: str = ""
    """The network that `alphazero` played with."""
    scores: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    """Points of the strongest player against each of the others, and the number of games."""

    def distance(self, game: Game, seconds: float) -> tuple[int, float, float]:
        """Returns the distance of board and budget from those of the ranking."""
        return *board_distance(self.board, game), abs(math.log(seconds / self.seconds))


ANY = Candidate("mcts", "sims", 5000)
"""Plays every game, including your own."""


_taken: Capability[Callable[[Game], Candidate | None]] = Capability("tesuji.players.games")
register_taken = _taken.decorator
"""Registers the decorated function, which finds a stronger player that the user has downloaded."""


def taken_player(game: Game) -> Candidate | None:
    """Returns the player that the user has downloaded for a game, or None."""
    find = _taken.of(game.name)
    return None if find is None else find(game)


Expectation = Callable[[Game], str | None]
_expectations: Capability[Expectation] = Capability("tesuji.players.games")
register_expectation = _expectations.decorator
"""Registers the decorated function, which says where opponents of a game are weak, and why."""


def expectation(game: Game) -> str | None:
    """Returns a sentence if opponents are weaker on this board than elsewhere, else None."""
    say = _expectations.of(game.name)
    return None if say is None else say(game)


def strongest(game: Game, seconds: float | None = None) -> Candidate:
    """Returns the strongest player for `game` with `seconds` for each move.

    A downloaded network goes before everything that comes with Tesuji.
    """
    taken = taken_player(game)
    if taken is not None:
        return taken
    budget = seconds or _USUAL_SECONDS
    near = sorted(rankings_of(game.name), key=lambda ranking: ranking.distance(game, budget))
    for ranking in near:
        for candidate in ranking.players:
            if candidate.can_play(game):
                return candidate
    return ANY


def board_distance(spec: str, game: Game) -> tuple[int, float]:
    """Returns the distance of a board from that of `game`: differing rules, then the size."""
    own, asked = _options(spec), _options(game.spec)
    names = (own.keys() | asked.keys()) - {_SIZE}
    differing = sum(own.get(name) != asked.get(name) for name in names)
    return differing, abs(math.log(game.num_moves / _num_moves(spec)))


@cache
def rankings_of(game: str) -> tuple[Ranking, ...]:
    """Returns the rankings measured for a game."""
    text = (resources.files(__package__) / "strongest.json").read_text(encoding="utf-8")
    return tuple(_ranking(row) for row in json.loads(text) if _name(row["board"]) == game)


def _ranking(row: Mapping[str, Any]) -> Ranking:
    return Ranking(
        board=row["board"],
        seconds=row["seconds"],
        players=tuple(Candidate(**player) for player in row["players"]),
        games=row.get("games", 0),
        network=row.get("network", ""),
        scores={name: (points, games) for name, (points, games) in row.get("scores", {}).items()},
    )


def _name(spec: str) -> str:
    return spec.partition(":")[0]


def _options(spec: str) -> dict[str, str]:
    return parse_options(spec.partition(":")[2], spec)


@cache
def _num_moves(spec: str) -> int:
    return parse_spec(spec).num_moves

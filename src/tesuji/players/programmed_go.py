"""Plays Go on any board with the programmed opponents of evolution."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tesuji import core
from tesuji.games import Game, Position
from tesuji.games.go import Go, GoPosition
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import register_player

SMALL_BOARD = 49
"""Points up to which the pattern player does not read ahead."""
READINGS_ON_LARGE_BOARDS = 700
"""With this many it equals GNU Go on 9x9 when it has three handicap stones."""


@dataclass(frozen=True, slots=True)
class ProgrammedOptions:
    """Options of the spec ``naive``."""

    seed: int | None = option(None, "seed of its dice; without one every game differs", minimum=0)


@dataclass(frozen=True, slots=True)
class PatternOptions:
    """Options of the spec ``pattern``."""

    readings: int | None = option(
        None,
        "games read to their end before each move; none: 0 up to 7x7, 700 on larger boards",
        minimum=0,
        maximum=10_000,
    )
    seed: int | None = option(None, "seed of its dice; without one every game differs", minimum=0)


class _ProgrammedPlayer(Player):
    _kind: str
    _readings = 0

    def __init__(self, game: Game, options: ProgrammedOptions | PatternOptions) -> None:
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, GoPosition)
        seed = self._dice.getrandbits(64)
        return Choice(core.programmed_go_move(position, self._kind, seed, self._readings))


@register_player("naive", ProgrammedOptions, games=("go",))
class NaivePlayer(_ProgrammedPlayer):
    """A beginner at Go: saves and captures stones, connects weak ones, else plays anywhere."""

    _kind = "naive"


@register_player("pattern", PatternOptions, games=("go",))
class PatternPlayer(_ProgrammedPlayer):
    """Go by rules of thumb: reads ladders, knows 32 patterns, and counts what lies nearer."""

    _kind = "pattern"

    def __init__(self, game: Game, options: PatternOptions) -> None:
        super().__init__(game, options)
        assert isinstance(game, Go)
        usual = READINGS_ON_LARGE_BOARDS if game.rows * game.columns > SMALL_BOARD else 0
        self._readings = usual if options.readings is None else options.readings

"""The programmed opponents of evolution, as players of Go on any board."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Game, Position
from tesuji.games.go import Go, GoPosition
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import register_player


@dataclass(frozen=True, slots=True)
class ProgrammedOptions:
    """What the specs ``naive`` and ``pattern`` take."""

    seed: int | None = option(None, "seed of its dice; without one every game differs")


class _ProgrammedPlayer(Player):
    _kind: str

    def __init__(self, game: Game, options: ProgrammedOptions) -> None:
        if not isinstance(game, Go):
            raise SetupError(f"{self._kind} plays Go only, not {game.name}")
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, GoPosition)
        return Choice(core.programmed_go_move(position, self._kind, self._dice.getrandbits(64)))


@register_player("naive", ProgrammedOptions)
class NaivePlayer(_ProgrammedPlayer):
    """A beginner at Go: saves and captures stones, connects weak ones, else plays anywhere."""

    _kind = "naive"


@register_player("pattern", ProgrammedOptions)
class PatternPlayer(_ProgrammedPlayer):
    """Go by rules of thumb: reads ladders, knows 32 patterns, and counts what lies nearer."""

    _kind = "pattern"

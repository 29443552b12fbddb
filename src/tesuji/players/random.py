"""Plays random moves, as the bottom of every ladder."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import register_player


@dataclass(frozen=True, slots=True)
class RandomOptions:
    """Options of the spec ``random``."""

    seed: int | None = option(None, "seed of its dice; without one every game differs", minimum=0)


@register_player("random", RandomOptions)
class RandomPlayer(Player):
    """Plays legal moves at random, all equally likely."""

    def __init__(self, game: Game, options: RandomOptions) -> None:
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        return Choice(self._dice.choice(position.legal_moves()))

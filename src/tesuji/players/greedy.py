"""Plays Torus by capturing whenever possible: a simple first opponent."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.games.torus import TorusPosition
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import register_player


@dataclass(frozen=True, slots=True)
class GreedyOptions:
    """Options of the spec ``greedy``."""

    seed: int | None = option(None, "seed of its dice; without one every game differs", minimum=0)


@register_player("greedy", GreedyOptions, games=("torus",))
class GreedyPlayer(Player):
    """Torus by greed: wins if it can at once, else captures as many stones as it can."""

    def __init__(self, game: Game, options: GreedyOptions) -> None:
        self._seed = fresh_seed() if options.seed is None else options.seed
        self._dice = random.Random(self._seed)

    def start(self, game: Game, position: Position) -> None:
        self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, TorusPosition)
        worth = {
            move: (position.wins(move), len(position.captures_of(move)))
            for move in position.legal_moves()
        }
        most = max(worth.values())
        return Choice(self._dice.choice([move for move in worth if worth[move] == most]))

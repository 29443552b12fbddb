"""Plays perfectly where the best move can be proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.games.capabilities import Capability
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import AlphaBetaOptions, AlphaBetaPlayer
from tesuji.players.usual_options import memory_option, threads_option


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """Options of the spec ``solver``."""

    seconds: float = option(10.0, "most seconds for each move; proven moves take less", above=0)
    threads: int = threads_option()
    memory: int = memory_option(1024, "the tables", minimum=32)
    seed: int | None = option(None, "seed where it has to guess", minimum=0)


SolvingPlayer = Callable[[Game, SolverOptions], Player]

_solving: Capability[SolvingPlayer] = Capability("tesuji.players.games")
register_solving_player = _solving.decorator
"""Registers the decorated function, which makes the player that proves most in a game."""


def _by_alphabeta(game: Game, options: SolverOptions) -> Player:
    return AlphaBetaPlayer(
        game,
        AlphaBetaOptions(
            seconds=options.seconds,
            memory=options.memory,
            threads=options.threads,
            seed=options.seed,
        ),
    )


@register_player("solver", SolverOptions)
class SolverPlayer(Player):
    """Perfect play where it can be proven in time, the strongest search elsewhere."""

    def __init__(self, game: Game, options: SolverOptions) -> None:
        make = _solving.of(game.name) or _by_alphabeta
        self._player = make(game, options)

    def start(self, game: Game, position: Position) -> None:
        self._player.start(game, position)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        return self._player.choose(position, time_left)

    def observe(self, before: Position, move: int, after: Position) -> None:
        self._player.observe(before, move, after)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()

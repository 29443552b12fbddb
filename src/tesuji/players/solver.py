"""A player that plays perfectly where it can prove what is best."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.chains import ChainsOptions, ChainsPlayer
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import AlphaBetaOptions, AlphaBetaPlayer


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """What the spec ``solver`` takes."""

    seconds: float = option(10.0, "most seconds for each move; proven moves take less", above=0)
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    memory: int = option(1024, "megabytes for the tables", minimum=32)
    seed: int | None = option(None, "seed where it has to guess", minimum=0)


@register_player("solver", SolverOptions)
class SolverPlayer(Player):
    """Perfect play where it can be proven in time, the strongest search elsewhere."""

    def __init__(self, game: Game, options: SolverOptions) -> None:
        seconds, threads, memory = options.seconds, options.threads, options.memory
        self._player: Player
        if isinstance(game, DotsAndBoxes):
            self._player = ChainsPlayer(
                game,
                ChainsOptions(seconds=seconds, threads=threads, memory=memory, seed=options.seed),
            )
        else:
            self._player = AlphaBetaPlayer(
                game,
                AlphaBetaOptions(
                    seconds=seconds, memory=memory, threads=threads, seed=options.seed
                ),
            )

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

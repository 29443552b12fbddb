"""Plays Dots and Boxes with a network while the board is open, and by chain theory after that."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.players.alphazero import AlphaZeroOptions, AlphaZeroPlayer
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.chains import ChainsOptions, ChainsPlayer
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.usual_options import (
    memory_option,
    seconds_option,
    seed_option,
    threads_option,
)
from tesuji.search import Progress, SearchReport

_PLAYOUTS_PER_EVALUATION = 70
"""Simulations of `chains` in the time of one with a network, roughly, on 5×5."""


@dataclass(frozen=True, slots=True)
class BoxesOptions:
    """Options of the spec ``boxes``."""

    net: str | None = option(
        None, "the network: an ONNX file or a run; none: the one that comes with Tesuji"
    )
    seconds: float | None = seconds_option(1)
    sims: int | None = option(
        None, "simulations with the network for each move, or as much work of chains", minimum=1
    )
    open_lines: int = option(
        40, "the network plays while more lines than this are open", minimum=0, maximum=1000
    )
    threads: int = threads_option()
    memory: int = memory_option(256, "the tables", minimum=32)
    seed: int | None = seed_option()


@register_player("boxes", BoxesOptions, games=("dots-and-boxes",))
class BoxesPlayer(Player):
    """Dots and Boxes with a network in the opening, then chain theory and exact play.

    Where no network has learnt boards of this size, it is `chains` from the first line on.
    """

    on_progress: Progress | None = None
    """Called in the searching thread with the report so far, every `progress_interval` seconds."""
    progress_interval: float = 0.1

    def __init__(self, game: Game, options: BoxesOptions) -> None:
        self._open_lines = options.open_lines
        sims, seconds = options.sims, options.seconds
        if sims is None and seconds is None:
            seconds = 1.0
        self._chains = ChainsPlayer(
            game,
            ChainsOptions(
                seconds=seconds,
                sims=None if sims is None else sims * _PLAYOUTS_PER_EVALUATION,
                threads=options.threads,
                memory=options.memory,
                seed=options.seed,
            ),
        )
        self._network: AlphaZeroPlayer | None = None
        if options.net is not None or _has_learnt(game):
            self._network = AlphaZeroPlayer(
                game,
                AlphaZeroOptions(
                    net=options.net,
                    sims=sims,
                    seconds=seconds,
                    threads=options.threads,
                    memory=options.memory,
                    seed=options.seed,
                ),
            )

    @property
    def _players(self) -> tuple[Player, ...]:
        return (self._chains,) if self._network is None else (self._network, self._chains)

    def start(self, game: Game, position: Position) -> None:
        for player in self._players:
            player.start(game, position)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        return self._asked(position).choose(position, time_left)

    def analyse(self, position: Position) -> SearchReport:
        """Searches until `stop`, until the answer is exact, or until memory is used up."""
        return self._asked(position).analyse(position)

    def _asked(self, position: Position) -> AlphaZeroPlayer | ChainsPlayer:
        """Returns the player for this position, which reports as this one."""
        is_open = len(position.legal_moves()) > self._open_lines
        player = self._network if is_open and self._network is not None else self._chains
        player.name = self.name
        player.on_progress = self.on_progress
        player.progress_interval = self.progress_interval
        return player

    def observe(self, before: Position, move: int, after: Position) -> None:
        for player in self._players:
            player.observe(before, move, after)

    def stop(self) -> None:
        for player in self._players:
            player.stop()

    def close(self) -> None:
        for player in self._players:
            player.close()


def _has_learnt(game: Game) -> bool:
    """Returns whether a network that comes with Tesuji was trained on boards of this size."""
    from tesuji.networks.network import read_info
    from tesuji.networks.shipped import has_shipped, shipped

    return has_shipped(game) and read_info(shipped(game)).unlearnt(game) is None

"""Plays Torus by alpha-beta search: the strongest player without a network."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Game
from tesuji.players.registry import register_player
from tesuji.players.searching import AlphaBetaOptions, AlphaBetaPlayer
from tesuji.players.usual_options import (
    all_moves_option,
    depth_option,
    memory_option,
    nodes_option,
    proof_option,
    seconds_option,
    seed_option,
    threads_option,
)

_PROOF_NODES = 20_000
"""Positions of the win search before each move: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class TorusOptions:
    """Options of the spec ``torus``."""

    seconds: float | None = seconds_option(1)
    nodes: int | None = nodes_option()
    depth: int | None = depth_option()
    proof: int = proof_option(_PROOF_NODES)
    threads: int = threads_option()
    memory: int = memory_option(64, "the table of positions")
    all_moves: bool = all_moves_option()
    seed: int | None = seed_option("seed of the choice among equal moves")


@register_player("torus", TorusOptions, games=("torus",))
class TorusPlayer(AlphaBetaPlayer):
    """Torus by alpha-beta, with a search for forced wins before each move."""

    def __init__(self, game: Game, options: TorusOptions) -> None:
        super().__init__(
            game,
            AlphaBetaOptions(
                seconds=options.seconds,
                nodes=options.nodes,
                depth=options.depth,
                memory=options.memory,
                threads=options.threads,
                proof=options.proof,
                all_moves=options.all_moves,
                seed=options.seed,
            ),
        )

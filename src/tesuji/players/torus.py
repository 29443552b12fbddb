"""The strongest player of Torus without a network."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Game
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import ALL_MOVES_HELP, AlphaBetaOptions, AlphaBetaPlayer

_PROOF_NODES = 20_000
"""Positions that the win search looks at before each move: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class TorusOptions:
    """What the spec ``torus`` takes."""

    seconds: float | None = option(None, "seconds for each move; 1 without any limit", above=0)
    nodes: int | None = option(None, "positions looked at for each move", minimum=1)
    depth: int | None = option(None, "plies looked ahead", minimum=1)
    proof: int = option(
        _PROOF_NODES, "positions that the win search looks at first; 0: none", minimum=0
    )
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    memory: int = option(64, "megabytes for the table of positions", minimum=1)
    all_moves: bool = option(False, ALL_MOVES_HELP)
    seed: int | None = option(None, "seed of the choice among equal moves", minimum=0)


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

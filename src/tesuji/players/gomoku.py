"""Plays Gomoku with the engine of the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tesuji import core
from tesuji.games import Game, Position
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, SearchPlayer
from tesuji.players.usual_options import (
    depth_option,
    memory_option,
    nodes_option,
    seconds_option,
    seed_option,
    threads_option,
)
from tesuji.search import Budget


@dataclass(frozen=True, slots=True)
class GomokuOptions:
    """Options of the spec ``gomoku``."""

    seconds: float | None = seconds_option(1)
    nodes: int | None = nodes_option()
    depth: int | None = depth_option()
    threads: int = threads_option()
    memory: int = memory_option(128, "the tables")
    lines: int = option(1, "best moves whose values are exact", minimum=1, maximum=484)
    seed: int | None = seed_option("seed of the choice among equal moves")


@register_player("gomoku", GomokuOptions, games=("gomoku",))
class GomokuPlayer(SearchPlayer):
    """The Gomoku engine: patterns, principal variation search, wins by fours and threes."""

    def __init__(self, game: Game, options: GomokuOptions) -> None:
        memory = options.memory * MEGABYTE
        super().__init__(
            "gomoku",
            Budget(None, options.nodes, options.seconds, options.depth, memory),
            Budget(seconds=1.0, memory=memory),
            options.seed,
            threads=options.threads,
            lines=options.lines,
        )

    def start(self, game: Game, position: Position) -> None:
        super().start(game, position)
        core.GomokuBoard(
            cast(core.GomokuPosition, position)
        )  # makes the tables of the rules now, not during the first move

"""The strong Gomoku player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tesuji import core
from tesuji.games import Game, Position
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, SearchPlayer
from tesuji.search import Budget


@dataclass(frozen=True, slots=True)
class GomokuOptions:
    """What the spec ``gomoku`` takes."""

    seconds: float | None = option(None, "seconds for each move; 1 without any limit", above=0)
    nodes: int | None = option(None, "positions looked at for each move", minimum=1)
    depth: int | None = option(None, "plies looked ahead", minimum=1)
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    memory: int = option(128, "megabytes for the tables", minimum=1)
    lines: int = option(1, "best moves whose values are exact", minimum=1, maximum=484)
    seed: int | None = option(None, "seed of the choice among equal moves", minimum=0)


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
        )  # makes the tables of the rules now, not on the first clock

"""Plays Gomoku by monomials: windows of five as algebraic monomials, and a search on them.

Version one values points by scores 2^k, keeps tables of points, and relies on combos. Version two
ranks monomials from 0 to 9, searches twice as deep, and first looks for a forced win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tesuji import core
from tesuji.games import Game
from tesuji.players.options import SpecError, option, reflected
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, SearchPlayer
from tesuji.players.usual_options import (
    memory_option,
    nodes_option,
    seconds_option,
    seed_option,
    sims_option,
)
from tesuji.search import Budget


@dataclass(frozen=True, slots=True)
class MonomialOptions:
    """Options of the spec ``monomial``."""

    version: Literal["1", "2"] = option("2", "1: tables and combos; 2: ranks and winning search")
    sims: int | None = sims_option()
    seconds: float | None = seconds_option(1)
    nodes: int | None = nodes_option()
    plies: int | None = option(
        None,
        "plies after which a roll-out is a tie; none: 15 in version 1, 30 in version 2",
        minimum=1,
        maximum=1000,
    )
    width: int = option(12, "moves considered when nothing is urgent", minimum=1, maximum=512)
    uct: float = reflected(core.MctsOptions, "uct", 0.1, was=("c",))
    winning: float = option(
        0.3, "largest share of the time for the winning search of version 2", minimum=0, maximum=1
    )
    memory: int = memory_option(256, "the trees")
    seed: int | None = seed_option()


@register_player("monomial", MonomialOptions, games=("gomoku",))
class MonomialPlayer(SearchPlayer):
    """Gomoku by monomials: windows of five, combos, roll-outs and a search for forced wins."""

    def __init__(self, game: Game, options: MonomialOptions) -> None:
        if game.swaps_colours:
            raise SpecError("monomial plays without the swap2 opening; leave it out")
        memory = options.memory * MEGABYTE
        super().__init__(
            "monomial",
            Budget(options.sims, options.nodes, options.seconds, memory=memory),
            Budget(seconds=1.0, memory=memory),
            options.seed,
            version=int(options.version),
            rollout_plies=options.plies or 0,
            width=options.width,
            c=options.uct,
            winning_share=options.winning,
        )

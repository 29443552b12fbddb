"""Plays Dots and Boxes by chain theory, with a network beside it while the board is open."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji import core
from tesuji.games import Game, Position
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.players.chains import ChainsOptions, ChainsPlayer
from tesuji.players.options import option, reflected
from tesuji.players.registry import register_player
from tesuji.players.usual_options import (
    memory_option,
    seconds_option,
    seed_option,
    threads_option,
)
from tesuji.search import Budget, SearchReport

if TYPE_CHECKING:
    from tesuji.search.symmetries import EvaluateAll

_CHAINS_PER_SIMULATION = 100
"""Simulations of `chains` in the time of one with a network and its playouts, roughly, on 5×5."""


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
        40, "the network is asked while more lines than this are open", minimum=0, maximum=1000
    )
    share: float = option(
        0.5, "the network's share of a leaf's value; the rest is chain theory", minimum=0, maximum=1
    )
    playouts: int = option(32, "playouts by chain theory at each leaf", minimum=1, maximum=1000)
    c_puct: float = reflected(core.MctsOptions, "c_puct", 1.0)
    threads: int = threads_option()
    memory: int = memory_option(256, "the tables", minimum=32)
    seed: int | None = seed_option()


@register_player("boxes", BoxesOptions, games=("dots-and-boxes",))
class BoxesPlayer(ChainsPlayer):
    """Dots and Boxes by chain theory and a network, which judge the opening together.

    The network ranks the moves that theory leaves to choose from; values are a mean of both. Where
    no network has learnt boards of this size, it is `chains` from the first line on.
    """

    def __init__(self, game: Game, options: BoxesOptions) -> None:
        sims, seconds = options.sims, options.seconds
        if sims is None and seconds is None:
            seconds = 1.0
        super().__init__(
            game,
            ChainsOptions(
                seconds=seconds,
                sims=None if sims is None else sims * _CHAINS_PER_SIMULATION,
                threads=options.threads,
                memory=options.memory,
                seed=options.seed,
            ),
        )
        self._mix = options
        self._network = _network(game, options.net)
        self._network_was_asked = False

    def _asks_network(self, position: Position) -> bool:
        return self._network is not None and len(position.legal_moves()) > self._mix.open_lines

    def _search_tree(self, position: DotsAndBoxesPosition, budget: Budget) -> SearchReport:
        asks = self._asks_network(position)
        if asks != self._network_was_asked:
            self._search = None  # a tree holds the values of one kind of judge
        self._network_was_asked = asks
        if asks and budget.simulations is not None:
            simulations = max(1, budget.simulations // _CHAINS_PER_SIMULATION)
            budget = dataclasses.replace(budget, simulations=simulations)
        return super()._search_tree(position, budget)

    def _new_search(self, position: DotsAndBoxesPosition) -> Any:
        if not self._asks_network(position):
            return super()._new_search(position)
        options = core.MctsOptions(
            threads=self._options.threads, seed=self._seed, c_puct=self._mix.c_puct
        )
        return core.DotsAndBoxesChainSearch(
            position, options, self._mix.playouts, self._network, self._mix.share
        )


def _network(game: Game, net: str | None) -> EvaluateAll | None:
    """Returns the network as a judge of leaves, if one has learnt boards of this size."""
    from tesuji.networks.network import read_info
    from tesuji.networks.shipped import find, has_shipped, load_shared, shipped

    if net is not None:
        return load_shared(find(net)).on(game)
    if has_shipped(game) and read_info(shipped(game)).unlearnt(game) is None:
        return load_shared(shipped(game)).on(game)
    return None

"""Plays Dots and Boxes with the dense network that a thesis published, for comparison."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tesuji import core
from tesuji.games import Game, Position, Value
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.options import option, reflected
from tesuji.players.registry import register_player
from tesuji.players.searching import SearchPlayer
from tesuji.search import Budget

if TYPE_CHECKING:
    from tesuji.networks.thesis import ThesisNetwork


@dataclass(frozen=True, slots=True)
class ThesisOptions:
    """Options of the spec ``thesis``."""

    file: str = option(help="the weights, an NPZ file")
    sims: int | None = option(
        None, "simulations for each move; none: the line that the policy likes best", minimum=1
    )
    c_puct: float = reflected(core.MctsOptions, "c_puct", was=("c",))
    seed: int | None = option(None, "seed of the choice among equal lines", minimum=0)


@register_player("thesis", ThesisOptions, games=("dots-and-boxes",))
def make_thesis_player(game: Game, options: ThesisOptions) -> Player:
    """The dense network of a thesis on Dots and Boxes, alone or in a tree search."""
    from tesuji.networks.thesis import ThesisNetwork

    assert isinstance(game, DotsAndBoxes)
    network = ThesisNetwork.load(Path(options.file).expanduser(), game)
    if options.sims is None:
        return PolicyPlayer(network, options.seed)
    budget = Budget(simulations=options.sims)
    return SearchPlayer(
        "mcts", budget, budget, options.seed, evaluator=network, c_puct=options.c_puct
    )


class PolicyPlayer(Player):
    """Draws the line that a network's policy likes best, without looking ahead."""

    def __init__(self, network: ThesisNetwork, seed: int | None) -> None:
        self._network = network
        self._seed = seed
        self._dice = random.Random(seed)

    def start(self, game: Game, position: Position) -> None:
        if self._seed is not None:
            self._dice.seed(self._seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        logits, values = self._network(position.planes()[None])
        legal = position.legal_moves()
        most = max(logits[0, line] for line in legal)
        best = [line for line in legal if logits[0, line] == most]
        return Choice(self._dice.choice(best), Value(float(values[0]), position.to_move))

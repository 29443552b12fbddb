"""Plays by tree search guided by a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tesuji import core
from tesuji.errors import quoted
from tesuji.games import Game, Position
from tesuji.networks.sessions import Device
from tesuji.players.base import Choice, TimeLeft
from tesuji.players.canonical import choose_canonically
from tesuji.players.options import SpecError, option, reflected
from tesuji.players.registry import parse_player, register_player
from tesuji.players.searching import MEGABYTE, VisitsPlayer
from tesuji.players.usual_options import (
    memory_option,
    nodes_option,
    proof_option,
    seconds_option,
    seed_option,
    sims_option,
    temperature_option,
    threads_option,
)
from tesuji.search import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from tesuji.search.symmetries import EvaluateAll


@dataclass(frozen=True, slots=True)
class AlphaZeroOptions:
    """Options of the spec ``alphazero``."""

    net: str | None = option(
        None, "an ONNX file, or a run such as run7 or run7/best; none: what comes with Tesuji"
    )
    sims: int | None = sims_option(400)
    seconds: float | None = seconds_option()
    nodes: int | None = nodes_option()
    threads: int = threads_option()
    batch_size: int = reflected(core.MctsOptions, "batch_size", 1, was=("batch",))
    memory: int = memory_option(256, "the tree")
    c_puct: float = reflected(core.MctsOptions, "c_puct", was=("c",))
    puct_spread: float = reflected(core.MctsOptions, "puct_spread", was=("spread",))
    fpu_reduction: float = reflected(core.MctsOptions, "fpu_reduction", was=("fpu",))
    temperature: float = temperature_option()
    symmetries: str = option(
        "1", "symmetries over which every judgement is averaged; all: equal play in equal positions"
    )
    proof: int = proof_option(2000)
    exact_plies: int | None = reflected(
        core.MctsOptions, "exact_plies", None, maximum=60, was=("exact",)
    )
    device: Device = option(  # noqa: RUF009
        "auto", "what evaluates the network: auto takes a GPU (cuda) where there is one"
    )
    seed: int | None = seed_option()


@register_player("alphazero", AlphaZeroOptions)
class AlphaZeroPlayer(VisitsPlayer):
    """Tree search with a network that learnt the game by playing against itself."""

    def __init__(self, game: Game, options: AlphaZeroOptions) -> None:
        from tesuji.networks.shipped import load_shared
        from tesuji.search.utility import Utility

        self._network = load_shared(_file(game, options), options.device).on(game)
        self._game = game
        # A network for a game without a score has a head for it all the same, which learnt nothing.
        self._gives_leads = self._network.gives_scores and game.has_score
        self._symmetries = _number_of_symmetries(game, options.symmetries)
        self._is_canonical = options.symmetries == "all"
        utility = Utility.of_network(self._network.info.info, game)
        memory = options.memory * MEGABYTE
        super().__init__(
            Budget(options.sims, options.nodes, options.seconds, memory=memory),
            Budget(simulations=400, memory=memory),
            options.seed,
            options.temperature,
            proof=options.proof,
            threads=options.threads,
            batch_size=options.batch_size,
            c_puct=options.c_puct,
            puct_spread=options.puct_spread,
            fpu_reduction=options.fpu_reduction,
            exact_plies=game.exact_plies if options.exact_plies is None else options.exact_plies,
            score_weight=utility.score_weight,
            score_scale=utility.score_scale,
            leads=self._gives_leads,
        )
        self._options["evaluator"] = self._evaluator()

    def start(self, game: Game, position: Position) -> None:
        super().start(game, position)
        self._options["evaluator"] = self._evaluator()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        if not self._is_canonical:
            return super().choose(position, time_left)

        def choose(image: Position) -> Choice:
            self.start(self._game, image)
            return super(AlphaZeroPlayer, self).choose(image, time_left)

        return choose_canonically(position, choose)

    def _evaluator(self) -> EvaluateAll:
        network = self._network
        judge = network.with_leads if self._gives_leads else network
        if self._symmetries == 1:
            return judge
        from tesuji.search.symmetries import Averaged

        return Averaged(self._game, judge, self._symmetries, self._seed)


def unlearnt_size(spec: str, game: Game) -> str | None:
    """Returns a warning if the network of `spec` was not trained on boards of this size."""
    from tesuji.networks.network import read_info

    _, options = parse_player(spec)
    if not isinstance(options, AlphaZeroOptions):
        return None
    told = read_info(_file(game, options)).unlearnt(game)
    return None if told is None else f"{spec}: {told}"


def _file(game: Game, options: AlphaZeroOptions) -> Path:
    """Returns the network that `options` name, or the one that is shipped for `game`."""
    from tesuji.networks.shipped import find, shipped

    return shipped(game) if options.net is None else find(options.net)


def _number_of_symmetries(game: Game, text: str) -> int:
    if text == "all":
        return game.num_symmetries
    if text not in map(str, range(1, game.num_symmetries + 1)):
        raise SpecError(
            f"the option symmetries of alphazero must be 'all' or, for {game.spec}, from 1 to "
            f"{game.num_symmetries}, not {quoted(text)}"
        )
    return int(text)

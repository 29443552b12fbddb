"""A player with a network: tree search that is guided by what the network has learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tesuji.games import Game, Position
from tesuji.networks.sessions import Device
from tesuji.players.base import Choice, TimeLeft
from tesuji.players.canonical import choose_canonically
from tesuji.players.options import SpecError, option
from tesuji.players.registry import parse_player, register_player
from tesuji.players.searching import MEGABYTE, VisitsPlayer
from tesuji.search import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from tesuji.search.symmetries import EvaluateAll


@dataclass(frozen=True, slots=True)
class AlphaZeroOptions:
    """What the spec ``alphazero`` takes."""

    net: str | None = option(
        None, "an ONNX file, or a run such as run7 or run7/best; none: what comes with Tesuji"
    )
    sims: int | None = option(None, "simulations for each move; 400 without any limit", minimum=1)
    seconds: float | None = option(None, "seconds for each move", above=0)
    nodes: int | None = option(None, "positions in the tree for each move", minimum=1)
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    batch: int = option(1, "positions judged at once; more is faster, and weaker", minimum=1)
    memory: int = option(256, "megabytes for the tree", minimum=1)
    c: float = option(1.25, "how much is tried that looks worse (PUCT constant)", minimum=0)
    spread: float = option(
        0.0,
        "how much exploration follows the spread of the values below a position",
        minimum=0,
        maximum=1,
    )
    fpu: float = option(0.2, "untried moves are worth the value of the position less this")
    temperature: float = option(
        0.0, "0: the best move; 1: moves in proportion to their visits", minimum=0
    )
    symmetries: str = option(
        "1", "symmetries over which every judgement is averaged; all: equal play in equal positions"
    )
    proof: int = option(
        2000, "positions for a search of wins by threats, done first; 0: none", minimum=0
    )
    exact: int | None = option(
        None,
        "leaves that an exact search solves within so many plies are not judged but solved; "
        "0: none; none: what suits the game",
        minimum=0,
        maximum=60,
    )
    device: Device = option(  # noqa: RUF009
        "auto", "what evaluates the network: auto takes a GPU (cuda) where there is one"
    )
    seed: int | None = option(None, "seed of all chance; without one every game differs", minimum=0)


@register_player("alphazero", AlphaZeroOptions)
class AlphaZeroPlayer(VisitsPlayer):
    """Tree search with a network that learnt the game by playing against itself."""

    def __init__(self, game: Game, options: AlphaZeroOptions) -> None:
        from tesuji.networks.shipped import load_shared
        from tesuji.search.utility import Utility

        self._network = load_shared(_file(game, options), options.device).on(game)
        self._game = game
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
            batch_size=options.batch,
            puct=options.c,
            puct_spread=options.spread,
            fpu_reduction=options.fpu,
            exact_plies=game.exact_plies if options.exact is None else options.exact,
            score_weight=utility.score_weight,
            score_scale=utility.score_scale,
            leads=self._network.gives_scores,
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
        judge = network.with_leads if network.gives_scores else network
        if self._symmetries == 1:
            return judge
        from tesuji.search.symmetries import Averaged

        return Averaged(self._game, judge, self._symmetries, self._seed)


def unlearnt_size(spec: str, game: Game) -> str | None:
    """A sentence where `spec` is a network that has never learnt on boards of this size."""
    from tesuji.networks.network import read_info

    _, options = parse_player(spec)
    if not isinstance(options, AlphaZeroOptions):
        return None
    told = read_info(_file(game, options)).unlearnt(game)
    return None if told is None else f"{spec}: {told}"


def _file(game: Game, options: AlphaZeroOptions) -> Path:
    """The network that `options` name, or the one that is shipped for `game`."""
    from tesuji.networks.shipped import find, shipped

    return shipped(game) if options.net is None else find(options.net)


def _number_of_symmetries(game: Game, text: str) -> int:
    if text == "all":
        return game.num_symmetries
    if not text.isdecimal() or not 1 <= int(text) <= game.num_symmetries:
        raise SpecError(
            f"the option symmetries of alphazero must be 'all' or, for {game.spec}, from 1 to "
            f"{game.num_symmetries}, not {text!r}"
        )
    return int(text)

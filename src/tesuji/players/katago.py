"""Plays Go with a network of KataGo in Tesuji's tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tesuji import core
from tesuji.games import Game
from tesuji.players.options import option, reflected
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, VisitsPlayer
from tesuji.players.usual_options import (
    memory_option,
    seconds_option,
    seed_option,
    sims_option,
    temperature_option,
    threads_option,
)
from tesuji.search import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tesuji.networks.katago import KataGoNetwork

_USUAL_SIMULATIONS = 100


@dataclass(frozen=True, slots=True)
class KataGoOptions:
    """Options of the spec ``katago``."""

    net: str | None = option(
        None, "a network as 'tesuji networks' lists it, or a file of KataGo's; none: the first"
    )
    precision: Literal["auto", "fp32", "int8"] = option(
        "auto",
        "fp32: as exact as KataGo; int8: several times as fast; auto: int8 from 9x9 on, where the "
        "processor is made for it",
    )
    sims: int | None = sims_option(_USUAL_SIMULATIONS)
    seconds: float | None = seconds_option()
    threads: int = threads_option()
    memory: int = memory_option(256, "the tree")
    # KataGo's own search constants, as far as our search has them.
    c_puct: float = reflected(core.MctsOptions, "c_puct", 1.3, was=("c",))
    puct_spread: float = reflected(core.MctsOptions, "puct_spread", 0.85, was=("spread",))
    fpu_reduction: float = reflected(core.MctsOptions, "fpu_reduction", was=("fpu",))
    score_weight: float = reflected(core.MctsOptions, "score_weight", 0.3, was=("points",))
    score_scale: float = reflected(core.MctsOptions, "score_scale", 20.0, was=("points_scale",))
    temperature: float = temperature_option()
    seed: int | None = seed_option()


@register_player("katago", KataGoOptions, games=("go",))
class KataGoPlayer(VisitsPlayer):
    """Go with a network of KataGo: 'tesuji networks get katago-b15' fetches one."""

    def __init__(self, game: Game, options: KataGoOptions) -> None:
        from tesuji.networks.katago import store

        self.network_file = store.find(options.net)
        points = game.num_moves - 1
        self.network = store.load_shared(self.network_file, options.precision, points)
        memory = options.memory * MEGABYTE
        super().__init__(
            Budget(options.sims, None, options.seconds, memory=memory),
            Budget(simulations=_USUAL_SIMULATIONS, memory=memory),
            options.seed,
            options.temperature,
            threads=options.threads,
            batch_size=1,
            c_puct=options.c_puct,
            puct_spread=options.puct_spread,
            fpu_reduction=options.fpu_reduction,
            score_weight=options.score_weight,
            score_scale=options.score_scale,
            leads=True,
            evaluator=_WithPoints(self.network, options.score_weight, options.score_scale),
            inputs=self.network.inputs(),
        )


class _WithPoints:
    """An evaluator whose values include the expected margin, as those of finished games do."""

    def __init__(self, network: KataGoNetwork, share: float, scale: float) -> None:
        self._network = network
        self._share = share
        self._scale = scale

    def __call__(
        self, inputs: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Returns logits [n, num_moves], values and leads [n], for the players to move."""
        import numpy as np

        from tesuji.networks.katago.network import TREE_OPTIMISM

        found = self._network.judgements(inputs, TREE_OPTIMISM)
        margin = np.tanh(found.score / np.float32(self._scale))
        value = (1 - self._share) * (found.win - found.loss) + self._share * margin
        return found.policy, value.astype(np.float32), found.lead

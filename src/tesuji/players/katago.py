"""A Go player with a network of KataGo, in Tesuji's own tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tesuji.games import Game
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, VisitsPlayer
from tesuji.search import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tesuji.networks.katago import KataGoNetwork

_USUAL_SIMULATIONS = 100


@dataclass(frozen=True, slots=True)
class KataGoOptions:
    """What the spec ``katago`` takes."""

    net: str | None = option(
        None, "a network as 'tesuji networks' lists it, or a file of KataGo's; none: the first"
    )
    precision: Literal["auto", "fp32", "int8"] = option(
        "auto",
        "fp32: as exact as KataGo; int8: several times as fast; auto: int8 from 9x9 on, where the "
        "processor is made for it",
    )
    sims: int | None = option(None, "simulations for each move; 100 without any limit", minimum=1)
    seconds: float | None = option(None, "seconds for each move", above=0)
    threads: int = option(1, "searching threads", minimum=1, maximum=256)
    memory: int = option(256, "megabytes for the tree", minimum=1)
    c: float = option(1.3, "exploration constant (c_puct)", minimum=0)
    spread: float = option(
        0.85, "how much exploration follows the spread of the values below a position", minimum=0
    )
    fpu: float = option(0.2, "untried moves are worth the value of the position less this")
    points: float = option(
        0.3,
        "share of the points in what a game is worth; the rest is who wins",
        minimum=0,
        maximum=1,
    )
    points_scale: float = option(
        20.0, "points of margin beyond which more of them hardly count", above=0
    )
    temperature: float = option(
        0.0, "0: the best move; 1: moves in proportion to their visits", minimum=0
    )
    seed: int | None = option(None, "seed of all chance; without one every game differs", minimum=0)


@register_player("katago", KataGoOptions, games=("go",))
class KataGoPlayer(VisitsPlayer):
    """Go with a network of KataGo: 'tesuji networks get katago-b15' fetches one."""

    def __init__(self, game: Game, options: KataGoOptions) -> None:
        from tesuji.networks.katago import store

        self.network_file = store.find(options.net)
        points = game.num_moves - 1
        network = store.load_shared(self.network_file, options.precision, points)
        memory = options.memory * MEGABYTE
        super().__init__(
            Budget(options.sims, None, options.seconds, memory=memory),
            Budget(simulations=_USUAL_SIMULATIONS, memory=memory),
            options.seed,
            options.temperature,
            threads=options.threads,
            batch_size=1,
            puct=options.c,
            puct_spread=options.spread,
            fpu_reduction=options.fpu,
            score_weight=options.points,
            score_scale=options.points_scale,
            leads=True,
            evaluator=_WithPoints(network, options.points, options.points_scale),
            inputs=network.inputs(),
        )


class _WithPoints:
    """An evaluator whose values count the expected margin, as the search counts it at the end."""

    def __init__(self, network: KataGoNetwork, share: float, scale: float) -> None:
        self._network = network
        self._share = share
        self._scale = scale

    def __call__(
        self, inputs: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Logits [n, num_moves], values and leads [n], for the players to move."""
        import numpy as np

        from tesuji.networks.katago.network import TREE_OPTIMISM

        found = self._network.judgements(inputs, TREE_OPTIMISM)
        margin = np.tanh(found.score / np.float32(self._scale))
        value = (1 - self._share) * (found.win - found.loss) + self._share * margin
        return found.policy, value.astype(np.float32), found.lead

"""Plays Go as people do: natural moves by a network of KataGo, with errors of a given size."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji.games import Game, Position, Value
from tesuji.players.base import Choice, Player, TimeLeft, fresh_seed
from tesuji.players.options import option
from tesuji.players.registry import register_player

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_CANDIDATES = 24
_UNTHINKABLE = 0.0003
"""Share of the policy below which a move is not considered."""
_WORST_ERROR = 6.0
"""Errors larger than this many times the usual one are not made."""
_LEAST_CARE, _MOST_CARE = -0.3, 100.0
"""The range of the factor by which moves get less likely with the points that they lose. A negative
factor prefers moves that lose points, for large errors."""
_STEPS = 50


@dataclass(frozen=True, slots=True)
class ShapeOptions:
    """Options of the spec ``shape``."""

    errors: float = option(
        1.0, "points lost per move on average, as the network counts them", minimum=0
    )
    net: str | None = option(
        None, "a network as 'tesuji networks' lists it, or a file of KataGo's; none: the first"
    )
    seed: int | None = option(None, "seed of its errors; without one every game differs", minimum=0)


@register_player("shape", ShapeOptions, games=("go",))
class ShapePlayer(Player):
    """Plays shape in Go with a network of KataGo, and loses a given number of points per move.

    Likely moves of the policy are evaluated one ply ahead, and one of them is drawn: likelier with
    its share of the policy, less likely with the points that it loses, so that the expected loss
    is `errors`. Its errors depend only on the position and the seed.
    """

    def __init__(self, game: Game, options: ShapeOptions) -> None:
        from tesuji.networks.katago import store

        self._network = store.load_shared(store.find(options.net), "auto", game.num_moves - 1)
        self._inputs: Any = self._network.inputs()
        self._errors = options.errors
        self._seed = fresh_seed() if options.seed is None else options.seed

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        import numpy as np

        found = self._network.judgements(self._inputs.encode(position)[None])
        legal = position.legal_moves()
        logits = found.policy[0][legal]
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        value = Value(float(found.win[0] - found.loss[0]), position.to_move)
        order = np.argsort(-shares, kind="stable")
        favourite = legal[int(order[0])]
        if favourite == position.game.pass_move:
            return Choice(favourite, value)
        thought_of = [
            int(i)
            for i in order[:_MOST_CANDIDATES]
            if shares[i] >= _UNTHINKABLE and legal[int(i)] != position.game.pass_move
        ]
        leads = self._leads(position, [legal[i] for i in thought_of])
        losses = [max(leads) - lead for lead in leads]
        weights = weigh([float(shares[i]) for i in thought_of], losses, self._errors)
        dice = random.Random(f"{self._seed} {position.text()}")
        return Choice(legal[dice.choices(thought_of, weights)[0]], value)

    def _leads(self, position: Position, moves: Sequence[int]) -> list[float]:
        """Returns the points by which the player to move leads after each move."""
        import numpy as np

        after = [position.after(move) for move in moves]
        batch = np.stack([self._inputs.encode(each) for each in after])
        return [-float(lead) for lead in self._network.judgements(batch).lead]


def weigh(shares: Sequence[float], losses: Sequence[float], errors: float) -> list[float]:
    """Returns the probability of each move, so that `errors` points are lost on average.

    Moves with a large share are preferred. If no weights lose that much, they lose as much as
    possible; a single move never loses several times as much.
    """
    if errors <= 0:
        best = min(range(len(losses)), key=lambda i: (losses[i], -shares[i]))
        return [1.0 if i == best else 0.0 for i in range(len(losses))]
    allowed = [loss <= _WORST_ERROR * errors for loss in losses]

    def weights(care: float) -> list[float]:
        return [
            math.sqrt(share) * math.exp(-care * loss) if ok else 0.0
            for share, loss, ok in zip(shares, losses, allowed, strict=True)
        ]

    low, high = _LEAST_CARE, _MOST_CARE
    for _ in range(_STEPS):
        middle = (low + high) / 2
        drawn = weights(middle)
        mean = sum(w * loss for w, loss in zip(drawn, losses, strict=True)) / sum(drawn)
        low, high = (middle, high) if mean > errors else (low, middle)
    return weights(high)

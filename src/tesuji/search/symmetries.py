"""Makes tables of a game's symmetries, and averages evaluators over symmetries."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.games.canonical import inverse
from tesuji.search.self_play import Floats


@lru_cache(maxsize=8)
def move_tables(game: Game) -> NDArray[np.int32]:
    """Returns the image of each move under each symmetry, int32 [num_symmetries, num_moves]."""
    return np.stack([game.move_under(number) for number in range(game.num_symmetries)])


@lru_cache(maxsize=8)
def cell_tables(game: Game) -> NDArray[np.int32]:
    """Returns the image of each cell under each symmetry, int32 [symmetries, height * width]."""
    return np.stack([game.cell_under(number) for number in range(game.num_symmetries)])


EvaluateAll: TypeAlias = Callable[[Floats], tuple[Floats, ...]]
"""As `tesuji.search.self_play.Evaluate`, with leads in points [n] where a search asks for them."""


class Averaged:
    """An evaluator that shows each position to another under several symmetries.

    Policies (as probabilities), values and leads are averaged. If not all symmetries are used,
    those of each batch are random.
    """

    def __init__(self, game: Game, evaluate: EvaluateAll, symmetries: int, seed: int = 0) -> None:
        if not 1 <= symmetries <= game.num_symmetries:
            raise TesujiError(
                f"{game.spec} has {game.num_symmetries} symmetries to average over, "
                f"not {symmetries}"
            )
        self._evaluate = evaluate
        self._count = symmetries
        self._random = np.random.default_rng(seed)
        self._moves = move_tables(game)
        # Where the content of each cell comes from.
        self._sources = np.stack([inverse(cells) for cells in cell_tables(game)])

    def __call__(self, planes: Floats) -> tuple[Floats, ...]:
        """Returns logits [n, num_moves], values [n] and the evaluator's other outputs."""
        chosen = self._choose()
        count, rows, shape = len(chosen), len(planes), planes.shape[1:]
        flat = planes.reshape(rows, shape[0], -1)
        images = np.stack([flat[:, :, self._sources[symmetry]] for symmetry in chosen])
        logits, *numbers = self._evaluate(images.reshape(count * rows, *shape))
        logits = logits.reshape(count, rows, -1)
        back = np.stack([of[:, self._moves[s]] for of, s in zip(logits, chosen, strict=True)])
        back -= back.max(2, keepdims=True)
        shares = np.exp(back)
        shares /= shares.sum(2, keepdims=True)
        averaged = np.log(np.maximum(shares.mean(0), 1e-30)).astype(np.float32)
        return averaged, *(each.reshape(count, rows).mean(0) for each in numbers)

    def _choose(self) -> NDArray[np.int64]:
        if self._count == len(self._moves):
            return np.arange(self._count)
        return self._random.choice(len(self._moves), self._count, replace=False)

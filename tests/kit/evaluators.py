"""Evaluators for the tests of self-play: functions from planes to logits and values."""

from __future__ import annotations

import numpy as np

from tesuji.games import Game
from tesuji.search.self_play import Evaluate, Floats


def uniform(game: Game) -> Evaluate:
    """Knows nothing: all moves are alike, every position is even."""

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        count = len(planes)
        return np.zeros((count, game.num_moves), np.float32), np.zeros(count, np.float32)

    return evaluate


def opinionated(game: Game, seed: int = 0) -> Evaluate:
    """Has an opinion of every position, always the same one, from a random dense layer."""
    assert game.plane_shape is not None
    random = np.random.default_rng(seed)
    size = int(np.prod(game.plane_shape))
    weights = random.normal(0, size**-0.5, (size, game.num_moves + 1)).astype(np.float32)

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        # Row by row: a product of matrices may round differently in batches of another size.
        rows = [row.reshape(-1) @ weights for row in planes]
        found = np.stack(rows) if rows else np.zeros((0, game.num_moves + 1), np.float32)
        return np.ascontiguousarray(3 * found[:, :-1]), np.tanh(2 * found[:, -1])

    return evaluate

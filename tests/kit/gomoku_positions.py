"""Random positions of Gomoku for tests."""

from __future__ import annotations

import random

from tesuji.games import make
from tesuji.games.gomoku import GomokuPosition


def random_position(
    dice: random.Random, size: int, rules: str, stones: int, spread: int | None = None
) -> GomokuPosition:
    """A position after random legal moves, close together, that nobody has won."""
    game = make("gomoku", size=size, rules=rules)
    while True:
        position = game.initial()
        for _ in range(stones):
            legal = position.legal_moves()
            if spread is not None:
                middle = size // 2
                near = [
                    m
                    for m in legal
                    if max(abs(m // size - middle), abs(m % size - middle)) <= spread
                ]
                legal = near or legal
            if not legal:
                break
            position = position.after(dice.choice(legal))
            if position.is_over:
                break
        if not position.is_over:
            assert isinstance(position, GomokuPosition)
            return position

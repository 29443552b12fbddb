"""Whose each point of a Go board will be, by playing on at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesuji import core
from tesuji.games.go import GoPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEED = 1
"""The same board always gets the same answer."""
_AT_ONCE = 1000
"""Games of one call of the core, which does not listen to Ctrl-C: a tenth of a second on 19x19."""


def ownership(position: GoPosition, playouts: int = 200) -> NDArray[np.float32]:
    """Who ends up with each point: 1 always Black, -1 always White, float32 [rows * columns].

    Both sides play random legal moves but never fill an eye of their own. Half of the playouts
    begin with Black and half with White: who has to move first in a seki loses it, so both sides
    keep a share of it.
    """
    import numpy as np

    game = position.game
    total = np.zeros(game.rows * game.columns)
    games = (playouts + 1) // 2
    for mover in (0, 1):
        start = GoPosition(game.rules, position.stones, mover, position.prisoners)
        for done in range(0, games, _AT_ONCE):
            count = min(_AT_ONCE, games - done)
            means = core.go_ownership(start, count, _SEED + done)
            total += np.array(means, dtype=np.float32) * (count / games)
    return (total / 2).astype(np.float32)

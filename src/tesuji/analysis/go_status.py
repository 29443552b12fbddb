"""Who owns what on a Go board, and which stones are dead: an opinion, not a proof.

A network of KataGo says it where the user has taken one. Without one the game is played out at
random, many times: both sides play random legal moves but never fill their own one-point eyes.
That is good on a board where the fighting is over, and poor in the middle of a fight.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tesuji.games.go import GoPosition
from tesuji.networks.katago import store
from tesuji.search import ownership

PLAYOUTS = 400
_DEAD_BELOW = 0.4
"""A chain whose points stay its own by a smaller chance is dead."""
_SEKI_POINTS = 4
"""The largest empty region that two chains in seki share."""


def owners(position: GoPosition, playouts: int = PLAYOUTS) -> NDArray[np.float32]:
    """Who will own each point: 1 surely Black, -1 surely White, float32 [rows * columns]."""
    if not store.installed():
        return ownership(position, playouts)
    network = store.load_shared(store.find(None))
    found: NDArray[np.float32] = network.judge(position).ownership[0]
    return found if position.to_move == 0 else -found


def chains_by_status(position: GoPosition, playouts: int = PLAYOUTS) -> dict[str, list[list[int]]]:
    """The chains on the board, each a list of points, by status: "alive", "seki", "dead".

    A living chain is said to live in seki when all that it touches, once dead stones are taken
    off, are small empty regions that belong to nobody.
    """
    share = owners(position, playouts)
    stones = position.stones
    chains = []
    for point, stone in enumerate(stones):
        if stone >= 0 and position.chain(point)[0] == point:
            chains.append(position.chain(point))
    dead = [chain for chain in chains if _kept(chain, stones, share) < _DEAD_BELOW]
    removed = {point for chain in dead for point in chain}
    owner = position.score(sorted(removed)).owner
    around = _neighbours(position.game.rows, position.game.columns)
    empty = {point for point, stone in enumerate(stones) if stone < 0 or point in removed}
    shared = {point for point in _small_regions(empty, around) if owner[point] < 0}
    found: dict[str, list[list[int]]] = {"alive": [], "seki": [], "dead": dead}
    for chain in chains:
        if chain not in dead:
            touched = {near for point in chain for near in around[point] if near in empty}
            found["seki" if touched and touched <= shared else "alive"].append(chain)
    return found


def _small_regions(empty: set[int], around: list[list[int]]) -> set[int]:
    """The points of connected empty regions of at most `_SEKI_POINTS` points."""
    small: set[int] = set()
    left = set(empty)
    while left:
        region = {left.pop()}
        edge = list(region)
        while edge:
            new = left.intersection(around[edge.pop()])
            left -= new
            region |= new
            edge.extend(new)
        if len(region) <= _SEKI_POINTS:
            small |= region
    return small


def dead_points(position: GoPosition) -> list[int]:
    """The points of all dead stones."""
    return [point for chain in chains_by_status(position)["dead"] for point in chain]


def _kept(chain: list[int], stones: list[int], share: NDArray[np.float32]) -> float:
    """By what chance a chain's points stay with its colour, from 0 to 1."""
    black = float(np.mean(share[chain]) + 1) / 2
    return black if stones[chain[0]] == 0 else 1 - black


@lru_cache(maxsize=8)
def _neighbours(rows: int, columns: int) -> list[list[int]]:
    """For each point its neighbours on the board."""
    table = []
    for point in range(rows * columns):
        row, column = divmod(point, columns)
        steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
        table.append(
            [
                (row + down) * columns + column + right
                for down, right in steps
                if 0 <= row + down < rows and 0 <= column + right < columns
            ]
        )
    return table

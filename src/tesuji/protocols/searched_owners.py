"""Tells who owns each point, averaged over the lines of a search.

KataGo averages over its whole tree. Here each move's line stands for its tree: a position counts
with the visits that went no further along the line, which are those that ended there or left it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.analysis.explanations import owners_of
from tesuji.games import Position, Side
from tesuji.networks.katago import KataGoNetwork
from tesuji.players import Player
from tesuji.players.katago import KataGoPlayer
from tesuji.search.report import MoveReport, SearchReport

Path = tuple[int, ...]
"""The moves from the position that was searched to another one."""
Floats = NDArray[np.float32]

_LEAST_SHARE = 0.01
"""Positions with a smaller share of the visits are left out, as if a line ended before them."""


class SearchedOwners:
    """The owners of the points of one position, by the reports of a search of it.

    They are given by rows from the top, from 1 (surely the side to move) to -1. With the network of
    KataGo that searches, means are over the lines; otherwise they are of one position, because
    telling owners without a network takes long. None means that the game has no owned points.
    """

    def __init__(self, position: Position, network: KataGoNetwork | None = None) -> None:
        self._position = position
        self._network = network
        self._known: dict[Path, Floats | None] = {}

    def mean(self, report: SearchReport, move: int | None = None) -> list[float] | None:
        """Returns who will own each point, now or after a move."""
        if self._network is None:
            row = self._rows([_path(move)])[0]
            return None if row is None else row.tolist()
        found = self._weighted(report, move)
        return None if found is None else _mean(*found).tolist()

    def spread(self, report: SearchReport, move: int | None = None) -> list[float] | None:
        """Returns the standard deviation of each point's owner, now or after a move."""
        found = self._weighted(report, move)
        if found is None:
            return None
        rows, weights = found
        squares = _mean((rows - _mean(rows, weights)) ** 2, weights)
        return [float(spread) for spread in np.sqrt(squares)]

    def _weighted(self, report: SearchReport, move: int | None) -> tuple[Floats, Floats] | None:
        """Returns the owners in each position [n, points], and the weights of the positions [n]."""
        weights = line_weights(report, move)
        rows = [row for row in self._rows(list(weights)) if row is not None]
        if len(rows) < len(weights):
            return None
        return np.stack(rows), np.array(list(weights.values()), dtype=np.float32)

    def _rows(self, paths: Sequence[Path]) -> list[Floats | None]:
        fresh = {path: self._after(path) for path in paths if path not in self._known}
        if self._network is None:
            for path, position in fresh.items():
                owners = owners_of(position)
                sign = 1 if self._position.to_move == Side.FIRST else -1
                self._known[path] = None if owners is None else np.float32(sign) * owners
        elif fresh:
            inputs: Any = self._network.inputs()
            batch = np.stack([inputs.encode(position) for position in fresh.values()])
            owned = self._network.judgements(batch).ownership
            for (path, position), owners in zip(fresh.items(), owned, strict=True):
                sign = 1 if position.to_move == self._position.to_move else -1
                self._known[path] = np.float32(sign) * owners
        return [self._known[path] for path in paths]

    def _after(self, path: Path) -> Position:
        """Returns the position after `path`, or the last one before the game ends."""
        position = self._position
        for move in path:
            after = position.after(move)
            if after.is_over:
                break
            position = after
        return position


def network_behind(player: Player) -> KataGoNetwork | None:
    """Returns the network of KataGo that a player searches with; None where it has none."""
    thinking = player.behind
    return thinking.network if isinstance(thinking, KataGoPlayer) else None


def line_weights(report: SearchReport, move: int | None = None) -> dict[Path, float]:
    """Returns the positions on the lines of a search, with the visits that went no further.

    The first of them is the position that was searched, or with `move` the one after it.
    """
    total = sum(one.visits for one in report.moves)
    least = max(1.0, _LEAST_SHARE * total)
    weights: dict[Path, float] = {_path(move): 1.0}
    for one in report.moves:
        if move is not None and one.move != move:
            continue
        visits = _visits(one)
        shown = sum(count >= least for count in visits)
        if move is None:
            weights[()] += visits[0] if shown == 0 else 0
        for depth in range(1, shown + 1):
            further = visits[depth] if depth < shown else 0
            path = one.line[:depth] or (one.move,)
            weights[path] = float(max(visits[depth - 1] - further, 1))
    return weights


def _visits(move: MoveReport) -> Sequence[int]:
    return move.line_visits or (move.visits,)


def _path(move: int | None) -> Path:
    return () if move is None else (move,)


def _mean(rows: Floats, weights: Floats) -> Floats:
    found: Floats = (weights @ rows / weights.sum()).astype(np.float32)
    return found

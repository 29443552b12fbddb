"""The positions that a network learns from: the newest ones of the games it played.

A generation's games are turned into `Positions`, plain arrays, once; `Replay` holds those of the
newest generations and gives out batches in random orientations.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Game
from tesuji.learning.alphazero.config import ReplayConfig
from tesuji.learning.alphazero.layout import Layout
from tesuji.search import SelfPlayGame, encode_samples


@dataclass(frozen=True, slots=True)
class Positions:
    """n positions with what is to be learnt of them, each for the player to move."""

    planes: NDArray[Any]
    """[n, channels, height, width], float16, or uint8 where whole numbers do"""
    policies: NDArray[np.float16]
    """What the search made of them [n, num_moves]."""
    results: NDArray[np.float32]
    """How the game ended, or what was proven, from -1 to 1 [n]."""
    root_values: NDArray[np.float32]
    """What the search thought, from -1 to 1 [n]."""
    scores: NDArray[np.float32]
    """The margin at the end, in points; NaN where it is not known [n]."""
    ownership: NDArray[np.int8]
    """Whose each cell is at the end: 1 one's own, -1 the opponent's, 0 nobody's
    [n, height * width]"""
    ownership_known: NDArray[np.bool_]
    """[n]"""

    def __len__(self) -> int:
        return len(self.results)

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        return cls(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__)
        )


def positions_of(game: Game, games: Sequence[SelfPlayGame]) -> Positions:
    """The positions of `games` that were searched fully; the others only lead on."""
    picks = np.array(
        [
            (number, ply, 0)
            for number, played in enumerate(games)
            for ply in np.flatnonzero(played.searched_fully)
        ],
        dtype=np.int32,
    ).reshape(-1, 3)
    found = encode_samples(game, games, picks)
    count, cells = len(picks), Layout.of(game).cells
    roots = [played.root_values[played.searched_fully] for played in games]
    ownership = np.zeros((count, cells)) if found.ownership is None else found.ownership
    return Positions(
        _compact(found.planes),
        found.policies.astype(np.float16),
        found.values,
        np.concatenate([np.zeros(0, np.float32), *roots]),
        np.where(found.score_known, found.scores, np.float32(np.nan)),
        ownership.reshape(count, cells).astype(np.int8),
        found.ownership_known & (found.ownership is not None),
    )


def _compact(planes: NDArray[np.float32]) -> NDArray[Any]:
    """The same numbers in as few bytes as hold them."""
    small = planes.astype(np.uint8)
    return small if np.array_equal(small, planes) else planes.astype(np.float16)


@dataclass(frozen=True, slots=True)
class Batch:
    """What one step of training sees; arrays as in `Positions`, all float32."""

    planes: NDArray[np.float32]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]
    """The mixture that is to be learnt."""
    scores: NDArray[np.float32]
    """Divided by `Layout.score_scale`; NaN where not known."""
    ownership: NDArray[np.float32]
    ownership_known: NDArray[np.bool_]


class Replay:
    """The newest generations of a run; the oldest leave when newer ones fill the window."""

    def __init__(self, game: Game, config: ReplayConfig, root_value_share: float) -> None:
        self._config = config
        self._share = root_value_share
        self._layout = Layout.of(game)
        self._parts: deque[Positions] = deque()
        self._tests: deque[Positions] = deque()
        self.seen = 0
        """Positions that ever came in, those kept for testing left out."""
        count = game.num_symmetries if config.symmetries else 1
        self._cells = _inverse([game.cell_under(s) for s in range(count)])
        self._moves = _inverse([game.move_under(s) for s in range(count)])

    def add(self, training: Positions, testing: Positions) -> None:
        """A new generation comes in."""
        self.seen += len(training)
        self._parts.append(training)
        self._tests.append(testing)
        while len(self) - len(self._parts[0]) >= self.window and len(self._parts) > 1:
            self._parts.popleft()
            self._tests.popleft()

    @property
    def window(self) -> int:
        """How many positions are wanted now."""
        low, high = self._config.min_window, self._config.max_window
        return int(max(low, min(high, self.seen * self._config.window_share)))

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts)

    @property
    def num_tests(self) -> int:
        return sum(len(part) for part in self._tests)

    def batches(self, size: int, steps: int, dice: np.random.Generator) -> Iterator[Batch]:
        """`steps` batches of `size` positions drawn without repetition while there are others."""
        if steps == 0 or len(self) == 0:
            return
        everything = Positions.joined(self._parts)
        order = dice.permutation(len(everything))
        at = 0
        for _ in range(steps):
            if at + size > len(order):
                order = np.concatenate([order[at:], dice.permutation(len(everything))])
                at = 0
                while len(order) < size:
                    order = np.concatenate([order, dice.permutation(len(everything))])
            yield self._batch(everything, order[at : at + size], dice)
            at += size

    def tests(self, size: int, at_most: int) -> Iterator[Batch]:
        """The newest positions that were never learnt from, as they were played."""
        left = at_most
        for part in reversed(self._tests):
            count = min(left, len(part))
            for start in range(0, count, size):
                yield self._batch(part, np.arange(start, min(start + size, count)), None)
            left -= count

    def _batch(
        self, source: Positions, picks: NDArray[np.int64], dice: np.random.Generator | None
    ) -> Batch:
        count = len(picks)
        planes = source.planes[picks].reshape(count, self._layout.channels, -1)
        policies, ownership = source.policies[picks], source.ownership[picks]
        if dice is not None and len(self._cells) > 1:
            turn = dice.integers(len(self._cells), size=count)
            cells, moves = self._cells[turn], self._moves[turn]
            planes = np.take_along_axis(planes, cells[:, None, :], axis=2)
            policies = np.take_along_axis(policies, moves, axis=1)
            ownership = np.take_along_axis(ownership, cells, axis=1)
        shape = (count, self._layout.channels, self._layout.height, self._layout.width)
        results, thoughts = source.results[picks], source.root_values[picks]
        values = (1 - self._share) * results + self._share * thoughts
        return Batch(
            planes.astype(np.float32).reshape(shape),
            policies.astype(np.float32),
            values.astype(np.float32),
            (source.scores[picks] / self._layout.score_scale).astype(np.float32),
            ownership.astype(np.float32),
            source.ownership_known[picks],
        )


def _inverse(permutations: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """For each symmetry and place the place that comes there, [symmetries, places]."""
    return np.argsort(np.stack(permutations), axis=1).astype(np.int32)

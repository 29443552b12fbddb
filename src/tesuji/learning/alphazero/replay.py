"""Keeps the positions that a network learns from: the newest ones of its games.

A generation's games are converted to `Positions`, plain arrays, once; `ReplayWindow` holds those of
the newest generations and yields batches in random orientations, each of boards of one size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.games import Game
from tesuji.learning.alphazero.boards import TrainingBoard, alike
from tesuji.learning.alphazero.config import ReplayConfig
from tesuji.networks.layout import Layout
from tesuji.search import SelfPlayGame, encode_samples

HORIZONS = (1 / 16, 1 / 6)
"""The time scales of `Positions.soon`, in plies per cell of the board."""


@dataclass(frozen=True, slots=True)
class Positions:
    """n positions with their targets, each for the player to move."""

    planes: NDArray[Any]
    """[n, channels, height, width], float16, or uint8 if all numbers are integers"""
    policies: NDArray[np.float16]
    """The policies of the search [n, num_moves]."""
    results: NDArray[np.float32]
    """The result of the game, or the proven value, from -1 to 1 [n]."""
    root_values: NDArray[np.float32]
    """The value of the search, from -1 to 1 [n]."""
    scores: NDArray[np.float32]
    """The margin at the end, in points; NaN if unknown [n]."""
    ownership: NDArray[np.int8]
    """Whose each cell is at the end: 1 one's own, -1 the opponent's, 0 nobody's
    [n, height * width]"""
    ownership_known: NDArray[np.bool_]
    """[n]"""
    soon: NDArray[np.float32]
    """Weighted mean of the search's values in the plies from here on, for each of
    `HORIZONS` [n, 2]."""
    surprises: NDArray[np.float32]
    """Divergence of the search from the network, relative to the game's mean; 1 on average [n]."""

    def __len__(self) -> int:
        return len(self.results)

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        return cls(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__)
        )


def positions_of(game: Game, games: Sequence[SelfPlayGame]) -> Positions:
    """Returns the fully searched positions of `games`."""
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
        np.concatenate(
            [np.zeros((0, len(HORIZONS)), np.float32)]
            + [values_soon(played, cells)[played.searched_fully] for played in games]
        ),
        np.concatenate([np.zeros(0, np.float32), *map(_surprises, games)]),
    )


def _surprises(played: SelfPlayGame) -> NDArray[np.float32]:
    """Returns the surprises of the training plies, divided by their mean; all 1 if it is 0."""
    found = played.surprises[played.searched_fully]
    mean = found.mean() if len(found) else 0.0
    return found / mean if mean > 0 else np.ones_like(found)


def values_soon(played: SelfPlayGame, cells: int) -> NDArray[np.float32]:
    """Returns means over the search's values from each ply on, for the mover, [plies, horizons].

    Weights decay by 1 - 1 / (horizon * cells) per ply; after the end the result is repeated.
    """
    signs = np.where(played.movers == 0, 1.0, -1.0)
    thoughts = signs * played.root_values  # for the first player
    found = np.zeros((played.plies, len(HORIZONS)), np.float32)
    for column, horizon in enumerate(HORIZONS):
        keep = 1 - 1 / max(horizon * cells, 1.5)
        mean = played.result if not played.plies else signs[-1] * played.values[-1]
        for ply in range(played.plies - 1, -1, -1):
            if not np.isnan(thoughts[ply]):  # a random move has no value
                mean = keep * mean + (1 - keep) * thoughts[ply]
            found[ply, column] = signs[ply] * mean
    return found


def _compact(planes: NDArray[np.float32]) -> NDArray[Any]:
    """Returns the same numbers in the smallest suitable type."""
    small = planes.astype(np.uint8)
    return small if np.array_equal(small, planes) else planes.astype(np.float16)


@dataclass(frozen=True, slots=True)
class Batch:
    """The data of one training step; arrays as in `Positions`, all float32, of one board size."""

    planes: NDArray[np.float32]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]
    """The targets: a mixture of the next two."""
    results: NDArray[np.float32]
    root_values: NDArray[np.float32]
    scores: NDArray[np.float32]
    """Divided by `Layout.score_scale`; NaN where not known."""
    ownership: NDArray[np.float32]
    ownership_known: NDArray[np.bool_]
    soon: NDArray[np.float32]
    order: NDArray[np.int64]
    """The place of each move in the policy of a network for any size: `Layout.order`."""


Generation = dict[int, Positions]
"""Positions of a generation, by the number of their board size."""


class Sizes:
    """The board sizes of a run, by number, and the size of each of its boards."""

    def __init__(self, boards: Sequence[TrainingBoard]) -> None:
        self._boards = {board.number: board.game for board in boards}
        self._sizes = {
            board.number: size for size, group in enumerate(alike(boards)) for board in group
        }
        self.games = [group[0].game for group in alike(boards)]
        """A game of each size."""

    def positions_of(self, games: Sequence[SelfPlayGame]) -> Generation:
        """Returns the training positions of `games`."""
        by_board: dict[int, list[SelfPlayGame]] = {}
        for game in games:
            by_board.setdefault(game.board, []).append(game)
        parts: dict[int, list[Positions]] = {}
        for board, played in sorted(by_board.items()):
            found = positions_of(self._boards[board], played)
            parts.setdefault(self._sizes[board], []).append(found)
        return {size: Positions.joined(found) for size, found in parts.items()}


def count_of(generation: Generation) -> int:
    return sum(len(part) for part in generation.values())


class ReplayWindow:
    """The newest generations of a run; the oldest leave when newer ones fill the window."""

    def __init__(self, sizes: Sizes, config: ReplayConfig, root_value_share: float) -> None:
        self._config = config
        self._shelves = [_Shelf(game, config.symmetries, root_value_share) for game in sizes.games]
        self._parts: deque[Generation] = deque()
        self._tests: deque[Generation] = deque()
        self.seen = 0
        """All positions ever added, except those for testing."""

    def add(self, training: Generation, testing: Generation) -> None:
        """Adds a generation."""
        self.seen += count_of(training)
        self._parts.append(training)
        self._tests.append(testing)
        while len(self) - count_of(self._parts[0]) >= self.window and len(self._parts) > 1:
            self._parts.popleft()
            self._tests.popleft()

    def replace(self, age: int, training: Generation) -> None:
        """Replaces the targets of the generation that was added `age` generations ago."""
        if age < len(self._parts):
            self._parts[-1 - age] = training

    @property
    def window(self) -> int:
        """The wanted number of positions now."""
        low, high = self._config.min_window, self._config.max_window
        return int(max(low, min(high, self.seen * self._config.window_share)))

    def __len__(self) -> int:
        return sum(map(count_of, self._parts))

    @property
    def generations(self) -> int:
        """The number of generations in the window."""
        return len(self._parts)

    def batches(self, size: int, steps: int, dice: np.random.Generator) -> Iterator[Batch]:
        """Yields `steps` batches of `size` positions, drawn without repetition as far as possible.

        Board sizes are chosen in proportion to their share of the window.
        """
        if steps == 0 or len(self) == 0:
            return
        drawers = []
        for number, shelf in enumerate(self._shelves):
            parts = [part[number] for part in self._parts if number in part]
            everything = Positions.joined(parts) if parts else None
            if everything is not None and len(everything):
                drawers.append(_Drawer(shelf, everything, self._config.surprise_share))
        counts = np.array([len(drawer.source) for drawer in drawers])
        for _ in range(steps):
            # No random draw if there is no choice.
            at = dice.choice(len(drawers), p=counts / counts.sum()) if len(drawers) > 1 else 0
            yield drawers[at].draw(size, dice)

    def tests(self, size: int, at_most: int) -> Iterator[Batch]:
        """Yields the newest test positions, as played."""
        left = at_most
        for generation in reversed(self._tests):
            for number, part in generation.items():
                count = min(left, len(part))
                for start in range(0, count, size):
                    picks = np.arange(start, min(start + size, count))
                    yield self._shelves[number].batch(part, picks, None)
                left -= count

    def newest_planes(self, count: int, dice: np.random.Generator) -> list[NDArray[np.float32]]:
        """Returns about `count` positions of the newest games, arrays [n, c, h, w] by size."""
        if not self._parts:
            return []
        newest = self._parts[-1]
        whole = max(count_of(newest), 1)
        found = []
        for part in newest.values():
            if len(part):
                share = max(count * len(part) // whole, 1)
                picks = dice.integers(len(part), size=share)
                found.append(part.planes[picks].astype(np.float32))
        return found


class _Shelf:
    """Makes batches of positions of one board size."""

    def __init__(self, game: Game, symmetries: bool, root_value_share: float) -> None:
        self._layout = Layout.of(game)
        self._order = self._layout.order
        self._share = root_value_share
        count = game.num_symmetries if symmetries else 1
        self._cells = _inverse([game.cell_under(s) for s in range(count)])
        self._moves = _inverse([game.move_under(s) for s in range(count)])

    def batch(
        self, source: Positions, picks: NDArray[np.int64], dice: np.random.Generator | None
    ) -> Batch:
        """Returns the positions `picks` of `source`; turned at random if there are `dice`."""
        count = len(picks)
        planes = source.planes[picks].reshape(count, self._layout.channels, -1)
        policies, ownership = source.policies[picks], source.ownership[picks]
        if dice is not None and len(self._cells) > 1:
            turn = dice.integers(len(self._cells), size=count)
            cells, moves = self._cells[turn], self._moves[turn]
            planes = np.take_along_axis(planes, cells[:, None, :], axis=2)
            policies = np.take_along_axis(policies, moves, axis=1)
            ownership = np.take_along_axis(ownership, cells, axis=1)
        results, thoughts = source.results[picks], source.root_values[picks]
        values = (1 - self._share) * results + self._share * thoughts
        return Batch(
            planes.astype(np.float32).reshape(count, *self._layout.plane_shape),
            policies.astype(np.float32),
            values.astype(np.float32),
            results,
            thoughts,
            (source.scores[picks] / self._layout.score_scale).astype(np.float32),
            ownership.astype(np.float32),
            source.ownership_known[picks],
            source.soon[picks],
            self._order,
        )


class _Drawer:
    """Draws positions of one size in random order, each as often as due before any repeats."""

    def __init__(self, shelf: _Shelf, source: Positions, surprise_share: float) -> None:
        self._shelf = shelf
        self.source = source
        self._due = 1 - surprise_share + surprise_share * source.surprises
        self._order = np.zeros(0, np.int64)

    def draw(self, size: int, dice: np.random.Generator) -> Batch:
        while len(self._order) < size:
            self._order = np.concatenate([self._order, self._round(dice)])
        picks, self._order = self._order[:size], self._order[size:]
        return self._shelf.batch(self.source, picks, dice)

    def _round(self, dice: np.random.Generator) -> NDArray[np.int64]:
        """Returns all positions in random order; one due 1.3 times comes once or twice."""
        count = len(self.source)
        if (self._due == 1).all():
            return dice.permutation(count)
        times = np.floor(self._due + dice.random(count)).astype(np.int64)
        return dice.permutation(np.repeat(np.arange(count), times))


def _inverse(permutations: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Returns the source of each place under each symmetry, [symmetries, places]."""
    return np.argsort(np.stack(permutations), axis=1).astype(np.int32)

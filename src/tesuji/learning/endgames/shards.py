"""Makes samples in portions, each determined by the seed of the run and its number.

A portion is one file, written completely or not at all. So a killed run continues with the first
missing portion, and several processes can make portions at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from tesuji.learning.common.checkpoints import read_checkpoint, write_checkpoint
from tesuji.learning.endgames.exact_samples import COLD, ExactOptions, region_samples
from tesuji.learning.endgames.game_samples import (
    MOMENTS,
    Moves,
    game_samples,
    moments_of,
    play_games,
)
from tesuji.learning.endgames.samples import NUMBERS, Sample, gathered, write_samples
from tesuji.learning.endgames.walls import random_region
from tesuji.processes import serve_parent
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.regions import contested_areas
from tesuji.theory.go_endgames.surroundings import EMPTY, StoneGrid

GAMES_EACH = 20
REGIONS_EACH = 100
"""Games, or regions that are searched, in one portion."""
_FROM_GAMES = 0.3
"""The share of regions from games; the others are random."""
_SIZES = ((3, 12), (10, 20))
"""Points of random regions, including stones: small ones, and larger ones."""
_SMALL = 0.65
"""The share of small ones."""
_LARGEST = 14
"""Empty points of regions of games."""
_KEPT = ((COLD, 0.4), (2.0, 0.8), (math.inf, 1.0))
"""(temperature, share of positions kept up to it): most are cold, and soon learnt."""


@dataclass(frozen=True, slots=True)
class Portion:
    """A portion to make: games with their samples, or samples of exact searches."""

    kind: str
    """games or regions"""
    number: int
    count: int
    """Games or regions in it."""
    seed: int
    folder: Path
    """Of the run's state."""
    options: ExactOptions

    @property
    def path(self) -> Path:
        """The file of its samples."""
        return self.folder / f"{self.kind}-{self.number:05}.npz"

    @property
    def moves_path(self) -> Path:
        """The file of the moves of its games."""
        return self.folder / f"moves-{self.number:05}.npz"


def portions(
    kind: str, total: int, seed: int, folder: Path, options: ExactOptions
) -> list[Portion]:
    """Returns all portions of a kind, in order."""
    each = GAMES_EACH if kind == "games" else REGIONS_EACH
    return [
        Portion(kind, number, min(each, total - start), seed, folder, options)
        for number, start in enumerate(range(0, total, each))
    ]


def make(portion: Portion) -> Portion:
    """Writes the file of a portion, unless it exists."""
    if not portion.path.exists():
        dice = np.random.default_rng([portion.seed, portion.kind == "games", portion.number])
        make_samples = _of_games if portion.kind == "games" else _of_regions
        write_samples(portion.path, gathered(make_samples(portion, dice)))
    return portion


def make_all(
    wanted: list[Portion],
    workers: int,
    on_made: Callable[[Portion], None],
    stop: Callable[[], bool],
) -> None:
    """Makes portions in `workers` processes; with 0, in this one."""
    if workers == 0:
        for portion in wanted:
            if stop():
                return
            on_made(make(portion))
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), serve_parent) as pool:
        try:
            for portion in _as_made(pool, wanted, workers, stop):
                on_made(portion)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _as_made(
    pool: ProcessPoolExecutor, wanted: list[Portion], workers: int, stop: Callable[[], bool]
) -> Iterator[Portion]:
    left = iter(wanted)
    running: set[Future[Portion]] = set()
    while True:
        while len(running) < 2 * workers and not stop():
            portion = next(left, None)
            if portion is None:
                break
            running.add(pool.submit(make, portion))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _of_games(portion: Portion, dice: np.random.Generator) -> list[Sample]:
    games = play_games(portion.count, int(dice.integers(1 << 31)), lambda: False)
    write_checkpoint(portion.moves_path, {f"{n:04}": moves for n, moves in enumerate(games)})
    return [sample for moves in games for sample in game_samples(moments_of(moves, MOMENTS), dice)]


def _of_regions(portion: Portion, dice: np.random.Generator) -> list[Sample]:
    games = _games_for(portion, dice)
    found: list[Sample] = []
    for _ in range(portion.count):
        board, region = (
            _region_of_games(games, dice)
            if games and dice.random() < _FROM_GAMES
            else _region_by_chance(dice)
        )
        samples = region_samples(board, region, portion.options, dice)
        found += [sample for sample in samples if dice.random() < _share_kept(sample)]
    return found


def _share_kept(sample: Sample) -> float:
    heat = float(sample.numbers[NUMBERS.index("temperature")])
    return next(share for limit, share in _KEPT if heat <= limit + 1e-6)


def _region_by_chance(dice: np.random.Generator) -> tuple[StoneGrid, set[int]]:
    return random_region(dice, *_SIZES[dice.random() >= _SMALL])


def _games_for(portion: Portion, dice: np.random.Generator) -> list[Moves]:
    """Returns the games of one of the files of games; none if there is no such file."""
    files = sorted(portion.folder.glob("moves-*.npz"))
    if not files:
        return []
    return list(read_checkpoint(files[int(dice.integers(len(files)))]).values())


def _region_of_games(games: list[Moves], dice: np.random.Generator) -> tuple[StoneGrid, set[int]]:
    """Returns an undecided region of a position somewhere late in a game."""
    moves = games[int(dice.integers(len(games)))]
    moment = next(iter(moments_of(moves, [0.6 + 0.38 * dice.random()])))
    board = board_of(moment.position)
    areas = [
        area
        for area in contested_areas(board)
        if sum(board.stones[point] == EMPTY for point in area) <= _LARGEST
    ]
    if not areas:
        return _region_by_chance(dice)
    return board, set(areas[int(dice.integers(len(areas)))])

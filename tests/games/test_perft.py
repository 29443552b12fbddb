"""Golden counts: the fast rules make as many sequences, positions and orbits as the slow ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.kit.positions import slow_twin
from tests.reference.perft import (
    Orbit,
    count_all,
    dots_and_boxes_orbit,
    rectangle_orbit,
    torus_orbit,
)
from tesuji.games import make

GOLDEN: dict[str, dict[str, list[int]]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "perft.json").read_text(encoding="utf-8")
)

FAST_POSITIONS = 110_000
"""The fast rules go as deep as the golden table does, to levels of at most so many positions."""
SLOW_POSITIONS = 700
"""The same for the slow rules."""


def start_of(entry: str) -> Any:
    """The position that an entry counts from, e.g. ``go/size=5x5,ko=simple/moves=9-10-20``."""
    name, options, *moves = entry.split("/")
    chosen: dict[str, str] = {}
    for option in options.split(","):
        key, _, value = option.partition("=")
        chosen[key] = value or "yes"
    position: Any = make(name, **chosen).initial()
    if moves:
        position = position.play(*map(int, moves[0].removeprefix("moves=").split("-")))
    return position


def depth_with(entry: str, limit: int, row: str) -> int:
    """How deep the counts of `row` stay within the limit."""
    counts = GOLDEN[entry][row]
    return next((depth for depth, n in enumerate(counts) if n > limit), len(counts)) - 1


# -- the fast rules -------------------------------------------------------------------------


@pytest.mark.parametrize("entry", GOLDEN)
def test_the_fast_rules_count_the_same(entry: str) -> None:
    golden = GOLDEN[entry]
    start = start_of(entry)
    has_history = start.game.name in ("torus", "go")
    row = "sequences" if has_history else "positions"
    depth = depth_with(entry, 3 * FAST_POSITIONS if has_history else FAST_POSITIONS, row)
    assert depth >= 2
    orbits = OrbitCounter(start.game)
    for number, level in enumerate(levels(start, depth, merge=not has_history)):
        assert sum(count for _, count in level) == golden["sequences"][number]
        keys = {key_of(position) for position, _ in level}
        assert len(keys) == golden["positions"][number]
        assert orbits.count(keys) == golden["orbits"][number]


def levels(start: Any, depth: int, merge: bool) -> Iterator[list[tuple[Any, int]]]:
    """For each number of moves, the positions and how many sequences lead to each.

    With `merge`, equal positions are joined; where history decides what is legal, this would lose
    something, so every sequence is kept apart.
    """
    level: list[tuple[Any, int]] = [(start, 1)]
    yield level
    for _ in range(depth):
        following = [
            (position.after(move), count)
            for position, count in level
            for move in position.legal_moves()
        ]
        if merge:
            joined: Counter[Any] = Counter()
            for position, count in following:
                joined[position] += count
            following = list(joined.items())
        level = following
        yield level


Key = tuple[bytes, int, tuple[int, ...]]
"""Contents of the board, the player to move, and the scores where there are any."""


def key_of(position: Any) -> Key:
    if position.game.name == "dots-and-boxes":
        lines = bytearray(position.game.num_moves)
        for line in position.lines:
            lines[line] = 1
        return bytes(lines), position.to_move_index, position.scores
    return bytes(stone + 1 for stone in position.stones), position.to_move_index, ()


class OrbitCounter:
    """Counts keys up to the symmetries of the game, all at once.

    Each content of each cell has a random number of 64 bits; the sum over a board is its code,
    and the least code of all images stands for the orbit.
    """

    def __init__(self, game: Any) -> None:
        cells = len(key_of(game.initial())[0])
        self.maps = [game.move_under(symmetry)[:cells] for symmetry in range(game.num_symmetries)]
        rng = np.random.default_rng(0)
        self.codes = rng.integers(0, 2**64, size=(3, cells), dtype=np.uint64)

    def count(self, keys: set[Key]) -> int:
        listed = list(keys)
        boards = np.frombuffer(b"".join(key[0] for key in listed), dtype=np.uint8)
        boards = boards.reshape(len(listed), -1)
        rest = [(key[1], key[2]) for key in listed]
        return len(set(zip(self._least_codes(boards), rest, strict=True)))

    def _least_codes(self, boards: NDArray[np.uint8]) -> list[int]:
        # What stands on a cell counts with the number of the cell to which it goes.
        of_ones = (boards == 1).astype(np.uint64)
        of_twos = (boards == 2).astype(np.uint64)
        least = np.full(len(boards), np.iinfo(np.uint64).max, dtype=np.uint64)
        for to in self.maps:
            code = of_ones @ self.codes[1, to] + of_twos @ self.codes[2, to]
            np.minimum(least, code, out=least)
        result: list[int] = least.tolist()
        return result


# -- the slow rules -------------------------------------------------------------------------


@pytest.mark.parametrize("entry", GOLDEN)
def test_the_slow_rules_still_count_the_same(entry: str) -> None:
    depth = depth_with(entry, SLOW_POSITIONS, "sequences")
    start = start_of(entry)
    counts = count_all(slow_twin(start), depth, orbit_of(start.game))
    for row, numbers in counts.items():
        assert numbers == GOLDEN[entry][row][: depth + 1]


def orbit_of(game: Any) -> Orbit:
    if game.name == "torus":
        return torus_orbit(game.rows)
    if game.name == "dots-and-boxes":
        return dots_and_boxes_orbit(game.rows, game.columns)
    return rectangle_orbit(game.rows, game.columns)

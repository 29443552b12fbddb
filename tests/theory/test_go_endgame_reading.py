"""Readings of regions that are too large for a proof, and readings beside proofs."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

import pytest

from tests.kit.patience import LONG, PATIENCE
from tests.reference.go_local import TinyRegion
from tests.search.test_go_local_search import corridor, grid, mask, searched
from tesuji import core
from tesuji.games import make
from tesuji.search import Budget
from tesuji.theory.go_endgames import RegionReport, analyse_region

pytestmark = pytest.mark.core


def corner_stops(white: Sequence[int], nodes: int) -> tuple[int, int]:
    """Expected results in a corner of four by four that is Black's, with white stones in it."""
    near = grid(4, 4)
    edge = [point for point in range(16) if point // 4 == 3 or point % 4 == 3]
    left, right, _, _ = core.go_local_stops(
        [mask(points) for points in near], 0, mask(white), mask(edge), 0, [1] * 16, nodes
    )
    return left, right


def test_an_invader_without_room_is_dead() -> None:
    assert corner_stops([], 2_000) == (16, 16)
    assert corner_stops([5], 2_000)[0] == 16


def test_the_moves_of_a_reading_cannot_capture_what_is_immortal() -> None:
    # Black's stone on the right is beside an immortal one; White's answer left of it takes nothing.
    region = TinyRegion([[1, 3], [0, 2, 4], [1], [0, 4], [1, 3]], {2, 4}, {0, 2, 4})
    state = (".", ".", ".", "X", ".")
    assert searched(region, state, care=2_000)[:2] == searched(region, state)[:2]


def test_many_readings_are_as_good_as_proofs() -> None:
    """Empty regions of nine points, full of kos: harder to read than what players meet."""
    rng = random.Random(3)
    same = 0
    for _ in range(40):
        black, white = ({p for p in range(9) if rng.random() < 0.4} for _ in range(2))
        region = TinyRegion(grid(3, 3), black, white)
        state = (".",) * 9
        same += searched(region, state, care=2_000)[:2] == searched(region, state)[:2]
    assert same >= 26


class TestSideBySide:
    """Two threads: one looks for a proof, the other one reads."""

    WIDE = """
        .....X...O
        .........O
        X........O
        X........O
        XXXXX.OOOO
        ....X.O...
    """

    @staticmethod
    def report(diagram: str, region: str, seconds: float, threads: int) -> RegionReport:
        rows = diagram.split()
        game = make("go", size=f"{len(rows)}x{len(rows[0])}")
        position = game.parse("\n".join(" ".join(row) for row in rows))
        points = [game.points.parse(point) for point in region.split()]  # type: ignore[attr-defined]
        return analyse_region(position, points, Budget(seconds=seconds), threads=threads)

    def test_what_is_proven_is_not_waited_for(self) -> None:
        diagram, region = corridor(4)
        one, two = (self.report(diagram, region, LONG, threads) for threads in (1, 2))
        assert one.exact
        assert two.exact
        assert (one.temperature, one.mean) == (two.temperature, two.mean)
        assert two.seconds < PATIENCE
        assert threading.active_count() == self.threads_before

    def test_what_is_not_proven_is_read_within_the_time(self) -> None:
        wide = " ".join(f"{column}{row}" for column in "ABCDEFGHJ" for row in (3, 4, 5, 6))
        report = self.report(self.WIDE, wide, 2, 2)
        assert not report.exact
        assert report.temperature > 0
        assert report.seconds < PATIENCE
        assert threading.active_count() == self.threads_before

    @pytest.fixture(autouse=True)
    def count_threads(self) -> None:
        self.threads_before = threading.active_count()

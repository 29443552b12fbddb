"""The search of local Go positions against a slow reference, and textbook positions."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import pytest

from tests.reference.go_local import LoopFound, State, TinyRegion, thermograph_of
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import make
from tesuji.search import Budget
from tesuji.theory.go_endgames import StoneGrid, analyse_region
from tesuji.theory.go_endgames.attempt import search_region
from tesuji.theory.go_endgames.local import LocalPosition
from tesuji.theory.go_endgames.tree import exact

pytestmark = pytest.mark.core


def grid(rows: int, columns: int) -> list[list[int]]:
    points = [(r, c) for r in range(rows) for c in range(columns)]
    return [
        [i for i, (r2, c2) in enumerate(points) if abs(r - r2) + abs(c - c2) == 1]
        for r, c in points
    ]


def mask(points: object) -> int:
    return sum(1 << point for point in points)  # type: ignore[attr-defined]


def searched(
    region: TinyRegion, state: State, nodes: int = 20_000, care: int = 0
) -> tuple[Fraction, Fraction, bool, int]:
    search = core.GoLocalSearch(
        [mask(near) for near in region.neighbours],
        mask(i for i, stone in enumerate(state) if stone == "X"),
        mask(i for i, stone in enumerate(state) if stone == "O"),
        mask(region.walls["X"]),
        mask(region.walls["O"]),
        judgement_nodes=care,
    )
    search.run(core.SearchControl(Budget(nodes=nodes, seconds=20).for_core()))
    mean, temperature, is_exact = search.judgement
    return exact(mean), exact(temperature), is_exact, len(search.root[4])


def random_region(rng: random.Random) -> tuple[TinyRegion, State]:
    """A few points in a random surrounding, with stones that can breathe."""
    while True:
        rows, columns = rng.choice([(1, 3), (1, 4), (2, 2), (2, 3), (1, 5), (2, 3)])
        near = grid(rows, columns)
        walls: dict[str, set[int]] = {"X": set(), "O": set()}
        for point in range(rows * columns):
            colour = rng.choice(["X", "O", "XO", "", ""])
            for one in colour:
                walls[one].add(point)
        region = TinyRegion(near, walls["X"], walls["O"])
        state = tuple(rng.choice(["X", "O", ".", "."]) for _ in range(rows * columns))
        alive = all(
            stone == "." or region.breathes(state, region.chain(state, point))
            for point, stone in enumerate(state)
        )
        if alive and walls["X"] and walls["O"]:
            return region, state


def compare(seed: int, wanted: int) -> int:
    rng = random.Random(seed)
    compared = 0
    for _ in range(20 * wanted):
        if compared == wanted:
            break
        region, state = random_region(rng)
        try:
            expected = thermograph_of(region, state)
        except (LoopFound, OverflowError):
            continue
        mean, temperature, is_exact, parts = searched(region, state)
        shown = (region.neighbours, region.walls, state)
        assert is_exact, shown
        assert mean == expected.mean, shown
        if parts < 2:
            assert temperature == max(expected.temperature, 0), shown
        else:  # a sum may be cooler than its hottest part, as two neutral points are
            assert temperature >= expected.temperature, shown
        compared += 1
    return compared


class TestAgainstTheReference:
    def test_random_regions(self) -> None:
        assert compare(seed=1, wanted=150) == 150

    @pytest.mark.slow
    def test_many_random_regions(self) -> None:
        assert compare(seed=2, wanted=3000) == 3000


def analysed(diagram: str, region: str, **limits: int) -> tuple[str, str, str, bool]:
    """Temperature by territory counting, kind, and whether it is exact, of points of a diagram."""
    rows = diagram.split()
    game = make("go", size=f"{len(rows)}x{len(rows[0])}")
    position = game.parse("\n".join(" ".join(row) for row in rows))
    points = [game.points.parse(point) for point in region.split()]  # type: ignore[attr-defined]
    report = analyse_region(position, points, Budget(seconds=20, nodes=limits.get("nodes", 60_000)))
    return str(report.territory_temperature), str(report.mean), report.kind, report.exact


def corridor(length: int) -> tuple[str, str]:
    """A corridor of Black's along the edge, open to White at its right end."""
    columns = "ABCDEFGHJ"[: length + 1]
    top = "X" + "." * length + "OO"
    below = "X" * (length + 1) + "OO"
    empty = "." * (length + 3)
    return "\n".join([top, below, empty, empty]), " ".join(f"{c}4" for c in columns[1:])


class TestTextbook:
    @pytest.mark.parametrize(("length", "value"), [(1, "0"), (2, "1/2"), (3, "3/4"), (4, "7/8")])
    def test_corridors(self, length: int, value: str) -> None:
        """The mean in territory is 0, 1/2, 1 1/4, 2 1/8 ...; a move is worth 0, 1/2, 3/4 ..."""
        assert analysed(*corridor(length))[0] == value

    def test_a_neutral_point(self) -> None:
        assert analysed(*corridor(1))[2:] == ("gote", True)

    def test_one_point_ko(self) -> None:
        """1/3 by territory, 4/3 by area counting."""
        diagram = """
            .XO..
            X.XO.
            .XO..
            .....
        """
        value, _, kind, is_exact = analysed(diagram, "B3 C3")
        assert (value, kind, is_exact) == ("1/3", "ko", True)

    def test_a_chain_without_escape_is_dead(self) -> None:
        """Nothing is gained by taking it off the board."""
        diagram = """
            .XOO.X.
            .XXOXX.
            ..XXX..
            .......
        """
        value, mean, kind, is_exact = analysed(diagram, "C4 D4 E4 D3")
        assert (value, mean, kind, is_exact) == ("-1", "4", "settled", True)

    def test_an_area_beyond_is_entered_from_next_to_it(self) -> None:
        """A point worth 5 of Black's that White does not touch: White has no move there."""
        search = core.GoLocalSearch([0b10, 0b01], 0, 0, 0b10, 0b01, [1, 5])
        search.run(core.SearchControl(Budget(nodes=1000).for_core()))
        moves = {(point, black) for point, black, *_ in search.options(search.root[4][0])}
        assert (1, False) not in moves
        assert {(0, True), (0, False), (1, True)} <= moves
        assert search.judgement[2]

    def test_two_corridors_are_a_sum(self) -> None:
        """Neither is searched together with the other, and each is worth what it is alone."""
        diagram = """
            X...OO...X
            XXXXOOXXXX
            X.XXOOXX.X
            XXXXOOXXXX
            OOOOOOOOOO
            ..........
        """
        value, _, _, is_exact = analysed(diagram, "B6 C6 D6 G6 H6 J6", nodes=2000)
        assert (value, is_exact) == ("3/4", True)


class TestReading:
    """The search that proves nothing."""

    def test_most_random_regions_are_judged_rightly(self) -> None:
        rng = random.Random(3)
        right = total = 0
        for _ in range(60):
            region, state = random_region(rng)
            mean, temperature, is_exact, _ = searched(region, state)
            if is_exact:
                guessed = searched(region, state, care=2000)
                assert not guessed[2]
                total += 1
                right += guessed[:2] == (mean, temperature)
        assert total > 40
        assert right / total > 0.7


class TestSetup:
    def test_bad_positions_are_refused(self) -> None:
        with pytest.raises(SetupError, match="two stones"):
            core.GoLocalSearch([0], 1, 1, 0, 0)
        with pytest.raises(SetupError, match="outside"):
            core.GoLocalSearch([0], 2, 0, 0, 0)
        with pytest.raises(SetupError, match="64"):
            core.GoLocalSearch([0] * 65, 0, 0, 0, 0)

    def test_points_that_stand_for_several(self) -> None:
        """A point worth 5 between both colours is a switch of 5 points for each."""
        search = core.GoLocalSearch([0], 0, 0, 1, 1, [5])
        report = search.run(core.SearchControl(Budget(nodes=100).for_core()))
        assert search.judgement == (0.0, 5.0, True)
        assert (report.temperature, report.value) == (5.0, 0.0)
        for worth in ([0], [121], [1, 1]):
            with pytest.raises(SetupError, match="worth"):
                core.GoLocalSearch([0], 0, 0, 1, 1, worth)

    def test_a_search_can_be_stopped(self) -> None:
        search = core.GoLocalSearch([0], 0, 0, 1, 1)
        control = core.SearchControl(Budget(nodes=10).for_core())
        control.stop()
        search.run(control)
        assert search.judgement[2] is False
        search.run(core.SearchControl(Budget(nodes=100).for_core()))
        assert search.judgement == (0.0, 1.0, True)


def best_moves(region: TinyRegion, state: State, temperature: Fraction) -> list[set[int]]:
    """By the reference: for Black and White all moves that are best at a temperature."""
    found = []
    for colour, sign in (("X", 1), ("O", -1)):
        rated = {}
        for point, stone in enumerate(state):
            after = region.play(state, point, colour) if stone == "." else None
            if after is not None:
                graph = thermograph_of(region, after)
                rated[point] = sign * (graph.right if sign > 0 else graph.left)(temperature)
        found.append({p for p, value in rated.items() if value == max(rated.values())})
    return found


def test_all_equally_good_moves_are_found() -> None:
    """Regions of up to six points, whose moves the reference rates one by one."""
    rng = random.Random(5)
    compared = several = 0
    while compared < 40:
        region, state = random_region(rng)
        try:
            temperature = thermograph_of(region, state).temperature
            if temperature <= 0:
                continue
            expected = best_moves(region, state, temperature)
        except (LoopFound, OverflowError):
            continue
        local = LocalPosition(
            StoneGrid(1, len(state), [-1] * len(state)),
            frozenset(range(len(state))),
            tuple(range(len(state))),
            tuple(mask(near) for near in region.neighbours),
            (
                mask(i for i, stone in enumerate(state) if stone == "X"),
                mask(i for i, stone in enumerate(state) if stone == "O"),
            ),
            (mask(region.walls["X"]), mask(region.walls["O"])),
            0,
        )
        attempt = search_region(local.board, local.region, 0, local, Budget(nodes=20_000), None, 0)
        if not attempt.exact or len(attempt.tree.root.parts) > 1:
            continue
        attempt.tell_moves_apart(None, 256 << 20)
        tree = attempt.tree
        for black, wanted in zip((True, False), expected, strict=True):
            steps = tree.best(tree.root, black, attempt.temperature)
            assert {step.point for step in steps} == wanted, (state, region.walls, black)
            several += len(wanted) > 1
        compared += 1
    assert several >= 3


def test_the_first_bounds_of_a_large_region_keep_to_the_time() -> None:
    """Alternating play of the whole region comes first, and asks for the time as well."""
    size = 6
    neighbours = [
        sum(
            1 << (r * size + c)
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if 0 <= r < size and 0 <= c < size
        )
        for row in range(size)
        for column in range(size)
    ]
    left, right = (sum(1 << (row * size + c) for row in range(size)) for c in (0, size - 1))
    found = core.GoLocalSearch(neighbours, 0, 0, left, right)
    begin = time.process_time()
    found.run(core.SearchControl(Budget(seconds=0.1).for_core()))
    assert time.process_time() - begin < 1
    assert not found.judgement[2]

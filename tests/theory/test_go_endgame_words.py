"""Heading, reasons, tree and thermograph of a region say the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.kit.endgame_problems import PROBLEMS, problem_name
from tesuji.games.go import Go, GoPosition
from tesuji.lessons.counting import reasons
from tesuji.search import Budget
from tesuji.theory.cgt.mixed import mixed, parse_mixed
from tesuji.theory.go_endgames import RegionReport, TreeNode, analyse_region, contested_areas
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.problem_files import read_problem

pytestmark = pytest.mark.core

ANSWERED = {"black sente": True, "white sente": False}


def random_boards(seed: int, size: int) -> Iterator[GoPosition]:
    """Yields the boards of random games, late enough to have small regions."""
    rng = random.Random(seed)
    game = Go(size)
    while True:
        position = game.initial()
        for _ in range(rng.randint(size * size // 2, size * size)):
            moves = [move for move in position.legal_moves() if move != game.pass_move]
            if not moves:
                break
            position = position.play(rng.choice(moves))
        yield position


def nodes_of(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children:
        yield from nodes_of(child)


def check_report(report: RegionReport) -> None:
    tree, graph = report.tree, report.thermograph
    assert (tree.kind, tree.mean, tree.temperature) == (
        report.kind,
        report.mean,
        report.temperature,
    )
    assert graph.mean == report.mean
    assert report.temperature == 0 or graph.temperature == report.temperature
    if report.temperature > 0 and report.kind != "ko":
        top = report.temperature
        upright = [wall.points[-1][0] < top for wall in (graph.left, graph.right)]
        by_walls = "black sente" if upright[0] else "white sente" if upright[1] else "gote"
        assert report.kind == by_walls
    for node in nodes_of(tree):
        best = {child.move.black: child for child in node.children if child.move is not None}
        assert node.kind != "settled" or (node.temperature == 0 and not best)
        if len(best) < 2 or node.kind in ("", "ko"):
            continue
        if node.kind in ANSWERED:
            assert best[ANSWERED[node.kind]].temperature >= node.temperature
    said = " ".join(reasons(report, str))
    assert said
    if report.kind == "gote":
        assert "sente" not in said
    elif report.kind in ANSWERED and len(tree.children) == 2:
        assert "raises the temperature" in said or "on the border" in said


def check_random_regions(seed: int, wanted: int) -> None:
    checked = 0
    for position in random_boards(seed, 6):
        board = board_of(position)
        for area in contested_areas(board):
            if not 0 < sum(board.stones[point] < 0 for point in area) <= 6:
                continue
            report = analyse_region(position, area, Budget(nodes=1500, seconds=5))
            check_report(report)
            checked += report.temperature > 0
        if checked >= wanted:
            return


def test_random_regions() -> None:
    check_random_regions(seed=2, wanted=15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_random_regions(seed: int) -> None:
    check_random_regions(seed, wanted=50)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(PROBLEMS.rglob("*.sgf")), ids=problem_name)
def test_real_problems(path: Path) -> None:
    problem = read_problem(path)
    check_report(analyse_region(problem.position, problem.region, Budget(nodes=300, seconds=5)))


def test_a_number_is_written_in_one_way() -> None:
    for lower in range(1, 40):
        for upper in range(-80, 80):
            value = Fraction(upper, lower)
            assert parse_mixed(mixed(value)) == value

"""Certificates of endgames: a second program checks what the search calls proven."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import invoke
from tests.kit.endgame_problems import PROBLEMS, problem_name
from tests.reference.go_certificates import NotProven, check
from tests.theory.test_go_endgame_words import random_boards
from tests.theory.test_go_endgames import KO_PROBLEM, PROBLEM, position_of
from tesuji.search import Budget
from tesuji.theory.go_endgames import Certainty, certified_region, contested_areas
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.problem_files import read_problem

pytestmark = pytest.mark.core


def written(tmp_path: Path, problem: str) -> dict[str, Any]:
    """The certificate that the command writes."""
    (tmp_path / "problem.sgf").write_text(problem)
    to = tmp_path / "proof.json"
    invoke("temperature", tmp_path / "problem.sgf", "--certificate", to)
    found: dict[str, Any] = json.loads(to.read_text())
    return found


@pytest.mark.parametrize("problem", [PROBLEM, KO_PROBLEM])
def test_a_proof_is_found_good(tmp_path: Path, problem: str) -> None:
    check(written(tmp_path, problem))


def damaged(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """Certificates that claim too much, or show too little."""
    found = []

    def changed() -> dict[str, Any]:
        found.append(copy.deepcopy(certificate))
        return found[-1]

    changed()["temperature"] = "7/3"
    changed()["mean"] = "0"
    changed()["cases"].pop()
    for case in changed()["cases"]:
        case["opened"] = case["opened"][1:]
    for case in changed()["cases"]:
        case["stops"] = {}
        case["opened"] = case["opened"][:1]
    for case in changed()["cases"]:  # a stone that has changed hands
        rows = "\n".join(case["owners"])
        case["owners"] = rows.replace("X", "o").replace("O", "X").replace("o", "O").split("\n")
    return found


def test_a_damaged_certificate_is_refused(tmp_path: Path) -> None:
    certificate = written(tmp_path, KO_PROBLEM)
    for wrong in damaged(certificate):
        with pytest.raises(NotProven):
            check(wrong)


def test_claims_about_alternating_play_are_searched_again() -> None:
    position = position_of(".O....", ".OXXXX", ".OO...", ".X.XXX", ".XXX..", "......")
    region = [p for p in range(36) if p // 6 in (2, 3)]
    report, certificate = certified_region(position, region, Budget(seconds=20))
    assert certificate is not None
    check(certificate)
    claims = [
        (stops, name)
        for case in certificate["cases"]
        for stops in case["stops"].values()
        for name in stops
    ]
    assert claims, "the example has to use some"
    for stops, name in claims[:4]:
        stops[name] += 1 if "low" in name else -1
        with pytest.raises(NotProven):
            check(certificate)
        stops[name] -= 1 if "low" in name else -1
    assert report.certainty is not Certainty.ESTIMATE


def test_an_answer_that_holds_inside_is_not_certified_as_proven(tmp_path: Path) -> None:
    """The answer to a crawl to the edge depends on what is assumed beyond it."""
    certificate = written(tmp_path, PROBLEM)
    certificate["cases"] = [case for case in certificate["cases"] if case["doubted"] is None]
    certificate["certainty"] = Certainty.EXACT.value
    with pytest.raises(NotProven, match="assumption"):
        check(certificate)


def test_there_is_no_certificate_of_an_estimate(tmp_path: Path) -> None:
    (tmp_path / "open.sgf").write_text("(;GM[1]SZ[9]AB[cc][gc]AW[cg][gg]SQ[ce][de][ee][fe][ge])")
    to = tmp_path / "x.json"
    result = invoke("temperature", tmp_path / "open.sgf", "--nodes", 5, "--certificate", to)
    assert "only an estimate" in str(result.exception)
    assert not to.exists()


def check_random_regions(seed: int, wanted: int, points: int) -> None:
    """Checks proven answers for the regions of random boards."""
    checked = 0
    for position in random_boards(seed, 6):
        board = board_of(position)
        for area in contested_areas(board):
            if not 0 < sum(board.stones[point] < 0 for point in area) <= points:
                continue
            report, certificate = certified_region(position, area, Budget(nodes=1500, seconds=5))
            if certificate is not None and report.temperature > 0:
                check(certificate)
                checked += 1
        if checked >= wanted:
            return


def test_random_regions() -> None:
    check_random_regions(seed=5, wanted=15, points=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_random_regions(seed: int) -> None:
    check_random_regions(seed, wanted=50, points=7)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(PROBLEMS.rglob("*.sgf")), ids=problem_name)
def test_real_problems(path: Path) -> None:
    problem = read_problem(path)
    _, certificate = certified_region(problem.position, problem.region, Budget(seconds=30))
    if certificate is not None:
        check(certificate, effort=2_000_000)

"""Owners averaged over the lines of a search, against the same sums written out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.kit.katago_models import made_up_model
from tesuji.games import Position, Value, make
from tesuji.networks.katago import KataGoNetwork
from tesuji.protocols.searched_owners import SearchedOwners, line_weights
from tesuji.search.report import MoveReport, Proof, SearchReport

GAME = make("go", size=5)


def reported(*moves: tuple[str, list[int]]) -> SearchReport:
    """A report of the empty board with these lines and the visits along them."""
    start = GAME.initial()
    found = []
    for line, visits in moves:
        steps = tuple(GAME.parse_move(word) for word in line.split())
        found.append(
            MoveReport(
                move=steps[0],
                notation=line.split()[0],
                visits=visits[0],
                value=Value(0.0, start.to_move),
                prior=0.1,
                proof=Proof.UNKNOWN,
                score=None,
                line=steps,
                line_notation=tuple(line.split()),
                line_visits=tuple(visits),
            )
        )
    total = sum(visits[0] for _, visits in moves)
    value = Value(0.0, start.to_move)
    return SearchReport(start, value, Proof.UNKNOWN, None, tuple(found), total, total, 0.0, 3, 0)


def weights_by_name(report: SearchReport, move: str | None = None) -> dict[str, float]:
    first = None if move is None else GAME.parse_move(move)
    weights = line_weights(report, first)
    return {" ".join(map(GAME.format_move, path)): weight for path, weight in weights.items()}


def test_visits_count_where_they_left_the_line() -> None:
    report = reported(("C3 B2 D4", [60, 30, 10]), ("B3 C3", [39, 4]), ("A1", [1]))
    assert weights_by_name(report) == {
        "": 1,
        "C3": 30,
        "C3 B2": 20,
        "C3 B2 D4": 10,
        "B3": 35,
        "B3 C3": 4,
        "A1": 1,
    }
    assert weights_by_name(report, "B3") == {"B3": 35, "B3 C3": 4}


def test_positions_that_were_hardly_visited_count_for_the_one_before() -> None:
    report = reported(("C3 B2 D4", [600, 395, 9]), ("B3", [395]), ("A1", [5]))
    assert weights_by_name(report) == {"": 6, "C3": 205, "C3 B2": 395, "B3": 395}
    assert weights_by_name(report, "A1") == {"A1": 1}


def test_means_and_spreads_of_a_network(tmp_path: Path) -> None:
    (tmp_path / "some.bin.gz").write_bytes(made_up_model())
    network = KataGoNetwork.load(tmp_path / "some.bin.gz")
    start = GAME.initial()

    def seen(line: str) -> list[float]:
        position: Position = start.play(line)
        sign = 1 if position.to_move == start.to_move else -1
        return [sign * float(owner) for owner in network.judge(position).ownership[0]]

    report = reported(("C3 B2", [6, 2]), ("A1", [3]))
    rows = [(seen(""), 1), (seen("C3"), 4), (seen("C3 B2"), 2), (seen("A1"), 3)]
    owners = SearchedOwners(start, network)
    for move, part in ((None, rows), ("C3", rows[1:3]), ("A1", rows[3:])):
        first = None if move is None else GAME.parse_move(move)
        total = sum(weight for _, weight in part)
        for point, (mean, spread) in enumerate(
            zip(owners.mean(report, first) or [], owners.spread(report, first) or [], strict=True)
        ):
            expected = sum(weight * row[point] for row, weight in part) / total
            squares = sum(weight * (row[point] - expected) ** 2 for row, weight in part)
            assert mean == pytest.approx(expected, abs=1e-5)
            assert spread == pytest.approx(math.sqrt(squares / total), abs=1e-4)


def test_a_line_may_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "some.bin.gz").write_bytes(made_up_model())
    network = KataGoNetwork.load(tmp_path / "some.bin.gz")
    report = reported(("pass pass", [5, 3]))
    owners = SearchedOwners(GAME.initial(), network)
    after = -network.judge(GAME.initial().play("pass")).ownership[0]
    assert owners.mean(report, GAME.pass_move) == pytest.approx(after.tolist(), abs=1e-5)


def test_without_a_network_the_position_alone_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    report = reported(("C3 B2", [6, 2]), ("A1", [3]))
    owners = SearchedOwners(GAME.initial())
    assert owners.mean(report) == SearchedOwners(GAME.initial()).mean(reported(("A1", [9])))
    spread = owners.spread(report)
    assert spread is not None
    assert max(spread) > 0


def test_a_game_without_owned_points_has_no_owners() -> None:
    start = make("gomoku", size=7).initial()
    value = Value(0.0, start.to_move)
    empty = SearchReport(start, value, Proof.UNKNOWN, None, (), 0, 0, 0.0, 0, 0)
    assert SearchedOwners(start).mean(empty) is None
    assert SearchedOwners(start).spread(empty) is None

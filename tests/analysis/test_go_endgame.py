"""The endgame of a game of Go, move by move."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.kit.cli import invoke
from tesuji.analysis.go_endgame import endgame_begins, kind_for, review_endgame
from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.games.go import Go, GoPosition
from tesuji.search import Budget
from tesuji.theory.go_endgames import analyse_region

pytestmark = pytest.mark.core

# A corridor of three points at the top, one point at the bottom; everything else is decided.
BOARD = """
. X . . . O .
X X X X X O O
. X O O O O .
X X O . O . O
X . X O O O .
X X X O . O O
. X . O O . O
"""


def board() -> GoPosition:
    position = Go(7).parse(BOARD, Side.FIRST)
    assert isinstance(position, GoPosition)
    return position


def moves_of(position: GoPosition, *names: str) -> tuple[list[GoPosition], list[int]]:
    positions, moves = [], []
    for name in names:
        positions.append(position)
        moves.append(position.game.parse_move(name))
        position = position.play(name)
    return positions, moves


def test_the_larger_move_loses_nothing() -> None:
    positions, moves = moves_of(board(), "E7", "C1")
    first, second = review_endgame(positions, moves, 0, 30)
    assert first.lost == second.lost == 0
    assert first.best is not None
    assert first.best.temperature == first.temperature > second.temperature > 0
    assert first.proven
    assert second.proven


def test_the_smaller_move_loses_the_difference() -> None:
    """The mover gets the smaller place, and the opponent the larger one."""
    positions, moves = moves_of(board(), "C1", "E7")
    first, second = review_endgame(positions, moves, 0, 30)
    assert first.best is not None
    assert first.lost == first.best.temperature - first.temperature > 0
    assert positions[0].game.format_move(first.best_moves[0]) == "E7"
    assert second.lost == 0


def test_a_pass_loses_what_the_best_move_gains() -> None:
    positions, moves = moves_of(board(), "pass")
    (only,) = review_endgame(positions, moves, 0, 30)
    assert only.best is not None
    assert only.lost == only.best.temperature
    assert only.temperature == 0
    assert only.kind == ""


def test_sente_of_one_is_reverse_sente_of_the_other() -> None:
    """White's push at the top of a corner threatens the whole of it."""
    position = Go(4, 9).parse("...XO....\n.....O...\nXXXXXO...\n.........", Side.FIRST)
    names = ("A4", "B4", "C4", "D4", "A3", "B3", "C3", "D3", "E3", "E4")
    region = [position.game.points.parse(name) for name in names]
    report = analyse_region(position, region, Budget(seconds=20, nodes=20_000))
    kinds = {kind_for(report, side) for side in (Side.FIRST, Side.SECOND)}
    assert kinds == ({"sente", "reverse sente"} if "sente" in report.kind else {report.kind})


def test_the_endgame_begins_where_regions_are_small() -> None:
    game = Go(9)
    position = game.initial()
    assert endgame_begins([position]) in (0, 1)
    assert endgame_begins([board()]) == 0


def test_the_command(tmp_path: Path) -> None:
    rows = [row.split() for row in BOARD.split("\n") if row]
    stones = {
        sign: "".join(
            f"[{'abcdefg'[column]}{'abcdefg'[row]}]"
            for row, line in enumerate(rows)
            for column, found in enumerate(line)
            if found == sign
        )
        for sign in "XO"
    }
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[1]SZ[7]AB{stones['X']}AW{stones['O']}PL[B];B[cg];W[ea])")
    result = invoke("endgame", path, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["begins"] == 1
    assert [move["move"] for move in found["moves"]] == ["C1", "E7"]
    assert Fraction(found["lost"]["black"]) > 0 == Fraction(found["lost"]["white"])
    assert {move["certainty"] for move in found["moves"]} == {"proven"}
    shown = invoke("endgame", path)
    assert "gote E7, worth" in shown.stdout
    assert "White lost 0 points" in shown.stdout


@pytest.mark.parametrize(
    ("content", "options", "complaint"),
    [
        ("(;GM[1]SZ[7])", [], "no moves"),
        ("(;GM[1]SZ[7];B[aa])", ["--from", "3"], "has 1 moves"),
        ("(;GM[1]SZ[7];B[aa])", ["--seconds", "0"], "more than 0"),
        ("(;GM[1]SZ[7];B[aa];B[bb])", [], "out of turn"),
    ],
)
def test_bad_input(tmp_path: Path, content: str, options: list[str], complaint: str) -> None:
    path = tmp_path / "bad.sgf"
    path.write_text(content)
    result = invoke("endgame", path, *options)
    assert isinstance(result.exception, TesujiError)
    assert complaint in str(result.exception)

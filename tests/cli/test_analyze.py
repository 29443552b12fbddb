"""``tesuji analyze``: verdicts on the moves of a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import invoke
from tesuji.cli import main as run_command
from tesuji.games import make
from tesuji.records import GameRecord, load, save

pytestmark = pytest.mark.core


def analyzed(*words: str | Path) -> Any:
    result = invoke("analyze", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) if "--json" in words else result.stdout


def recorded(folder: Path, spec: str, size: str, moves: str) -> Path:
    file = folder / "game.sgf"
    game = make(spec, size=size)
    save(GameRecord.from_moves(game, [game.parse_move(move) for move in moves.split()]), file)
    return file


@pytest.fixture
def missed_win(tmp_path: Path) -> Path:
    """Black has four in a row and looks away; White has, too, and does not."""
    return recorded(tmp_path, "gomoku", "7", "D4 A1 D5 A2 D3 A3 D2 A4 G7 A5")


def test_a_missed_win_is_a_blunder_with_the_line_that_wins(missed_win: Path) -> None:
    found = analyzed(missed_win, "--player", "mcts:sims=800", "--seed", "1", "--json")
    assert found["complete"] is True
    assert [one["number"] for one in found["moves"]] == list(range(1, 11))
    blunder = found["moves"][8]
    assert (blunder["move"], blunder["verdict"]) == ("G7", "blunder")
    assert blunder["best"] in ("D1", "D6")
    assert blunder["line"][0] == blunder["best"]
    last = found["moves"][9]
    assert (last["move"], last["chance"], last["loss"]) == ("A5", 1.0, 0.0)
    assert found["mean_loss"][0] > found["mean_loss"][1]


def test_the_record_gets_verdicts_and_better_lines(missed_win: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.sgf"
    text = analyzed(missed_win, "-p", "mcts:sims=800", "--seed", "1", "--mistakes", "--sgf", out)
    assert "G7??" in text
    assert "A5" not in text  # the winning move
    before, after = load(missed_win), load(out)
    assert after.moves() == before.moves()
    node = list(after.main_line())[9]
    assert node.comment.startswith("blunder: gave away ")
    assert node.parent is not None
    better = node.parent.children[1]
    assert better.notation in ("D1", "D6")


def test_solved_positions_are_judged_by_points(tmp_path: Path) -> None:
    file = recorded(tmp_path, "dots-and-boxes", "2", "Aa aA Ba")
    moves = analyzed(file, "--json")["moves"]
    assert all(one["points_lost"] is not None for one in moves)
    assert all(one["chance"] in (0.0, 0.5, 1.0) for one in moves)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("{record}", "--player", "random"), "does not search"),
        (("{record}", "--player", "nobody"), "there is no player"),
        (("{empty}",), "has no moves to judge"),
        (("{missing}",), "cannot read"),
        (("{unfair}",), "does not follow"),
    ],
)
def test_bad_input_is_a_sentence(
    words: tuple[str, ...],
    complaint: str,
    missed_win: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "empty.sgf").write_text("(;GM[4]SZ[7])")
    (tmp_path / "unfair.sgf").write_text("(;GM[1]SZ[5];B[aa];B[bb])")
    places = {name: str(tmp_path / f"{name}.sgf") for name in ("empty", "missing", "unfair")}
    given = [word.format(record=missed_win, **places) for word in words]
    monkeypatch.setattr("sys.argv", ["tesuji", "analyze", *given])
    with pytest.raises(SystemExit) as end:
        run_command()
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1

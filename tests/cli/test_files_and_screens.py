"""What commands read, write and show: files that cannot be used, and screens of any width."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from tests.kit.cli import run
from tesuji.cli.play_view import scene
from tesuji.games import make


def test_a_place_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    for place, why in (("/nosuchdir/x.sgf", "there is no folder"), (str(tmp_path), "is a folder")):
        done = run("play", "torus", "--save", place)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert done.stderr.count("\n") == 1


def test_games_of_two_matches_are_never_mixed(tmp_path: Path) -> None:
    match = ["match", "torus", "random", "random", "--games", "2", "--workers", "1"]
    first = run(*match, "--sgf", str(tmp_path / "games"))
    assert first.returncode == 0, first.stderr
    kept = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    assert len(kept) == 2
    again = run(*match, "--sgf", str(tmp_path / "games"))
    assert (again.returncode, again.stdout) == (2, "")
    assert "already has games" in again.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == kept


def test_a_config_without_end_is_refused() -> None:
    done = run("train", "torus", "--config", "/dev/zero")
    assert done.returncode == 2
    assert "more than 1048576 bytes" in done.stderr


def test_a_picture_goes_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5];B[cc])")
    done = run("show", "game.sgf", "--svg", "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<svg")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("columns", ["1", "20", "40", "80"])
def test_no_column_is_hidden_in_a_narrow_terminal(columns: str) -> None:
    done = run(
        *("match", "torus", "random", "random", "--games", "2", "--workers", "1"), COLUMNS=columns
    )
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("wins", "draws", "losses", "score", "100.0"))
    assert "…" not in done.stdout


@pytest.mark.parametrize("width", [20, 50, 79, 120])
def test_no_column_of_a_board_is_hidden_on_a_narrow_screen(width: int) -> None:
    position = make("go").initial().play("T1")
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(scene(position, ["go:size=19", "Black to move, a note"], width), soft_wrap=True)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "A B C D E F G H J K L M N O P Q R S T" in text
    assert "●" in text
    assert "…" not in text
    assert "Black to move, a note" in text


def test_a_record_with_moves_against_the_rules_is_shown(tmp_path: Path) -> None:
    (tmp_path / "odd.sgf").write_text("(;GM[1]SZ[5];B[cc];W[cc];B[dd])")
    done = run("show", "odd.sgf", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ("tesuji: move 2, White C3, cannot be played: the point is occupied\n")
    assert " 3 . . O . . 3" in done.stdout
    assert " 2 . . .(X). 2" in done.stdout

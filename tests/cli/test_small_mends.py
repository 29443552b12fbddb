"""Odd values that people give, in the middle of ordinary work."""

from __future__ import annotations

import io
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import numpy as np
import pytest
from rich.console import Console

from tests.kit.patience import PATIENCE
from tests.kit.server import ServerProcess, running_app
from tesuji.cli.play_view import scene
from tesuji.games import make
from tesuji.games.go import Go
from tesuji.learning.common.runs import Run, find_run, runs_directory
from tesuji.search import ownership


def test_a_komi_of_minus_zero_is_zero() -> None:
    plain, negative = make("go", size=5, komi=0), make("go", size=5, komi=-0.0)
    assert plain == negative
    assert hash(plain) == hash(negative)
    assert plain.spec == negative.spec
    assert len({plain, negative, Go(5, 5, komi=-0.0)}) == 1


@pytest.mark.parametrize("name", ["go", "gomoku", "torus", "dots-and-boxes"])
def test_a_size_may_be_a_number_of_numpy(name: str) -> None:
    assert make(name, size=np.int64(5)) == make(name, size=5)
    with pytest.raises(ValueError, match="is not a size"):
        make(name, size=True)
    with pytest.raises(ValueError, match="is not a size"):
        make(name, size=5.0)


def test_ctrl_c_ends_the_count_of_ownership() -> None:
    position = make("go", size=9).initial()
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ownership(position, 10**8)  # type: ignore[arg-type]
    assert time.monotonic() - began < PATIENCE


def tesuji(
    *arguments: str, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command, with nothing on its standard input."""
    return subprocess.run(
        [sys.executable, "-c", "from tesuji.start import main; main()", *arguments],
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=cwd,
        env=os.environ | environment,
    )


def test_a_place_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    for place, why in (("/nosuchdir/x.sgf", "there is no folder"), (str(tmp_path), "is a folder")):
        done = tesuji("play", "torus", "--save", place)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert done.stderr.count("\n") == 1


def test_games_of_two_matches_are_never_mixed(tmp_path: Path) -> None:
    match = ["match", "torus", "random", "random", "--games", "2", "--workers", "1"]
    first = tesuji(*match, "--sgf", str(tmp_path / "games"))
    assert first.returncode == 0, first.stderr
    kept = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    assert len(kept) == 2
    again = tesuji(*match, "--sgf", str(tmp_path / "games"))
    assert (again.returncode, again.stdout) == (2, "")
    assert "already has games" in again.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == kept


def test_the_reference_of_a_run_finds_it_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for folder in (Path("my runs") / "k", runs_directory() / "k2"):
        run = Run.create(folder, "alphazero", "torus", options={}, config={}, seed=1)
        (word,) = shlex.split(run.reference)
        monkeypatch.chdir("/")
        assert find_run(word).description == run.description
        monkeypatch.chdir(tmp_path)


def test_a_config_without_end_is_refused() -> None:
    done = tesuji("train", "torus", "--config", "/dev/zero")
    assert done.returncode == 2
    assert "more than 1048576 bytes" in done.stderr


def test_a_picture_goes_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5];B[cc])")
    done = tesuji("show", "game.sgf", "--svg", "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<svg")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("columns", ["1", "20", "40", "80"])
def test_no_column_is_hidden_in_a_narrow_terminal(columns: str) -> None:
    done = tesuji(
        *("match", "torus", "random", "random", "--games", "2", "--workers", "1"), COLUMNS=columns
    )
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("wins", "draws", "losses", "score", "100.0"))
    assert "…" not in done.stdout


@pytest.mark.parametrize("host", ["[::1]evil.com", "[::1]:80:80", "localhost:evil", "[::1", ""])
def test_a_host_that_is_no_host_is_refused(tmp_path: Path, host: str) -> None:
    with running_app(tmp_path) as api:
        for good in ("localhost", "[::1]", "[::1]:8080", "127.0.0.1:80"):
            assert api.client.get("/api/v1/catalog", headers={"Host": good}).status_code == 200
        assert api.client.get("/api/v1/catalog", headers={"Host": host}).status_code == 421


def test_a_server_on_a_network_answers_to_its_names(tmp_path: Path) -> None:
    options = ("--host", "0.0.0.0", "--token", "secret", "--name", "go.example")
    with ServerProcess(tmp_path, *options) as server:
        address = f"http://127.0.0.1:{server.port}/api/v1/catalog"
        machine = socket.gethostname().partition(".")[0]
        headers = {"Authorization": "Bearer secret"}
        for host in (f"{machine}.local", "go.example"):
            answer = httpx.get(address, headers=headers | {"Host": f"{host}:{server.port}"})
            assert answer.status_code == 200
        assert httpx.get(address, headers=headers | {"Host": "evil.example"}).status_code == 421
    done = tesuji("serve", "--name", "a b")
    assert (done.returncode, "not a host name" in done.stderr) == (2, True)


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
    done = tesuji("show", "odd.sgf", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ("tesuji: move 2, White C3, cannot be played: the point is occupied\n")
    assert " 3 . . O . . 3" in done.stdout
    assert " 2 . . .(X). 2" in done.stdout

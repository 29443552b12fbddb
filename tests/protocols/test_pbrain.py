"""The Gomocup brain as a folder that needs nothing but Python."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.kit.patience import PATIENCE
from tesuji.games import make
from tesuji.players import make_player

TOOL = Path(__file__).parents[2] / "tools" / "pbrain.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, str(TOOL), str(target)], check=True, capture_output=True)
    return target / "pbrain-tesuji"


@pytest.mark.parametrize("player", [[], ["monomial:version=1"], ["random:seed=1"]])
def test_plays_without_any_package(folder: Path, player: list[str]) -> None:
    """Isolated, without site-packages, and with an empty environment."""
    commands = "START 20\r\nINFO timeout_turn 200\r\nTURN 10,10\r\nABOUT\r\nEND\r\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(folder / "pbrain-tesuji"), *player],
        input=commands.encode(),
        capture_output=True,
        timeout=PATIENCE,
        env={},
        cwd="/",
    )
    lines = [line for line in done.stdout.decode().splitlines() if not line.startswith("MESSAGE")]
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0] == "OK"
    assert all(0 <= int(part) < 20 for part in lines[1].split(","))
    assert lines[2].startswith('name="Tesuji", version="')


def test_is_small_enough_for_gomocup(folder: Path) -> None:
    """The tournament takes zips whose folder has 70 MB at most."""
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    assert size < 20e6
    with zipfile.ZipFile(folder.with_suffix(".zip")) as archive:
        assert "pbrain-tesuji/pbrain-tesuji" in archive.namelist()


def test_plays_a_whole_game_by_the_protocol(folder: Path) -> None:
    """The brain against a player of ours that moves at random, until somebody has five."""
    game: Any = make("gomoku", size=15)
    position = game.initial()
    opponent = make_player("random:seed=3", game)
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(folder / "pbrain-tesuji")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={},
    ) as brain:

        def ask(line: str) -> str:
            assert brain.stdin is not None
            assert brain.stdout is not None
            brain.stdin.write(f"{line}\n")
            brain.stdin.flush()
            while (answer := brain.stdout.readline().strip()).startswith(("MESSAGE", "DEBUG")):
                pass
            return answer

        assert ask("START 15") == "OK"
        asking = "INFO timeout_turn 100\nBEGIN"
        while not position.is_over:
            column, row = map(int, ask(asking).split(","))
            position = position.after(row * 15 + column)  # raises when the move is illegal
            if position.is_over:
                break
            reply = opponent.choose(position).move
            assert reply is not None
            position = position.after(reply)
            asking = f"TURN {reply % 15},{reply // 15}"
        brain.communicate("END\n", timeout=PATIENCE)
    assert brain.returncode == 0
    assert position.outcome.winner == 0
    assert len(position.moves) < 60

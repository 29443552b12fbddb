"""The Gomocup brain as a folder that needs nothing but Python."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOOL = Path(__file__).parent.parent / "tools" / "pbrain.py"


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
        timeout=60,
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

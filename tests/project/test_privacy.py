"""Nothing leaves the machine: no look-up of a host, no file that is kept to be sent later."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("tesuji")
WATCHER = Path(__file__).parents[1] / "kit" / "watched_resolver.py"
COMMANDS = {
    "doctor": "doctor",
    "match": "match go alphazero:sims=2 alphazero:sims=2 --size 5 --games 2 --workers 2",
}


def environment(home: Path) -> dict[str, str]:
    """As after a fresh login of somebody whose home is `home`."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    return keep | {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_library_keeps_files_to_report(tmp_path: Path, command: str) -> None:
    words = [str(COMMAND), *command.split()]
    subprocess.run(words, env=environment(tmp_path), check=True, capture_output=True, timeout=120)
    foreign = [str(path) for path in tmp_path.rglob("*") if "Microsoft" in path.parts]
    assert foreign == []


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare of util-linux")
def test_no_host_is_looked_up(tmp_path: Path) -> None:
    """Telemetry is sent after ten seconds, so a session is kept open for longer."""
    namespace = ["unshare", "--user", "--map-root-user", "--net", "--mount"]
    if subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine allows no namespaces")
    keep_open = (
        "import time, tesuji\n"
        "from tesuji.players import make_player\n"
        "game = tesuji.make('go', size=5)\n"
        "make_player('alphazero:sims=2', game).choose(game.initial())\n"
        "time.sleep(12)"
    )
    ran = subprocess.run(
        [*namespace, sys.executable, str(WATCHER), sys.executable, "-c", keep_open],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout == "look-ups: 0\n"

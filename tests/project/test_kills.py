"""A few kills of every kind; ``tools/kill_campaign.py`` does hundreds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tools.kill_campaign import campaign

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.mark.parametrize("full_disk", [False, True])
@pytest.mark.parametrize("name", ["ladder", "server", "evolve"])
def test_nothing_is_lost(name: str, full_disk: bool) -> None:
    """In a process of its own, because it forks."""
    code = f"from tools.kill_campaign import campaign; campaign({name!r}, 4, full_disk={full_disk})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=5 * PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ladder", "server", "evolve", "train"])
def test_nothing_is_lost_in_many_kills(name: str) -> None:
    assert campaign(name, 200).committed > 0


def children(process: int) -> list[int]:
    """The processes that `process` began."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_command_that_began_them(how: signal.Signals, tmp_path: Path) -> None:
    command = [*TESUJI, "evolve", "go-naive"]
    command += ["--runs", "2", "--workers", "2", "--generations", "100000", "--json"]
    environment = os.environ | {"TESUJI_DATA_DIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as parent:
        deadline = time.monotonic() + PATIENCE
        # Both runs are being worked on: their locks are held by the workers.
        while len(list(tmp_path.glob("runs/*/lock"))) < 2:
            assert time.monotonic() < deadline, "the workers do not begin"
            time.sleep(0.05)
        workers = children(parent.pid)
        assert len(workers) >= 2
        parent.send_signal(how)
        parent.wait(PATIENCE)
    while any(map(alive, workers)):
        assert time.monotonic() < deadline, "a worker goes on without its parent"
        time.sleep(0.05)

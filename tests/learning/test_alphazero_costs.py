"""What a run costs in processor time: counted while it plays, kept when it dies, and a limit."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.kit.alphazero import HERE, any_size_network, smoke
from tests.kit.patience import PATIENCE
from tesuji.games import make
from tesuji.learning.alphazero.backends import LocalBackend
from tesuji.learning.alphazero.progress import Limits, Progress, RunClock, Status
from tesuji.learning.alphazero.runner import Machine, create_run, work_on
from tesuji.search import SelfPlayGame

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
torch.set_num_threads(1)

WITHOUT_END = 10**6


def busy(seconds: float) -> None:
    """Uses so much processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_playing_processes_tell_what_they_spend_while_they_play() -> None:
    game = make("dots-and-boxes", size=2)
    backend = LocalBackend(game, smoke(game), seed=1, workers=1)
    heard: list[float] = []
    deadline = time.monotonic() + PATIENCE

    def stop() -> bool:
        if backend.core_seconds > (heard[-1] if heard else 0.0):
            heard.append(backend.core_seconds)
        return len(heard) >= 3 or time.monotonic() > deadline

    games: list[SelfPlayGame] = []
    try:
        backend.self_play(any_size_network(game), WITHOUT_END, 1, games.append, stop)
        assert len(heard) == 3  # in the middle of one order
        total = backend.core_seconds
        assert total >= heard[-1] > heard[0] > 0
    finally:
        backend.close()
    assert backend.core_seconds == total  # what the dead have spent is spent


@pytest.mark.parametrize("workers", [0, 1])
def test_a_sitting_ends_by_work(tmp_path: Path, workers: int) -> None:
    """However long the clock on the wall says; and the next sitting adds to it."""
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    limits, machine = Limits(core_seconds=4.0), Machine(workers=workers)
    first = work_on(run, limits=limits, machine=machine)
    assert first.generation > 0
    assert 4.0 <= first.core_seconds < PATIENCE
    second = work_on(run, limits=limits, machine=machine)
    assert second.generation > first.generation
    assert 4.0 <= second.core_seconds - first.core_seconds < PATIENCE
    assert Progress.of(run) == second


def test_no_death_takes_away_what_was_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on disk in the middle of a step is what a killed run goes on from."""
    from tesuji.learning.alphazero import generations

    monkeypatch.setattr(generations, "_SAVE_EVERY", 0.0)
    game = make("dots-and-boxes", size=2)
    run = create_run(tmp_path / "run", game, smoke(game), seed=3)
    found: list[tuple[Progress, Progress]] = []

    def look(status: Status) -> None:
        if (status.phase, status.generation) == ("training", 2):
            before = Progress.of(run)
            busy(0.2)
            found.append((before, Progress.of(run)))

    work_on(run, limits=Limits(2), machine=HERE, watch=look)
    spent = [progress.core_seconds for pair in found for progress in pair]
    assert spent == sorted(spent)
    assert spent[-1] >= spent[0] + 0.2  # written down between the steps of one generation
    assert {progress.generation for pair in found for progress in pair} == {1}


def test_the_clock_counts_work() -> None:
    played = 0.0
    clock = RunClock(Progress(core_seconds=100.0), Limits(core_seconds=50.0), lambda: played)
    assert 100 <= clock.core_spent < 101
    assert clock.share(1) == pytest.approx(100 / 150, abs=0.01)
    played = 25.0
    assert clock.share(1) == pytest.approx(125 / 150, abs=0.01)
    before, played = clock.is_over, 50.0
    assert not before
    assert clock.is_over
    assert clock.left(1) == 0

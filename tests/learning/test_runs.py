"""Runs of learning are found by name or path."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tesuji.learning.common.runs import Run, find_run, runs_directory


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

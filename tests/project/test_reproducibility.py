"""The same seed gives the same run on one thread; another seed gives another one.

Learning by self-play has its own test of this in `test_alphazero_runs`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesuji.games import make
from tesuji.learning.evolution.series import plan_series, run_series
from tesuji.match import run_ladder, run_match
from tesuji.match.ladder import read_ladder

pytestmark = pytest.mark.core

PLAYERS = ("mcts:sims=20", "alphabeta:depth=1", "random")


def test_a_match() -> None:
    def played(seed: int) -> list[tuple[int, ...]]:
        result = run_match(
            make("torus", size=5), *PLAYERS[:2], games=4, seed=seed, opening_plies=2, workers=0
        )
        return [tuple(game.moves) for game in result.games]

    assert played(3) == played(3) != played(4)


def test_a_ladder(tmp_path: Path) -> None:
    def played(name: str, seed: int) -> list[Any]:
        file = tmp_path / name
        run_ladder(make("dots-and-boxes", size=2), PLAYERS, out=file, games=4, seed=seed, workers=0)
        return sorted(read_ladder(file).games, key=repr)

    assert played("one", 3) == played("two", 3) != played("three", 4)


@pytest.mark.parametrize(
    ("experiment", "given"),
    [
        ("go-naive", {"population": 6, "games": 4, "generations": 5, "hidden": 3}),
        ("torus-raters", {"tournaments": 2, "size": 4, "layers": "3", "max_plies": 20}),
    ],
)
def test_evolution(experiment: str, given: dict[str, Any], tmp_path: Path) -> None:
    def content(file: Path) -> object:
        """All that is in a network's file but the time that it took."""
        if file.suffix != ".npz":
            return file.read_bytes()
        arrays = {name: array.tolist() for name, array in np.load(file).items()}
        if "about" in arrays:
            arrays["about"] = {**json.loads(arrays["about"]), "seconds": None}
        return arrays

    def evolved(name: str, seed: int) -> tuple[list[Any], dict[str, Any]]:
        folder = tmp_path / name
        series = plan_series(experiment, given, runs=1, seed=seed, name="x", directory=folder)
        run_series(series, workers=1, threads=1)
        run = series.folder(1)
        lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
        for line in lines:
            for key in [key for key in line if "second" in key or key in ("time", "at")]:
                del line[key]
        files = {file.name: content(file) for file in sorted(run.glob("networks/*"))}
        assert lines
        return lines, files

    assert evolved("one", 3) == evolved("two", 3)
    assert evolved("three", 4) != evolved("one", 3)

"""Runs of learning in the API: made-up folders, and versions of them as opponents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.server import HUMAN, Api, running_app
from tesuji.games import Game
from tesuji.learning.common.runs import Run
from tesuji.players import Player, make_player, option, register_player

SGF = "(;FF[4]GM[1]SZ[9];B[ee];W[cc])"


@dataclass(frozen=True, slots=True)
class FileOptions:
    file: str = option(help="a file that has to be there")


@register_player("test-file-player", FileOptions)
def make_file_player(game: Game, options: FileOptions) -> Player:
    """Plays at random, and knows which file it came from."""
    seen.append(Path(options.file).read_text())
    return make_player("random", game)


seen: list[str] = []


def make_run(folder: Path, name: str = "gomoku-1", game: str = "gomoku") -> Run:
    run = Run.create(
        folder / name,
        "alphazero",
        game,
        options={"size": 7},
        config={"player": "test-file-player:file={file}", "simulations": 64},
        seed=3,
    )
    for number in (1, 2, 10):
        run.path("networks", f"generation-{number:04}.npz").write_text(f"weights {number}")
    run.path("games", "generation-0002-1.sgf").write_text(SGF)
    run.path("games", "notes.txt").write_text("not a record")
    for step in range(3):
        run.add_metrics(
            step, loss={"policy": 2.0 - step / 2, "value": float("nan")}, elo=100 * step
        )
    run.path("ladder.json").write_text(
        json.dumps([{"player": "old", "elo": -10}, {"player": "new", "elo": 30, "error": 5}])
    )
    return run


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / 'runs, "with" odd name'
    make_run(folder)
    return folder


@pytest.fixture
def api(tmp_path: Path, runs: Path) -> Iterator[Api]:
    with running_app(tmp_path, runs=runs) as api:
        yield api


def test_runs_are_listed_with_their_latest_figures(api: Api, runs: Path) -> None:
    (run,) = api.get("/runs")["runs"]
    assert (run["name"], run["kind"], run["title"]) == ("gomoku-1", "alphazero", "Gomoku 7×7")
    assert (run["step"], run["num_versions"], run["num_games"]) == (2, 3, 1)
    assert list(run["latest"].items()) == [("elo", 200), ("loss.policy", 1.0)]
    assert not run["at_work"]
    with Run.open(runs / "gomoku-1").at_work():
        assert api.get("/runs")["runs"][0]["at_work"]


def test_one_run_in_full(api: Api) -> None:
    view = api.get("/runs/gomoku-1")
    assert [version["number"] for version in view["versions"]] == [10, 2, 1]
    assert view["games"] == ["generation-0002-1.sgf"]
    told = {one["name"]: one["value"] for group in view["settings"] for one in group["settings"]}
    assert told["simulations"] == "64"
    assert [(rung["player"], rung["elo"]) for rung in view["ladder"]] == [("new", 30), ("old", -10)]
    assert api.get("/runs/gomoku-1/games/generation-0002-1.sgf") == {"sgf": SGF}


def test_a_ladder_also_comes_from_what_was_measured(api: Api, runs: Path) -> None:
    run = make_run(runs, "measured-1")
    run.path("ladder.json").unlink()
    run.path("networks", "best.npz").write_text("weights 2")
    run.add_metrics(2, kind="measurement", elo=50.0, elo_error=20.0, optimality={"raw": {"x": 0.5}})
    run.add_metrics(10, kind="measurement", elo=80.0, elo_error=20.0)
    view = api.get("/runs/measured-1")
    assert [(rung["player"], rung["version"]) for rung in view["ladder"]] == [
        ("generation 10", "generation-0010.npz"),
        ("generation 2", "generation-0002.npz"),
    ]
    assert view["versions"][0] == {"name": "best.npz", "number": None}
    assert view["summary"]["latest"]["optimality.raw.x"] == 0.5


def test_curves_come_in_columns_and_only_what_is_new(api: Api, runs: Path) -> None:
    curves = api.get("/runs/gomoku-1/curves")
    assert (curves["lines"], curves["steps"]) == (3, [0, 1, 2])
    assert curves["figures"] == {"loss.policy": [2.0, 1.5, 1.0], "elo": [0, 100, 200]}
    Run.open(runs / "gomoku-1").add_metrics(3, games=7)
    fresh = api.get(f"/runs/gomoku-1/curves?after={curves['lines']}")
    assert (fresh["lines"], fresh["steps"], fresh["figures"]) == (4, [3], {"games": [7]})


@pytest.mark.parametrize(
    "path",
    [
        "/runs/none",
        "/runs/..",
        "/runs/%2e%2e",
        "/runs/gomoku-1/games/notes.txt",
        "/runs/gomoku-1/games/..%2frun.json",
        "/runs/gomoku-1/games/%2fetc%2fpasswd",
        "/runs/..%2fruns%2fgomoku-1",
    ],
)
def test_nothing_but_what_is_listed_can_be_reached(api: Api, path: str) -> None:
    api.get(path, 404)


def test_any_version_of_a_run_can_be_played(api: Api) -> None:
    engine = {"kind": "engine", "run": "gomoku-1", "version": "generation-0002.npz"}
    view = api.new_game("gomoku", (HUMAN, engine), options={"size": "7"})
    view = api.after_engines(api.play(view, 0))
    assert view["problem"] is None
    assert len(view["moves"]) == 2
    assert seen[-1] == "weights 2"
    newest = api.new_game("gomoku", ({"kind": "engine", "run": "gomoku-1"}, HUMAN))
    api.after_engines(newest)
    assert seen[-1] == "weights 10"


@pytest.mark.parametrize(
    ("engine", "game"),
    [
        ({"run": "none"}, "gomoku"),
        ({"run": "gomoku-1", "version": "../run.json"}, "gomoku"),
        ({"run": "gomoku-1", "version": "generation-0003.npz"}, "gomoku"),
        ({"run": "gomoku-1"}, "torus"),
    ],
)
def test_what_is_not_there_cannot_be_played(api: Api, engine: dict[str, str], game: str) -> None:
    body = {"game": game, "seats": [HUMAN, {"kind": "engine", **engine}]}
    api.post("/games", body, 400)


def test_damaged_runs_do_not_hide_the_others(api: Api, runs: Path) -> None:
    broken = make_run(runs, "broken-1")
    broken.path("metrics.jsonl").write_text("{]\n[1]\n")
    broken.path("ladder.json").write_text("{")
    (runs / "empty").mkdir()
    (runs / "torn").mkdir()
    (runs / "torn" / "run.json").write_text("{")
    make_run(runs, "chess-1", "chess")
    listed = {run["name"]: run for run in api.get("/runs")["runs"]}
    assert set(listed) == {"broken-1", "chess-1", "gomoku-1"}
    assert listed["chess-1"]["spec"] is None
    assert api.get("/runs/broken-1")["ladder"] == []
    assert api.get("/runs/broken-1/curves")["lines"] == 0

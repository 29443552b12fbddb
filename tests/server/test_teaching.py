"""Teaching over the API: real short runs, a killed server, and who may teach."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import HUMAN, Api, ServerProcess, running_app
from tests.server.test_runs import make_run
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.learning.alphazero.config import read_config
from tesuji.learning.alphazero.runner import create_run
from tesuji.learning.common.runs import Run
from tesuji.server import taught_run, teaching, teaching_plan
from tesuji.server.guard import LOCAL_HOSTS
from tesuji.server.run_models import NewLesson
from tesuji.server.teaching import Teaching, preset_for
from tesuji.server.teaching_plan import TeachingPlan, read_plan, write_plan

pytest.importorskip("torch")
pytest.importorskip("onnx")

BOXES = {"game": "dots-and-boxes", "options": {"size": "2"}}
LONG = 600.0
LEARNING = 4 * PATIENCE
"""Seconds after which a learner counts as hanging: it steps back behind everything else."""


def until(api: Api, path: str, done: Callable[[Any], bool]) -> Any:
    """Asks again and again until the answer is as wanted."""
    deadline = time.monotonic() + LEARNING
    while not done(found := api.get(path)):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("teaching")


def api_of(server: ServerProcess) -> Api:
    return Api(httpx.Client(base_url=server.address, timeout=PATIENCE))


def test_a_lesson_survives_a_killed_server_is_resumed_paused_and_deleted(folder: Path) -> None:
    with ServerProcess(folder) as server:
        api = api_of(server)
        view = api.post("/runs", {**BOXES, "minutes": LONG, "cores": 1, "name": "small"}, 201)
        assert view["summary"]["lesson"]["state"] == "learning"
        assert api.get("/teaching")["at_work"] == "small"
        refused = api.post("/runs", {**BOXES, "minutes": 1}, 400)
        assert "small is learning" in refused["detail"]
        until(api, "/runs/small", lambda one: one["summary"]["num_versions"] >= 3)
        live = until(api, "/runs/small/live", lambda one: one["game"] is not None)
        assert live["at_work"]
        assert live["generation"] >= 1
        assert len(live["game"]["moves"]) == 12
        server.kill()
    run = Run.open(folder / "runs" / "small")
    deadline = time.monotonic() + LEARNING
    while run.is_at_work:
        assert time.monotonic() < deadline, "the learner outlives its server"
        time.sleep(0.1)
    with ServerProcess(folder) as server:
        api = api_of(server)
        lesson = api.get("/runs/small")["summary"]["lesson"]
        assert (lesson["state"], lesson["can_learn"]) == ("interrupted", True)
        before = api.get("/runs/small")["summary"]["step"]
        resumed = api.post("/runs/small/resume", {})
        assert resumed["summary"]["lesson"]["state"] == "learning"
        until(api, "/runs/small", lambda one: one["summary"]["step"] > before)
        paused = api.post("/runs/small/pause")["summary"]
        assert (paused["lesson"]["state"], paused["at_work"]) == ("paused", False)
        assert 0 < paused["lesson"]["spent"] < 60 * LONG
        assert api.post("/runs/small/stop")["summary"]["lesson"]["state"] == "ended"
        assert "give it some more minutes" in api.post("/runs/small/resume", {}, 400)["detail"]
        versions = [version["name"] for version in api.get("/runs/small")["versions"]]
        looks = api.post("/runs/small/looks", {"versions": versions[1:3], "moves": [0, 1]})
        assert looks["position"]["ply"] == 2
        for look in looks["looks"]:
            assert sum(look["policy"]) == pytest.approx(1, abs=0.01)
            assert look["policy"][:2] == [0, 0]  # drawn already
            assert 0 <= look["chance"] <= 1
        assert api.post("/runs/small/looks", {"versions": ["none.onnx"]}, 400)
        shipped = api.post("/runs/small/opponents", {"name": "Pupil"}, 201)["opponents"]
        assert [(one["name"], one["game"], one["run"]) for one in shipped] == [
            ("Pupil", "dots-and-boxes", "small")
        ]
        assert (
            "choose another name"
            in api.post("/runs/small/opponents", {"name": "Pupil"}, 400)["detail"]
        )
        api.ask("DELETE", "/runs/small", None, 204)
        assert api.get("/runs")["runs"] == []
        assert not run.folder.exists()
        # The opponent is a copy, and outlives its run.
        seat = {"kind": "engine", "network": shipped[0]["id"], "name": "Pupil"}
        game = api.new_game("dots-and-boxes", (HUMAN, seat), options={"size": "2"})
        game = api.after_engines(api.play(game, 0))
        assert game["problem"] is None
        assert len(game["moves"]) >= 2
        api.post("/games", {"game": "go", "seats": [HUMAN, seat]}, 400)
        api.ask("DELETE", f"/opponents/{shipped[0]['id']}", None, 204)
        assert api.get("/opponents")["opponents"] == []
        assert "Traceback" not in server.log.read_text()


# -- evolution ------------------------------------------------------------------------------------


def test_evolution_is_taught_with_its_settings(tmp_path: Path) -> None:
    with running_app(tmp_path, runs=tmp_path / "runs") as api:
        known = {one["name"]: one for one in api.get("/teaching")["experiments"]}
        settings = {one["name"]: one for one in known["go-random"]["settings"]}
        assert settings["generations"]["help"]
        body = {
            "experiment": "go-random",
            "settings": {"generations": "2", "population": "4"},
            "minutes": 30,
        }
        assert "no option" in api.post("/runs", {**body, "settings": {"x": "1"}}, 400)["detail"]
        name = api.post("/runs", body, 201)["summary"]["name"]
        ended = until(
            api, f"/runs/{name}", lambda one: one["summary"]["lesson"]["state"] != "learning"
        )
        lesson = ended["summary"]["lesson"]
        assert (lesson["state"], lesson["problem"]) == ("ended", None)
        assert not lesson["can_learn"]  # it is complete
        assert ended["in_words"] == [known["go-random"]["help"]]
        told = {one["name"]: one for group in ended["settings"] for one in group["settings"]}
        assert (told["generations"]["value"], told["generations"]["is_usual"]) == ("2", False)
        assert told["generations"]["help"] == settings["generations"]["help"]
        assert ended["summary"]["num_versions"] >= 1


# -- who, and how much ----------------------------------------------------------------------------


def test_nobody_teaches_on_a_shared_server_without_the_owners_token(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    make_run(runs)
    shared = LOCAL_HOSTS | {"go.example.org"}
    with running_app(tmp_path, runs=runs, hosts=shared) as api:
        told = api.get("/teaching")
        assert (told["allowed"], told["problem"]) == (False, teaching.NOT_HERE)
        api.post("/runs", {**BOXES, "minutes": 1}, 403)
        for what in ("pause", "resume", "stop"):
            api.post(f"/runs/gomoku-1/{what}", {}, 403)
        api.post("/runs/gomoku-1/opponents", {"name": "X"}, 403)
        api.ask("DELETE", "/runs/gomoku-1", None, 403)
        api.ask("DELETE", "/opponents/00", None, 403)
        assert Run.open(runs / "gomoku-1").name == "gomoku-1"
    with running_app(tmp_path, runs=runs, hosts=shared, token="secret") as api:
        api.post("/runs", {**BOXES, "minutes": 1}, 401)
        api.client.headers["authorization"] = "Bearer secret"
        assert api.get("/teaching")["allowed"]
        api.ask("DELETE", "/runs/gomoku-1", None, 204)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path, runs=tmp_path / "runs") as api:
        yield api


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "nim", "options": {}}, "cannot learn it"),
        ({"game": "chess"}, "no game called"),
        ({"options": {"size": "99"}}, "at most 192 lines"),
        ({"game": None}, "give a game"),
        ({"name": "taken"}, "already a run called taken"),
    ],
)
def test_what_cannot_be_taught_is_refused_and_leaves_no_folder(
    api: Api, tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    make_run(tmp_path / "runs", "taken")
    refused = api.post("/runs", {**BOXES, "minutes": 1, **change}, 400)
    assert complaint in refused["detail"]
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["taken"]


@pytest.mark.parametrize("change", [{"minutes": 0}, {"cores": 0}, {"name": "../x"}, {"name": ""}])
def test_malformed_lessons_are_refused(api: Api, change: dict[str, Any]) -> None:
    api.post("/runs", {**BOXES, "minutes": 1, **change}, 422)


def test_a_full_disk_stops_a_lesson_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching_plan, "SPARE_BYTES", 1 << 60)
    taught = Teaching(tmp_path / "runs", allowed=True)
    with pytest.raises(TesujiError, match="free on the disk"):
        taught.begin(NewLesson(game="dots-and-boxes", minutes=1))
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_run_that_grows_too_large_is_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching_plan, "MOST_BYTES", 1000)
    monkeypatch.setattr(taught_run, "LOOK_EVERY", 0.1)
    with running_app(tmp_path, runs=tmp_path / "runs") as api:
        name = api.post("/runs", {**BOXES, "minutes": LONG}, 201)["summary"]["name"]
        view = until(
            api, f"/runs/{name}", lambda one: one["summary"]["lesson"]["state"] != "learning"
        )
    lesson = view["summary"]["lesson"]
    assert lesson["state"] == "paused"
    assert "the run has more than" in lesson["problem"]


def test_a_run_at_work_elsewhere_is_left_alone(api: Api, tmp_path: Path) -> None:
    run = make_run(tmp_path / "runs")
    with run.at_work():
        assert api.get("/runs/gomoku-1")["summary"]["lesson"]["state"] == "elsewhere"
        assert "another program" in api.ask("DELETE", "/runs/gomoku-1", None, 400)["detail"]
        assert "another program" in api.post("/runs/gomoku-1/resume", {"minutes": 1}, 400)["detail"]
    assert run.folder.exists()


def test_what_goes_wrong_in_a_lesson_is_told(api: Api, tmp_path: Path) -> None:
    run = make_run(tmp_path / "runs")  # its networks are no networks
    run.path("state", "checkpoint.npz").write_text("damaged")
    api.post("/runs/gomoku-1/resume", {"minutes": 1})
    view = until(api, "/runs/gomoku-1", lambda one: one["summary"]["lesson"]["state"] != "learning")
    assert view["summary"]["lesson"]["state"] == "paused"
    assert "checkpoint" in view["summary"]["lesson"]["problem"]


def test_a_plan_is_read_again_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    run = make_run(tmp_path)
    assert read_plan(run) is None
    plan = TeachingPlan(300.0, 2, 12.5, "paused")
    write_plan(run, plan)
    assert read_plan(run) == plan
    assert plan.left == 287.5
    run.save_state("lesson.json", b"[1]")
    assert read_plan(run) is None


@pytest.mark.parametrize(("minutes", "preset", "keep"), [(5, "quick", 1), (600, "laptop", 24)])
def test_long_lessons_keep_fewer_versions(minutes: float, preset: str, keep: int) -> None:
    name, file, changes = preset_for(minutes)
    config = read_config(make("gomoku", size=7), name, file, changes)
    assert (name, config.measurement.keep) == (preset, keep)


def test_settings_of_self_play_are_told_in_words(api: Api, tmp_path: Path) -> None:
    game = make("gomoku", size=7)
    create_run(tmp_path / "runs" / "seven", game, read_config(game, "quick"), 1)
    view = api.get("/runs/seven")
    assert view["in_words"][0] == "The network has 4 residual blocks with 48 channels."
    assert "64 games against itself" in view["in_words"][1]
    groups = {group["title"]: group["settings"] for group in view["settings"]}
    games = next(one for one in groups["Self-play"] if one["name"] == "games")
    assert (games["value"], games["is_usual"]) == ("64", False)
    assert games["help"] == "Games in each generation"
    assert not any("{" in one["value"] for group in groups.values() for one in group)
    assert view["shows_policy"]
    assert api.get("/runs/seven/live") == {
        "at_work": False,
        "phase": "",
        "generation": 0,
        "done": 0,
        "total": 0,
        "games_per_second": 0.0,
        "seconds_left": None,
        "note": "",
        "game": None,
    }
    # What another program left there must not break the page.
    live = tmp_path / "runs" / "seven" / "state" / "live.json"
    live.write_text(json.dumps({"game": {"spec": 1}}))
    api.get("/runs/seven/live", 400)

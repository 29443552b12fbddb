"""Tournaments between engines: the table, pausing, stopping, and going on after a restart."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tests.kit.server import Api, running_app

TESUJI_GTP = shlex.join([*TESUJI, "gtp", "go", "--player", "random"])
LEVELS = ("beginner", "learner")


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def request(*levels: str, **rest: Any) -> dict[str, Any]:
    players = [{"kind": "engine", "level": level, "name": level} for level in levels]
    return {"game": "gomoku", "options": {"size": "5"}, "players": players, **rest}


def wait_for(api: Api, view: dict[str, Any], holds: Callable[[Any], bool]) -> Any:
    """Returns the tournament once something holds of it."""
    deadline = time.monotonic() + PATIENCE
    while not holds(now := api.get(f"/tournaments/{view['id']}")):
        assert time.monotonic() < deadline, now
        assert now["problem"] is None
        time.sleep(0.05)
    return now


def is_finished(view: Any) -> bool:
    return bool(view["state"] == "finished")


def test_everybody_meets_everybody(api: Api) -> None:
    begun = api.post("/tournaments", request("beginner", "learner", "novice", games=2), 201)
    assert begun["total"] == 6
    ended = wait_for(api, begun, is_finished)
    assert ended["done"] == 6
    assert ended["live"] == []
    assert [row["games"] for row in ended["standings"]] == [4, 4, 4]
    assert sum(row["points"] for row in ended["standings"]) == 6
    points = [row["points"] for row in ended["standings"]]
    assert points == sorted(points, reverse=True)
    for one in range(3):
        for two in range(3):
            met = ended["points"][one][two]
            assert met is None if one == two else met + ended["points"][two][one] == 2
    newest = ended["played"][0]
    assert newest["number"] == 5
    game = api.get(f"/tournaments/{begun['id']}/games/5")
    assert len(game["moves"]) == newest["num_moves"]
    assert game["names"] == [ended["names"][newest["first"]], ended["names"][newest["second"]]]
    position = api.post("/positions", {"spec": game["spec"], "moves": game["moves"]})["position"]
    winner = None if newest["winner"] is None else int(newest["winner"] == newest["second"])
    assert position["ending"]["winner"] == winner
    api.get(f"/tournaments/{begun['id']}/games/6", 404)


def test_games_are_seen_while_they_are_played(api: Api) -> None:
    begun = api.post("/tournaments", request(*LEVELS, games=1, pace=3600 / 60), 201)
    # The first move waits for a minute; another pace holds at once.
    api.ask("PUT", f"/tournaments/{begun['id']}/pace", {"pace": 0.3})
    seen = wait_for(api, begun, lambda view: bool(view["live"]))["live"][0]
    assert len(seen["moves"]) > 2
    assert {seen["first"], seen["second"]} == {0, 1}
    paused = api.post(f"/tournaments/{begun['id']}/pause")
    assert paused["state"] == "paused"
    api.ask("PUT", f"/tournaments/{begun['id']}/pace", {"pace": 0})
    assert api.post(f"/tournaments/{begun['id']}/resume")["state"] in ("playing", "finished")
    wait_for(api, begun, is_finished)


def test_a_stopped_tournament_goes_on_also_after_a_restart(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        begun = api.post("/tournaments", request(*LEVELS, games=4, pace=60), 201)
        api.post("/tournaments", request(*LEVELS), 400)  # one at a time
        assert api.post(f"/tournaments/{begun['id']}/stop")["state"] == "stopped"
    with running_app(tmp_path) as api:
        [found] = api.get("/tournaments")["tournaments"]
        assert (found["id"], found["state"], found["done"]) == (begun["id"], "stopped", 0)
        api.post(f"/tournaments/{begun['id']}/resume")
        assert wait_for(api, begun, is_finished)["done"] == 4
        api.ask("DELETE", f"/tournaments/{begun['id']}", None, 204)
        api.get(f"/tournaments/{begun['id']}", 404)
        assert api.get("/tournaments")["tournaments"] == []
    assert list((tmp_path / "tournaments").iterdir()) == []


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (request("beginner", "beginner"), "in the tournament twice"),
        (request("beginner", "nobody"), "no opponent called"),
        ({**request(*LEVELS), "game": "chess"}, "no game called"),
    ],
)
def test_what_cannot_be_played(api: Api, wanted: dict[str, Any], words: str) -> None:
    assert words in api.post("/tournaments", wanted, 400)["detail"]
    api.post("/tournaments", request("beginner"), 422)


class TestEngines:
    def test_one_is_tried_added_played_and_removed(self, api: Api) -> None:
        new = {"name": "Own", "game": "go", "protocol": "gtp", "command": TESUJI_GTP}
        added = api.post("/engines", new, 201)
        assert api.get("/engines") == {"allowed": True, "engines": [added]}
        seats = [
            {"kind": "engine", "engine": added["id"], "name": "Own"},
            {"kind": "engine", "level": "beginner", "name": "Pip"},
        ]
        wanted = {"game": "go", "options": {"size": "3"}, "players": seats, "games": 1}
        ended = wait_for(api, api.post("/tournaments", wanted, 201), is_finished)
        assert sum(row["failures"] for row in ended["standings"]) == 0
        gomoku = {**wanted, "game": "gomoku", "options": {"size": "5"}}
        assert "plays go, not gomoku" in api.post("/tournaments", gomoku, 400)["detail"]
        api.ask("DELETE", f"/engines/{added['id']}", None, 204)
        assert "has been removed" in api.post("/tournaments", wanted, 400)["detail"]

    @pytest.mark.parametrize(
        ("command", "words"),
        [
            ("/nowhere/engine", "/nowhere/engine"),
            (f"{sys.executable} -c pass", "ended"),
            ("'", "is not a command line"),
        ],
    )
    def test_one_that_does_not_work_is_not_added(self, api: Api, command: str, words: str) -> None:
        new = {"name": "Bad", "game": "go", "protocol": "gtp", "command": command}
        detail = api.post("/engines", new, 400)["detail"]
        assert detail.startswith("The engine did not work: ")
        assert words in detail
        assert api.get("/engines")["engines"] == []

    def test_there_are_none_on_a_network(self, tmp_path: Path) -> None:
        """Not even with the token: a command line must not come from another machine."""
        with running_app(tmp_path) as api:
            new = {"name": "Own", "game": "go", "protocol": "gtp", "command": TESUJI_GTP}
            added = api.post("/engines", new, 201)
        with running_app(tmp_path, token="secret") as api:
            api.client.headers["authorization"] = "Bearer secret"
            assert api.get("/engines") == {"allowed": False, "engines": []}
            assert "this machine alone" in api.post("/engines", new, 403)["detail"]
            api.ask("DELETE", f"/engines/{added['id']}", None, 403)
            seats = [{"kind": "engine", "engine": added["id"]}, {"kind": "human"}]
            told = api.post("/games", {"game": "go", "seats": seats}, 400)["detail"]
            assert "this machine alone" in told

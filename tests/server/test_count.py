"""The end of a game of Go over the API: dead stones, the count, playing on, the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.server import ENGINE, HUMAN, Api, running_app
from tesuji.records import read_sgf

MOVES = "C3 A1 B3 pass D3 pass C2 pass C4 pass B2 pass D2 pass pass"
PASS = 25
DEAD = 20
"""Where White's dead stone stands, A1."""


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as running:
        yield running


def at_the_count(api: Api) -> dict:  # type: ignore[type-arg]
    return api.play_names(api.new_game("go", options={"size": "5"}), MOVES)


def asked(view: dict) -> dict:  # type: ignore[type-arg]
    moves = [played["move"] for played in view["moves"]]
    return {"spec": view["game"]["spec"], "moves": moves}


def test_a_game_is_counted_and_agreed_on(api: Api) -> None:
    view = at_the_count(api)
    assert view["counting"]
    assert view["status"] == "playing"
    assert view["position"]["ending"] is None
    assert view["position"]["legal"] == []
    count = api.post("/positions/count", asked(view))
    assert count["dead"] == [DEAD]
    assert count["margin"] == 17.5
    assert set(count["owner"]) == {0}
    agreement = {"dead": count["dead"], "seki": count["seki"]}
    view = api.act(view, "agree", agreement)
    assert view["status"] == "finished"
    assert not view["counting"]
    assert view["position"]["ending"]["margin"] == 17.5
    assert "Black wins by 17.5 points." in view["position"]["notes"]
    assert view["count"]["dead"] == [DEAD]
    sgf = api.get(f"/games/{view['id']}/sgf")["sgf"]
    assert "RE[B+17.5]" in sgf
    assert DEAD in read_sgf(sgf).end.marks["TB"]
    assert api.post("/records", {"sgf": sgf})["nodes"][-1]["marks"][str(DEAD)] == "black territory"
    again = api.post(
        "/records/sgf",
        {
            "spec": view["game"]["spec"],
            "nodes": [{"parent": None, "move": None, "marks": {"0": "white territory"}}],
        },
    )
    assert "TW[aa]" in again["sgf"]
    api.act(view, "agree", agreement, 409)


def test_a_click_changes_the_count(api: Api) -> None:
    view = at_the_count(api)
    body = asked(view) | {"dead": [], "seki": []}
    assert api.post("/positions/count", body)["margin"] < 0
    assert api.post("/positions/count", body | {"click": DEAD})["dead"] == [DEAD]
    held = api.post("/positions/count", body | {"click": DEAD, "click_means": "seki"})
    assert (held["dead"], held["seki"]) == ([], [DEAD])
    api.post("/positions/count", body | {"click": 0}, 400)
    api.post("/positions/count", body | {"dead": [0]}, 400)
    api.post("/positions/count", {"spec": "torus"}, 400)


def test_players_who_disagree_play_on(api: Api, tmp_path: Path) -> None:
    view = at_the_count(api)
    api.play(view, 0, 400)  # nobody moves while it is counted
    view = api.act(view, "play-on")
    assert not view["counting"]
    assert len(view["moves"]) == len(MOVES.split()) - 2
    api.act(view, "play-on", status=409)
    api.act(view, "agree", {}, 409)
    view = api.play_names(view, "pass pass")
    assert view["counting"]
    view = api.act(view, "undo")
    assert not view["counting"]
    assert len(view["moves"]) == len(MOVES.split()) - 1


def test_wrong_marks_are_refused_and_change_nothing(api: Api) -> None:
    view = at_the_count(api)
    for body in ({"dead": [0]}, {"dead": [900]}, {"dead": [DEAD], "seki": [DEAD]}):
        api.act(view, "agree", body, 400)
    api.act(view, "agree", {"dead": [5000]}, 422)
    assert api.get(f"/games/{view['id']}")["counting"]


def test_a_count_outlasts_the_server(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        open_view, agreed = at_the_count(api), at_the_count(api)
        api.act(agreed, "agree", {"dead": [DEAD]})
    with running_app(tmp_path) as api:
        assert api.get(f"/games/{open_view['id']}")["counting"]
        view = api.get(f"/games/{agreed['id']}")
        assert view["count"]["dead"] == [DEAD]
        assert view["position"]["ending"]["winner"] == 0
        view = api.act(agreed, "undo")
        assert view["count"] is None
        assert view["status"] == "playing"


def test_a_resigned_game_needs_no_count(api: Api) -> None:
    view = at_the_count(api)
    view = api.act(view, "resign", {"player": 1})
    assert view["status"] == "finished"
    assert view["count"] is None
    assert "RE[B+R]" in api.get(f"/games/{view['id']}/sgf")["sgf"]


def test_an_engine_takes_a_persons_word(api: Api) -> None:
    moves = [0, PASS, 1, PASS, 2, PASS]
    view = api.new_game("go", (HUMAN, ENGINE), options={"size": "5"}, moves=moves)
    for _ in range(60):  # the beginner passes when it likes to
        view = api.after_engines(api.play(view, PASS))
        if view["counting"] or view["status"] == "finished":
            break
    assert view["counting"]
    assert api.act(view, "agree", {})["status"] == "finished"


def test_how_a_game_stands(api: Api) -> None:
    found = api.post("/positions/estimate", {"spec": "go:size=9", "moves": [40]})
    assert len(found["ownership"]) == 81
    assert "leads by" in found["sentence"]
    api.post("/positions/estimate", {"spec": "torus"}, 400)


def test_overtime_in_a_room(tmp_path: Path) -> None:
    agreed = {"main": 600, "period": 30, "period_moves": 1, "periods": 3}
    with running_app(tmp_path) as api:
        view = api.new_game("go", options={"size": "5"}, clock=agreed)
        clock = view["clock"]
        assert (clock["period"], clock["periods"], clock["periods_left"]) == (30, 3, [0, 0])
        view = api.play_names(view, "C3 B3")
        wrong = {"main": 600, "period": 30, "period_moves": 2, "periods": 3}
        body = {"game": "go", "seats": [HUMAN, HUMAN], "clock": wrong}
        api.post("/games", body, 400)
    with running_app(tmp_path) as api:
        again = api.get(f"/games/{view['id']}")["clock"]
        assert again["moves_left"] == [0, 0]
        assert 590 < again["remaining"][0] <= 600

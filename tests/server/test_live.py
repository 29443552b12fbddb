"""The WebSocket: watching games, analyses and reviews, and clients that misbehave."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tests.kit.patience import PATIENCE
from tests.kit.server import ENGINE, HUMAN, LIVE, Api, Json, changed, running_app
from tesuji.server import models
from tesuji.server.jobs import JOBS_PER_CLIENT, MAX_SECONDS
from tesuji.server.live_models import ProblemEvent
from tesuji.server.mailbox import MAX_UNREAD, Mailbox, Pace
from tesuji.server.sockets import (
    COMMANDS_AT_ONCE,
    COMMANDS_PER_SECOND,
    MAX_MESSAGE,
    MAX_WATCHED,
    Connection,
)

AT = {"spec": "torus:size=9", "moves": [40]}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


class Live:
    """A client of the WebSocket."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket

    def send(self, **command: Any) -> None:
        self._socket.send_json(command)

    def send_text(self, text: str) -> None:
        self._socket.send_text(text)

    def send_bytes(self, data: bytes) -> None:
        self._socket.send_bytes(data)

    def next(self) -> Json:
        event: Json = self._socket.receive_json()
        assert set(event) == {"type", "about", "body"}
        return event

    def until(self, *types: str) -> Json:
        """The next event of one of these types; others are dropped."""
        deadline = time.monotonic() + PATIENCE
        while True:
            event = self.next()
            if event["type"] in types:
                return event
            assert time.monotonic() < deadline

    def problem(self) -> str:
        event = self.next()
        assert event["type"] == "problem"
        assert event["body"]["status"] == 400
        detail: str = event["body"]["detail"]
        return detail


@contextmanager
def live(api: Api) -> Iterator[Live]:
    assert isinstance(api.client, TestClient)
    with api.client.websocket_connect(LIVE) as socket:
        yield Live(socket)


# -- games ------------------------------------------------------------------------------------


def test_watching_a_game(api: Api) -> None:
    view = api.new_game("torus")
    with live(api) as one, live(api) as two:
        for client in (one, two):
            client.send(type="watch", game=view["id"])
            assert client.next() == {"type": "game", "about": view["id"], "body": view}
        played = api.play(view, 40)
        for client in (one, two):
            event = client.next()
            assert (event["type"], event["about"]) == ("change", view["id"])
            assert changed(view, event["body"]) == played
        one.send(type="unwatch", game=view["id"])
        one.send(type="cancel", job="nothing")
        one.send_text("?")
        assert "JSON" in one.problem()
        again = api.play(played, 41)
        assert changed(played, two.next()["body"]) == again
        one.send_text("?")
        one.problem()  # and nothing about the game before it


def test_engines_moves_arrive(api: Api) -> None:
    view = api.new_game("torus", (HUMAN, ENGINE))
    with live(api) as client:
        client.send(type="watch", game=view["id"])
        assert client.next()["body"]["position"]["ply"] == 0
        api.play(view, 40)
        seen = 0
        while seen < 2:
            seen = client.until("change")["body"]["position"]["ply"]


def test_watching_a_game_of_engines_to_its_end(api: Api) -> None:
    options = {"size": "2"}
    view = api.new_game("dots-and-boxes", (ENGINE, ENGINE), options=options)
    with live(api) as client:
        client.send(type="watch", game=view["id"])
        while client.until("game", "change")["body"]["status"] == "playing":
            pass


def test_a_move_sends_what_changed(api: Api) -> None:
    """However long the game and however large the board, not the names and moves known already."""
    view = api.new_game("go", options={"size": "19"})
    for move in range(60):
        view = api.play(view, 2 * move)
    with live(api) as client:
        client.send(type="watch", game=view["id"])
        assert client.next()["body"] == view
        answer = api.post(f"/games/{view['id']}/moves", {"move": 200, "ply": 60})
        event = client.next()
        assert event["body"] == answer
        assert (answer["kept"], [move["move"] for move in answer["moves"]]) == (60, [200])
        assert not answer.keys() & {"game", "seats", "setup"}
        undone = client_after_undo(api, client, changed(view, answer))
        assert undone["moves"] == view["moves"]


def client_after_undo(api: Api, client: Live, view: Json) -> Json:
    """What a client sees after an undo: nothing new, and one move fewer."""
    answer = api.post(f"/games/{view['id']}/undo")
    event = client.next()["body"]
    assert event == answer
    assert (answer["kept"], answer["moves"]) == (len(view["moves"]) - 1, [])
    return changed(view, event)


def test_what_was_not_sent_is_not_missed(api: Api) -> None:
    """Changes that replace each other in the mailbox add up."""

    async def fill() -> list[Json]:
        connection = Connection(None, None)  # type: ignore[arg-type]
        for view in views:
            connection._mail.put("game", partial(connection._news, view))
            if len(view.moves) in {0, 3}:
                told.append(json.loads(await connection._mail.take()))
        told.append(json.loads(await connection._mail.take()))
        return told

    told: list[Json] = []
    view = api.new_game("torus")
    plain = [view]
    for move in (40, 41, 42, 43, 44):
        view = api.play(view, move)
        plain.append(view)
    plain.append(api.act(view, "undo"))
    views = [models.GameView(**each) for each in plain]
    events = asyncio.run(fill())
    assert [event["type"] for event in events] == ["game", "change", "change"]
    assert [len(event["body"]["moves"]) for event in events] == [0, 3, 1]
    known = changed(events[0]["body"], events[1]["body"])
    assert changed(known, events[2]["body"]) == plain[-1]


def test_a_deleted_game(api: Api) -> None:
    view = api.new_game("torus")
    with live(api) as client:
        client.send(type="watch", game=view["id"])
        client.next()
        api.ask("DELETE", f"/games/{view['id']}", status=204)
        assert client.problem() == "the game was deleted"
        client.send(type="watch", game=view["id"])
        assert client.problem() == "there is no such game"
        client.send(type="unwatch", game=view["id"])


def test_a_page_watches_few_games(api: Api) -> None:
    games = [api.new_game("torus")["id"] for _ in range(MAX_WATCHED + 1)]
    with live(api) as client:
        for game in games[:-1]:
            client.send(type="watch", game=game)
            client.send(type="watch", game=game)  # twice is once
            assert [client.next()["about"], client.next()["about"]] == [game, game]
        client.send(type="watch", game=games[-1])
        assert "8 games" in client.problem()
        client.send(type="unwatch", game=games[0])
        client.send(type="watch", game=games[-1])
        assert client.next()["about"] == games[-1]


# -- analyses ---------------------------------------------------------------------------------


def test_an_analysis_reports_and_ends(api: Api) -> None:
    with live(api) as client:
        client.send(type="analyse", job="a", at=AT, seconds=0.7)
        views = []
        while (event := client.next())["type"] == "analysis":
            assert event["about"] == "a"
            views.append(event["body"])
        assert (event["type"], event["about"]) == ("done", "a")
        assert len(views) >= 2
        assert [view["done"] for view in views] == [False] * (len(views) - 1) + [True]
        last = views[-1]
        assert last["for_player"] == 1
        assert last["simulations"] > 0
        assert len(last["moves"]) == 80
        rated = [move for move in last["moves"] if move["rating"] is not None]
        assert all(0 <= move["rating"] <= 100 for move in rated)
        assert all(move["visits"] > 0 or move["proof"] != "unknown" for move in rated)
        assert last["engine"].startswith("alphazero:")
        best = last["moves"][0]
        assert best["line"][0] == best["move"]
        assert best["visits"] == max(move["visits"] for move in last["moves"])


@pytest.mark.parametrize(
    "spec", ["torus", "go:size=9", "gomoku", "dots-and-boxes", "gomoku:size=15,swap2=yes"]
)
def test_every_game_can_be_analysed(api: Api, spec: str) -> None:
    with live(api) as client:
        client.send(type="analyse", job="a", at={"spec": spec}, seconds=0.2)
        assert client.until("analysis")["body"]["moves"]
        assert client.until("done", "problem")["type"] == "done"


def test_cancelling(api: Api) -> None:
    with live(api) as client:
        client.send(type="analyse", job="a", at=AT, seconds=MAX_SECONDS)
        client.until("analysis")
        client.send(type="cancel", job="a")
        client.send(type="analyse", job="b", at=AT, seconds=0.2)
        began = time.monotonic()
        while (event := client.next())["type"] != "done":
            pass
        assert event["about"] == "b"
        assert time.monotonic() - began < PATIENCE


def test_a_new_job_of_the_same_name_replaces_the_old_one(api: Api) -> None:
    """Nothing of the old one arrives any more, least of all its end."""
    with live(api) as client:
        for move in range(20):
            at = {"spec": "torus", "moves": [move]}
            client.send(type="analyse", job="a", at=at, seconds=60)
        client.send(type="analyse", job="a", at={"spec": "torus", "moves": [50, 51]}, seconds=0.6)
        ends = 0
        while not ends:
            event = client.next()
            assert event["type"] in ("analysis", "done")
            ends += event["type"] == "done"
            if event["type"] == "analysis" and event["body"]["done"]:
                assert event["body"]["for_player"] == 0
        client.send_text("?")
        client.problem()


def test_a_page_runs_few_analyses(api: Api) -> None:
    with live(api) as client:
        for job in range(JOBS_PER_CLIENT):
            client.send(type="analyse", job=str(job), at=AT, seconds=MAX_SECONDS)
        client.send(type="analyse", job="more", at=AT, seconds=MAX_SECONDS)
        event = client.until("problem")
        assert event["about"] == "more"
        assert "2 analyses" in event["body"]["detail"]
        client.send(type="cancel", job="0")
        client.send(type="analyse", job="more", at=AT, seconds=0.1)
        assert client.until("done", "problem")["type"] == "done"


def test_many_pages_share_the_machine(tmp_path: Path) -> None:
    """With one place for analyses those who wait get their turn, and those who left do not."""
    with running_app(tmp_path, analysts=1) as api, live(api) as first:
        first.send(type="analyse", job="long", at=AT, seconds=MAX_SECONDS)
        first.until("analysis")
        with live(api) as gone:
            gone.send(type="analyse", job="never", at=AT, seconds=MAX_SECONDS)
            gone.send_text("?")
            gone.problem()
        with live(api) as second:
            second.send(type="analyse", job="waiting", at=AT, seconds=0.2)
            first.send(type="cancel", job="long")
            began = time.monotonic()
            assert second.until("done", "problem")["about"] == "waiting"
            assert time.monotonic() - began < PATIENCE


def test_too_many_waiting_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.server.jobs.MOST_WAITING", 0)
    with running_app(tmp_path, analysts=1) as api, live(api) as client:
        client.send(type="analyse", job="a", at=AT, seconds=MAX_SECONDS)
        client.send(type="analyse", job="b", at=AT, seconds=MAX_SECONDS)
        event = client.until("problem")
        assert event["about"] == "b"
        assert "too many" in event["body"]["detail"]


def test_a_defect_in_an_analysis(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("tesuji.server.views.rate_moves", broken)
    with live(api) as client:
        client.send(type="analyse", job="a", at=AT, seconds=0.1)
        assert "failed" in client.problem()


def test_a_review_judges_every_move(api: Api) -> None:
    moves = [40, 0, 41, 8, 31]
    with live(api) as client:
        game = {"spec": "torus", "moves": moves}
        client.send(type="review", job="r", game=game, seconds_per_move=0.05)
        judged = [client.next()["body"] for _ in moves]
        assert client.next()["type"] == "done"
    assert [one["ply"] for one in judged] == [0, 1, 2, 3, 4]
    assert [one["move"] for one in judged] == moves
    assert [one["player"] for one in judged] == [0, 1, 0, 1, 0]
    for one in judged:
        assert one["loss"] == pytest.approx(max(0, one["best_chance"] - one["chance"]))


def test_a_review_of_players_who_move_several_times(api: Api) -> None:
    game = {"spec": "dots-and-boxes:size=1x2", "moves": list(range(7))}
    with live(api) as client:
        client.send(type="review", job="r", game=game, seconds_per_move=0.05)
        judged = [client.next()["body"] for _ in range(7)]
        assert client.next()["type"] == "done"
    assert judged[-1]["verdict"] == "forced"
    players = [one["player"] for one in judged]
    assert any(one == two for one, two in itertools.pairwise(players))


# -- clients that misbehave -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[" * 10_000, "JSON"),
        ("null", "object"),
        ("{}", "type"),
        ('{"type": "dance"}', "type"),
        ('{"type": "' + "x" * 10_000 + '"}', "xxx"),
        ('{"type": "watch"}', "game"),
        ('{"type": "watch", "game": "' + "x" * 100 + '"}', "game"),
        ('{"type": "watch", "game": "x"}', "no such game"),
        ('{"type": "analyse", "job": "a", "at": {"spec": "chess"}}', "chess"),
        ('{"type": "analyse", "job": "a", "at": {"spec": "go", "moves": [0, 0]}}', "illegal"),
        ('{"type": "analyse", "job": "a", "at": {"spec": "go"}, "seconds": 1e9}', "seconds"),
        ('{"type": "analyse", "job": "a", "at": {"spec": "go"}, "seconds": NaN}', ""),
        ('{"type": "analyse", "job": "a", "at": {"spec": "go:size=5", "moves": [25, 25]}}', "over"),
        ('{"type": "review", "job": "a", "game": {"spec": "go", "moves": [0, 0]}}', "illegal"),
        ('{"type": "watch", "game": "a", "extra": 1}', "extra"),
        ('{"type": "watch", "game": "\\ud800"}', ""),
        ('"' + "x" * MAX_MESSAGE + '"', "too long"),
    ],
)
def test_malformed_commands_get_a_sentence(api: Api, text: str, words: str) -> None:
    with live(api) as client:
        client.send_text(text)
        detail = client.problem()
        assert words in detail
        assert len(detail) <= 300
        client.send_bytes(b"\xff\x00")
        assert "text" in client.problem()
        client.send_text("?")  # and the connection still stands
        client.problem()


def test_a_flood_is_answered_at_a_steady_pace(api: Api) -> None:
    further = 60
    with live(api) as client:

        def shout() -> None:
            for _ in range(COMMANDS_AT_ONCE + further):
                client.send_text("nonsense")

        thread = threading.Thread(target=shout)
        began = time.monotonic()
        thread.start()
        for _ in range(COMMANDS_AT_ONCE + further):
            client.problem()
        thread.join()
        assert time.monotonic() - began > (further - 2) / COMMANDS_PER_SECOND


def test_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes only while `Pace` sleeps."""
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    async def walk(steps: int, rest: float) -> float:
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
        pace = Pace(at_once=5, per_second=100)
        for _ in range(5):
            await pace.step()
        await sleep(rest)
        began = now
        for _ in range(steps):
            await pace.step()
        return now - began

    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert asyncio.run(walk(20, 0)) == pytest.approx(0.2)
    # After a rest, 5 steps pass at once again, and no more than that.
    assert asyncio.run(walk(5, 0.3)) == 0
    assert asyncio.run(walk(15, 0.3)) == pytest.approx(0.1)


class Deaf:
    """A socket whose client sends without end and reads nothing."""

    def __init__(self, text: str) -> None:
        self.read = 0
        self._text = text

    async def accept(self) -> None:
        pass

    async def receive(self) -> Json:
        self.read += 1
        await asyncio.sleep(0)
        return {"type": "websocket.receive", "text": self._text}

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize("command", ["nonsense", '{"type": "watch", "game": "none"}'])
def test_who_does_not_listen_is_not_heard(command: str) -> None:
    """The mailbox of a client that reads nothing stays small however much it sends."""

    class NoRooms:
        def get(self, game_id: str) -> None:
            return None

    async def flood() -> tuple[int, int]:
        connection = Connection(NoRooms(), None)  # type: ignore[arg-type]
        socket = Deaf(command)
        serving = asyncio.create_task(connection.serve(socket))  # type: ignore[arg-type]
        await asyncio.sleep(0.3)
        serving.cancel()
        return socket.read, len(connection._mail)

    read, unread = asyncio.run(flood())
    assert read <= MAX_UNREAD + 3
    assert unread <= MAX_UNREAD + 1


def test_a_slow_client_gets_the_newest_state() -> None:
    async def fill() -> list[Json]:
        mail = Mailbox()
        for number in range(10_000):
            mail.put("g", problem(str(number)))
            mail.put("h", problem("none"))
        assert len(mail) == 2
        return [json.loads(await mail.take()) for _ in range(2)]

    def problem(detail: str) -> ProblemEvent:
        body = models.ProblemDetails(title="Bad request", status=400, detail=detail)
        return ProblemEvent(about="g", body=body)

    events = asyncio.run(fill())
    assert events[0]["body"]["detail"] == "9999"

"""Games shared by a link: seats and their keys, offers, guests, spectators, restarts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.kit.server import HUMAN, LIVE, Api, Json, changed, running_app
from tesuji.server import rooms as rooms_module
from tesuji.server import sharing as sharing_module

TOKEN = "the-owner-alone"


class Friend:
    """A page of somebody who holds a key, or none."""

    def __init__(self, api: Api, game: str, key: str | None) -> None:
        self.api, self.game, self.key = api, game, key
        self.view: Json = api.get(f"/games/{game}")

    def act(self, path: str, body: Any = None, status: int = 200) -> Json:
        headers = {"X-Seat-Key": self.key} if self.key else {}
        answer = self.api.client.post(f"/api/v1/{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text[:300]
        told: Json = answer.json()
        if status == 200:
            self.look()
            assert changed(self.view, told)["moves"] == self.view["moves"]
        return told

    def look(self) -> Json:
        self.view = self.api.get(f"/games/{self.game}")
        return self.view

    def play(self, name: str, status: int = 200) -> Json:
        self.look()
        move = self.view["game"]["move_names"].index(name)
        body = {"move": move, "ply": len(self.view["moves"])}
        return self.act(f"games/{self.game}/moves", body, status)

    def share(self, what: str, body: Any = None, status: int = 200) -> Json:
        return self.act(f"shared/{self.game}/{what}", body, status)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with running_app(tmp_path) as api:
        yield api


def open_game(api: Api, game: str = "torus", seat: int = 0, **rest: Any) -> tuple[Friend, str]:
    """A new shared game as its owner sees it, and the invitation to it."""
    new = {"game": {"game": game, "seats": [HUMAN, HUMAN], **rest}, "seat": seat}
    made = api.post("/shared", new, 201)
    owner = Friend(api, made["game"], made["key"])
    headers = {"X-Seat-Key": made["key"]}
    told = api.client.get(f"/api/v1/shared/{made['game']}", headers=headers).json()
    return owner, told["invitation"]


def join(api: Api, owner: Friend, invitation: str, name: str = "Bea") -> Friend:
    body = {"invitation": invitation, "name": name}
    joined = api.post(f"/shared/{owner.game}/join", body)
    return Friend(api, owner.game, joined["key"])


def test_two_friends_play_and_nobody_else_does(api: Api) -> None:
    ann, invitation = open_game(api)
    assert ann.view["sharing"]["joined"] == [True, False]
    assert "friend has come" in ann.play("E5", 409)["detail"]
    bea = join(api, ann, invitation)
    assert bea.view["seats"][1]["name"] == "Bea"
    assert bea.view["sharing"]["joined"] == [True, True]
    late = join(api, ann, invitation, "Cleo")
    assert late.key is None  # both seats are taken: Cleo watches
    assert "watching" in late.play("E5", 403)["detail"]
    assert "other player's turn" in bea.play("E5", 409)["detail"]
    ann.play("E5")
    assert "other player's turn" in ann.play("D4", 409)["detail"]
    bea.play("D4")
    stranger = Friend(api, ann.game, "not-a-key")
    for act in ("undo", "resign", "play-on", "agree"):
        body = {"resign": {"player": 0}, "agree": {}}.get(act)
        stranger.act(f"games/{ann.game}/{act}", body, 403)
    offers: tuple[tuple[str, Any], ...] = (
        ("rematch", None),
        ("answer", {"accept": True}),
        ("react", {"sign": "wow"}),
    )
    for what, content in offers:
        stranger.share(what, content, 403)
    # Whoever resigns, resigns for themselves.
    bea.act(f"games/{ann.game}/resign", {"player": 0})
    assert bea.view["position"]["ending"]["winner"] == 0


def test_a_wrong_invitation_takes_no_seat(api: Api) -> None:
    ann, invitation = open_game(api)
    wrong = {"invitation": invitation[:-1] + "!", "name": ""}
    api.post(f"/shared/{ann.game}/join", wrong, 403)
    api.post("/shared/nothing/join", wrong, 404)
    assert ann.look()["sharing"]["joined"] == [True, False]
    assert api.get(f"/shared/{ann.game}", 403)["status"] == 403  # without a key
    plain = api.new_game("torus")
    api.post(f"/shared/{plain['id']}/join", wrong, 404)


def test_taking_back_needs_consent(api: Api) -> None:
    ann, invitation = open_game(api)
    bea = join(api, ann, invitation)
    ann.play("E5")
    bea.play("D4")
    ann.act(f"games/{ann.game}/undo")
    assert ann.view["sharing"]["offer"] == {"kind": "undo", "by": 0, "agreement": None}
    assert len(ann.view["moves"]) == 2
    ann.share("answer", {"accept": True}, 409)  # not one's own offer
    bea.share("answer", {"accept": False})
    assert bea.view["sharing"]["offer"] is None
    assert len(bea.view["moves"]) == 2
    ann.act(f"games/{ann.game}/undo")
    bea.share("answer", {"accept": True})
    assert bea.view["moves"] == []  # Ann's move, and the answer to it
    assert bea.view["position"]["to_move"] == 0
    bea.act(f"games/{ann.game}/undo", None, 409)
    ann.play("E5")
    ann.act(f"games/{ann.game}/undo")
    bea.play("D4")  # playing on is an answer, too
    assert bea.view["sharing"]["offer"] is None
    bea.share("answer", {"accept": True}, 409)


def test_a_count_stands_when_both_propose_it(api: Api) -> None:
    ann, invitation = open_game(api, "go", options={"size": "5"})
    bea = join(api, ann, invitation)
    ann.play("C3")
    bea.play("pass")
    ann.play("pass")
    assert ann.view["counting"]
    ann.act(f"games/{ann.game}/agree", {"dead": [], "seki": []})
    assert ann.view["status"] == "playing"
    assert ann.view["sharing"]["offer"]["kind"] == "count"
    bea.act(f"games/{ann.game}/agree", {"dead": [12], "seki": []})
    assert bea.view["status"] == "playing"  # she sees it otherwise
    assert bea.view["sharing"]["offer"]["by"] == 1
    bea.act(f"games/{ann.game}/agree", {"dead": [], "seki": []})
    ann.share("answer", {"accept": True})
    assert ann.view["status"] == "finished"
    assert ann.view["position"]["ending"]["winner"] == 0


def test_a_rematch_keeps_players_and_keys_and_changes_colours(api: Api) -> None:
    ann, invitation = open_game(api, clock={"main": 600})
    bea = join(api, ann, invitation)
    ann.share("rematch", None, 409)
    ann.play("E5")
    bea.act(f"games/{ann.game}/resign", {})
    bea.share("rematch")
    ann.share("answer", {"accept": True})
    following = ann.view["sharing"]["next"]
    again, other = Friend(api, following, ann.key), Friend(api, following, bea.key)
    assert again.view["seats"][0]["name"] == "Bea"
    assert again.view["clock"]["running"] == 0
    again.play("E5", 409)
    other.play("E5")
    again.play("D4")
    ann.share("rematch")
    assert ann.look()["sharing"]["offer"] is None  # there is a next game already


def test_reactions_are_few(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, invitation = open_game(api)
    bea = join(api, ann, invitation)
    ann.share("react", {"sign": "hello"})
    assert "one reaction a second" in ann.share("react", {"sign": "wow"}, 400)["detail"]
    bea.share("react", {"sign": "thanks"})
    bea.share("react", {"sign": "a message of my own"}, 422)
    told = bea.view["sharing"]["reactions"]
    assert [(one["number"], one["by"], one["sign"]) for one in told] == [
        (1, 0, "hello"),
        (2, 1, "thanks"),
    ]
    monkeypatch.setattr(sharing_module, "REACTION_PAUSE", 0.0)
    for _ in range(10):
        ann.share("react", {"sign": "oops"})
    assert len(ann.view["sharing"]["reactions"]) == sharing_module.REACTIONS_SHOWN


def test_the_clock_waits_for_the_friend(api: Api) -> None:
    ann, invitation = open_game(api, clock={"main": 600})
    assert ann.view["clock"]["running"] is None
    bea = join(api, ann, invitation)
    assert bea.view["clock"]["running"] == 0


def test_a_restart_keeps_seats_and_keys(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        ann, invitation = open_game(api)
        bea = join(api, ann, invitation)
        ann.play("E5")
    with running_app(tmp_path) as api:
        again = Friend(api, ann.game, bea.key)
        again.play("D4")
        Friend(api, ann.game, ann.key).play("C3")
        assert len(again.look()["moves"]) == 3


def test_only_hashes_of_keys_are_stored(tmp_path: Path) -> None:
    with running_app(tmp_path) as api:
        ann, invitation = open_game(api)
        bea = join(api, ann, invitation)
        answers = [api.get(f"/games/{ann.game}"), api.get("/games")]
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*sqlite*"))
    for key in (ann.key, bea.key):
        assert key is not None
        assert key.encode() not in stored
        assert all(key not in str(answer) for answer in answers)
    assert all(invitation not in str(answer) for answer in answers)


def test_pages_tell_who_is_there(api: Api) -> None:
    ann, invitation = open_game(api)
    bea = join(api, ann, invitation)
    client = api.client
    assert isinstance(client, TestClient)
    with client.websocket_connect(LIVE) as hers:
        hers.send_json({"type": "watch", "game": ann.game, "key": ann.key})
        assert hers.receive_json()["body"]["sharing"]["present"] == [True, False]
        with client.websocket_connect(LIVE) as other:
            other.send_json({"type": "watch", "game": ann.game, "key": bea.key})
            assert hers.receive_json()["body"]["sharing"]["present"] == [True, True]
            with client.websocket_connect(LIVE) as watcher:
                watcher.send_json({"type": "watch", "game": ann.game})
                assert hers.receive_json()["body"]["sharing"]["watching"] == 1
            assert hers.receive_json()["body"]["sharing"]["watching"] == 0
        assert hers.receive_json()["body"]["sharing"]["present"] == [True, False]


def test_engines_cannot_be_invited(api: Api) -> None:
    seats = [HUMAN, {"kind": "engine", "level": "beginner"}]
    refused = api.post("/shared", {"game": {"game": "go", "seats": seats}, "seat": 0}, 400)
    assert "two people" in refused["detail"]


def test_only_so_many_games_wait(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_WAITING", 3)
    games = [open_game(api) for _ in range(3)]
    new = {"game": {"game": "torus", "seats": [HUMAN, HUMAN]}, "seat": 0}
    assert "3 games wait" in api.post("/shared", new, 409)["detail"]
    join(api, *games[0])
    api.post("/shared", new, 201)


# -- a server that wants a token ------------------------------------------------------------------


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[TestClient]:
    with running_app(tmp_path, token=TOKEN) as api:
        assert isinstance(api.client, TestClient)
        yield api.client


def owner_of(client: TestClient) -> tuple[Api, dict[str, str]]:
    client.cookies.clear()
    client.headers["authorization"] = f"Bearer {TOKEN}"
    return Api(client), {}


def as_guest(client: TestClient, invite: str) -> str:
    """Follows a link; returns where it leads."""
    del client.headers["authorization"]
    answer = client.get("/", params={"invite": invite}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_a_guest_gets_to_the_game_of_the_link_and_nowhere_else(locked: TestClient) -> None:
    api, _ = owner_of(locked)
    ann, invitation = open_game(api)
    other, _ = open_game(api)
    private = api.new_game("go")
    led = as_guest(locked, f"{ann.game}.{invitation}")
    assert led == f"/#/join/{ann.game}/{invitation}"
    bea = join(api, ann, invitation)
    assert bea.key is not None
    assert api.get("/catalog")["games"]
    api.post("/positions", {"spec": "torus:size=9", "moves": []})
    for path in (f"/games/{private['id']}", f"/games/{other.game}", "/games", "/runs"):
        api.get(path, 403)
    api.post("/games", {"game": "go", "seats": [HUMAN, HUMAN]}, 403)
    api.post("/shared", {"game": {"game": "go", "seats": [HUMAN, HUMAN]}, "seat": 0}, 403)
    api.post("/positions/explain", {"spec": "torus:size=9", "moves": []}, 403)
    api.ask("DELETE", f"/games/{ann.game}", None, 403)
    with locked.websocket_connect(LIVE) as live:
        live.send_json({"type": "watch", "game": private["id"]})
        assert "guest" in live.receive_json()["body"]["detail"]
        at = {"spec": "torus:size=9", "moves": []}
        live.send_json({"type": "analyse", "job": "a", "at": at, "seconds": 1})
        assert "guest" in live.receive_json()["body"]["detail"]
        live.send_json({"type": "watch", "game": ann.game, "key": bea.key})
        assert live.receive_json()["body"]["id"] == ann.game


def test_a_rematch_is_open_to_the_guest(locked: TestClient) -> None:
    api, _ = owner_of(locked)
    ann, invitation = open_game(api)
    bea = join(api, ann, invitation)
    ann.play("E5")
    bea.act(f"games/{ann.game}/resign", {})
    bea.share("rematch")
    ann.share("answer", {"accept": True})
    as_guest(locked, f"{ann.game}.{invitation}")
    Friend(api, ann.look()["sharing"]["next"], bea.key).play("E5")


def test_without_the_link_nobody_gets_in(locked: TestClient) -> None:
    api, _ = owner_of(locked)
    ann, invitation = open_game(api)
    del locked.headers["authorization"]
    for invite in ("", "x", f"{ann.game}.", f"{ann.game}.{invitation}x", f"nothing.{invitation}"):
        answer = locked.get("/", params={"invite": invite}, follow_redirects=False)
        assert answer.status_code == (401 if invite == "" else 404)
        locked.cookies.set("tesuji_guest", invite or "x")
        assert locked.get(f"/api/v1/games/{ann.game}").status_code == 401
        locked.cookies.clear()
    with pytest.raises(WebSocketDisconnect), locked.websocket_connect(LIVE):
        pass

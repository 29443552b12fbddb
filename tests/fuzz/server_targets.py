"""The server, asked in this process: requests and WebSockets as ASGI sees them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.types import Message

from tests.fuzz.target import MEMORY, Check, Target, add
from tesuji.server.app import ServerSettings, create_app
from tesuji.server.guard import SECURITY_HEADERS

_HUMAN = {"kind": "human", "name": "Ann"}
_AT = {"spec": "go:size=5", "moves": [12, 7, 25]}


def _request(method: str, path: str, body: Any = None) -> bytes:
    text = "" if body is None else json.dumps(body)
    return f"{method} /api/v1{path}\nhost: localhost\n\n{text}".encode()


HTTP_SEEDS = [
    _request("GET", "/catalog"),
    _request("GET", "/rules/go"),
    _request("POST", "/positions", _AT),
    _request("POST", "/positions", {"spec": "torus:size=5", "moves": [0, 1, 2]}),
    _request("POST", "/positions/why-illegal/12", _AT),
    _request("POST", "/positions/svg?theme=dark", {"spec": "dots-and-boxes:size=2", "moves": [1]}),
    _request("POST", "/games", {"game": "go", "options": {"size": "5"}, "seats": [_HUMAN, _HUMAN]}),
    _request("GET", "/games?limit=3&before=12.5"),
    _request("GET", "/games/GAME"),
    _request("POST", "/games/GAME/moves", {"move": 3, "ply": 0}),
    _request("POST", "/games/GAME/undo"),
    _request("POST", "/games/GAME/resign", {"player": 0}),
    _request("GET", "/games/GAME/sgf"),
    _request("DELETE", "/games/OTHER"),
    _request("POST", "/records", {"sgf": "(;GM[1]SZ[5];B[aa]C[x];W[bb])"}),
    _request("POST", "/records/sgf", {"spec": "go:size=5", "nodes": [{"parent": None, "move": 1}]}),
    _request("GET", "/runs"),
    _request("GET", "/runs/x/curves"),
    _request("POST", "/turns", {"game": "torus", "options": {"size": "4"}}),
    _request("GET", "/turns/GAME.0123456789abcdef0123456789abcdef"),
    _request("GET", "/openapi.json"),
    b"GET /index.html\nhost: localhost\naccept-encoding: gzip\n\n",
    b"GET /docs/../../secret\nhost: localhost\n\n",
    b"POST /api/v1/games\nhost: localhost\norigin: http://evil.example\ncontent-length: 9\n\n{}",
]
HTTP_WORDS = (
    b'"spec" "moves" "setup" "stones" "game" "options" "seats" "kind" "human" "program" "move" '
    b'"ply" "sgf" "nodes" "to_move" "lines" "owners" "handicap" "clock" "main" 99999999999 -1 1e99 '
    b"/api/v1/ /positions /games /moves ? & %2e%2e%2f null [] {} GET POST PUT DELETE HEAD OPTIONS "
    b"host: localhost origin: content-length: content-type: application/json transfer-encoding: "
    b"cookie: authorization: bearer (;GM[1]) torus gomoku dots-and-boxes"
).split()


JSON = (b"content-type", b"application/json")


class Site:
    """A server without a network, and the loop that it runs in."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.app = create_app(ServerSettings(database=folder / "games.sqlite", runs=folder))
        self._life = self.app.router.lifespan_context(self.app)
        self.loop.run_until_complete(self._life.__aenter__())
        new = {"game": "go", "options": {"size": "5"}, "seats": [_HUMAN, _HUMAN]}
        body = json.dumps(new).encode()
        status, _, answer = self.request("POST", "/api/v1/games", [JSON], body)
        assert status == 201
        self.game: str = json.loads(answer)["id"]

    def close(self) -> None:
        self.loop.run_until_complete(self._life.__aexit__(None, None, None))
        self.loop.close()

    def request(
        self, method: str, target: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        path, _, query = target.partition("?")
        scope = _scope("http", path, query, headers) | {"method": method, "http_version": "1.1"}
        messages = [{"type": "http.request", "body": body}]
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            if not messages:
                await asyncio.Event().wait()  # the client waits for its answer
            return messages.pop()

        async def send(message: Message) -> None:
            sent.append(message)

        self.loop.run_until_complete(self.app(scope, receive, send))
        head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:])

    def talk(self, messages: list[dict[str, Any]]) -> list[Any]:
        """All that a WebSocket answers to `messages`, until the client leaves."""
        waiting = [{"type": "websocket.connect"}, *messages]
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0)
            if waiting:
                return waiting.pop(0)
            for _ in range(3):  # lets answers go out
                await asyncio.sleep(0)
            return {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = _scope("websocket", "/api/v1/live", "", [(b"host", b"localhost")])
        self.loop.run_until_complete(self.app(scope | {"subprotocols": []}, receive, send))
        return sent


def _scope(kind: str, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    if not any(name == b"host" for name, _ in headers):
        headers = [*headers, (b"host", b"localhost")]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": query.encode("utf-8", "replace"),
        "headers": headers,
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 80),
    }


@contextlib.contextmanager
def http() -> Iterator[Check]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        site = Site(Path(folder))

        def check(data: bytes) -> bool:
            head, _, body = data.replace(b"GAME", site.game.encode()).partition(b"\n\n")
            first, *lines = head.split(b"\n")
            method, _, target = first.decode("utf-8", "replace").partition(" ")
            headers = [JSON]
            for line in lines:
                field, _, value = line.partition(b":")
                headers.append((field.strip().lower(), value.strip()))
            if b"engine" in body or b"/explain" in first or b"/temperature" in first:
                return False  # these take their time by design
            status, found, answer = site.request(method[:20], target, headers, body)
            assert status < 500, answer[:300]
            for name in SECURITY_HEADERS:
                assert name.lower() in found, (status, found)
            if status >= 400 and not found["content-type"].startswith("text/html"):
                problem = json.loads(answer) if method != "HEAD" else {"detail": "x"}
                assert problem["detail"], answer
                assert "\n" not in problem["detail"], answer
                assert "Traceback" not in problem["detail"], answer
            return status < 400

        try:
            yield check
        finally:
            site.close()


add(Target("http", "requests", http, lambda: HTTP_SEEDS, HTTP_WORDS))

WEBSOCKET_SEEDS = [
    b'{"type":"watch","game":"GAME"}\n{"type":"unwatch","game":"GAME"}',
    b'{"type":"watch","game":"nothing"}\n{"type":"cancel","job":"a"}',
    b'{"type":"analyse","job":"a","at":{"spec":"go:size=3","moves":[1]},"seconds":0.001}',
    b'{"type":"review","job":"b","game":{"spec":"torus:size=4","moves":[]},"seconds_per_move":0.1}',
    b'{"type":"analyse","job":"c","at":{"spec":"gomoku:size=99","moves":[1]},"seconds":1}',
]
WEBSOCKET_WORDS = (
    b'"type" "watch" "analyse" "review" "cancel" "job" "at" "spec" "moves" "setup" "seconds" null '
    b'[] {} -1 1e99 99999999999 "go:size=2" "GAME" \n , : {"type": true'
).split(b" ")


@contextlib.contextmanager
def websocket() -> Iterator[Check]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        site = Site(Path(folder))

        def check(data: bytes) -> bool:
            messages = [
                {"type": "websocket.receive", "text": line.decode("utf-8", "replace")}
                if number % 7 < 6
                else {"type": "websocket.receive", "bytes": line}
                for number, line in enumerate(
                    data.replace(b"GAME", site.game.encode()).split(b"\n")[:12]
                )
            ]
            answers = site.talk(messages)
            assert answers[0]["type"] == "websocket.accept", answers[0]
            used = False
            for answer in answers[1:]:
                event = json.loads(answer["text"])
                assert set(event) == {"type", "about", "body"}, event
                if event["type"] == "problem":
                    assert event["body"]["detail"], event
                    assert "log of the server" not in event["body"]["detail"], event
                else:
                    used = True
            return used

        try:
            yield check
        finally:
            site.close()


add(Target("websocket", "live connections", websocket, lambda: WEBSOCKET_SEEDS, WEBSOCKET_WORDS))

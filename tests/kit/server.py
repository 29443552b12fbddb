"""What the tests of the server share: an app in this process, and real servers as processes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.testclient import TestClient

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tesuji.server.app import ServerSettings, create_app

ADDRESS = "http://127.0.0.1"
API = "/api/v1"
LIVE = "ws://127.0.0.1/api/v1/live"
HUMAN = {"kind": "human", "name": "Ann"}
ENGINE = {"kind": "engine", "level": "beginner"}

Json = dict[str, Any]


class Api:
    """The API as a test wants to speak with it; every call checks the status."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.client.request(method, API + path, json=body)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
        if status >= 400:
            check_problem(answer)
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, body, status)

    def new_game(self, game: str, seats: tuple[Json, Json] = (HUMAN, HUMAN), **rest: Any) -> Json:
        view: Json = self.post("/games", {"game": game, "seats": seats, **rest}, 201)
        return view

    def play(self, view: Json, move: int, status: int = 200) -> Json:
        body = {"move": move, "ply": view["position"]["ply"]}
        return self.act(view, "moves", body, status)

    def act(self, view: Json, what: str, body: Any = None, status: int = 200) -> Json:
        """The view after something was done in a game: "undo"; or what was wrong with it."""
        answer: Json = self.post(f"/games/{view['id']}/{what}", body, status)
        return answer if status >= 400 else changed(view, answer)

    def play_names(self, view: Json, names: str) -> Json:
        """The view after moves of people, given in notation."""
        for name in names.split():
            view = self.play(view, view["game"]["move_names"].index(name))
        return view

    def after_engines(self, view: Json) -> Json:
        """The game once it is a person's turn, or over, or an engine has failed."""
        deadline = time.monotonic() + PATIENCE
        while view["thinking"]:
            assert time.monotonic() < deadline, "the engine does not move"
            time.sleep(0.002)
            view = self.get(f"/games/{view['id']}")
        return view


def changed(view: Json, change: Json) -> Json:
    """The view of a game after a change of it; fails where the view is too old for that."""
    assert change["kept"] <= len(view["moves"])
    moves = [*view["moves"][: change["kept"]], *change["moves"]]
    state = {name: value for name, value in change.items() if name != "kept"}
    return {**view, **state, "moves": moves}


def check_problem(answer: httpx.Response) -> None:
    """Errors are problem details: one sentence, no traceback."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert set(problem) == {"type", "title", "status", "detail"}
    assert problem["status"] == answer.status_code
    assert problem["detail"]
    assert "Traceback" not in answer.text
    assert "\n" not in problem["detail"]


@contextmanager
def running_app(folder: Path, **settings: Any) -> Iterator[Api]:
    """The server inside this process, with a database in `folder`."""
    app = create_app(ServerSettings(database=folder / "games.sqlite", **settings))
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield Api(client)


class ServerProcess:
    """A real ``tesuji serve`` on a free port."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        """Games lie in `folder`, and so do runs of learning, in its folder ``runs``."""
        command = [*TESUJI, "serve"]
        command += ["--no-browser", "--port", str(port), *options]
        command += ["--database", str(folder / "games.sqlite")]
        self.log = folder / "server.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"TESUJI_DATA_DIR": str(folder)},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Tesuji is at "), line + self.log.read_text()
        self.address = line.split()[3].partition("?")[0].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(self.address + API + "/catalog", timeout=5)
                return
            except httpx.TransportError:
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """The hard way: no warning, no clean-up."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """As Ctrl-C does; returns the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.process.poll() is None:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()

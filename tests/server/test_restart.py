"""Real servers: killed in the middle of games, restarted, two at a time, ended by Ctrl-C."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tests.kit.server import ENGINE, HUMAN, Api, Json, ServerProcess, running_app
from tesuji.store import Database, GameStore, StoredGame

STRONGEST = {"kind": "engine", "level": "strongest"}


def api_of(server: ServerProcess) -> Api:
    return Api(httpx.Client(base_url=server.address, timeout=PATIENCE))


def wait_for(api: Api, game: str, plies: int) -> Json:
    deadline = time.monotonic() + PATIENCE
    while True:
        view: Json = api.get(f"/games/{game}")
        if len(view["moves"]) >= plies:
            return view
        assert time.monotonic() < deadline, view
        time.sleep(0.05)


def test_a_killed_server_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        api = api_of(server)
        waiting = api.after_engines(api.play(api.new_game("gomoku", (HUMAN, ENGINE)), 112))
        thinking = api.play(api.new_game("torus", (HUMAN, STRONGEST)), 40)
        assert thinking["thinking"]
        people = api.play(api.new_game("go", clock={"main": 60, "increment": 1}), 3)
        over = api.new_game("go")
        over = api.act(over, "resign", {})
        server.kill()  # at once: every answer above was a promise
        port = server.port
    with ServerProcess(tmp_path, port=port) as server:
        api = api_of(server)
        after = api.get(f"/games/{waiting['id']}")
        assert after == waiting
        after = wait_for(api, thinking["id"], 2)
        assert after["moves"][0] == thinking["moves"][0]
        after = api.get(f"/games/{people['id']}")
        assert after["moves"] == people["moves"]
        assert after["clock"]["remaining"] == pytest.approx(people["clock"]["remaining"], abs=5)
        assert api.play(after, 4)["position"]["ply"] == 2
        assert api.get(f"/games/{over['id']}") == over
        view = api.after_engines(api.play(waiting, waiting["position"]["legal"][0]))
        assert len(view["moves"]) == 4
        assert server.stop() in (0, 130)
    assert "Traceback" not in server.log.read_text()


def test_a_server_killed_again_and_again_while_engines_play(tmp_path: Path) -> None:
    """Whatever was seen before a kill is there after it."""
    seen: list[Json] = []
    game = ""
    for _ in range(3):
        with ServerProcess(tmp_path) as server:
            api = api_of(server)
            if not game:
                level = {"kind": "engine", "level": "novice"}
                game = api.new_game("go", (level, level), options={"size": "19"})["id"]
            view = wait_for(api, game, len(seen) + 5)
            server.kill()
        assert view["moves"][: len(seen)] == seen
        assert view["problem"] is None
        seen = view["moves"]


def test_two_servers_of_one_database_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as one, ServerProcess(tmp_path) as two:
        here, there = api_of(one), api_of(two)
        view = here.new_game("go")
        assert there.get(f"/games/{view['id']}")["moves"] == []
        here.play(view, 3)
        assert "changed elsewhere" in there.play(view, 4, 409)["detail"]
        assert [move["move"] for move in there.get(f"/games/{view['id']}")["moves"]] == [3]
        there.ask("DELETE", f"/games/{view['id']}", status=204)
        here.play(here.get(f"/games/{view['id']}"), 5, 409)
        here.get(f"/games/{view['id']}", 404)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_while_everything_is_busy(tmp_path: Path, how: signal.Signals) -> None:
    with ServerProcess(tmp_path) as server:
        api = api_of(server)
        for _ in range(3):
            api.new_game("go", (STRONGEST, STRONGEST))
        with connect(server.address.replace("http", "ws") + "/api/v1/live") as live:
            live.send('{"type":"analyse","job":"a","at":{"spec":"go"},"seconds":120}')
            assert "analysis" in live.recv(PATIENCE)
            server.process.send_signal(how)
            began = time.monotonic()
            server.process.wait(PATIENCE)
            assert time.monotonic() - began < PATIENCE
        assert "Traceback" not in server.log.read_text()
    database = Database(tmp_path / "games.sqlite")
    assert database.query("PRAGMA integrity_check")[0][0] == "ok"


def test_a_real_socket_is_guarded(tmp_path: Path) -> None:
    """Through uvicorn, not only through the test client."""
    with ServerProcess(tmp_path, "--token", "secret") as server:
        assert httpx.get(server.address + "/api/v1/catalog").status_code == 401
        allowed = {"authorization": "Bearer secret"}
        assert httpx.get(server.address + "/api/v1/catalog", headers=allowed).status_code == 200

        def endless() -> object:
            while True:
                yield b"x" * 100_000

        answer = httpx.post(
            server.address + "/api/v1/records",
            content=endless(),  # type: ignore[arg-type]
            headers=allowed,
            timeout=PATIENCE,
        )
        assert answer.status_code == 413


def test_games_that_cannot_go_on_do_not_stop_the_server(tmp_path: Path) -> None:
    store = GameStore(Database(tmp_path / "games.sqlite"))
    seats = (HUMAN, ENGINE)
    strange = store.save(StoredGame(spec="chess", seats=seats))
    unknown = store.save(StoredGame(spec="go", seats=(HUMAN | {"level": None}, {"kind": "?"})))
    gone = {"kind": "engine", "level": "gone", "name": ""}
    level = store.save(StoredGame(spec="go", seats=(gone, gone)))
    with running_app(tmp_path) as api:
        assert "chess" in api.get(f"/games/{strange.id}", 400)["detail"]
        assert "no opponent called 'gone'" in api.get(f"/games/{level.id}")["problem"]
        api.client.get(f"/api/v1/games/{unknown.id}")
        api.new_game("go")


# -- the command ------------------------------------------------------------------------------


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*TESUJI, "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_bad_input_of_the_command(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        cases = [
            (["--port", port], "cannot listen on 127.0.0.1 port"),
            (["--port", "99999"], "65535"),
            (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
            (["--port", "0", "--database", str(tmp_path)], "cannot open the database"),
            (["--port", "0", "--token", ""], "a token may contain"),
            (["--port", "0", "--token", "a b"], "a token may contain"),
        ]
        for arguments, words in cases:
            result = serve("--no-browser", *arguments)
            assert result.returncode == 2, arguments
            assert words in result.stderr
            assert len(result.stderr.splitlines()) == 1
            assert "Traceback" not in result.stderr

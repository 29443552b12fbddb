"""Ctrl-C ends the server within seconds, whatever requests are open."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.kit.patience import PATIENCE
from tests.kit.server import API, HUMAN, Api, ServerProcess


def stalled_body(server: ServerProcess) -> socket.socket:
    """A request whose body never comes."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    head = f"POST {API}/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
    return connection


def long_poll(server: ServerProcess) -> threading.Thread:
    """A program that waits for its turn."""
    body = {"game": "go", "engines": [None, None]}
    tickets = httpx.post(f"{server.address}{API}/turns", json=body).json()["tickets"]
    return _asking(lambda: httpx.get(f"{server.address}{API}/turns/{tickets[1]}?wait=30"))


def long_work(server: ServerProcess) -> threading.Thread:
    """Somebody who has temperatures of a hard board computed."""
    stones = [(n * 7) % 5 - 1 if (n * 7) % 5 < 3 else -1 for n in range(361)]
    body = {"spec": "go", "setup": {"stones": stones}, "moves": [], "seconds": 10}
    url = f"{server.address}{API}/positions/temperature"
    return _asking(lambda: httpx.post(url, json=body, timeout=30))


def _asking(request: Callable[[], object]) -> threading.Thread:
    def ask() -> None:
        with contextlib.suppress(httpx.HTTPError):  # the server went away, as it was told to
            request()

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("busy", [stalled_body, long_poll, long_work])
def test_ctrl_c_ends_it_whatever_is_open(
    tmp_path: Path, busy: Callable[[ServerProcess], object]
) -> None:
    with ServerProcess(tmp_path) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        view = api.play(api.new_game("go", (HUMAN, HUMAN)), 3)
        open_request = busy(server)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 130
        del open_request
        log = server.log.read_text()
        assert "tesuji: ending" in log
        assert "Traceback" not in log
    with ServerProcess(tmp_path) as server:
        api = Api(httpx.Client(base_url=server.address, timeout=PATIENCE))
        assert len(api.get(f"/games/{view['id']}")["moves"]) == 1

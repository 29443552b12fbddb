"""Measures the server's memory for pages that ask for analyses and read no answers.

    python benchmarks/web_slow_pages.py --pages 10 --tree 8 --seconds 60

Each page asks for two analyses of Go 19x19 and reads nothing. As many run at a time as there are
processors, and the tree of each may have `--tree` megabytes (128 in earnest): small trees are full
soon, and what grows after that would grow for ever. Prints seconds and megabytes.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import socket
import tempfile
import threading
import time
from pathlib import Path

import uvicorn

from tesuji.cli import run
from tesuji.server import jobs
from tesuji.server.app import ServerSettings, create_app

ANALYSES = 2
"""What one page may ask for."""
EVERY = 5.0
"""Seconds between two lines."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--tree", type=int, default=8, help="megabytes of each analysis")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    jobs.MEMORY = given.tree << 20
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as door:
        settings = ServerSettings(database=Path(folder) / "games.sqlite", runs=Path(folder))
        server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="critical"))
        serving = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        serving.start()
        while not server.started:
            time.sleep(0.05)
        print(f"{0:>6.0f} s {resident():>8.1f} MB, nobody there", flush=True)
        pages = [open_page(door.getsockname()[1], given.seconds) for _ in range(given.pages)]
        began = time.monotonic()
        while (waited := time.monotonic() - began) < given.seconds:
            time.sleep(min(EVERY, given.seconds - waited))
            print(f"{time.monotonic() - began:>6.0f} s {resident():>8.1f} MB", flush=True)
        for page in pages:
            page.close()
        server.should_exit = True
        serving.join()


def open_page(port: int, seconds: float) -> socket.socket:
    """Opens a WebSocket that asks for its analyses and does not read."""
    page = socket.create_connection(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    page.sendall(
        f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        "".encode()
    )
    page.recv(4096)
    for number in range(ANALYSES):
        at = {"spec": "go:size=19", "moves": [number]}
        wanted = {"type": "analyse", "job": str(number), "at": at, "seconds": seconds}
        text, mask = json.dumps(wanted).encode(), os.urandom(4)
        head = bytes((0x81, 0x80 | 126)) + len(text).to_bytes(2, "big")  # one text, masked
        page.sendall(head + mask + bytes(x ^ mask[i % 4] for i, x in enumerate(text)))
    return page


def resident() -> float:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    run(main)

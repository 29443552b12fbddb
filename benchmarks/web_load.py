"""Plays many games at once on a real server; counts errors and times the answers.

Starts ``tesuji serve`` with a database of its own, plays games against the beginner (or another
level) from many clients at once, each of which watches its game over a WebSocket as the web app
does, and prints percentiles. Meanwhile others may analyse, be slow to read what they asked for, or
send rubbish as fast as they can. Any unexpected answer ends it with status 1.

    python benchmarks/web_load.py --games 100 --seconds 60
    python benchmarks/web_load.py --games 200 --analyses 20 --think 5 --slow 10 --floods 5
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

BOARDS = [
    ("torus", {"size": "9"}),
    ("go", {"size": "9"}),
    ("gomoku", {"size": "15"}),
    ("dots-and-boxes", {"size": "5"}),
]


@dataclass
class Figures:
    """What was measured; times in seconds."""

    moves: list[float] = field(default_factory=list)
    """From sending a move to the answer that says it is stored."""
    answers: list[float] = field(default_factory=list)
    """From sending a move to the engine's answer on the WebSocket."""
    games: int = 0
    analyses: list[int] = field(default_factory=list)
    """Simulations of each analysis that came to its end; all had the same time and position."""
    memory: list[float] = field(default_factory=list)
    """Megabytes of the server, every second."""
    errors: list[str] = field(default_factory=list)


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        server, address = _start_server(Path(folder))
        try:
            figures = asyncio.run(_play(address, server.pid, options))
        finally:
            server.terminate()
            server.wait(30)
    _report(figures, options)
    return 1 if figures.errors else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games at once")
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument("--level", default="beginner", help="the opponent")
    parser.add_argument("--think", type=float, default=1.0, help="seconds a person thinks")
    parser.add_argument("--analyses", type=int, default=0, help="pages that analyse meanwhile")
    parser.add_argument("--slow", type=int, default=0, help="pages that do not read their answers")
    parser.add_argument("--floods", type=int, default=0, help="pages that only shout")
    parser.add_argument("--json", action="store_true", help="for machines")
    return parser.parse_args()


def _start_server(folder: Path) -> tuple[subprocess.Popen[str], str]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    command = [sys.executable, "-c", "from tesuji.cli import main; main()", "serve"]
    command += ["--no-browser", "--port", "0", "--database", str(folder / "games.sqlite")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[3].rstrip("/")


class Client:
    """One kept connection for the JSON API. Lean, so that the clients do not measure themselves."""

    def __init__(self, address: str) -> None:
        self._host = address.partition("//")[2]
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any, status: int) -> dict[str, Any]:
        if self._writer is None or self._reader is None:
            host, _, port = self._host.rpartition(":")
            self._reader, self._writer = await asyncio.open_connection(host, int(port))
        data = json.dumps(body).encode()
        head = f"POST /api/v1{path} HTTP/1.1\r\nHost: {self._host}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        self._writer.write(head.encode() + data)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length:")[2].split()[0])
        view: dict[str, Any] = json.loads(await self._reader.readexactly(length))
        if int(answer.split()[1]) != status:
            raise RuntimeError(f"unexpected answer: {view}")
        return view

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


async def _play(address: str, server: int, options: argparse.Namespace) -> Figures:
    figures = Figures()
    end = time.monotonic() + options.seconds
    people = [_person(address, number, end, options, figures) for number in range(options.games)]
    people += [_analyst(address, end, figures) for _ in range(options.analyses)]
    people += [_sleeper(address, end, figures) for _ in range(options.slow)]
    people += [_shouter(address, end) for _ in range(options.floods)]
    await asyncio.gather(_weigh(server, end, figures), *people)
    return figures


async def _weigh(server: int, end: float, figures: Figures) -> None:
    while time.monotonic() < end:
        figures.memory.append(_resident(server))
        await asyncio.sleep(1)


ANALYSIS_SECONDS = 2.0
_ANALYSE = {"type": "analyse", "seconds": ANALYSIS_SECONDS, "at": {"spec": "go:size=9"}}


async def _analyst(address: str, end: float, figures: Figures) -> None:
    """Analyses the same position again and again."""
    try:
        async with connect(f"{address.replace('http', 'ws')}/api/v1/live") as socket:
            number = 0
            while time.monotonic() < end:
                number += 1
                await socket.send(json.dumps(_ANALYSE | {"job": str(number)}))
                simulations = 0
                while (event := json.loads(await socket.recv()))["type"] != "done":
                    if event["type"] == "problem":
                        raise RuntimeError(event["body"]["detail"])
                    simulations = event["body"]["simulations"]
                figures.analyses.append(simulations)
    except Exception as error:
        figures.errors.append(f"an analysis: {type(error).__name__}: {error}")


async def _sleeper(address: str, end: float, figures: Figures) -> None:
    """Asks for an analysis and never reads a word of it."""
    try:
        async with connect(
            f"{address.replace('http', 'ws')}/api/v1/live", max_queue=1, ping_interval=None
        ) as socket:
            asked = _ANALYSE | {"job": "never read", "seconds": 100}
            await socket.send(json.dumps(asked))
            await asyncio.sleep(max(0.0, end - time.monotonic()))
            socket.transport.abort()
    except Exception as error:
        figures.errors.append(f"a slow page: {type(error).__name__}: {error}")


async def _shouter(address: str, end: float) -> None:
    """Sends rubbish and does not listen; the server may well hang up."""
    with contextlib.suppress(Exception):
        async with connect(
            f"{address.replace('http', 'ws')}/api/v1/live", max_queue=1, ping_interval=None
        ) as socket:
            while time.monotonic() < end:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await socket.send('{"type": "rubbish", "x": "' + "x" * 1000 + '"}')
                await asyncio.sleep(0)


async def _person(
    address: str, number: int, end: float, options: argparse.Namespace, figures: Figures
) -> None:
    """Plays one game after the other until time is up."""
    dice = random.Random(number)
    client = Client(address)
    await asyncio.sleep(dice.uniform(0, options.think))  # people do not come all at once
    try:
        async with connect(f"{address.replace('http', 'ws')}/api/v1/live") as socket:
            while time.monotonic() < end:
                await _game(
                    client, socket, dice, BOARDS[number % len(BOARDS)], end, options, figures
                )
    except Exception as error:
        figures.errors.append(f"{type(error).__name__}: {error}")
    client.close()


async def _game(
    client: Client,
    socket: Any,
    dice: random.Random,
    board: tuple[str, dict[str, str]],
    end: float,
    options: argparse.Namespace,
    figures: Figures,
) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "engine", "level": options.level}]
    wanted = {"game": board[0], "options": board[1], "seats": seats}
    view = await client.post("/games", wanted, 201)
    await socket.send(json.dumps({"type": "watch", "game": view["id"]}))
    figures.games += 1
    while view["status"] == "playing" and time.monotonic() < end:
        await asyncio.sleep(dice.uniform(0, 2 * options.think))
        move = {"move": dice.choice(view["position"]["legal"]), "ply": view["position"]["ply"]}
        began = time.perf_counter()
        stored = await client.post(f"/games/{view['id']}/moves", move, 200)
        figures.moves.append(time.perf_counter() - began)
        view = await _after_engine(socket, stored)
        figures.answers.append(time.perf_counter() - began)
    await socket.send(json.dumps({"type": "unwatch", "game": view["id"]}))


async def _after_engine(socket: Any, stored: dict[str, Any]) -> dict[str, Any]:
    """Returns the next state in which a person is to move, or the end."""
    while True:
        event = json.loads(await asyncio.wait_for(socket.recv(), 60))
        view: dict[str, Any] = event["body"]
        if event["type"] != "game":
            raise RuntimeError(f"unexpected event: {event}")
        if event["about"] != stored["id"] or view["position"]["ply"] < stored["position"]["ply"]:
            continue
        if view["problem"]:
            raise RuntimeError(view["problem"])
        if not view["thinking"]:
            return view


def _resident(process: int) -> float:
    """Megabytes that the server has in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _report(figures: Figures, options: argparse.Namespace) -> None:
    early = max(figures.memory[: len(figures.memory) // 2], default=0.0)
    late = max(figures.memory[len(figures.memory) // 2 :], default=0.0)
    counts = sorted(figures.analyses)
    shares = {"analyses": len(counts), "least": counts[0], "most": counts[-1]} if counts else {}
    rows = {
        name: {f"p{share}": _percentile(times, share) for share in (50, 90, 99, 100)}
        for name, times in (("move stored", figures.moves), ("engine answered", figures.answers))
    }
    if options.json:
        numbers = {"games": figures.games, "moves": len(figures.moves)}
        numbers |= {"memory_mb": [early, late], "shares": shares}
        print(json.dumps(numbers | {"seconds": rows, "errors": figures.errors}))
        return
    print(
        f"{options.games} games at once for {options.seconds:g} s: {figures.games} games begun, "
        f"{len(figures.moves)} moves of people, {len(figures.errors)} errors; "
        f"{early:.0f} MB at most in the first half of the time, {late:.0f} MB in the second"
    )
    if counts:
        print(
            f"{len(counts)} analyses of {ANALYSIS_SECONDS:g} s: from {counts[0]} to {counts[-1]} "
            f"simulations, median {counts[len(counts) // 2]}"
        )
    print(f"{'milliseconds':>16} {'median':>8} {'90 %':>8} {'99 %':>8} {'worst':>8}")
    for name, row in rows.items():
        print(f"{name:>16} " + " ".join(f"{1000 * value:8.1f}" for value in row.values()))
    for error in figures.errors[:5]:
        print(error, file=sys.stderr)


def _percentile(times: list[float], share: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)] if ordered else 0.0


if __name__ == "__main__":
    sys.exit(main())

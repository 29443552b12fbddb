"""Kills the program at random moments, again and again, and looks at what it left behind.

    python tools/kill_campaign.py train --kills 200
    python tools/kill_campaign.py server --kills 200 --seed 2
    python tools/kill_campaign.py ladder --kills 50 --full-disk

A victim works on one folder in a process of its own; after a random time it is killed (SIGKILL),
and a new one goes on. After each death nothing may be corrupt and nothing lost that was committed:
games that had ended, figures that had been written, moves that the server had confirmed. With
--full-disk victims are not killed but run against a limit on the size of files, as on a disk that
is full: they have to end with one sentence, or refuse, and leave everything whole.

Victims are forked from a process that has imported everything, so that they spend their short lives
working.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.games import make

Lives = Callable[[], bool]
"""Whether a victim is to live on."""


MOST_SECONDS = 120.0
"""A victim that does nothing for so long is killed as well."""


KILLS_OF_ONE = 20
"""After so many a new folder is begun: long work takes longer to go on with."""


class Scenario(Protocol):
    """Something that works in a folder until it is killed."""

    longest: float
    """Seconds of processor time that a victim may live: so a busy machine changes nothing."""
    smallest: int
    """Bytes of a file below which a full disk does not even let it begin."""

    def work(self, folder: Path) -> None:
        """Goes on with what lies in `folder`; in the process of a victim."""

    def drive(self, folder: Path, lives: Lives) -> None:
        """Acts from outside as long as the victim `lives`."""

    def check(self, folder: Path) -> int:
        """Raises unless all is whole; how much has been committed so far, which never shrinks."""


@dataclass
class Count:
    """What came of a campaign."""

    scenario: str
    deaths: int = 0
    ended: int = 0
    """Victims that came to an end by themselves."""
    committed: int = 0
    seconds: float = 0.0


# -- learning by self-play ------------------------------------------------------------------------


class Training:
    longest = 1.5
    smallest = 3000

    def __init__(self) -> None:
        from tesuji.learning.alphazero import (  # noqa: F401  (imports PyTorch)
            game_files,
            generations,
            onnx_export,
            runner,
        )

        self._seen: list[dict[str, Any]] = []

    def work(self, folder: Path) -> None:
        import torch

        from tesuji.learning.alphazero.config import read_config
        from tesuji.learning.alphazero.progress import Limits
        from tesuji.learning.alphazero.runner import Machine, create_run, work_on
        from tesuji.learning.common.runs import Run

        torch.set_num_threads(1)
        game = make("dots-and-boxes", size=2)
        place = folder / "run"
        if (place / "run.json").exists():
            run = Run.open(place)
        else:
            run = create_run(place, game, read_config(game, "smoke"), seed=3)
        work_on(run, limits=Limits(None), machine=Machine(workers=0))

    def drive(self, folder: Path, lives: Lives) -> None:
        _wait(lives)

    def check(self, folder: Path) -> int:
        from tesuji.learning.alphazero.game_files import read_games
        from tesuji.learning.common.checkpoints import read_checkpoint
        from tesuji.learning.common.runs import Run
        from tesuji.networks.network import Network

        place = folder / "run"
        if not (place / "run.json").exists():
            return 0
        run = Run.open(place)
        lines = _whole_lines(place / "metrics.jsonl")
        steps = {(line["kind"], line["step"]) for line in lines}
        missing = {(line["kind"], line["step"]) for line in self._seen} - steps
        assert not missing, f"figures were lost: {missing}"
        self._seen = lines
        for file in place.rglob("*.onnx"):
            Network.load(file)
        for file in (place / "state" / "games").glob("*.npz"):
            assert read_games(file)
        if (place / "state" / "checkpoint.npz").exists():
            read_checkpoint(place / "state" / "checkpoint.npz")
        assert run.description.seed == 3
        return len(lines)


# -- evolution ------------------------------------------------------------------------------------


class Evolution:
    longest = 0.6
    smallest = 3000

    def __init__(self) -> None:
        from tesuji.learning.evolution import networks
        from tesuji.studies import experiments

        experiments()  # makes their names known
        networks.CHECKPOINT_SECONDS = 0.0
        self._seen: list[int] = []

    def work(self, folder: Path) -> None:
        from tesuji.learning.evolution.series import plan_series, run_series

        given = {"population": 8, "games": 4, "generations": 100_000, "hidden": 3}
        given |= {"measure_games": 20, "stop_at_full": False}
        series = plan_series("go-naive", given, runs=1, name="killed", directory=folder)
        run_series(series, workers=1, threads=1)

    def drive(self, folder: Path, lives: Lives) -> None:
        _wait(lives)

    def check(self, folder: Path) -> int:
        from tesuji.archives import read_arrays
        from tesuji.networks.evolved_network import EvolvedNetwork

        place = folder / "killed-01"
        if not (place / "run.json").exists():
            return 0
        lines = _whole_lines(place / "metrics.jsonl")
        steps = [line["step"] for line in lines]
        assert steps == sorted(set(steps)), "a generation is told twice"
        state = place / "state" / "evolution.npz"
        done = 0
        if state.exists():
            arrays = read_arrays(state.read_bytes())
            done = int(read_arrays(arrays["state"].tobytes())["generation"])
        for file in place.rglob("networks/*.npz"):
            EvolvedNetwork.load(file)
        return done


# -- ladders --------------------------------------------------------------------------------------


class Ladder:
    longest = 0.4
    smallest = 1500

    players = ("random", "mcts:sims=2", "mcts:sims=3")

    def __init__(self) -> None:
        from tesuji.players import make_player

        self._game = make("dots-and-boxes", size=2)
        for player in self.players:
            make_player(player, self._game).close()
        self._seen: list[object] = []

    def work(self, folder: Path) -> None:
        from tesuji.match import run_ladder

        run_ladder(self._game, self.players, out=folder / "l.jsonl", games=5000, workers=0)

    def drive(self, folder: Path, lives: Lives) -> None:
        _wait(lives)

    def check(self, folder: Path) -> int:
        from tesuji.match.ladder import read_ladder

        file = folder / "l.jsonl"
        if not file.exists() or b"\n" not in file.read_bytes():
            return 0
        games = list(read_ladder(file).games)
        assert games[: len(self._seen)] == self._seen, "a game of the ladder was lost or changed"
        assert len({game.key for game in games}) == len(games), "a game was played twice"
        self._seen = list(games)
        return len(games)


# -- the server -----------------------------------------------------------------------------------


class Server:
    longest = 0.8
    smallest = 60_000

    def __init__(self) -> None:
        from tesuji.server import app  # noqa: F401

        self._dice = random.Random(5)
        self._confirmed: dict[str, list[int]] = {}
        """Of every game the moves that the server said it had stored."""

    def work(self, folder: Path) -> None:
        import uvicorn

        from tesuji.cli.serve import _listen
        from tesuji.server.app import ServerSettings, create_app

        listener = _listen("127.0.0.1", 0)
        (folder / "port").write_text(str(listener.getsockname()[1]))
        app = create_app(ServerSettings(database=folder / "games.sqlite", runs=folder))
        uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])

    def drive(self, folder: Path, lives: Lives) -> None:
        """Plays as a person until the server no longer answers."""
        port = folder / "port"
        while not port.exists() and lives():
            time.sleep(0.005)
        if not port.exists():
            return
        address = f"http://127.0.0.1:{port.read_text()}/api/v1/games"
        port.unlink()
        human = {"kind": "human", "name": "Ann"}
        while lives():
            try:
                game = next(reversed(self._confirmed), None)
                if game is None or len(self._confirmed[game]) > 30:
                    seats = {"game": "go", "options": {"size": "9"}, "seats": [human, human]}
                    game = str(_post(address, seats)["id"])
                    self._confirmed[game] = []
                played = self._confirmed[game]
                view = _ask(f"{address}/{game}")
                stored = [move["move"] for move in view["moves"]]
                assert stored[: len(played)] == played, "a confirmed move is gone"
                played[:] = stored
                move = self._dice.choice(view["position"]["legal"])
                _post(f"{address}/{game}/moves", {"move": move, "ply": len(stored)})
                played.append(move)
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (409, 507):
                    raise AssertionError(refusal.read()) from refusal
                time.sleep(0.02)
            except (OSError, ValueError):  # not there yet, or dead already
                time.sleep(0.005)

    def check(self, folder: Path) -> int:
        from tesuji.store import Database, GameStore

        file = folder / "games.sqlite"
        if not file.exists():
            assert not self._confirmed
            return 0
        with sqlite3.connect(file) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        database = Database(file)
        store = GameStore(database)
        for game, moves in self._confirmed.items():
            found = store.load(game)
            assert found is not None, f"game {game} is gone"
            stored = [played.move for played in found.moves]
            assert stored[: len(moves)] == moves, f"confirmed moves of {game} are gone"
        database.close()
        return sum(map(len, self._confirmed.values()))


def _ask(address: str, body: bytes | None = None) -> Any:
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)


def _post(address: str, body: Any) -> Any:
    return _ask(address, json.dumps(body).encode())


# -- the campaign ---------------------------------------------------------------------------------

SCENARIOS: dict[str, Callable[[], Scenario]] = {
    "train": Training,
    "evolve": Evolution,
    "ladder": Ladder,
    "server": Server,
}


def campaign(
    name: str,
    kills: int,
    seed: int = 1,
    *,
    full_disk: bool = False,
    tell: Callable[[Count], None] | None = None,
) -> Count:
    """Raises `AssertionError` at the first loss."""
    dice, count = random.Random(seed), Count(name)
    began = time.monotonic()
    while count.deaths < kills:
        with tempfile.TemporaryDirectory() as folder:
            rounds = min(KILLS_OF_ONE, kills - count.deaths)
            _kill_one(SCENARIOS[name](), Path(folder), rounds, full_disk, dice, count, tell)
    count.seconds = time.monotonic() - began
    return count


def _kill_one(
    scenario: Scenario,
    folder: Path,
    kills: int,
    full_disk: bool,
    dice: random.Random,
    count: Count,
    tell: Callable[[Count], None] | None,
) -> None:
    """Kills those who work in one folder, so many times one after the other."""
    longest = max(scenario.longest, _until_something_is_committed(scenario, folder))
    before = 0
    for _ in range(kills):
        limit = None
        if full_disk:
            largest = max([scenario.smallest, *(f.stat().st_size for f in _files(folder))])
            limit = dice.randint(scenario.smallest // 2, 2 * largest)
        victim = _fork(lambda: scenario.work(folder), folder / "victim.log", limit)
        try:
            scenario.drive(folder, _lives(victim, dice.uniform(0, longest)))
        finally:
            ended = _kill(victim)
        count.deaths += 1
        count.ended += ended is not None
        if ended not in (None, 0):
            raise AssertionError((folder / "victim.log").read_text()[-3000:])
        committed = scenario.check(folder)
        assert committed >= before, f"{committed} after {before}"
        count.committed += committed - before
        before = committed
        if tell is not None:
            tell(count)


def _until_something_is_committed(scenario: Scenario, folder: Path) -> float:
    """Seconds of processor time that a victim needs before there is something to lose."""
    seconds = 0.2
    while seconds < 100:
        victim = _fork(lambda: scenario.work(folder), folder / "victim.log", None)
        try:
            scenario.drive(folder, _lives(victim, seconds))
        finally:
            _kill(victim)
        if scenario.check(folder):
            return seconds
        seconds *= 2
    raise AssertionError((folder / "victim.log").read_text()[-3000:])


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def _fork(work: Callable[[], None], log: Path, file_limit: int | None) -> int:
    """Starts a process that does `work`; it exits with 0 at the end or after an error message."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        if file_limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
        work()
        status = 0
    except TesujiError as error:
        # Without a full disk there is nothing to complain of.
        status = 0 if file_limit is not None and len(str(error).splitlines()) == 1 else 1
        print(error, flush=True)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _kill(victim: int) -> int | None:
    """Kills it; its exit status when it had ended by itself before."""
    ended, status = os.waitpid(victim, os.WNOHANG)
    if not ended:
        os.kill(victim, signal.SIGKILL)
        _, status = os.waitpid(victim, 0)
    return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def _lives(victim: int, seconds: float) -> Lives:
    """Returns whether `victim` has had less than `seconds` of processor time, and has not ended."""
    stat = Path(f"/proc/{victim}/stat")
    began, tick = time.monotonic(), os.sysconf("SC_CLK_TCK")

    def lives() -> bool:
        if time.monotonic() - began > MOST_SECONDS:
            return False
        fields = stat.read_text().rpartition(")")[2].split()
        used = (int(fields[11]) + int(fields[12])) / tick
        return fields[0] != "Z" and used < seconds

    return lives


def _wait(lives: Lives) -> None:
    while lives():
        time.sleep(0.003)


def _whole_lines(file: Path) -> list[dict[str, Any]]:
    """Returns the lines of a file that had been written to their end; all have to be JSON."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n")[:-1]]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-disk", action="store_true", help="full disks instead of kills")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args()

    def tell(count: Count) -> None:
        print(f"\r{count.deaths} deaths, {count.committed} committed ", end="", file=sys.stderr)

    count = campaign(
        options.scenario, options.kills, options.seed, full_disk=options.full_disk, tell=tell
    )
    print(file=sys.stderr)
    if options.json:
        print(json.dumps(vars(count) | {"full_disk": options.full_disk}))
        return 0
    what = "full disks" if options.full_disk else "kills"
    print(
        f"{count.scenario}: {count.deaths} {what} ({count.ended} victims ended by themselves), "
        f"{count.committed} things committed, nothing lost, {count.seconds:.0f} s"
    )
    return 0


if __name__ == "__main__":
    run(main)

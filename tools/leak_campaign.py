"""Repeats mixed work in one process and checks that its memory does not grow.

    python tools/leak_campaign.py --minutes 60
    python tools/leak_campaign.py --minutes 60 --share 0.3 --log memory.jsonl    beside other work

Each round searches, plays matches and ladders, reads good and damaged files, judges by networks,
evolves, solves, takes temperatures, and asks the web server for games and analyses. After a quarter
of the time to warm up, a line through the resident memory says how much it grows in an hour; more
than the limit ends it with status 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz import campaign, file_targets, text_targets  # noqa: E402, F401
from tests.fuzz.server_targets import JSON, Site  # noqa: E402
from tesuji.cli import run  # noqa: E402
from tesuji.errors import TesujiError  # noqa: E402
from tesuji.games import make  # noqa: E402
from tesuji.learning.evolution.series import plan_series, run_series  # noqa: E402
from tesuji.match import run_ladder, run_match  # noqa: E402
from tesuji.players import make_player  # noqa: E402
from tesuji.search import Budget, Search, search  # noqa: E402
from tesuji.studies import experiments  # noqa: E402
from tesuji.theory.dots_and_boxes import solve  # noqa: E402
from tesuji.theory.go_endgames import analyse_region  # noqa: E402

WARM_UP = 0.25
"""Share of the time in which pools, caches and arenas may still grow."""
LIMIT = 32.0
"""Megabytes an hour."""


def searches(dice: random.Random) -> None:
    for name, size in (("torus", 9), ("go", 9), ("gomoku", 15), ("dots-and-boxes", 4)):
        position = make(name, size=size).initial()
        for _ in range(dice.randrange(6)):
            position = position.after(dice.choice(position.legal_moves()))
        search(position, "mcts", Budget(simulations=300))
        Search(position, "alphabeta").run(Budget(nodes=3000))


def matches(dice: random.Random) -> None:
    seed = dice.randrange(1 << 30)
    run_match(make("torus", size=5), "mcts:sims=20", "random", games=2, seed=seed, workers=0)
    run_match(make("gomoku", size=9), "gomoku:nodes=500", "random", games=2, seed=seed, workers=0)


def networks(dice: random.Random) -> None:
    go = make("go", size=5)
    for spec in ("alphazero:sims=16", "evolved", "pattern"):
        with make_player(spec, go) as player:
            player.choose(go.initial().after(dice.randrange(25)))


def exact_values(dice: random.Random) -> None:
    position: Any = make("dots-and-boxes", size=2).initial()
    for _ in range(4):
        position = position.after(dice.choice(position.legal_moves()))
    solve(position)


def temperatures(dice: random.Random) -> None:
    game: Any = make("go", size=5)
    rows = [". X O . ."] * 5
    rows[dice.randrange(5)] = ". X . O ."
    position = game.parse("\n".join(rows))
    analyse_region(position, [rows.index(". X . O .") * 5 + 2], Budget(nodes=2000))


def evolution(dice: random.Random) -> None:
    given = {"population": 6, "games": 2, "generations": 3, "hidden": 3, "measure_games": 4}
    with tempfile.TemporaryDirectory() as folder:
        experiments()  # makes their names known
        series = plan_series("go-naive", given, runs=1, name="x", directory=Path(folder))
        run_series(series, workers=1, threads=1)


def ladders(dice: random.Random) -> None:
    game = make("dots-and-boxes", size=2)
    with tempfile.TemporaryDirectory() as folder:
        players = ("random", "greedy", "mcts:sims=5")
        run_ladder(game, players, out=Path(folder) / "l.jsonl", games=6, workers=0)


def damaged_files(dice: random.Random) -> None:
    first = dice.randrange(1 << 30)
    for name in ("sgf", "evolved", "rater-npz", "onnx", "json-analysis", "gtp"):
        campaign.run_here(name, 1, range(first, first + 20))


def web(site: Site, dice: random.Random) -> None:
    human = {"kind": "human", "name": "Ann"}
    new = {"game": "go", "options": {"size": "9"}, "seats": [human, human]}
    _, _, answer = site.request("POST", "/api/v1/games", [JSON], json.dumps(new).encode())
    game = json.loads(answer)
    for ply in range(10):
        if not game["position"]["legal"]:
            break  # two passes
        move = {"move": dice.choice(game["position"]["legal"]), "ply": ply}
        path = f"/api/v1/games/{game['id']}/moves"
        _, _, answer = site.request("POST", path, [JSON], json.dumps(move).encode())
        game = json.loads(answer)
    analyse = {"type": "analyse", "job": "a", "at": {"spec": "go:size=9"}, "seconds": 0.01}
    watch = {"type": "watch", "game": game["id"]}
    site.talk([{"type": "websocket.receive", "text": json.dumps(x)} for x in (watch, analyse)])
    site.request("DELETE", f"/api/v1/games/{game['id']}", [JSON], b"")


class Point(NamedTuple):
    """Memory after a round."""

    round: int
    minutes: float
    megabytes: float


def resident() -> float:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def measure(
    seconds: float, seed: int, tell: Callable[[Point], None], share: float = 1.0
) -> dict[str, Any]:
    """Works for so long, for that share of the time; how memory went."""
    dice = random.Random(seed)
    began = time.monotonic()
    points: list[Point] = []
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        while (now := time.monotonic() - began) < seconds or len(points) < 4:
            used = time.process_time()
            for work in WORK:
                with contextlib.suppress(TesujiError):
                    work(dice)
            web(site, dice)
            gc.collect()
            points.append(Point(len(points) + 1, now / 60, resident()))
            tell(points[-1])
            time.sleep((time.process_time() - used) * (1 / share - 1))
        site.close()
    late = [point for point in points if point.minutes >= WARM_UP * points[-1].minutes]
    hours = [point.minutes / 60 for point in late]
    megabytes = [point.megabytes for point in late]
    return {
        "rounds": len(points),
        "minutes": round(points[-1].minutes, 1),
        "after_warm_up_mb": round(megabytes[0], 1),
        "end_mb": round(megabytes[-1], 1),
        "mb_per_hour": round(float(np.polyfit(hours, megabytes, 1)[0]), 2),
    }


WORK: tuple[Callable[[random.Random], None], ...] = (
    searches,
    matches,
    ladders,
    networks,
    exact_values,
    temperatures,
    evolution,
    damaged_files,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--share", type=float, default=1.0, help="of a processor, at most; 0.05-1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a line of JSON for every minute")
    options = parser.parse_args()
    if options.minutes < 0:
        parser.error("--minutes cannot be negative")
    if not 0.05 <= options.share <= 1:
        parser.error("--share has to lie between 0.05 and 1")
    minute = -1

    def tell(point: Point) -> None:
        nonlocal minute
        print(f"\r{point.round} rounds, {point.megabytes:.1f} MB ", end="", file=sys.stderr)
        if options.log is not None and int(point.minutes) > minute:
            minute = int(point.minutes)
            with options.log.open("a") as log:
                log.write(json.dumps(point._asdict()) + "\n")

    found = measure(60 * options.minutes, options.seed, tell, options.share)
    print(file=sys.stderr)
    print(json.dumps(found))
    return 1 if found["mb_per_hour"] > LIMIT else 0


if __name__ == "__main__":
    run(main)

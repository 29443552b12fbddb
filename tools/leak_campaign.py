"""Mixed work in one process, round after round: does its memory stay flat?

    python tools/leak_campaign.py --minutes 60

Each round searches, plays matches, reads good and damaged records, judges by a network, evolves,
solves, and asks the web server for games and analyses. After some rounds to warm up, a line through
the resident memory says how much it grows in an hour; more than the limit ends it with status 1.
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
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz import campaign, file_targets, text_targets  # noqa: E402, F401
from tests.fuzz.server_targets import JSON, Site  # noqa: E402
from tesuji.errors import TesujiError  # noqa: E402
from tesuji.games import make  # noqa: E402
from tesuji.match import run_match  # noqa: E402
from tesuji.players import make_player  # noqa: E402
from tesuji.search import Budget, Search, search  # noqa: E402
from tesuji.theory.dots_and_boxes import solve  # noqa: E402

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


def resident() -> float:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def run(seconds: float, seed: int, tell: Callable[[int, float], None]) -> dict[str, Any]:
    """Works for so long; how memory went."""
    dice = random.Random(seed)
    began = time.monotonic()
    points: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        while (now := time.monotonic() - began) < seconds or len(points) < 4:
            for work in (searches, matches, networks, exact_values, damaged_files):
                with contextlib.suppress(TesujiError):
                    work(dice)
            web(site, dice)
            gc.collect()
            points.append((now, resident()))
            tell(len(points), points[-1][1])
        site.close()
    late = [point for point in points if point[0] >= WARM_UP * points[-1][0]]
    hours, megabytes = np.array(late).T
    slope = float(np.polyfit(hours / 3600, megabytes, 1)[0])
    return {
        "rounds": len(points),
        "minutes": round(points[-1][0] / 60, 1),
        "after_warm_up_mb": round(late[0][1], 1),
        "end_mb": round(points[-1][1], 1),
        "mb_per_hour": round(slope, 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    def tell(rounds: int, megabytes: float) -> None:
        print(f"\r{rounds} rounds, {megabytes:.1f} MB ", end="", file=sys.stderr)

    found = run(60 * options.minutes, options.seed, tell)
    print(file=sys.stderr)
    print(json.dumps(found))
    return 1 if found["mb_per_hour"] > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())

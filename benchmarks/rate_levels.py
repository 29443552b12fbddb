"""Measures the ratings of the named levels and writes them into src/tesuji/players/levels.json.

Neighbouring levels play a match; the ratings are the sums of the Elo differences, counted from the
weakest level, and so are the squares of their errors. A match ends after --games games, or earlier
after --seconds seconds: then the error says how little is known. Levels that search for a time need
a quiet machine.

    python benchmarks/rate_levels.py torus --games 40 --seconds 300
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import time
from itertools import pairwise
from pathlib import Path

from tesuji.files import write_atomically
from tesuji.games import Game, make
from tesuji.match import Estimate, MatchResult, run_match
from tesuji.players.levels import levels_of

LEVELS = Path(__file__).parents[1] / "src" / "tesuji" / "players" / "levels.json"
BOARDS = {"torus": "9", "go": "9", "gomoku": "15", "dots-and-boxes": "5"}
"""What the ratings are measured on."""


class TimeIsUp(Exception):
    """Ends a match."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(BOARDS))
    parser.add_argument("--games", type=int, default=40, help="most games between two neighbours")
    parser.add_argument("--seconds", type=float, default=math.inf, help="most time for a match")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args()
    game = make(options.game, size=BOARDS[options.game])
    rating, variance = 0.0, 0.0
    ratings = [(rating, 0.0)]
    for weak, strong in pairwise(levels_of(options.game)):
        found, games = play(game, strong.spec, weak.spec, options)
        rating += found.elo
        variance += found.elo_error**2
        ratings.append((rating, math.sqrt(variance)))
        print(
            f"{strong.id} - {weak.id}: {found.score:.1%} of {games} games, "
            f"{found.elo:+.0f} ± {found.elo_error:.0f} Elo",
            flush=True,
        )
    data = json.loads(LEVELS.read_text(encoding="utf-8"))
    for level, (measured, error) in zip(data[options.game], ratings, strict=True):
        level["rating"] = round(measured)
        level["error"] = round(error) if error else None
        level["board"] = BOARDS[options.game]
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    write_atomically(LEVELS, text.encode())


def play(game: Game, a: str, b: str, options: argparse.Namespace) -> tuple[Estimate, int]:
    """What a match between `a` and `b` says, and how many games it had."""
    result = MatchResult((a, b))
    began = time.monotonic()

    def look(so_far: MatchResult) -> None:
        even = len(so_far.games) % 2 == 0
        if even and time.monotonic() - began > options.seconds:
            raise TimeIsUp

    with contextlib.suppress(TimeIsUp):
        run_match(
            game,
            a,
            b,
            games=options.games,
            seed=1,
            workers=options.workers,
            on_game=look,
            result=result,
        )
    found = result.estimate
    assert found is not None
    return found, len(result.games)


if __name__ == "__main__":
    main()

"""Measures the ratings of the named levels and writes them into src/tesuji/players/levels.json.

Neighbouring levels play a match; the ratings are the sums of the Elo differences, counted from the
weakest level. Levels that search for a time need a quiet machine.

    python benchmarks/rate_levels.py torus --games 40
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.match import estimate, run_match
from tesuji.players.levels import levels_of

LEVELS = Path(__file__).parents[1] / "src" / "tesuji" / "players" / "levels.json"
DEFAULT_SIZES = {"torus": 9, "go": 9, "gomoku": 15, "dots-and-boxes": 5}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(DEFAULT_SIZES))
    parser.add_argument("--games", type=int, default=40, help="games between two neighbours")
    options = parser.parse_args()
    game = make(options.game, size=DEFAULT_SIZES[options.game])
    rating = 0.0
    ratings = [rating]
    for weak, strong in pairwise(levels_of(options.game)):
        result = run_match(game, strong.spec, weak.spec, games=options.games, seed=1)
        found = estimate(result.points, result.pairs)
        assert found is not None
        rating += found.elo
        ratings.append(rating)
        print(f"{strong.id} - {weak.id}: {found.score:.1%}, {found.elo:+.0f} Elo", flush=True)
    data = json.loads(LEVELS.read_text(encoding="utf-8"))
    for level, measured in zip(data[options.game], ratings, strict=True):
        level["rating"] = round(measured)
    write_atomically(LEVELS, (json.dumps(data, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()

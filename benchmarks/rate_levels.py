"""Measures the ratings of the named levels and writes them into src/tesuji/players/levels.json.

The levels of a game, with yardsticks between those that lie far apart, stand in a row from the
weakest to the strongest. Each plays the next two of the row; the ratings are the most likely ones
given all of these games, in Elo points above the weakest level. The games are kept in a file, and
the same command goes on after an interruption. Budgets are numbers of simulations or nodes where
that is possible, so that the ratings hold on every machine that is not too slow.

    python benchmarks/rate_levels.py torus --games 40 --out torus.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.match import run_ladder
from tesuji.players.levels import levels_of

LEVELS = Path(__file__).parents[1] / "src" / "tesuji" / "players" / "levels.json"
BOARDS = {"torus": "9", "go": "9", "gomoku": "15", "dots-and-boxes": "5"}
"""What the ratings are measured on."""
NEIGHBOURS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(BOARDS))
    parser.add_argument("--games", type=int, default=40, help="games between two neighbours")
    parser.add_argument("--out", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args()
    game = make(options.game, size=BOARDS[options.game])
    levels = levels_of(game.name)
    data = json.loads(LEVELS.read_text(encoding="utf-8"))
    row = [spec for level in levels for spec in (*level.below, level.spec_on(game))]
    result = run_ladder(
        game,
        row,
        out=options.out,
        games=options.games,
        neighbours=NEIGHBOURS,
        seed=1,
        workers=options.workers,
        on_game=lambda so_far: print(len(so_far.games), end="\r", flush=True),
    )
    ratings = {rating.name: rating for rating in result.ratings_relative_to(row[0])}
    for spec in row:
        found = ratings[spec]
        print(f"{spec:32} {found.elo:+6.0f} ± {found.error:3.0f}  {found.points:5}/{found.games}")
    for level, entry in zip(levels, data[game.name], strict=True):
        found = ratings[level.spec_on(game)]
        entry["rating"] = round(found.elo)
        entry["error"] = round(found.error) or None
        entry["board"] = BOARDS[game.name]
    write_atomically(LEVELS, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    run(main)

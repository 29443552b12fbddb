"""Fits how far the values of a search can be believed, from games that it plays against itself.

    python benchmarks/calibrate_ratings.py torus mcts:sims=400 torus:nodes=20000 --games 200

Each position of each game gives a pair: the value that the search gave it, and who won. Every
fifth game is kept apart and used to check the fit: the table says, for each tenth of predicted
chances, how many positions there were and how many of them were won. With --write the fits go into
src/tesuji/analysis/calibration.json, with --chart a plot is drawn.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from tesuji.analysis.calibration import IDENTITY, Calibration, fit
from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import Game, make
from tesuji.learning.charts import draw_lines
from tesuji.match import derived_seed
from tesuji.players import make_player
from tesuji.search import Proof

FILE = Path(__file__).parents[1] / "src" / "tesuji" / "analysis" / "calibration.json"
LONGEST_OPENING = 6
CHECKED = 5
"""Every fifth game is for checking."""

Pair = tuple[float, float]
"""A value, and what became of it: 1 won, 0 lost, 0.5 drawn."""


def play(game: Game, spec: str, seed: int) -> list[Pair]:
    """The pairs of one game after a few random moves; positions that were proven are left out."""
    dice = random.Random(seed)
    position: Any = game.initial()
    for _ in range(dice.randint(0, LONGEST_OPENING)):
        if position.is_over:
            break
        position = position.after(dice.choice(position.legal_moves()))
    seen = []
    with make_player(spec, game, seed=dice.getrandbits(32)) as player:
        player.start(game, position)
        while not position.is_over:
            choice = player.choose(position)
            report = choice.report
            if report.proof is Proof.UNKNOWN:
                seen.append((report.value.number, position.to_move))
            after = position.after(choice.move)
            player.observe(position, choice.move, after)
            position = after
    return [(value, (position.outcome.value_for(who).number + 1) / 2) for value, who in seen]


def brier(pairs: list[Pair], calibration: Calibration) -> float:
    """Mean squared error of the chances: 0 is perfect, 0.25 says nothing."""
    return sum((calibration.chance(v) - r) ** 2 for v, r in pairs) / len(pairs)


def table(pairs: list[Pair], calibration: Calibration) -> list[tuple[float, float, int]]:
    """For each tenth: mean predicted chance, share won, positions."""
    tenths: list[list[Pair]] = [[] for _ in range(10)]
    for value, result in pairs:
        chance = calibration.chance(value)
        tenths[min(9, int(10 * chance))].append((chance, result))
    return [
        (sum(c for c, _ in some) / len(some), sum(r for _, r in some) / len(some), len(some))
        for some in tenths
        if some
    ]


def calibrate(game: Game, spec: str, games: int, seed: int) -> tuple[str, dict[str, Any], Any]:
    """The method that the spec searches with, its entry for the file, and its curves."""
    fitting, checking = [], []
    for number in range(games):
        pairs = play(game, spec, derived_seed(seed, spec, number))
        (checking if number % CHECKED == 0 else fitting).extend(pairs)
    found = fit([v for v, _ in fitting], [r for _, r in fitting])
    rows = table(checking, found)
    print(f"{spec}: slope {found.slope:.3f}, offset {found.offset:+.3f}")
    before, after = brier(checking, IDENTITY), brier(checking, found)
    print(f"  Brier score on {len(checking)} positions: {before:.4f} as it is, {after:.4f} fitted")
    for predicted, won, count in rows:
        print(f"  predicted {predicted:6.1%}  won {won:6.1%}  positions {count}")
    entry = {
        "slope": round(found.slope, 4),
        "offset": round(found.offset, 4),
        "spec": spec,
        "game": game.spec,
        "games": games,
        "seed": seed,
        "brier_before": round(before, 4),
        "brier_after": round(after, 4),
        "table": [[round(p, 3), round(w, 3), n] for p, w, n in rows],
    }
    curves = {
        f"{spec}, as it is": [(100 * p, 100 * w) for p, w, _ in table(checking, IDENTITY)],
        f"{spec}, calibrated": [(100 * p, 100 * w) for p, w, _ in rows],
    }
    return "mcts" if spec.startswith("mcts") else "alphabeta", entry, curves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--size")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the fits into Tesuji's data")
    parser.add_argument("--chart", type=Path, help="draw the calibration to this SVG file")
    given = parser.parse_args()
    game = make(given.game, size=given.size)
    curves: dict[str, Any] = {"perfect": [(0, 0), (100, 100)]}
    for spec in given.specs:
        method, entry, some = calibrate(game, spec, given.games, given.seed)
        curves |= some
        if given.write:
            known = json.loads(FILE.read_text(encoding="utf-8"))
            known.setdefault(game.name, {})[method] = entry
            write_atomically(FILE, (json.dumps(known, indent=2) + "\n").encode())
    if given.chart:
        draw_lines(
            given.chart,
            curves,
            title=f"{game.spec}: chances predicted and games won",
            x="predicted chance to win, %",
            y="games won, %",
        )


if __name__ == "__main__":
    run(main)

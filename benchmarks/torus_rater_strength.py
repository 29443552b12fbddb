"""Measures the rater of Torus with and without its filter of moves, beside untrained ones.

python benchmarks/torus_rater_strength.py --games 100
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tesuji.cli import run
from tesuji.studies.toruszero.strength import measure
from tesuji.theory.torus import Rater
from tesuji.theory.torus.rater_files import RATERS, load_rater

OPPONENTS = ("random", "greedy", "mcts:sims=100")
UNTRAINED = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="against each opponent")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    shipped = load_rater(RATERS / "torus-9.npz")
    untrained = [
        Rater.random(shipped.shape, np.random.default_rng(seed)) for seed in range(UNTRAINED)
    ]
    with ThreadPoolExecutor(1) as threads:
        for name, raters, games in (
            ("shipped", [shipped], options.games),
            (f"{UNTRAINED} untrained", untrained, max(1, options.games // 5)),
        ):
            for filter in (True, False):
                won = dict.fromkeys(OPPONENTS, 0.0)
                for rater in raters:
                    scores = measure(rater, OPPONENTS, games, options.seed, filter, threads)
                    for opponent, score in scores.items():
                        won[opponent] += score * games
                played = games * len(raters)
                figures = ", ".join(f"{won[each]:g} of {played} against {each}" for each in won)
                print(f"{name}, {'with its filter' if filter else 'alone'}: {figures}", flush=True)


if __name__ == "__main__":
    run(main)

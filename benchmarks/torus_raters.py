"""Measures the speed of move raters, for the tables of the program that they repeat.

    python benchmarks/torus_raters.py [--trials 10]

First table: 1,000,000 random numbers between -5 and 5 through each activation, by the core and,
for comparison, by a plain Python loop as in the original. Second table: 100 games with up to 40
random moves and 100 random raters; the i-th rater finds its best move in the i-th game, with
powers on and off and with either activation. Times are seconds of the processor.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from tesuji import core
from tesuji.cli import run
from tesuji.games import make
from tesuji.theory.torus import Rater, RaterShape

NUMBERS = 1_000_000
Activation = Literal["sigmoid", "relu"]


def timed(work: Callable[[], object], trials: int) -> list[float]:
    spent = []
    for _ in range(trials):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return spent


def show(name: str, spent: Sequence[float]) -> None:
    mean = sum(spent) / len(spent)
    print(f"{name:24}{' '.join(f'{s:.4f}' for s in spent)}   mean {mean:.4f}")


def activations(trials: int) -> None:
    values = np.random.default_rng(1).uniform(-5, 5, NUMBERS).astype(np.float32)
    plain = values.tolist()
    show("sigmoid, core", timed(lambda: core.activate(values.copy(), "sigmoid"), trials))
    show("ReLU, core", timed(lambda: core.activate(values.copy(), "relu"), trials))
    show("sigmoid, Python", timed(lambda: [1 / (1 + math.exp(-x)) for x in plain], 2))
    show("ReLU, Python", timed(lambda: [x if x > 0 else 0 for x in plain], 2))


def positions(dice: random.Random) -> list[Any]:
    found: list[Any] = []
    while len(found) < 100:
        position: Any = make("torus").initial()
        for _ in range(dice.randint(0, 40)):
            if position.is_over:
                break
            position = position.after(dice.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found


def best_moves(trials: int) -> None:
    games = positions(random.Random(1))
    for powers in (True, False):
        kinds: tuple[Activation, ...] = ("sigmoid", "relu")
        for activation in kinds:
            rng = np.random.default_rng(1)
            shape = RaterShape(9, (60, 40), activation, powers)
            raters = [Rater.random(shape, rng).ready() for _ in games]

            def work(raters: list[Any] = raters) -> None:
                for rater, game in zip(raters, games, strict=True):
                    rater.choose(game, False)

            show(f"powers {'on' if powers else 'off'}, {activation}", timed(work, trials))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=10)
    trials = parser.parse_args().trials
    print(f"{NUMBERS:,} activations")
    activations(trials)
    print("\n100 best moves")
    best_moves(trials)


if __name__ == "__main__":
    run(main)

"""Measures the speed of move raters, for the tables of section 9 of TorusZero.

Times are seconds of the processor.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from tesuji import core
from tesuji.games import make
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.theory.torus import Rater, RaterShape

Activation = Literal["sigmoid", "relu"]
_FLAG = {"sigmoid": True, "relu": False}
"""Stands for the global variable of the original that chooses the function."""
_POSITIONS = 100


def activations_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Sends `numbers` random numbers between -5 and 5 through each activation, `trials` times.

    By the core, and by a plain Python function as in the original, without and with a flag.
    """
    dice = np.random.default_rng(place.seed)
    values = dice.uniform(-5, 5, int(settings["numbers"])).astype(np.float32)
    plain = values.tolist()
    trials = int(settings["trials"])
    works: dict[str, Callable[[], object]] = {
        "sigmoid": lambda: [_sigmoid(x) for x in plain],
        "ReLU": lambda: [_relu(x) for x in plain],
        "sigmoid w/ flag": lambda: [_chosen(x, "sigmoid") for x in plain],
        "ReLU w/ flag": lambda: [_chosen(x, "relu") for x in plain],
        "sigmoid, core": lambda: core.activate(values.copy(), "sigmoid"),
        "ReLU, core": lambda: core.activate(values.copy(), "relu"),
    }
    return {name: _timed(work, trials) for name, work in works.items()}


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _relu(x: float) -> float:
    return x if x > 0 else 0.0


def _chosen(x: float, name: str) -> float:
    return _sigmoid(x) if _FLAG[name] else _relu(x)


def best_moves_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Lets 100 random raters find their best moves in 100 games of up to 40 random moves.

    Settings: `trials`.
    """
    games = _positions(random.Random(place.seed))
    found: Findings = {}
    kinds: tuple[Activation, ...] = ("sigmoid", "relu")
    for powers in (True, False):
        for activation in kinds:
            dice = np.random.default_rng(place.seed)
            shape = RaterShape(9, (60, 40), activation, powers)
            raters = [Rater.random(shape, dice).ready() for _ in games]

            def work(raters: list[Any] = raters) -> None:
                for rater, game in zip(raters, games, strict=True):
                    rater.choose(game, False)

            shown = "ReLU" if activation == "relu" else "sig"
            name = f"powers {'on' if powers else 'off'}, {shown}"
            found[name] = _timed(work, int(settings["trials"]))
    return found


def legality_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Measures how long it takes to find out whether a point may be played, suicide included.

    Settings: `trials`. The core checks all 81 points of a position at once.
    """
    games = _positions(random.Random(place.seed))
    points = games[0].game.num_moves

    def work() -> None:
        for game in games:
            game.after(game.legal_moves()[0]).legal_moves()

    checked = 2 * len(games) * points
    return {
        "seconds_per_million": [
            1e6 * seconds / checked for seconds in _timed(work, int(settings["trials"]))
        ]
    }


def _timed(work: Callable[[], object], trials: int) -> list[float]:
    spent = []
    for _ in range(trials):
        began = time.process_time()
        work()
        spent.append(round(time.process_time() - began, 6))
    return spent


def _positions(dice: random.Random) -> list[Any]:
    found: list[Any] = []
    while len(found) < _POSITIONS:
        position: Any = make("torus").initial()
        for _ in range(dice.randint(0, 40)):
            if position.is_over:
                break
            position = position.after(dice.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found

"""What the values of a search are worth: the share of games won where it said so.

A search that values a position at 0.6 for its player to move does not win 80 % of such games: some
searches are too sure of themselves, others too careful, and some do not know what it is worth to
have begun. For a game and an engine that were measured (``benchmarks/calibrate_ratings.py``) the
chance to win is a logistic function of the value, fitted to the results of games that the engine
played against itself, and checked on other games:

    x = logit((value + 1) / 2)
    logit(chance) = slope * x + bend * s(x) + offset + first    (- first for the second player)

where s(x) = x^3 / (1 + |x|^3) is flat in the middle and goes from -1 to 1.

Where nothing was measured the chance is (value + 1) / 2.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tesuji.games import Game, Player
from tesuji.players.strongest import board_distance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PRIOR = 1e-3
_STEEPEST = 0.84
"""The largest slope of s(x)."""
_LEAST_SLOPE = 0.01
_LONGEST_STEP = 3.0
"""In log odds."""
SUREST = 0.999
"""Values beyond it are cut off: only a proof is certain."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From the value of a search, from -1 to 1, to the chance to win of the player to move."""

    slope: float
    offset: float
    """What it is worth to be to move, beyond what the search sees."""
    bend: float = 0.0
    """What a clear advantage is worth beyond that."""
    first: float = 0.0
    """What it is worth to be the first player, beyond what the search sees."""

    def chance(self, value: float, mover: Player = Player.FIRST) -> float:
        """The chance of `mover`, from 0 to 1; rises with the value, and 1 and -1 stay certain."""
        if abs(value) >= 1:
            return (value + 1) / 2
        x = evidence(value)
        side = self.first if mover == Player.FIRST else -self.first
        return 1 / (1 + math.exp(-(self.slope * x + self.bend * _s(x) + self.offset + side)))


IDENTITY = Calibration(1.0, 0.0)


def evidence(value: float) -> float:
    """The log odds of a value from -1 to 1."""
    kept = min(max(value, -SUREST), SUREST)
    return math.log((1 + kept) / (1 - kept))


def _s(x: float) -> float:
    cube = abs(x) ** 3
    return math.copysign(cube / (1 + cube), x)


def calibration_of(game: Game, engine: str) -> Calibration:
    """What was measured for an engine, given as a player spec; the identity where nothing was.

    A board that was not measured has the calibration of the measured board that is most like it.
    A network that somebody chose himself is not the one that was measured.
    """
    name, _, options = engine.partition(":")
    if re.search(r"\bnet=", options):
        return IDENTITY
    fitted = _measured().get((game.name, name))
    if not fitted:
        return IDENTITY
    nearest = min(fitted, key=lambda row: board_distance(row["board"], game))
    return Calibration(*(nearest[field.name] for field in dataclasses.fields(Calibration)))


@cache
def _measured() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The rows of the data by game and player."""
    text = (resources.files(__package__) / "calibration.json").read_text(encoding="utf-8")
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in json.loads(text):
        game, player = (row[field].partition(":")[0] for field in ("board", "spec"))
        found.setdefault((game, player), []).append(row)
    return found


def fit(
    values: Sequence[float], results: Sequence[float], movers: Sequence[Player] | None = None
) -> Calibration:
    """The calibration that makes the results (1 won, 0.5 drawn, 0 lost) most likely.

    Without `movers` nothing is said of who began. A weak prior keeps the numbers finite where every
    game was won.
    """
    import numpy as np

    x = np.array([evidence(value) for value in values])
    side = np.zeros(len(x)) if movers is None else np.array([1.0 - 2.0 * int(m) for m in movers])
    features = np.stack([x, np.ones(len(x)), [_s(one) for one in x], side], axis=1)
    found = _most_likely(features, np.array(results))
    if found[0] <= 0 or found[0] + _STEEPEST * found[2] <= 0:  # chances rise with the value
        features[:, 2] = 0.0
        found = _most_likely(features, np.array(results))
    slope, offset, bend, first = (float(number) for number in found)
    return Calibration(max(slope, _LEAST_SLOPE), offset, bend, first)


def _most_likely(features: NDArray[np.float64], results: NDArray[np.float64]) -> Any:
    """The weights of a logistic regression, by Newton's method."""
    import numpy as np

    prior = np.array([1.0, 0.0, 0.0, 0.0])
    weights = prior.copy()
    for _ in range(200):
        p = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (p - results) + _PRIOR * (weights - prior)
        curvature = (features.T * (p * (1 - p))) @ features + _PRIOR * np.eye(len(prior))
        step = np.linalg.solve(curvature, slope)
        # Far from the solution a full step may go too far.
        step *= min(1.0, _LONGEST_STEP / max(np.abs(features @ step).max(), 1e-12))
        weights = weights - step
        if np.abs(step).sum() < 1e-9:
            break
    return weights

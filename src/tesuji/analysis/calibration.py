"""What the values of a search are worth: the share of games won where it said so.

A search that values a position at 0.6 for its player to move does not win 80 % of such games: some
searches are too sure of themselves, others too careful. For a game and a method that were measured
(``benchmarks/calibrate_ratings.py``) the chance to win is a logistic function of the value, fitted
to the results of games that the method played against itself:

    logit(chance) = slope * logit((value + 1) / 2) + offset

Where nothing was measured the chance is (value + 1) / 2.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

_SUREST = 0.999
"""Values beyond it are cut off: only a proof is certain."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From the value of a search, from -1 to 1, to the chance to win of the same player."""

    slope: float
    offset: float

    def chance(self, value: float) -> float:
        """The chance, from 0 to 1; rises with the value, and 1 and -1 stay certain."""
        if abs(value) >= 1:
            return (value + 1) / 2
        return 1 / (1 + math.exp(-(self.slope * evidence(value) + self.offset)))


IDENTITY = Calibration(1.0, 0.0)


def evidence(value: float) -> float:
    """The log odds of a value from -1 to 1."""
    kept = min(max(value, -_SUREST), _SUREST)
    return math.log((1 + kept) / (1 - kept))


@cache
def calibration_of(game: str, method: str) -> Calibration:
    """What was measured for a method in a game; the identity where nothing was."""
    text = (resources.files(__package__) / "calibration.json").read_text(encoding="utf-8")
    fitted = json.loads(text).get(game, {}).get(method)
    return IDENTITY if fitted is None else Calibration(fitted["slope"], fitted["offset"])


def fit(values: Sequence[float], results: Sequence[float]) -> Calibration:
    """The calibration that makes the results (1 won, 0.5 drawn, 0 lost) most likely.

    Newton's method on two numbers; a weak prior keeps them finite where every game was won.
    """
    xs = [evidence(value) for value in values]
    slope, offset = 1.0, 0.0
    for _ in range(50):
        gs, go = 1e-3 * (slope - 1), 1e-3 * offset
        ss, so, oo = 1e-3, 0.0, 1e-3
        for x, result in zip(xs, results, strict=True):
            p = 1 / (1 + math.exp(-max(min(slope * x + offset, 30.0), -30.0)))
            gs += (p - result) * x
            go += p - result
            weight = p * (1 - p)
            ss += weight * x * x
            so += weight * x
            oo += weight
        det = ss * oo - so * so
        ds, do = (oo * gs - so * go) / det, (ss * go - so * gs) / det
        slope, offset = slope - ds, offset - do
        if abs(ds) + abs(do) < 1e-9:
            break
    return Calibration(slope, offset)

"""Converts the values of a search to chances of winning.

A search that values a position at 0.6 for the player to move does not win 80 % of such games: some
searches are overconfident, others too careful, and some misjudge the advantage of the first move.
For a game and an engine that were measured (``benchmarks/calibrate_ratings.py``) the chance to win
follows from the value by a curve, fitted to the results of the engine's games against itself, and
checked on other games:

    x = logit((value + 1) / 2)
    logit(chance) = curve(x) + first    (- first for the second player)

The curve is increasing and piecewise linear.

Without a measurement the chance is (value + 1) / 2.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tesuji.games import Game, Side
from tesuji.players.strongest import board_distance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SPANS = 16
"""Segments of a curve, with equal numbers of positions."""
_LEAST_SPAN = 1e-6
_LEAST_SLOPE = 0.01
"""The least slope, so that a better value always means a better chance."""
_STIFFNESS = 0.3
"""The weight of the penalty on changes of slope."""
_PRIOR = 1e-3
"""Keeps weights finite if every game was won."""
_LONGEST_STEP = 3.0
"""In log odds."""
SUREST = 0.999
"""Values are cut here, because only a proof is certain."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Converts the value of a search, from -1 to 1, to the chance to win of the player to move."""

    points: tuple[tuple[float, float], ...]
    """The curve: log odds of the value, and of the chance, both rising; two of them at least."""
    first: float = 0.0
    """The advantage of the first player beyond what the search sees."""

    def chance(self, value: float, mover: Side = Side.FIRST) -> float:
        """Returns the chance of `mover`, from 0 to 1, which increases with the value."""
        if abs(value) >= 1:
            return (value + 1) / 2
        side = self.first if mover == Side.FIRST else -self.first
        return 1 / (1 + math.exp(-(self._curve(evidence(value)) + side)))

    def _curve(self, x: float) -> float:
        (low, bottom), (high, top) = self.points[0], self.points[-1]
        if x <= low:
            return bottom + _LEAST_SLOPE * (x - low)
        if x >= high:
            return top + _LEAST_SLOPE * (x - high)
        after = bisect(self.points, (x, math.inf))
        (left, start), (right, end) = self.points[after - 1], self.points[after]
        return start + (end - start) * (x - left) / (right - left)


def evidence(value: float) -> float:
    """Returns the log odds of a value from -1 to 1."""
    kept = min(max(value, -SUREST), SUREST)
    return math.log((1 + kept) / (1 - kept))


IDENTITY = Calibration(((-evidence(1), -evidence(1)), (evidence(1), evidence(1))))


def calibration_of(game: Game, engine: str) -> Calibration:
    """Returns the calibration of an engine, given as a player spec; the identity if unknown.

    A board that was not measured gets the calibration of the most similar one. A network chosen by
    the user is not the one that was measured.
    """
    name, _, options = engine.partition(":")
    if re.search(r"\bnet=", options):
        return IDENTITY
    fitted = _measured().get((game.name, name))
    if not fitted:
        return IDENTITY
    nearest = min(fitted, key=lambda row: board_distance(row["board"], game))
    return Calibration(tuple((x, y) for x, y in nearest["points"]), nearest["first"])


@cache
def _measured() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Returns the rows of the data by game and player."""
    text = (resources.files(__package__) / "calibration.json").read_text(encoding="utf-8")
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in json.loads(text):
        game, player = (row[field].partition(":")[0] for field in ("board", "spec"))
        found.setdefault((game, player), []).append(row)
    return found


def fit(
    values: Sequence[float], results: Sequence[float], movers: Sequence[Side] | None = None
) -> Calibration:
    """Returns the calibration that makes the results (1 won, 0.5 drawn, 0 lost) most likely.

    Without `movers` the advantage of the first player is not fitted.
    """
    import numpy as np

    x = np.array([evidence(value) for value in values])
    side = np.zeros(len(x)) if movers is None else np.array([1.0 - 2.0 * int(m) for m in movers])
    places = np.quantile(x, np.linspace(0, 1, _SPANS + 1))
    places = places[np.append(True, np.diff(places) > _LEAST_SPAN)]
    if len(places) == 1:
        places = np.append(places, places[0] + 1.0)
    shares = _shares(x, places)
    weights = _most_likely(np.column_stack([shares, side]), np.array(results), places)
    heights = _rising(weights[:-1], shares.sum(0)) + _LEAST_SLOPE * places
    points = zip(places.tolist(), heights.tolist(), strict=True)
    return Calibration(tuple(points), float(weights[-1]))


def _shares(x: Floats, places: Floats) -> Floats:
    """Returns the weight of each point of the curve at each x [n, points]; rows sum to 1."""
    import numpy as np

    left = np.clip(np.searchsorted(places, x) - 1, 0, len(places) - 2)
    along = np.clip((x - places[left]) / (places[left + 1] - places[left]), 0, 1)
    shares = np.zeros((len(x), len(places)))
    rows = np.arange(len(x))
    shares[rows, left] = 1 - along
    shares[rows, left + 1] = along
    return shares


def _most_likely(features: Floats, results: Floats, places: Floats) -> Floats:
    """Fits a logistic regression by Newton's method; the last weight is not part of the curve."""
    import numpy as np

    prior = np.append(places, 0.0)
    bends = np.diff(np.eye(len(places)), 2, axis=0)
    pull = _PRIOR * np.eye(len(prior))
    pull[:-1, :-1] += _STIFFNESS * bends.T @ bends
    weights = prior.copy()
    for _ in range(200):
        p = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (p - results) + pull @ (weights - prior)
        curvature = (features.T * (p * (1 - p))) @ features + pull
        step = np.linalg.solve(curvature, slope)
        # A full step may overshoot far from the solution.
        step *= min(1.0, _LONGEST_STEP / max(np.abs(features @ step).max(), 1e-12))
        weights = weights - step
        if np.abs(step).sum() < 1e-9:
            break
    return weights


def _rising(heights: Floats, counts: Floats) -> Floats:
    """Returns the nearest non-decreasing heights, by pooling neighbours that decrease."""
    import numpy as np

    groups: list[tuple[float, float, int]] = []  # height, count, points
    for height, count in zip(heights, counts, strict=True):
        group = (float(height), float(count) + _PRIOR, 1)
        while groups and groups[-1][0] > group[0]:
            other = groups.pop()
            total = other[1] + group[1]
            mean = (other[0] * other[1] + group[0] * group[1]) / total
            group = (mean, total, other[2] + group[2])
        groups.append(group)
    return np.concatenate([np.full(points, height) for height, _, points in groups])

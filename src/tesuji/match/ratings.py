"""Computes Bradley–Terry ratings of many players from their games.

The chance that i beats j is 1 / (1 + 10^((r_j - r_i)/400)), and a draw is half a win for each.
The ratings are the most likely ones under a wide normal prior, which keeps the ratings finite of
players who won or lost everything; errors come from the curvature at the maximum. The likelihood is
concave, so Newton's method finds its maximum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.match.statistics import NORMAL_95

PRIOR_DEVIATION = 1000.0
"""Standard deviation of the prior, in Elo."""
_SCALE = 400.0 / math.log(10.0)
"""Elo per unit of log odds."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place in a ladder."""

    name: str
    elo: float
    """Relative to the mean of all players, or to the player given to `rate`."""
    error: float
    """Half-width of the 95 % interval, in Elo."""
    games: int
    points: float
    """1 for a win, 0.5 for a draw."""


def rate(
    names: Sequence[str],
    games: Iterable[tuple[str, str, float]],
    prior: float = PRIOR_DEVIATION,
    relative_to: str | None = None,
) -> list[Rating]:
    """Returns ratings of `names`, best first, from games (player, opponent, player's points).

    Ratings and errors are relative to the mean of all, or to the player `relative_to`, who then
    has 0 ± 0.
    """
    index = {name: number for number, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for player, opponent, won in games:
        i, j = index[player], index[opponent]
        points[i, j] += won
        points[j, i] += 1 - won
    strengths, covariance = _most_likely(points, _SCALE / prior)
    origin = np.full(len(names), 1 / len(names))
    if relative_to is not None:
        origin = np.eye(len(names))[index[relative_to]]
    difference = np.eye(len(names)) - origin
    strengths = difference @ strengths
    covariance = difference @ covariance @ difference.T
    errors = NORMAL_95 * _SCALE * np.sqrt(np.diag(covariance))
    played = (points + points.T).sum(axis=1)
    ratings = [
        Rating(
            name=name,
            elo=float(_SCALE * strengths[i]),
            error=float(errors[i]),
            games=round(played[i]),
            points=float(points[i].sum()),
        )
        for i, name in enumerate(names)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _most_likely(
    points: NDArray[np.float64], prior_weight: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the log odds of each player, and their covariance.

    `points[i, j]` are the points of i against j; `prior_weight` is one over the prior's deviation
    in log odds.
    """
    count = len(points)
    played = points + points.T
    strengths: NDArray[np.float64] = np.zeros(count)
    precision = prior_weight**2 * np.eye(count)
    curvature = precision
    for _ in range(200):
        expected = 1.0 / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (points - played * expected).sum(axis=1) - precision @ strengths
        weights = played * expected * expected.T
        curvature = np.diag(weights.sum(axis=1)) - weights + precision
        step = np.linalg.solve(curvature, slope)
        # A full step may overshoot far from the maximum, so steps are limited to one unit.
        step *= min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-300))
        strengths = strengths + step
        if float(np.abs(step).max()) < 1e-10:
            break
    return strengths, np.linalg.inv(curvature).astype(np.float64)

"""Computes Elo, its error, and sequential tests from wins, draws and losses.

All numbers are from the view of one player, A. Elo here is logistic: a difference d means an
expected score of 1 / (1 + 10^(-d/400)).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tesuji.errors import TesujiError

NORMAL_95 = 1.959964
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""
_MANY_PAIRS = 10
"""The number of pairs from which their variance is used instead of that of single games."""


def expected_score(elo: float) -> float:
    """Returns the expected share of points of a player stronger by `elo`, from 0 to 1."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_of(score: float) -> float:
    """Returns the Elo difference at which `score`, strictly between 0 and 1, is expected."""
    return 400.0 * math.log10(score / (1.0 - score))


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> Tally:
        """Counts results given as 1, 0.5 and 0."""
        found = list(points)
        return cls(found.count(1.0), found.count(0.5), found.count(0.0))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def as_dict(self) -> dict[str, int]:
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """An estimate of the difference in strength."""

    score: float
    """Share of the points won, from 0 to 1."""
    score_deviation: float
    """Standard deviation of `score`."""
    elo: float
    elo_error: float
    """Half-width of the 95 % interval around `elo`."""


def estimate(points: Sequence[float], pairs: Sequence[float] = ()) -> EloEstimate | None:
    """Estimates Elo and its error from the `points` of each game (1, 0.5, 0); None without games.

    `pairs` are the points from two games of one opening with colours changed (0 to 2). If there are
    enough of them, they give the variance: the luck of an opening cancels out within a pair.

    A score of 100 % would mean infinite Elo. So Elo is computed from a score no further from
    50 % than if one more game had been drawn, and the variance is at least that of one game
    having gone half a point otherwise: 20 wins of 20 are +645 with an error of 366.
    """
    games = len(points)
    if games == 0:
        return None
    score = sum(points) / games
    deviation = math.sqrt(_variance(points, pairs) / games)
    rim = 0.5 / (games + 1)
    inner = min(max(score, rim), 1 - rim)
    slope = 400.0 / (math.log(10.0) * inner * (1 - inner))
    return EloEstimate(score, deviation, elo_of(inner), NORMAL_95 * deviation * slope)


def _variance(points: Sequence[float], pairs: Sequence[float]) -> float:
    """Returns the variance of the result of one game, in points squared."""
    if len(pairs) >= _MANY_PAIRS:
        # The mean of a pair varies half as much as a single game would if they were independent.
        spread = 2 * _spread([total / 2 for total in pairs])
    else:
        spread = _spread(points)
    return max(spread, 0.25 / len(points))


def _spread(numbers: Sequence[float]) -> float:
    mean = sum(numbers) / len(numbers)
    return sum((number - mean) ** 2 for number in numbers) / len(numbers)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of "A is stronger by elo1" against "A is stronger by elo0".

    The generalised sequential probability ratio test: games are played until the log likelihood
    ratio leaves the interval between `lower` and `upper`. How often each result of a game, or of
    a pair of games, occurs is not assumed but estimated, once for each hypothesis.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Chance to accept elo1 when elo0 is true."""
    beta: float = 0.05
    """Chance to accept elo0 when elo1 is true."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise TesujiError(
                f"a sequential test needs elo0 < elo1, got {self.elo0:g} and {self.elo1:g}"
            )

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Reads a test from text such as ``"0,20"``."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise TesujiError(f"{text!r} is not two Elo differences such as 0,20") from None
        return cls(elo0, elo1)

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, points: Sequence[float], pairs: Sequence[float] = ()) -> float:
        """Returns the log likelihood ratio of elo1 to elo0; see `estimate` for the arguments."""
        whole = pairs and 2 * len(pairs) == len(points)
        seen = Counter([total / 2 for total in pairs] if whole else points)
        if not seen:
            return 0.0
        possible = (0.0, 0.25, 0.5, 0.75, 1.0) if whole else (0.0, 0.5, 1.0)
        counts = {result: seen[result] or _NEVER_SEEN for result in possible}
        likely0 = _likeliest(counts, expected_score(self.elo0))
        likely1 = _likeliest(counts, expected_score(self.elo1))
        return sum(
            count * math.log(likely1[result] / likely0[result]) for result, count in counts.items()
        )

    def verdict(
        self, points: Sequence[float], pairs: Sequence[float] = ()
    ) -> Literal["elo0", "elo1"] | None:
        """Returns which hypothesis is accepted; None while it is open."""
        llr = self.llr(points, pairs)
        if llr >= self.upper:
            return "elo1"
        return "elo0" if llr <= self.lower else None


_NEVER_SEEN = 1e-3
"""The count assumed for a result that has not occurred yet."""


def _likeliest(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """Returns the distribution with this `mean` under which the counted results are most likely.

    It is the observed one tilted: p(x) / (1 + t (x - mean)), with the t that gives this mean, which
    lies where all denominators are positive.
    """
    total = sum(counts.values())
    low, high = -1.0 / (max(counts) - mean), 1.0 / (mean - min(counts))
    for _ in range(100):
        t = (low + high) / 2
        pull = sum(n * (x - mean) / (1 + t * (x - mean)) for x, n in counts.items())
        low, high = (t, high) if pull > 0 else (low, t)
    return {x: n / total / (1 + t * (x - mean)) for x, n in counts.items()}

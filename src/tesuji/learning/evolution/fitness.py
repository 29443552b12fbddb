"""Measures the fitness of networks by games against programmed opponents and each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError, quoted
from tesuji.networks.evolved_network import NetworkSpec

Floats = NDArray[np.float64]
Aggregate = Literal["mean", "worst"]
OPPONENTS = ("random", "naive", "pattern", "winner")


@dataclass(frozen=True, slots=True)
class FitnessTable:
    """The arena and conditions of games."""

    arena: core.EvolutionArena
    spec: NetworkSpec
    longest_game: int
    """Plies after which a game of Go is counted, and other games are drawn."""
    opening_plies: int = 0
    """Random moves before the players begin."""
    threads: int = 1

    def against(
        self, networks: core.NetworkPopulation, opponent: str, games: int, seed: int
    ) -> Scores:
        """Returns the result of `games` games of every network, half of them with each colour."""
        found = self.arena.play_opponent(
            networks,
            opponent,
            games,
            seed,
            self.spec.encoding,
            self.longest_game,
            self.opening_plies,
            self.threads,
        )
        played = np.maximum(found["games"], 1)
        return Scores((found["wins"] + 0.5 * found["draws"]) / played, found["competence"])

    def between(
        self,
        a: core.NetworkPopulation,
        b: core.NetworkPopulation,
        pairs: NDArray[np.int32],
        seed: int,
    ) -> NDArray[np.int8]:
        """Plays pairs [k, 2] of `a` and `b`; returns 1, 0, -1 for a, as first and second."""
        return self.arena.play_pairs(
            a,
            b,
            np.ascontiguousarray(pairs, np.int32),
            seed,
            self.spec.encoding,
            self.longest_game,
            self.opening_plies,
            self.threads,
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """The results of networks against one opponent."""

    by_colour: Floats
    """Wins, with draws as halves, per game: [networks, 2], as first and as second player."""
    competence: Floats
    """[networks]: 1 minus the share of possible illegal moves that were tried."""

    @property
    def rates(self) -> Floats:
        """[networks]: over both colours."""
        return np.asarray(self.by_colour.mean(axis=1))


@dataclass(frozen=True, slots=True)
class FitnessJudgement:
    """The fitness of a generation, and other figures."""

    fitness: Floats
    full: NDArray[np.bool_]
    """Who won every game."""
    seen: Mapping[str, Floats]
    """Figures besides fitness, [networks] each: the competence, or the share of games won."""


def parse_opponents(text: str) -> list[str]:
    """Reads ``naive`` or ``random+naive+pattern`` as a list; names may be repeated."""
    names = [name.strip() for name in text.split("+")]
    for name in names:
        if name not in OPPONENTS:
            raise TesujiError(
                f"there is no opponent called {quoted(name)}; there are: {', '.join(OPPONENTS)}"
            )
    return names


def judge_by_opponents(
    table: FitnessTable,
    networks: core.NetworkPopulation,
    opponents: list[str],
    games: int,
    seed: int,
    aggregate: Aggregate = "mean",
) -> FitnessJudgement:
    """Measures fitness by `games` games against each opponent, twice as many if named twice.

    ``mean`` is the share of games won. ``worst`` is the mean of that and of the lowest share
    against any opponent with any colour, so that none can be neglected.
    """
    scores = [
        table.against(networks, name, times * games, seed + number)
        for number, (name, times) in enumerate(Counter(opponents).items())
    ]
    rates = np.concatenate([score.by_colour for score in scores], axis=1)
    fitness = rates.mean(axis=1)
    if aggregate == "worst":
        fitness = 0.5 * (fitness + rates.min(axis=1))
    competence = np.mean([score.competence for score in scores], axis=0)
    full = np.asarray((rates == 1).all(axis=1))
    return FitnessJudgement(fitness, full, {"competence": np.asarray(competence)})

"""Measures fitness by games among individuals, with the remedies of Rosin and Belew (1997).

Networks that only play each other may forget what they knew (cycles), chase a moving target, or all
lose to one strong group. There are three optional remedies:

- *hall of fame*: champions of earlier generations stay among the opponents;
- *shared sampling*: opponents are chosen so that together they beat as many different networks of
  the last generation as possible;
- *competitive fitness sharing*: a win counts more, the fewer others won the same game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.learning.evolution.fitness import FitnessTable, Floats
from tesuji.learning.evolution.genotypes import Population
from tesuji.learning.evolution.operators import Dice
from tesuji.learning.evolution.players_of_genes import express

Wins = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Which remedies are used, and how many opponents there are."""

    rivals: int = 16
    """Opponents of each network out of the last generation."""
    hall: int = 8
    """Opponents from the hall of fame; 0 for none."""
    shared_sampling: bool = True
    sharing: bool = True
    """Competitive fitness sharing."""
    hall_every: int = 10
    """Generations between two champions that enter the hall."""
    hall_size: int = 200
    """Most champions that are kept; a random one leaves when there are more."""


@dataclass
class Society:
    """The opponents of a generation, which coevolution keeps besides the population."""

    last: Population
    """The generation before this one."""
    last_wins: Wins
    """[its individuals, its games]: who won which game of its last tournament."""
    hall: Population
    """Champions, oldest first."""

    @classmethod
    def beginning(cls, population: Population) -> Society:
        """Returns the state before any game."""
        return cls(population, np.zeros((len(population), 0), bool), population.chosen([]))


@dataclass(frozen=True, slots=True)
class Contest:
    """The games of one generation."""

    fitness: Floats
    wins: Wins
    """[individuals, games]."""
    full: NDArray[np.bool_]
    """Who won every game."""


def compete(
    table: FitnessTable, population: Population, society: Society, rivalry: Rivalry, dice: Dice
) -> Contest:
    """Chooses rivals, against whom every individual plays one game with each colour."""
    chosen = choose_rivals(society, rivalry, dice)
    opponents = society.last.chosen(chosen)
    if rivalry.hall and len(society.hall):
        count = min(rivalry.hall, len(society.hall))
        opponents = opponents.joined(
            society.hall.chosen(dice.choice(len(society.hall), count, replace=False))
        )
    count, rivals = len(population), len(opponents)
    pairs = np.stack(
        [np.repeat(np.arange(count), rivals), np.tile(np.arange(rivals), count)], axis=1
    ).astype(np.int32)
    seed = int(dice.integers(1 << 62))
    results = table.between(
        express(table.spec, population), express(table.spec, opponents), pairs, seed
    )
    points = (results.reshape(count, 2 * rivals).astype(np.float64) + 1) / 2
    wins = points == 1
    fitness = shared_fitness(wins) if rivalry.sharing else points.mean(axis=1)
    return Contest(np.asarray(fitness), wins, np.asarray(wins.all(axis=1)))


def choose_rivals(society: Society, rivalry: Rivalry, dice: Dice) -> NDArray[np.intp]:
    """Returns the numbers of the rivals in the last generation."""
    count = min(rivalry.rivals, len(society.last))
    if rivalry.shared_sampling and society.last_wins.shape[1]:
        return shared_sample(society.last_wins, count, dice)
    return dice.choice(len(society.last), count, replace=False)


def shared_sample(wins: Wins, count: int, dice: Dice) -> NDArray[np.intp]:
    """Returns individuals that together won as many different games as possible.

    They are chosen greedily by their wins, where a win that k of those chosen before also have
    counts 1 / (1 + k); ties are broken randomly.
    """
    taken: list[int] = []
    times_won = np.zeros(wins.shape[1])
    for _ in range(count):
        worth = (wins / (1 + times_won)).sum(axis=1) + dice.random(len(wins)) * 1e-9
        worth[taken] = -1
        best = int(np.argmax(worth))
        taken.append(best)
        times_won += wins[best]
    return np.array(taken, np.intp)


def shared_fitness(wins: Wins) -> Floats:
    """Returns fitness by games of one point each, shared by all who won it; the mean over games."""
    winners = np.maximum(wins.sum(axis=0), 1)
    return np.asarray((wins / winners).mean(axis=1))


def remember(
    society: Society,
    population: Population,
    contest: Contest,
    generation: int,
    rivalry: Rivalry,
    dice: Dice,
) -> Society:
    """Returns the opponents of the next generation."""
    hall = society.hall
    if rivalry.hall and generation % rivalry.hall_every == 0:
        hall = hall.joined(population.chosen([int(np.argmax(contest.fitness))]))
        if len(hall) > rivalry.hall_size:
            leaves = int(dice.integers(len(hall)))
            hall = hall.chosen([i for i in range(len(hall)) if i != leaves])
    return Society(population, contest.wins, hall)

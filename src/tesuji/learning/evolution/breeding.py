"""Breeds generations by any measure of fitness."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tesuji.archives import read_arrays
from tesuji.learning.evolution.genotypes import Layout, Population
from tesuji.learning.evolution.operators import (
    Dice,
    cross_two_points,
    mirrored_children,
    mutate,
    recombine_all,
    shuffle_chromosomes,
    tournament,
)

Recombination = Literal["pairs", "mean"]


@dataclass(frozen=True, slots=True)
class Breeding:
    """How the next generation is made from this one.

    With ``pairs`` parents win tournaments and exchange chromosomes. With ``mean`` there is one
    parent, the weighted mean of all, and its children are mirrored pairs around it: an evolution
    strategy, in which shuffling, crossover, tournaments and an elite have no effect.
    """

    shuffle: float = 0.5
    """Probability that two parents exchange a whole chromosome."""
    crossover: float = 1.0
    """Probability that they exchange a part of a chromosome."""
    tournament: int = 2
    """Individuals that compete for becoming a parent."""
    elite: int = 0
    """The number of fittest individuals that pass on unchanged."""
    recombination: Recombination = "pairs"

    def next_generation(
        self, population: Population, fitness: NDArray[np.float64], dice: Dice
    ) -> Population:
        """Returns as many children as there were individuals."""
        count = len(population)
        if self.recombination == "mean":
            return mirrored_children(recombine_all(population, fitness, dice), count, dice)
        pairs = (count + 1) // 2
        parents = tournament(fitness, 2 * pairs, dice, size=self.tournament)
        one, two = population.chosen(parents[:pairs]), population.chosen(parents[pairs:])
        one, two = shuffle_chromosomes(one, two, self.shuffle, dice)
        one, two = cross_two_points(one, two, self.crossover, dice)
        children = mutate(one.joined(two), dice)
        if self.elite:
            best = np.argsort(-fitness, kind="stable")[: self.elite]
            children = population.chosen(best).joined(children)
        return children.chosen(range(count))


@dataclass
class BreedingState:
    """The state of a run of evolution, which determines the rest of it."""

    generation: int
    population: Population
    dice: Dice

    def to_bytes(self) -> bytes:
        """Returns the state as an NPZ archive without pickled objects."""
        file = io.BytesIO()
        dice = np.array(json.dumps(self.dice.bit_generator.state))
        parts: dict[str, Any] = {f"genes/{n}": array for n, array in self.population.genes.items()}
        np.savez(file, **parts, generation=np.array(self.generation), dice=dice)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, layout: Layout) -> BreedingState:
        """Returns the state that `to_bytes` wrote."""
        arrays = read_arrays(data)
        genes = {
            name.removeprefix("genes/"): array
            for name, array in arrays.items()
            if name.startswith("genes/")
        }
        dice = np.random.default_rng()
        dice.bit_generator.state = json.loads(str(arrays["dice"]))
        return cls(int(arrays["generation"]), Population(layout, genes), dice)

"""Represents genotypes of several chromosomes, and populations of them.

A genotype is laid out as named chromosomes, each a string of bits or of reals with strategy
parameters. A population keeps each chromosome of all individuals in one array, so that operators
work on whole populations at once. The meaning of genes is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class BitChromosome:
    """A string of markers."""

    name: str
    length: int
    flips: float = 1.0
    """Mutation flips each bit with probability ``flips / length``."""
    ones: float | None = None
    """Share of ones at the start; without it each individual draws its own."""


@dataclass(frozen=True, slots=True)
class RealChromosome:
    """A string of reals, each with a strategy parameter σ, or with one σ for all."""

    name: str
    length: int
    spread: float = 0.1
    """At the start values are uniform in [-spread, spread]."""
    sigma: float = 0.02
    """σ at the start."""
    single: bool = False
    """Whether there is one σ for the whole chromosome."""
    sigma_limit: float | None = None
    """The upper limit of σ. Without one, strategy parameters that selection does not affect are a
    random walk, and some values diverge."""

    @property
    def sigma_name(self) -> str:
        """The name of the strategy parameters in a population."""
        return f"{self.name}.sigma"


Chromosome = BitChromosome | RealChromosome
Layout = Sequence[Chromosome]


class Population:
    """Individuals of one layout: for each chromosome an array [individuals, genes].

    Bits are uint8, reals float64; the strategy parameters of a real chromosome are a separate
    array, [individuals, genes] or [individuals, 1].
    """

    def __init__(self, layout: Layout, genes: Mapping[str, Array]) -> None:
        self.layout = tuple(layout)
        self.genes = dict(genes)

    @classmethod
    def initial(cls, layout: Layout, size: int, dice: np.random.Generator) -> Population:
        """Returns random individuals by the settings of their chromosomes."""
        genes: dict[str, Array] = {}
        for part in layout:
            if isinstance(part, BitChromosome):
                coin = dice.random((size, 1))  # a biased one for each individual
                share = coin if part.ones is None else part.ones
                genes[part.name] = (dice.random((size, part.length)) < share).astype(np.uint8)
            else:
                genes[part.name] = dice.uniform(-part.spread, part.spread, (size, part.length))
                genes[part.sigma_name] = np.full(
                    (size, 1 if part.single else part.length), part.sigma
                )
        return cls(layout, genes)

    def __len__(self) -> int:
        return len(next(iter(self.genes.values())))

    def __getitem__(self, name: str) -> Array:
        return self.genes[name]

    def chosen(self, which: Array | Sequence[int]) -> Population:
        """Returns copies of the individuals with these numbers, in this order."""
        index = np.asarray(which, np.intp)
        return Population(self.layout, {name: array[index] for name, array in self.genes.items()})

    def joined(self, other: Population) -> Population:
        """Returns the individuals of both."""
        return Population(
            self.layout,
            {name: np.concatenate([array, other[name]]) for name, array in self.genes.items()},
        )

"""Implements selection, recombination and mutation of whole populations.

Every operator takes its random numbers from a `numpy.random.Generator` and returns new arrays.
Parents are two populations, where row i of one is paired with row i of the other.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.learning.evolution.genotypes import (
    Array,
    BitChromosome,
    Chromosome,
    Population,
    RealChromosome,
)

Dice = np.random.Generator


def tournament(
    fitness: NDArray[np.float64], count: int, dice: Dice, *, size: int = 2
) -> NDArray[np.intp]:
    """Returns the numbers of `count` winners of tournaments.

    Each has `size` individuals drawn with replacement; the first drawn of the fittest wins.
    """
    drawn = dice.integers(len(fitness), size=(count, size))
    best = np.argmax(fitness[drawn], axis=1)
    return np.asarray(drawn[np.arange(count), best], np.intp)


def shuffle_chromosomes(
    a: Population, b: Population, rate: float, dice: Dice
) -> tuple[Population, Population]:
    """Exchanges whole chromosomes of each pair with probability `rate`."""
    one, two = dict(a.genes), dict(b.genes)
    for part in a.layout:
        swap = dice.random((len(a), 1)) < rate
        for name in _arrays_of(part):
            one[name], two[name] = _exchanged(one[name], two[name], swap)
    return Population(a.layout, one), Population(a.layout, two)


def cross_two_points(
    a: Population, b: Population, rate: float, dice: Dice
) -> tuple[Population, Population]:
    """Exchanges the genes between two points, on each chromosome separately.

    This happens with probability `rate`. The points are drawn as by DEAP's ``cxTwoPoint``: never
    both at the ends. Strategy parameters go with their genes; a single one goes along if the middle
    of the chromosome is exchanged.
    """
    one, two = dict(a.genes), dict(b.genes)
    for part in a.layout:
        if part.length < 2:
            continue
        swap = between_two_points(len(a), part.length, dice) & (dice.random((len(a), 1)) < rate)
        middle = swap[:, part.length // 2 : part.length // 2 + 1]
        for name in _arrays_of(part):
            where = swap if one[name].shape[1] == part.length else middle
            one[name], two[name] = _exchanged(one[name], two[name], where)
    return Population(a.layout, one), Population(a.layout, two)


def between_two_points(count: int, length: int, dice: Dice) -> NDArray[np.bool_]:
    """Returns for each of `count` pairs the genes between two random points, [count, length]."""
    first = dice.integers(1, length + 1, (count, 1))
    second = dice.integers(1, length, (count, 1))
    second = np.where(second >= first, second + 1, second)
    low, high = np.minimum(first, second), np.maximum(first, second)
    gene = np.arange(length)
    return np.asarray((gene >= low) & (gene < high))


def ranked_weights(count: int) -> NDArray[np.float64]:
    """Returns the weights of `count` individuals, the fittest first, in a weighted mean [count].

    The better half has the logarithmic weights of evolution strategies, the worse half their
    negatives; the sum is 0.
    """
    ranks = np.arange(1, count + 1)
    pull = np.maximum(0.0, math.log(count / 2 + 0.5) - np.log(ranks))
    pull /= pull.sum()
    return np.asarray(pull - pull[::-1])


def recombine_all(population: Population, fitness: NDArray[np.float64], dice: Dice) -> Population:
    """Returns one individual: the mean of the population, moved towards the fit ones.

    Reals become the mean of the population and the differences weighted by `ranked_weights`;
    strategy parameters likewise, as logarithms. Each bit comes from an individual of the better
    half, drawn by those weights.
    """
    weights = ranked_weights(len(population))
    order = np.argsort(-fitness, kind="stable")
    genes: dict[str, Array] = {}
    for part in population.layout:
        ranked = population[part.name][order]
        if isinstance(part, BitChromosome):
            pull = np.maximum(weights, 0)
            parents = dice.choice(len(ranked), part.length, p=pull / pull.sum())
            genes[part.name] = ranked[parents, np.arange(part.length)][None]
        else:
            genes[part.name] = (ranked.mean(axis=0) + weights @ ranked)[None]
            sigma = np.log(population[part.sigma_name][order])
            genes[part.sigma_name] = np.exp(sigma.mean(axis=0) + weights @ sigma)[None]
    return Population(population.layout, genes)


def mirrored_children(parent: Population, count: int, dice: Dice) -> Population:
    """Returns `count` mutations of one individual whose mean is the parent.

    They come in pairs whose reals lie on opposite sides of the parent; of an odd number the last
    is the parent itself. Bits are flipped independently.
    """
    pairs = count // 2
    ahead = mutate(parent.chosen([0] * pairs), dice)
    behind = mutate(parent.chosen([0] * pairs), dice)
    for part in parent.layout:
        if isinstance(part, RealChromosome):
            behind.genes[part.name] = 2 * parent[part.name] - ahead[part.name]
            behind.genes[part.sigma_name] = ahead[part.sigma_name]
    children = ahead.joined(behind)
    return children.joined(parent) if count % 2 else children


def mutate(population: Population, dice: Dice) -> Population:
    """Flips bits and changes reals by the settings of the chromosomes."""
    genes = dict(population.genes)
    for part in population.layout:
        if isinstance(part, BitChromosome):
            genes[part.name] = flip_bits(genes[part.name], part.flips / part.length, dice)
        else:
            genes[part.name], genes[part.sigma_name] = sigma_mutation(
                genes[part.name], genes[part.sigma_name], dice, limit=part.sigma_limit
            )
    return Population(population.layout, genes)


def flip_bits(bits: Array, rate: float, dice: Dice) -> Array:
    """Returns the bits, each flipped with probability `rate`."""
    return np.asarray(bits ^ (dice.random(bits.shape) < rate).astype(np.uint8))


def sigma_mutation(
    values: Array, sigma: Array, dice: Dice, *, limit: float | None = None
) -> tuple[Array, Array]:
    """Mutates by σ-self-adaptation: first the strategy parameters, then the values.

    With n values and a σ for each, ``σ' = σ · exp(τ' · N(0,1) + τ · N_i(0,1))`` where
    ``τ' = 1 / sqrt(2 n)`` and ``τ = 1 / sqrt(2 sqrt(n))``; with a single σ it is
    ``σ' = σ · exp(N(0,1) / sqrt(n))``. It is `limit` at most. Then ``x' = x + σ' · N_i(0,1)``.
    """
    count, n = values.shape
    common = dice.standard_normal((count, 1))
    if sigma.shape[1] == n:
        own = dice.standard_normal((count, n))
        change = common / math.sqrt(2 * n) + own / math.sqrt(2 * math.sqrt(n))
    else:
        change = common / math.sqrt(n)
    new_sigma = sigma * np.exp(change)
    if limit is not None:
        new_sigma = np.minimum(new_sigma, limit)
    return values + new_sigma * dice.standard_normal((count, n)), new_sigma


def _arrays_of(part: Chromosome) -> tuple[str, ...]:
    return (part.name, part.sigma_name) if isinstance(part, RealChromosome) else (part.name,)


def _exchanged(a: Array, b: Array, swap: NDArray[Any]) -> tuple[Array, Array]:
    return np.where(swap, b, a), np.where(swap, a, b)

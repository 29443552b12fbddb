"""The operators of evolution, against DEAP where DEAP has them."""

from __future__ import annotations

import array
import math
import random
from collections import Counter

import numpy as np
import pytest
from deap import base as deap_base
from deap import creator, tools

from tesuji.learning.evolution.breeding import Breeding, BreedingState
from tesuji.learning.evolution.genotypes import BitChromosome, Population, RealChromosome
from tesuji.learning.evolution.operators import (
    between_two_points,
    cross_two_points,
    flip_bits,
    mirrored_children,
    mutate,
    ranked_weights,
    recombine_all,
    shuffle_chromosomes,
    sigma_mutation,
    tournament,
)

LAYOUT = (BitChromosome("markers", 12), RealChromosome("weights", 9), BitChromosome("more", 5))


class ScriptedDice:
    """Stands in for a generator: gives the normal numbers that DEAP drew, in our order."""

    def __init__(self, common: float, own: list[float], steps: list[float]) -> None:
        self._parts = [np.array([[common]]), np.array([own]), np.array([steps])]

    def standard_normal(self, shape: tuple[int, int]) -> np.ndarray:
        part = self._parts.pop(0)
        assert part.shape == shape
        return part


def test_sigma_mutation_is_deaps_with_the_same_random_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n = 7
    dice = random.Random(5)
    drawn = [dice.gauss(0, 1) for _ in range(1 + 2 * n)]
    queue = list(drawn)
    monkeypatch.setattr("deap.tools.mutation.random.gauss", lambda mu, sigma: queue.pop(0))
    monkeypatch.setattr("deap.tools.mutation.random.random", lambda: 0.0)
    individual = array.array("d", [0.1 * i for i in range(n)])

    class WithStrategy(array.array):  # type: ignore[type-arg]
        strategy: list[float]

    theirs = WithStrategy("d", individual)
    theirs.strategy = [0.02 * (i + 1) for i in range(n)]
    sigma = np.array([theirs.strategy])
    tools.mutESLogNormal(theirs, c=1.0, indpb=1.0)
    assert not queue

    ours, new_sigma = sigma_mutation(
        np.array([individual]),
        sigma,
        ScriptedDice(drawn[0], drawn[1::2], drawn[2::2]),  # type: ignore[arg-type]
    )
    np.testing.assert_allclose(ours[0], list(theirs), rtol=1e-12)
    np.testing.assert_allclose(new_sigma[0], theirs.strategy, rtol=1e-12)


def test_crossover_points_have_deaps_distribution() -> None:
    length, count = 6, 40_000
    theirs: Counter[tuple[int, ...]] = Counter()
    random.seed(1)
    for _ in range(count):
        one, two = [0] * length, [1] * length
        tools.cxTwoPoint(one, two)
        theirs[tuple(one)] += 1
    swapped = between_two_points(count, length, np.random.default_rng(2)).astype(int)
    ours = Counter(tuple(row) for row in swapped.tolist())
    assert ours.keys() == theirs.keys()
    for segment, times in ours.items():
        assert abs(times - theirs[segment]) < 6 * math.sqrt(theirs[segment]) + 5


def test_tournament_has_deaps_distribution() -> None:
    if not hasattr(creator, "TesujiFitness"):
        creator.create("TesujiFitness", deap_base.Fitness, weights=(1.0,))
    fitness = np.array([0.1, 0.9, 0.5, 0.3])

    class Individual:
        def __init__(self, number: int) -> None:
            self.number = number
            self.fitness = creator.TesujiFitness((float(fitness[number]),))

    count = 20_000
    random.seed(3)
    chosen = tools.selTournament([Individual(i) for i in range(4)], count, tournsize=2)
    theirs = Counter(individual.number for individual in chosen)
    ours = Counter(tournament(fitness, count, np.random.default_rng(4)).tolist())
    for number in range(4):
        assert abs(ours[number] - theirs[number]) < 0.02 * count


def test_flipped_bits_are_binomial_like_deaps() -> None:
    bits = np.zeros((400, 500), np.uint8)
    flipped = flip_bits(bits, 1 / 500, np.random.default_rng(0))
    random.seed(0)
    theirs = sum(sum(tools.mutFlipBit([0] * 500, indpb=1 / 500)[0]) for _ in range(400))
    assert abs(int(flipped.sum()) - theirs) < 6 * math.sqrt(400)
    assert set(np.unique(flipped)) <= {0, 1}
    np.testing.assert_array_equal(flip_bits(bits, 0.0, np.random.default_rng(0)), bits)


def parents() -> tuple[Population, Population]:
    dice = np.random.default_rng(7)
    return Population.initial(LAYOUT, 200, dice), Population.initial(LAYOUT, 200, dice)


def test_shuffling_exchanges_whole_chromosomes_with_their_strategies() -> None:
    a, b = parents()
    one, two = shuffle_chromosomes(a, b, 0.5, np.random.default_rng(1))
    swaps = {}
    for name in ("markers", "weights", "more"):
        kept = (one[name] == a[name]).all(axis=1) & (two[name] == b[name]).all(axis=1)
        swapped = (one[name] == b[name]).all(axis=1) & (two[name] == a[name]).all(axis=1)
        assert (kept | swapped).all()
        swaps[name] = swapped
        assert 0.35 < swapped.mean() < 0.65
    assert 0.3 < (swaps["markers"] == swaps["weights"]).mean() < 0.7, "each on its own"


def test_crossover_keeps_all_genes_of_a_pair_and_moves_strategies_along() -> None:
    a, b = parents()
    a.genes["weights.sigma"] = a["weights"] * 2
    b.genes["weights.sigma"] = b["weights"] * 2
    one, two = cross_two_points(a, b, 1.0, np.random.default_rng(1))
    for name in a.genes:
        np.testing.assert_array_equal(
            np.sort([one[name], two[name]], axis=0), np.sort([a[name], b[name]], axis=0)
        )
    np.testing.assert_allclose(one["weights.sigma"], one["weights"] * 2)
    changed = one["weights"] != a["weights"]
    borders = np.abs(np.diff(changed.astype(int), axis=1)).sum(axis=1)
    assert (borders <= 2).all(), "one segment"


def test_single_sigma_changes_all_values_by_one_parameter() -> None:
    values, sigma = sigma_mutation(
        np.zeros((3000, 4)), np.full((3000, 1), 0.5), np.random.default_rng(0)
    )
    assert sigma.shape == (3000, 1)
    assert np.log(sigma / 0.5).std() == pytest.approx(1 / math.sqrt(4), rel=0.1)
    assert (values / sigma).std() == pytest.approx(1, rel=0.05)


def test_strategy_parameters_without_selection_stay_below_their_limit() -> None:
    dice = np.random.default_rng(1)
    layout = (RealChromosome("free", 40), RealChromosome("bound", 40, sigma_limit=0.1))
    population = Population.initial(layout, 20, dice)
    for _ in range(300):
        population = mutate(population, dice)
    assert population["free.sigma"].max() > 10
    assert population["bound.sigma"].max() == 0.1
    assert abs(population["bound"]).max() < 10 < abs(population["free"]).max()


def test_initial_population_tosses_a_biased_coin_for_each_individual() -> None:
    population = Population.initial(
        (BitChromosome("markers", 2000), RealChromosome("weights", 50)),
        300,
        np.random.default_rng(0),
    )
    shares = population["markers"].mean(axis=1)
    assert shares.min() < 0.05
    assert shares.max() > 0.95
    assert np.abs(population["weights"]).max() <= 0.1
    assert (population["weights.sigma"] == 0.02).all()


def test_evolution_climbs_and_a_state_goes_on_as_if_never_stopped() -> None:
    def fitness(population: Population) -> np.ndarray:
        distance = np.square(population["weights"] - 1).mean(axis=1)
        return np.asarray(population["markers"].mean(axis=1) - distance)

    dice = np.random.default_rng(0)
    state = BreedingState(0, Population.initial(LAYOUT, 40, dice), dice)
    first = fitness(state.population).mean()
    breeding = Breeding(elite=1)

    def advance(state: BreedingState, generations: int) -> None:
        for _ in range(generations):
            state.population = breeding.next_generation(
                state.population, fitness(state.population), state.dice
            )
            state.generation += 1

    advance(state, 30)
    again = BreedingState.from_bytes(state.to_bytes(), LAYOUT)
    advance(state, 30)
    advance(again, 30)
    assert again.generation == state.generation
    for name, genes in state.population.genes.items():
        np.testing.assert_array_equal(genes, again.population[name])
    assert fitness(state.population).mean() > first + 0.3


def test_mutation_leaves_what_went_in_alone() -> None:
    a, _ = parents()
    before = {name: genes.copy() for name, genes in a.genes.items()}
    mutate(a, np.random.default_rng(0))
    for name, genes in a.genes.items():
        np.testing.assert_array_equal(genes, before[name])


@pytest.mark.parametrize("count", [2, 7, 51])
def test_the_better_half_pulls_as_in_cma_and_the_worse_half_pushes(count: int) -> None:
    cma = pytest.importorskip("cma")
    weights = ranked_weights(count)
    theirs = np.array(cma.recombination_weights.RecombinationWeights(count))
    np.testing.assert_allclose(weights[: count // 2], theirs[: count // 2])
    np.testing.assert_allclose(weights, -weights[::-1], atol=1e-12)
    assert weights.sum() == pytest.approx(0, abs=1e-12)


def test_all_are_recombined_by_rank() -> None:
    dice = np.random.default_rng(4)
    population = Population.initial(LAYOUT, 9, dice)
    population.genes["weights.sigma"] = dice.uniform(0.1, 0.2, (9, 9))
    fitness = dice.permutation(9).astype(float)
    child = recombine_all(population, fitness, dice)
    weights = dict(zip(np.argsort(-fitness).tolist(), ranked_weights(9).tolist(), strict=True))
    for gene in range(9):
        values = population["weights"][:, gene]
        wanted = sum(value / 9 + weights[i] * value for i, value in enumerate(values))
        assert child["weights"][0, gene] == pytest.approx(wanted)
        logs = np.log(population["weights.sigma"][:, gene])
        wanted = sum(value / 9 + weights[i] * value for i, value in enumerate(logs))
        assert child["weights.sigma"][0, gene] == pytest.approx(math.exp(wanted))
    # Bits come from the better half alone.
    population.genes["markers"] = np.repeat((fitness > 4).astype(np.uint8)[:, None], 12, axis=1)
    assert recombine_all(population, fitness, dice)["markers"].all()


@pytest.mark.parametrize("count", [6, 7])
def test_children_lie_around_their_parent_in_pairs(count: int) -> None:
    dice = np.random.default_rng(2)
    parent = Population.initial(LAYOUT, 1, dice)
    children = mirrored_children(parent, count, dice)
    assert len(children) == count
    steps = children["weights"] - parent["weights"]
    np.testing.assert_allclose(steps[:3], -steps[3:6])
    assert (steps[:3] != 0).all()
    np.testing.assert_array_equal(children["weights.sigma"][:3], children["weights.sigma"][3:6])
    if count % 2:
        np.testing.assert_array_equal(steps[-1], 0)


def test_the_mean_climbs_a_noisy_slope_faster_than_pairs() -> None:
    layout = (RealChromosome("weights", 200, sigma=0.2, single=True),)
    target = np.full(200, 0.5)

    def distance_after(breeding: Breeding) -> float:
        dice = np.random.default_rng(6)
        population = Population.initial(layout, 50, dice)
        for _ in range(60):
            miss = np.linalg.norm(population["weights"] - target, axis=1)
            fitness = -miss + dice.normal(0, 0.1, len(miss))
            population = breeding.next_generation(population, fitness, dice)
        return float(np.linalg.norm(population["weights"].mean(axis=0) - target))

    pairs = distance_after(Breeding())
    assert distance_after(Breeding(recombination="mean")) < 0.7 * pairs

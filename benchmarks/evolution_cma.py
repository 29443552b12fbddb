"""Compares evolution with several chromosomes and the evolution strategy with CMA-ES.

All breed the 50-20-26 perceptron for 5x5 Go against one opponent: ``evolution`` as the preset
go-naive, ``strategy`` as go-strategy. CMA-ES (its separable form, since the full one does not fit
3,056 weights) has all neurons and connections present, as the strategy has.

    python benchmarks/evolution_cma.py --generations 300 --seeds 3
"""

from __future__ import annotations

import argparse
import json

import cma
import numpy as np

from tesuji.cli import run
from tesuji.learning.evolution.fitness import judge_by_opponents
from tesuji.learning.evolution.genotypes import Population
from tesuji.learning.evolution.networks import EvolvedNetworkConfig
from tesuji.learning.evolution.operators import recombine_all
from tesuji.learning.evolution.players_of_genes import express
from tesuji.studies import find_experiment


def main() -> None:
    """Prints the win rates of the best of both, measured in 2,000 games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--opponent", default="naive")
    parser.add_argument("--seeds", type=int, default=1, help="runs of each, seeds 1, 2, ...")
    chosen = parser.parse_args()
    given = {"opponents": chosen.opponent, "population": 50}
    pairs = find_experiment("go-naive").configure(given)
    mean = find_experiment("go-strategy").configure(given)
    seeds = range(1, chosen.seeds + 1)
    results = {
        "generations": chosen.generations,
        "games": chosen.generations * pairs.population * pairs.games,
        "evolution": [_evolve(pairs, chosen.generations, seed) for seed in seeds],
        "strategy": [_evolve(mean, chosen.generations, seed) for seed in seeds],
        "cma_sigma_0.1": [_cma(pairs, chosen.generations, seed, 0.1) for seed in seeds],
        "cma_sigma_0.3": [_cma(pairs, chosen.generations, seed, 0.3) for seed in seeds],
    }
    print(json.dumps(results, indent=2))


def _evolve(config: EvolvedNetworkConfig, generations: int, seed: int) -> float:
    table = config.table(1)
    dice = np.random.default_rng(seed)
    population = Population.initial(config.layout(), config.population, dice)
    breeding = config.breeding()
    for generation in range(generations):
        networks = express(table.spec, population)
        judged = judge_by_opponents(
            table, networks, [config.opponents], config.games, seed + generation
        )
        before, population = population, breeding.next_generation(population, judged.fitness, dice)
    if config.recombination == "mean":  # what it has come to, in place of its last child
        middle = recombine_all(before, judged.fitness, dice)
        population = population.chosen(range(config.population - 1)).joined(middle)
    rates = table.against(express(table.spec, population), config.opponents, 200, seed).rates
    best = population.chosen([int(np.argmax(rates))])
    return float(
        table.against(express(table.spec, best), config.opponents, 2000, seed + 1).rates[0]
    )


def _cma(config: EvolvedNetworkConfig, generations: int, seed: int, sigma: float) -> float:
    table = config.table(1)
    spec = table.spec
    options = {"popsize": config.population, "seed": seed + 1, "CMA_diagonal": True, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(spec.num_weights), sigma, options)
    neurons = np.ones((config.population, spec.hidden), np.uint8)
    connections = np.ones((config.population, spec.num_connections), np.uint8)
    for generation in range(generations):
        asked = search.ask()
        weights = np.array(asked, np.float32)
        networks = spec.express(neurons, connections, weights)
        judged = judge_by_opponents(
            table, networks, [config.opponents], config.games, seed + generation
        )
        search.tell(asked, list(-judged.fitness))
    last = np.concatenate([weights[:-1], [np.asarray(search.mean, np.float32)]])
    rates = table.against(
        spec.express(neurons, connections, last), config.opponents, 200, seed
    ).rates
    best = last[int(np.argmax(rates))][None]
    network = spec.express(neurons[:1], connections[:1], best)
    return float(table.against(network, config.opponents, 2000, seed + 1).rates[0])


if __name__ == "__main__":
    run(main)

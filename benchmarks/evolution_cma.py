"""Evolution with several chromosomes beside CMA-ES, with the same number of games.

Both breed weights of the 50-20-26 perceptron for 5x5 Go against Naive. CMA-ES (its separable form,
since the full one does not fit 3,056 weights) has all neurons and connections present.

    python benchmarks/evolution_cma.py --generations 100
"""

from __future__ import annotations

import argparse
import json

import cma
import numpy as np

from tesuji.learning.evolution.breeding import Breeding
from tesuji.learning.evolution.fitness import judge_by_opponents
from tesuji.learning.evolution.genotypes import Population
from tesuji.learning.evolution.networks import NetworkConfig
from tesuji.learning.evolution.players_of_genes import express


def main() -> None:
    """Prints the win rates of the best of both, measured in 2,000 games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--opponent", default="naive")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    config = NetworkConfig(opponents=chosen.opponent)
    results = {
        "evolution": _evolve(config, chosen.generations, chosen.seed),
        "cma": _cma(config, chosen.generations, chosen.seed),
    }
    print(json.dumps(results, indent=2))


def _evolve(config: NetworkConfig, generations: int, seed: int) -> float:
    table = config.table(1)
    dice = np.random.default_rng(seed)
    population = Population.initial(config.layout(), config.population, dice)
    breeding = Breeding()
    for generation in range(generations):
        networks = express(table.spec, population)
        judged = judge_by_opponents(
            table, networks, [config.opponents], config.games, seed + generation
        )
        population = breeding.next_generation(population, judged.fitness, dice)
    rates = table.against(express(table.spec, population), config.opponents, 200, seed).rates
    best = population.chosen([int(np.argmax(rates))])
    return float(
        table.against(express(table.spec, best), config.opponents, 2000, seed + 1).rates[0]
    )


def _cma(config: NetworkConfig, generations: int, seed: int) -> float:
    table = config.table(1)
    spec = table.spec
    options = {"popsize": config.population, "seed": seed + 1, "CMA_diagonal": True, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(spec.num_weights), 0.1, options)
    neurons = np.ones((config.population, spec.hidden), np.uint8)
    connections = np.ones((config.population, spec.num_connections), np.uint8)
    for generation in range(generations):
        weights = np.array(search.ask(), np.float32)
        networks = spec.express(neurons, connections, weights)
        judged = judge_by_opponents(
            table, networks, [config.opponents], config.games, seed + generation
        )
        search.tell(list(weights.astype(np.float64)), list(-judged.fitness))
    last = np.concatenate([weights[:-1], [np.asarray(search.mean, np.float32)]])
    rates = table.against(
        spec.express(neurons, connections, last), config.opponents, 200, seed
    ).rates
    best = last[int(np.argmax(rates))][None]
    network = spec.express(neurons[:1], connections[:1], best)
    return float(table.against(network, config.opponents, 2000, seed + 1).rates[0])


if __name__ == "__main__":
    main()

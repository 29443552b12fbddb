"""Converts genotypes to networks: the layout of their chromosomes, and their expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tesuji import core
from tesuji.learning.evolution.genotypes import (
    BitChromosome,
    Layout,
    Population,
    RealChromosome,
)
from tesuji.networks.evolved_network import EvolvedNetwork, NetworkSpec


def layout_of(
    spec: NetworkSpec,
    *,
    sigma: float = 0.02,
    single: bool = False,
    sigma_limit: float | None = None,
    spread: float = 0.1,
    flips: float = 1.0,
    ones: float | None = None,
) -> Layout:
    """Returns the chromosomes of a network: three for a perceptron, two for a recurrent network."""
    connections = BitChromosome("connections", spec.num_connections, flips, ones)
    weights = RealChromosome("weights", spec.num_weights, spread, sigma, single, sigma_limit)
    if spec.kind == "recurrent":
        return (connections, weights)
    return (BitChromosome("neurons", spec.hidden, flips, ones), connections, weights)


def express(spec: NetworkSpec, population: Population) -> core.NetworkPopulation:
    """Returns all networks of a population, ready to play."""
    return spec.express(_neurons(population), population["connections"], population["weights"])


def network_of(
    spec: NetworkSpec, population: Population, which: int, about: Mapping[str, Any] | None = None
) -> EvolvedNetwork:
    """Returns individual number `which` as a network that can be saved."""
    return EvolvedNetwork(
        spec,
        _neurons(population)[which],
        population["connections"][which],
        population["weights"][which].astype(np.float32),
        about or {},
    )


def _neurons(population: Population) -> Any:
    return population.genes.get("neurons", np.zeros((len(population), 0), np.uint8))

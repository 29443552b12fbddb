"""Measures games of evolving networks: a population of 50-20-26 perceptrons on 5x5 Go.

The networks are those at the start of an evolution, but with every second hidden neuron and
connection present. Games per second count by the CPU time of the busiest thread, which on an idle
machine is the wall-clock time.
"""

from __future__ import annotations

import numpy as np

from tesuji import core
from tesuji.games import make
from tesuji.networks.evolved_network import arena_of, network_spec

POPULATION = 50
ROUND_SECONDS = 0.4
LONGEST_GAME = 104


def measure(rounds: int) -> dict[str, float | None]:
    """Measures games per second on one and two cores against Random, and on one against others."""
    game = make("go", size=5, rules="chinese", komi=5.5)
    arena = arena_of(game)
    networks = _networks()
    figures: dict[str, float | None] = {
        "games_per_second_1": _best(arena, networks, "random", 1, rounds),
        "games_per_second_2": _best(arena, networks, "random", 2, rounds),
        "naive_games_per_second_1": _best(arena, networks, "naive", 1, rounds),
        "pattern_games_per_second_1": _best(arena, networks, "pattern", 1, rounds),
    }
    return figures


def _networks() -> core.NetworkPopulation:
    spec = network_spec(make("go", size=5, rules="chinese", komi=5.5))
    dice = np.random.default_rng(0)
    return spec.express(
        dice.integers(0, 2, (POPULATION, spec.hidden), dtype=np.uint8),
        dice.integers(0, 2, (POPULATION, spec.num_connections), dtype=np.uint8),
        dice.uniform(-0.1, 0.1, (POPULATION, spec.num_weights)).astype(np.float32),
    )


def _best(
    arena: core.EvolutionArena,
    networks: core.NetworkPopulation,
    opponent: str,
    threads: int,
    rounds: int,
) -> float:
    games = 16
    best = 0.0
    while True:
        rate, seconds = _rate(arena, networks, opponent, threads, games)
        if seconds > ROUND_SECONDS / 4:
            break
        games *= 2
    games = max(2, round(games * ROUND_SECONDS / seconds))
    for _ in range(rounds):
        rate, _seconds = _rate(arena, networks, opponent, threads, games)
        best = max(best, rate)
    return best


def _rate(
    arena: core.EvolutionArena,
    networks: core.NetworkPopulation,
    opponent: str,
    threads: int,
    games: int,
) -> tuple[float, float]:
    found = arena.play_opponent(
        networks, opponent, games, games, "two-per-point", LONGEST_GAME, 0, threads
    )
    seconds = max(found["thread_seconds"])
    return int(found["games"].sum()) / seconds, seconds

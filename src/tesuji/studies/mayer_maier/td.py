"""Trains the networks of evolution by temporal differences.

A network plays against its opponents, a portion of games against each in turn, and pulls each
prediction of winning towards the next. The result can be the start of an evolution
(``tesuji evolve go-generalist --start best.npz``), and an evolved network can be trained further.
"""

from __future__ import annotations

import io
import time
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.games import Game, parse_spec
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import EvolutionWorkplace, Result, register_experiment
from tesuji.learning.evolution.fitness import FitnessTable, judge_by_opponents, parse_opponents
from tesuji.learning.evolution.measures import opening_of, strengths
from tesuji.networks.evolved_network import EvolvedNetwork, NetworkSpec, arena_of, network_spec
from tesuji.players.evolved import network_file
from tesuji.players.options import option
from tesuji.studies.mayer_maier.presets import game_and_options, summarise


@dataclass(frozen=True, slots=True)
class TdConfig:
    """Options of learning by temporal differences."""

    game: str = option("go:size=5,rules=chinese,komi=5.5", "the game, as a spec")
    encoding: Literal["auto", "two-per-point", "by-colour", "by-owner", "planes"] = option(
        "planes", "how the network sees the board"
    )
    hidden: int = option(40, "hidden neurons", minimum=0, maximum=512)
    opponents: str = option("random+naive+pattern", "who is played, joined by +")
    rounds: int = option(100, "rounds of learning", minimum=1)
    stop_after: int | None = option(
        None, "stop after this many rounds, while rate and exploration are still falling", minimum=1
    )
    games: int = option(1000, "games against each opponent in each round", minimum=1)
    rate: float = option(0.1, "learning rate at the start; falls to a tenth")
    fading: float = option(0.8, "trace decay (lambda)", minimum=0, maximum=1)
    exploration: float = option(0.1, "share of random moves; falls to a tenth", minimum=0)
    spread: float = option(0.1, "weights at the start are within this of 0", above=0)
    start: str | None = option(None, "an NPZ file, or the name of a shipped player, that learns on")
    measure_games: int = option(
        2000, "games against each opponent that measure the result", minimum=2
    )

    def the_game(self) -> Game:
        """Returns the game that is played."""
        return parse_spec(self.game)

    def last_round(self) -> int:
        """Returns the round after which learning ends."""
        return min(self.rounds, self.stop_after or self.rounds)

    def spec(self) -> NetworkSpec:
        """Returns the structure of the network."""
        encoding = None if self.encoding == "auto" else self.encoding
        return network_spec(self.the_game(), encoding=encoding, hidden=self.hidden)


@register_experiment(
    "go-td",
    TdConfig,
    game=game_and_options,
    help="Teaches a network 5x5 Go by temporal differences against all three opponents.",
    summary=summarise,
)
def learn_by_td(run: Run, config: TdConfig, place: EvolutionWorkplace) -> Result:
    """Trains one network, and keeps its best state."""
    spec = config.spec()
    game = config.the_game()
    table = FitnessTable(arena_of(game), spec, 4 * game.num_moves, threads=place.threads)
    opponents = parse_opponents(config.opponents)
    began = time.monotonic()
    network, best, best_fitness, first = _resume(run, spec) or _begin(run, config, spec)
    for number in range(first, config.last_round()):
        fall = 1 - 0.9 * number / max(config.rounds - 1, 1)
        weights = network.weights
        for which, opponent in enumerate(opponents):
            weights, _ = table.arena.learn(
                spec.inputs,
                spec.hidden,
                spec.outputs,
                network.neurons,
                network.connections,
                weights,
                opponent,
                config.games,
                config.rate * fall,
                config.fading,
                config.exploration * fall,
                run.description.seed + 1_000_003 * (number * len(opponents) + which),
                spec.encoding,
                table.longest_game,
            )
        if not np.isfinite(weights).all():
            raise TesujiError("learning diverged: choose a lower --rate")
        network = EvolvedNetwork(spec, network.neurons, network.connections, weights)
        judged = judge_by_opponents(
            table, network.population, opponents, 400, run.description.seed + number, "worst"
        )
        fitness = float(judged.fitness[0])
        if fitness >= best_fitness:
            best, best_fitness = network, fitness
        run.add_metrics(
            number, best=best_fitness, mean=fitness, competence=judged.seen["competence"][0]
        )
        _save(run, number + 1, network, best, best_fitness)
    measured = strengths(
        table, best.population, config.measure_games, (run.description.seed << 20) + 1000
    )[0]
    result: Result = {
        **measured,
        "game": spec.game,
        "opening": opening_of(best),
        "generations": config.last_round(),
        "hidden": int(best.neurons.sum()),
        "connections": int(best.connections.sum()),
        "seconds": round(time.monotonic() - began, 1),
        "seed": run.description.seed,
    }
    about = {"experiment": run.description.kind, "config": dict(run.description.config), **result}
    kept = EvolvedNetwork(spec, best.neurons, best.connections, best.weights, about)
    kept.save(run.networks / "best.npz")
    return result


Progress = tuple[EvolvedNetwork, EvolvedNetwork, float, int]
"""The network, its best state, the fitness of that, and the next round."""


def _begin(run: Run, config: TdConfig, spec: NetworkSpec) -> Progress:
    if config.start is not None:
        network = EvolvedNetwork.load(network_file(config.start))
        if network.spec != spec:
            raise TesujiError(f"{config.start} holds another kind of network than this run trains")
        return network, network, -1.0, 0
    dice = np.random.default_rng(run.description.seed)
    weights = dice.uniform(-config.spread, config.spread, spec.num_weights).astype(np.float32)
    network = EvolvedNetwork(
        spec, np.ones(spec.hidden, np.uint8), np.ones(spec.num_connections, np.uint8), weights
    )
    return network, network, -1.0, 0


def _save(
    run: Run, following: int, network: EvolvedNetwork, best: EvolvedNetwork, fitness: float
) -> None:
    file = io.BytesIO()
    np.savez(
        file,
        following=np.array(following),
        fitness=np.array(fitness),
        neurons=network.neurons,
        connections=network.connections,
        weights=network.weights,
        best=best.weights,
    )
    run.save_state("td.npz", file.getvalue())


def _resume(run: Run, spec: NetworkSpec) -> Progress | None:
    data = run.load_state("td.npz")
    if data is None:
        return None
    parts = read_arrays(data)
    genes: tuple[Any, Any] = (parts["neurons"], parts["connections"])
    network = EvolvedNetwork(spec, *genes, parts["weights"])
    best = EvolvedNetwork(spec, *genes, parts["best"])
    return network, best, float(parts["fitness"]), int(parts["following"])

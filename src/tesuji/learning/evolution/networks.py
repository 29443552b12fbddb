"""Runs experiments that evolve networks, from the first generation to the champion."""

from __future__ import annotations

import io
import json
import time
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game, parse_spec
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.breeding import Breeding, BreedingState
from tesuji.learning.evolution.coevolution import Rivalry, Society, compete, remember
from tesuji.learning.evolution.experiments import EvolutionWorkplace, Result
from tesuji.learning.evolution.fitness import (
    FitnessJudgement,
    FitnessTable,
    judge_by_opponents,
    parse_opponents,
)
from tesuji.learning.evolution.genotypes import Array, Layout, Population
from tesuji.learning.evolution.measures import (
    draw_progress,
    opening_of,
    opens_with,
    opponents_of,
    strengths,
)
from tesuji.learning.evolution.operators import mirrored_children, mutate
from tesuji.learning.evolution.players_of_genes import express, layout_of, network_of
from tesuji.networks.evolved_network import EvolvedNetwork, NetworkSpec, arena_of, network_spec
from tesuji.players.evolved import network_file
from tesuji.players.options import option

CHECKPOINT_SECONDS = 15.0
"""Seconds of work that a crash can lose."""
ARCHIVE = 20
"""The most champions of generations kept as candidates for the best player."""
FINALISTS = 5
"""Candidates that are measured again, in as many games as the result."""


@dataclass(frozen=True, slots=True)
class EvolvedNetworkConfig:
    """Options of the evolution of networks."""

    game: str = option("go:size=5,rules=chinese,komi=5.5", "the game, as a spec")
    network: Literal["perceptron", "recurrent"] = option("perceptron", "kind of network")
    encoding: Literal["auto", "two-per-point", "by-colour", "by-owner", "planes"] = option(
        "auto", "how the network sees the board"
    )
    hidden: int = option(20, "most hidden neurons of a perceptron", minimum=0, maximum=512)
    steps: int = option(4, "updates of a recurrent network for each move", minimum=1, maximum=64)
    neighbours: bool = option(
        False, "connect inputs of a recurrent network only to neighbouring points"
    )
    opponents: str = option(
        "random", "opponents: random, naive, pattern, winner (several joined by +), or rivals"
    )
    games: int = option(64, "games of each network against each opponent", minimum=2)
    aggregate: Literal["mean", "worst"] = option(
        "mean", "fitness: the share of wins, or half of that and half the worst share"
    )
    population: int = option(50, "individuals", minimum=2)
    generations: int = option(3000, "most generations", minimum=1)
    stop_at_full: bool = option(True, "stop when an individual wins all its games")
    sigma: float = option(0.02, "mutation of weights at the start", above=0)
    single_sigma: bool = option(False, "one strategy parameter for all weights")
    sigma_limit: float | None = option(
        None, "upper limit of a weight's step size; none by default", above=0
    )
    spread: float = option(0.1, "weights at the start are within this of 0", above=0)
    flips: float = option(1.0, "bits flipped on each chromosome, on average", minimum=0)
    ones: float | None = option(
        None,
        "share of markers that are set at the start; each individual draws its own by default",
        minimum=0,
        maximum=1,
    )
    recombination: Literal["pairs", "mean"] = option(
        "pairs",
        "parents: two winners of tournaments, or the weighted mean of all, with mirrored children",
    )
    shuffle: float = option(0.5, "probability of exchanging a chromosome", minimum=0, maximum=1)
    crossover: float = option(
        1.0, "probability of exchanging a part of a chromosome", minimum=0, maximum=1
    )
    tournament: int = option(2, "individuals in a tournament", minimum=1)
    elite: int = option(0, "individuals that pass on unchanged", minimum=0)
    opening: str | None = option(
        None, "a first move, e.g. C3: the fitness of networks that begin otherwise is halved"
    )
    opening_plies: int = option(0, "random moves at the start of each game", minimum=0)
    longest_game: int | None = option(
        None, "plies after which a game is counted; four for each move there is by default"
    )
    rivals: int = option(16, "rivals: opponents out of the last generation", minimum=1)
    hall: int = option(8, "rivals: opponents out of the hall of fame", minimum=0)
    shared_sampling: bool = option(True, "rivals: choose those that differ in whom they beat")
    sharing: bool = option(True, "rivals: a win that few others have counts more")
    start: str | None = option(
        None, "an NPZ file, or the name of a shipped player, that everybody starts from"
    )
    measure_games: int = option(
        2000, "games against each opponent that measure the result", minimum=2
    )

    def the_game(self) -> Game:
        """Returns the game that is played."""
        return parse_spec(self.game)

    def spec(self) -> NetworkSpec:
        """Returns the structure of the networks."""
        return network_spec(
            self.the_game(),
            self.network,
            encoding=None if self.encoding == "auto" else self.encoding,
            hidden=self.hidden,
            steps=self.steps,
            neighbours=self.neighbours,
        )

    def table(self, threads: int) -> FitnessTable:
        """Returns the arena and conditions of games."""
        game = self.the_game()
        return FitnessTable(
            arena_of(game),
            self.spec(),
            self.longest_game or 4 * game.num_moves,
            self.opening_plies,
            threads,
        )

    def layout(self) -> Layout:
        """Returns the chromosomes."""
        return layout_of(
            self.spec(),
            sigma=self.sigma,
            single=self.single_sigma,
            sigma_limit=self.sigma_limit,
            spread=self.spread,
            flips=self.flips,
            ones=self.ones,
        )

    def breeding(self) -> Breeding:
        """Returns how children are made."""
        if self.recombination == "mean" and self.elite:
            raise TesujiError("recombination by the mean has no elite; give --elite 0")
        return Breeding(
            self.shuffle, self.crossover, self.tournament, self.elite, self.recombination
        )


@dataclass
class _Progress:
    """The state of a run."""

    state: BreedingState
    archive: Population
    archive_fitness: list[float] = field(default_factory=list)
    society: Society | None = None

    def keep_champion(self, champion: Population, fitness: float) -> None:
        self.archive = self.archive.joined(champion)
        self.archive_fitness.append(fitness)
        if len(self.archive_fitness) > ARCHIVE:
            worst = int(np.argmin(self.archive_fitness))
            kept = [i for i in range(len(self.archive_fitness)) if i != worst]
            self.archive = self.archive.chosen(kept)
            self.archive_fitness = [self.archive_fitness[i] for i in kept]


def evolve_networks(run: Run, config: EvolvedNetworkConfig, place: EvolutionWorkplace) -> Result:
    """Evolves networks until one wins all its games or the generations are over."""
    table = config.table(place.threads)
    breeding = config.breeding()
    began = time.monotonic()
    progress = _resume(run, config) or _begin(run, config)
    state = progress.state
    saved = time.monotonic()
    while state.generation < config.generations:
        judgement = _judge(config, table, progress)
        best = int(np.argmax(judgement.fitness))
        progress.keep_champion(state.population.chosen([best]), float(judgement.fitness[best]))
        full = bool(judgement.full.any()) and config.stop_at_full
        last = state.generation + 1 == config.generations or full
        if last or state.generation % 10 == 0:
            run.add_metrics(
                state.generation,
                best=float(judgement.fitness.max()),
                mean=float(judgement.fitness.mean()),
                **{name: float(figures.mean()) for name, figures in judgement.seen.items()},
            )
        if last:
            break
        state.population = breeding.next_generation(state.population, judgement.fitness, state.dice)
        state.generation += 1
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            _save(run, progress)
            saved = time.monotonic()
    return _conclude(run, config, table, progress, time.monotonic() - began)


# -- fitness --------------------------------------------------------------------------------------


def _judge(
    config: EvolvedNetworkConfig, table: FitnessTable, progress: _Progress
) -> FitnessJudgement:
    state = progress.state
    if config.opponents != "rivals":
        seed = int(state.dice.integers(1 << 62))
        return _judge_games(config, table, state.population, config.games, seed)
    rivalry = Rivalry(config.rivals, config.hall, config.shared_sampling, config.sharing)
    society = progress.society or Society.beginning(state.population)
    contest = compete(table, state.population, society, rivalry, state.dice)
    progress.society = remember(
        society, state.population, contest, state.generation, rivalry, state.dice
    )
    # Winning every game means little against moving opponents.
    nobody = np.zeros(len(state.population), bool)
    return FitnessJudgement(contest.fitness, nobody, {"won": np.asarray(contest.wins.mean(axis=1))})


def _judge_games(
    config: EvolvedNetworkConfig, table: FitnessTable, population: Population, games: int, seed: int
) -> FitnessJudgement:
    """Judges by games against the programmed opponents, and by the first move if wanted."""
    names = parse_opponents(
        "+".join(opponents_of(config.game)) if config.opponents == "rivals" else config.opponents
    )
    networks = express(table.spec, population)
    judged = judge_by_opponents(table, networks, names, games, seed, config.aggregate)
    if config.opening is None:
        return judged
    begins = opens_with(table.spec, networks, config.opening)
    return replace(judged, fitness=judged.fitness * np.where(begins, 1.0, 0.5))


# -- beginning, keeping, going on -----------------------------------------------------------------


def _begin(run: Run, config: EvolvedNetworkConfig) -> _Progress:
    dice = np.random.default_rng(run.description.seed)
    layout = config.layout()
    population = Population.initial(layout, config.population, dice)
    if config.start is not None:
        population = _seeded(config, population, dice)
    state = BreedingState(0, population, dice)
    return _Progress(state, population.chosen([]))


def _seeded(
    config: EvolvedNetworkConfig, population: Population, dice: np.random.Generator
) -> Population:
    """Returns the population with slight variations of one network."""
    assert config.start is not None
    network = EvolvedNetwork.load(network_file(config.start))
    if network.spec != config.spec():
        raise TesujiError(f"{config.start} has a different kind of network than this run evolves")
    genes = dict(population.genes)
    count = len(population)
    genes["weights"] = np.tile(network.weights.astype(np.float64), (count, 1))
    genes["connections"] = np.tile(network.connections, (count, 1))
    if "neurons" in genes:
        genes["neurons"] = np.tile(network.neurons, (count, 1))
    same = Population(population.layout, genes)
    if config.recombination == "mean":
        return mirrored_children(same.chosen([0]), count, dice)
    varied = mutate(same, dice)
    return same.chosen([0]).joined(varied.chosen(range(1, count)))


def _save(run: Run, progress: _Progress) -> None:
    parts: dict[str, Array] = {"state": np.frombuffer(progress.state.to_bytes(), np.uint8)}
    parts["archive_fitness"] = np.array(progress.archive_fitness)
    populations = {"archive": progress.archive}
    if progress.society is not None:
        parts["last_wins"] = progress.society.last_wins
        populations |= {"last": progress.society.last, "hall": progress.society.hall}
    for name, population in populations.items():
        parts |= {f"{name}/{key}": array for key, array in population.genes.items()}
    file = io.BytesIO()
    np.savez(file, **parts)  # type: ignore[arg-type]
    run.save_state("evolution.npz", file.getvalue())


def _resume(run: Run, config: EvolvedNetworkConfig) -> _Progress | None:
    data = run.load_state("evolution.npz")
    if data is None:
        _forget_metrics(run, 0)
        return None
    layout = config.layout()
    parts = read_arrays(data)

    def population(prefix: str) -> Population:
        names = [name for name in parts if name.startswith(f"{prefix}/")]
        return Population(layout, {name.partition("/")[2]: parts[name] for name in names})

    state = BreedingState.from_bytes(parts["state"].tobytes(), layout)
    progress = _Progress(state, population("archive"), parts["archive_fitness"].tolist())
    if "last_wins" in parts:
        progress.society = Society(population("last"), parts["last_wins"], population("hall"))
    _forget_metrics(run, state.generation)
    return progress


def _forget_metrics(run: Run, generation: int) -> None:
    """Drops the metrics of generations that will be repeated."""
    lines = run.metrics()
    kept = [line for line in lines if line["step"] < generation]
    if len(kept) < len(lines):
        text = "".join(json.dumps(line) + "\n" for line in kept)
        write_atomically(run.metrics_file, text.encode())


# -- the end --------------------------------------------------------------------------------------


def _conclude(
    run: Run, config: EvolvedNetworkConfig, table: FitnessTable, progress: _Progress, seconds: float
) -> Result:
    """Finds the best candidate, measures it and saves it."""
    _save(run, progress)
    state = progress.state
    candidates = progress.archive.joined(state.population)
    seed = run.description.seed << 20
    trial = _judge_games(config, table, candidates, max(200, config.games), seed)
    finalists = candidates.chosen(np.argsort(-trial.fitness, kind="stable")[:FINALISTS])
    final = _judge_games(config, table, finalists, config.measure_games, seed + 500)
    champion = finalists.chosen([int(np.argmax(final.fitness))])
    measured = strengths(table, express(table.spec, champion), config.measure_games, seed + 1000)[0]
    network = network_of(table.spec, champion, 0)
    result: Result = {
        **measured,
        "game": table.spec.game,
        "opening": opening_of(network),
        "generations": state.generation + 1,
        "hidden": int(network.neurons.sum()),
        "connections": int(network.connections.sum()),
        "seconds": round(seconds, 1),
        "seed": run.description.seed,
    }
    about = {"experiment": run.description.kind, "config": dict(run.description.config), **result}
    network_of(table.spec, champion, 0, about).save(run.networks / "best.npz")
    draw_progress(
        run.path("fitness.svg"), run.metrics(), f"{run.description.kind}, seed {result['seed']}"
    )
    return result

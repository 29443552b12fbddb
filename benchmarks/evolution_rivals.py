"""Measures the gain of each remedy of coevolution: hall of fame, shared sampling, fitness sharing.

The preset go-coevolution, and four variants of it that leave out one remedy or all, with equal
games: who has no hall of fame plays as many more rivals of the last generation. Every 10th
generation's champion, the fittest by its games with rivals, is kept and measured:

- strength: its share of wins against Random, Naive and the pattern player, whom it never met;
- forgotten: of all pairs of champions of a run, the share in which the later one loses to the
  earlier one (they play 20 games with each colour after two random moves);
- cycles: the share of all triples of champions that beat each other in a circle; of three players
  who beat each other by chance it is 0.25.

    python benchmarks/evolution_rivals.py --generations 300 --seeds 3 --chart rivals.svg

Every run is a line of the file `--log`; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from tesuji.learning.common.charts import draw_lines
from tesuji.learning.evolution.coevolution import Rivalry, Society, compete, remember
from tesuji.learning.evolution.fitness import FitnessTable
from tesuji.learning.evolution.genotypes import Population
from tesuji.learning.evolution.measures import opponents_of, strengths
from tesuji.learning.evolution.players_of_genes import express
from tesuji.studies import find_experiment

VARIANTS = {
    "all three": Rivalry(),
    "no hall of fame": Rivalry(rivals=24, hall=0),
    "no shared sampling": Rivalry(shared_sampling=False),
    "no fitness sharing": Rivalry(sharing=False),
    "none": Rivalry(rivals=24, hall=0, shared_sampling=False, sharing=False),
}
EVERY = 10
"""Generations between two champions that are measured."""
OPENINGS = 20
"""Games of two champions with each colour."""
LAST = 5
"""Champions at the end whose mean is the result of a run: one alone depends on luck."""


def main() -> None:
    """Does the runs that are not in the log yet, and prints what all of them come to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each, seeds 1, 2, ...")
    parser.add_argument("--games", type=int, default=400, help="against each opponent")
    parser.add_argument("--log", type=Path, default=Path("rivals.jsonl"))
    parser.add_argument("--chart", type=Path, help="draws strength by generation, as SVG")
    chosen = parser.parse_args()
    if chosen.generations < 3 * EVERY:
        parser.error(f"a triple of champions takes at least {3 * EVERY} generations")
    settings = [chosen.generations, chosen.games]
    for seed in range(1, chosen.seeds + 1):
        for name, rivalry in VARIANTS.items():
            if not _done(chosen.log, settings, name, seed):
                found = _run(rivalry, chosen.generations, chosen.games, seed)
                line = {"settings": settings, "variant": name, "seed": seed, **found}
                with chosen.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(line) + "\n")
    runs = {
        name: [_done(chosen.log, settings, name, seed)[0] for seed in range(1, chosen.seeds + 1)]
        for name in VARIANTS
    }
    print(json.dumps({name: _result(found) for name, found in runs.items()}, indent=2))
    if chosen.chart:
        _draw(chosen.chart, runs, chosen.seeds)


def _done(log: Path, settings: list[int], variant: str, seed: int) -> list[dict[str, Any]]:
    """Returns the lines of the log about this run: one, or none."""
    if not log.exists():
        return []
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    wanted = [settings, variant, seed]
    return [line for line in lines if [line["settings"], line["variant"], line["seed"]] == wanted]


def _run(rivalry: Rivalry, generations: int, games: int, seed: int) -> dict[str, Any]:
    """Makes one run; returns what its champions can do, oldest first."""
    config = find_experiment("go-coevolution").configure({})
    table = config.table(1)
    dice = np.random.default_rng(seed)
    population = Population.initial(config.layout(), config.population, dice)
    champions = population.chosen([])
    society = Society.beginning(population)
    breeding = config.breeding()
    for generation in range(generations):
        contest = compete(table, population, society, rivalry, dice)
        society = remember(society, population, contest, generation, rivalry, dice)
        if (generation + 1) % EVERY == 0:
            champions = champions.joined(population.chosen([int(np.argmax(contest.fitness))]))
        population = breeding.next_generation(population, contest.fitness, dice)
    measured = strengths(table, express(table.spec, champions), games, seed)
    beats = _beats(table, champions, seed)
    numbers = range(len(champions))
    triples = list(combinations(numbers, 3))
    return {
        "champions": [
            {name: one[name] for name in ("strength", *opponents_of(config.game))}
            for one in measured
        ],
        "forgotten": mean(float(beats[i, j]) for i, j in combinations(numbers, 2)),
        "cycles": mean(
            float(beats[i, j] == beats[j, k] == beats[k, i] == 1)
            + float(beats[j, i] == beats[k, j] == beats[i, k] == 1)
            for i, j, k in triples
        ),
    }


def _beats(table: FitnessTable, champions: Population, seed: int) -> np.ndarray:
    """Returns [i, j]: 1 if champion i wins more games against j, 0 if fewer, else one half."""
    count = len(champions)
    pairs = np.array([(i, j) for i in range(count) for j in range(count)], np.int32)
    networks = express(table.spec, champions)
    points = np.zeros(len(pairs))
    for opening in range(OPENINGS):
        results = table.between(networks, networks, pairs, (seed << 20) + opening)
        points += results.reshape(len(pairs), 2).sum(axis=1)
    square = points.reshape(count, count)
    return np.asarray((np.sign(square - square.T) + 1) / 2)


def _result(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Means over the runs, and the lowest and the highest strength."""
    ends = [
        {key: mean(one[key] for one in run["champions"][-LAST:]) for key in run["champions"][0]}
        for run in runs
    ]
    rounded = {key: round(mean(end[key] for end in ends), 3) for key in ends[0]}
    return {
        **rounded,
        "range": [round(pick(end["strength"] for end in ends), 3) for pick in (min, max)],
        "forgotten": round(mean(run["forgotten"] for run in runs), 3),
        "cycles": round(mean(run["cycles"] for run in runs), 3),
    }


def _draw(path: Path, runs: dict[str, list[dict[str, Any]]], seeds: int) -> None:
    """Draws the strength of champions by generation, averaged with both neighbours."""
    series = {}
    for name, found in runs.items():
        by_champion = zip(*(run["champions"] for run in found), strict=True)
        means = [mean(float(one["strength"]) for one in group) for group in by_champion]
        series[name] = [
            (EVERY * (number + 1), mean(means[max(number - 1, 0) : number + 2]))
            for number in range(len(means))
        ]
    draw_lines(
        path,
        series,
        title=f"Champions of coevolution with and without its remedies, {seeds} runs each",
        x="generation",
        y="strength against Random, Naive and pattern",
    )


if __name__ == "__main__":
    main()

"""Draws the charts of docs/learning/evolution.md from runs of ``tesuji evolve``.

For each experiment that has runs in the folder `--runs`: fitness and competence by generation of
its first run (as figures 6, 9 and 12 of Mayer and Maier, 2005), and, once two of them have ended,
the strength of the players of all runs (as figures 7 and 10).

    tesuji evolve go-naive --runs 20 --seed 1 --out RUNS
    python benchmarks/evolution_charts.py --runs RUNS --out docs/pictures/evolution
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.learning.common.runs import DESCRIPTION, Run
from tesuji.learning.evolution.measures import draw_progress, draw_strengths
from tesuji.learning.evolution.series import result_of

EXPERIMENTS = ("go-random", "go-naive", "go-pattern", "go-recurrent", "go-coevolution")
MOST_POINTS = 150
"""Points of a line: more of them only make the file larger."""


def main() -> None:
    """Writes the charts, and tells which."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=Path, required=True, help="the folder of the runs")
    parser.add_argument("--seed", type=int, default=1, help="that of the series")
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/evolution"))
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name in EXPERIMENTS:
        folders = sorted(chosen.runs.glob(f"{name}-s{chosen.seed}-*"))
        runs = [Run.open(folder) for folder in folders if (folder / DESCRIPTION).exists()]
        begun = [run for run in runs if run.metrics()]
        short = name.removeprefix("go-")
        if begun:
            path = chosen.out / f"{short}-fitness.svg"
            draw_progress(
                path, _thinned(begun[0].metrics()), f"{name}, seed {begun[0].description.seed}"
            )
            print(path)
        results = [result for result in map(result_of, runs) if result is not None]
        if len(results) > 1:
            path = chosen.out / f"{short}-strength.svg"
            draw_strengths(path, results, f"{name}, players of {len(results)} runs")
            print(path)


def _thinned(lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    step = -(-len(lines) // MOST_POINTS)
    last = (len(lines) - 1) % step
    return list(lines[last::step])


if __name__ == "__main__":
    main()

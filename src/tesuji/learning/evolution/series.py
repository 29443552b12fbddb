"""Runs an experiment several times with different seeds.

The runs of a series are folders ``NAME-01``, ``NAME-02``, … among all other runs, each with its own
seed. A finished run has a ``result.json``; starting the series again continues the others, so that
a series can be stopped at any time and extended later.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.common.runs import Run, RunError, runs_directory
from tesuji.learning.common.tasks import run_tasks
from tesuji.learning.evolution.experiments import (
    EvolutionWorkplace,
    Experiment,
    ExperimentError,
    Result,
    find_experiment,
)
from tesuji.learning.evolution.measures import draw_strengths
from tesuji.run_folder import RunFolder

RESULT = "result.json"


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """Some runs of an experiment that differ in their seeds alone."""

    experiment: Experiment
    config: Any
    runs: int
    seed: int
    """Run number k of the series, counted from 1, has the seed ``1000 * seed + k``."""
    name: str
    directory: Path

    def folder(self, number: int) -> Path:
        """Returns the folder of run `number`."""
        return self.directory / f"{self.name}-{number:02}"

    @property
    def chart(self) -> Path:
        """The file of the chart of all players, for several runs."""
        return self.directory / f"{self.name}.svg"

    def open_runs(self) -> list[Run]:
        """Opens all runs, and creates the missing ones.

        Raises `RunError` if one of them has other settings.
        """
        return [self.open_run(number) for number in range(1, self.runs + 1)]

    def open_run(self, number: int) -> Run:
        """Opens run `number`, and creates it if it is missing; see `open_runs`."""
        folder = self.folder(number)
        config = dataclasses.asdict(self.config)
        seed = 1000 * self.seed + number
        if not os.path.exists(RunFolder(folder).description_file):
            game, options = self.experiment.game(self.config)
            return Run.create(
                folder, self.experiment.name, game, options=options, config=config, seed=seed
            )
        run = Run.open(folder)
        found = run.description
        # Options that are newer than the run had their defaults.
        unset = {
            field.name: field.default
            for field in dataclasses.fields(self.config)
            if field.default is not dataclasses.MISSING
        }
        same = json.loads(json.dumps(config)) == {**unset, **found.config}
        if found.kind != self.experiment.name or not same or found.seed != seed:
            raise RunError(
                f"{folder} holds a run with other settings; choose another --name for this one"
            )
        return run


def plan_series(
    experiment: str,
    given: Mapping[str, Any],
    *,
    runs: int,
    seed: int = 0,
    name: str | None = None,
    directory: Path | None = None,
) -> Series:
    """Returns the series with these settings; nothing is started yet."""
    if runs < 1:
        raise ExperimentError("a series has at least one run")
    found = find_experiment(experiment)
    return Series(
        found,
        found.configure(given),
        runs,
        seed,
        name or f"{experiment}-s{seed}",
        directory or runs_directory(),
    )


def run_series(
    series: Series,
    *,
    workers: int | None = None,
    threads: int | None = None,
    backend: str = "local",
    on_look: Callable[[Sequence[Run]], None] | None = None,
) -> list[Result]:
    """Does all unfinished runs, several at a time; returns the results in order.

    `workers` runs at a time use `threads` each, by default all processors together. `on_look` is
    called every half second with the runs, whose metrics show their progress.
    """
    runs = series.open_runs()
    waiting = [run for run in runs if result_of(run) is None]
    processors = os.cpu_count() or 1
    workers = min(workers or processors, max(len(waiting), 1))
    threads = threads or max(processors // workers, 1)
    place = EvolutionWorkplace(threads)
    module = series.experiment.evolve.__module__
    work = [(module, series.experiment.name, str(run.folder), place) for run in waiting]
    alone = workers == 1 and on_look is None
    run_tasks(
        do_run,
        work,
        workers=0 if alone else workers,
        backend=backend,
        threads=threads,
        look=(lambda: on_look(runs)) if on_look else (lambda: None),
    )
    results = [result for result in map(result_of, runs) if result is not None]
    if len(results) > 1 and all("strength" in result for result in results):
        draw_strengths(series.chart, results, f"{series.experiment.name}, seed {series.seed}")
    return results


def do_run(module: str, experiment: str, folder: str, place: EvolutionWorkplace) -> None:
    """Does one run to its end, in a worker. Importing `module` registers the experiment."""
    importlib.import_module(module)
    found = find_experiment(experiment)
    run = Run.open(Path(folder))
    with run.at_work():
        config = found.config(**run.description.config)
        try:
            result = found.evolve(run, config, place)
        except TesujiError:
            run.discard_if_empty()
            raise
        write_atomically(run.path(RESULT), json.dumps(result, indent=2).encode())


def result_of(run: Run) -> Result | None:
    """Returns the result of a run; None if it has not ended."""
    try:
        result: Result = json.loads(run.path(RESULT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise RunError(f"{run.path(RESULT)} cannot be read: {error}") from error
    return result

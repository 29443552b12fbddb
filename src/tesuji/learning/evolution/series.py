"""Runs an experiment several times with different seeds.

The runs of a series are folders ``NAME-01``, ``NAME-02``, … among all other runs, each with its own
seed. A finished run has a ``result.json``; starting the series again continues the others, so that
a series can be stopped at any time and extended later.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import multiprocessing
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.common.cluster import join_cluster
from tesuji.learning.common.runs import Run, RunError, runs_directory
from tesuji.learning.evolution.experiments import (
    EvolutionWorkplace,
    Experiment,
    ExperimentError,
    Result,
    find_experiment,
)
from tesuji.learning.evolution.measures import draw_strengths
from tesuji.processes import serve_parent
from tesuji.run_folder import RunFolder

RESULT = "result.json"
_LOOK = 0.5
"""Seconds between two checks of the workers."""


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
        return [self._open(number) for number in range(1, self.runs + 1)]

    def _open(self, number: int) -> Run:
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
    look = (lambda: on_look(runs)) if on_look else (lambda: None)
    if backend == "ray":
        _run_on_ray(work, look)
    elif backend != "local":
        raise ExperimentError(f"there is no backend called {backend!r}; there are: local, ray")
    elif workers == 1 and on_look is None:
        for item in work:
            do_run(*item)
    else:
        _run_here(work, workers, look)
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


Work = Sequence[tuple[str, str, str, EvolutionWorkplace]]


def _run_here(work: Work, workers: int, look: Callable[[], None]) -> None:
    # A fresh interpreter for each worker: forking a process that has threads is not safe.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), serve_parent)
    try:
        open_tasks = {pool.submit(do_run, *item) for item in work}
        while open_tasks:
            done, open_tasks = wait(open_tasks, _LOOK, FIRST_COMPLETED)
            for task in done:
                task.result()
            look()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in (pool._processes or {}).values():
            process.terminate()
        raise
    pool.shutdown()


def _run_on_ray(work: Work, look: Callable[[], None]) -> None:
    """Runs a Ray task for each run. Every machine must see the folder of the runs."""
    ray, began = join_cluster()
    remote = ray.remote(max_retries=3)(do_run)
    open_tasks = [
        remote.options(num_cpus=item[3].threads, name=Path(item[2]).name).remote(*item)
        for item in work
    ]
    try:
        while open_tasks:
            done, open_tasks = ray.wait(open_tasks, timeout=_LOOK)
            ray.get(done)
            look()
    except ray.exceptions.RayTaskError as error:
        # The error of the run, without Ray's traceback.
        raise error.cause if isinstance(error.cause, TesujiError) else error from None
    finally:
        for task in open_tasks:
            ray.cancel(task)
        if began:
            ray.shutdown()

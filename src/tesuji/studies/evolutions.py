"""Does runs of ``tesuji evolve`` as units of work of a study."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from tesuji.learning.common.runs import Run, RunError, all_runs
from tesuji.learning.evolution.experiments import EvolutionWorkplace
from tesuji.learning.evolution.measures import progress_lines
from tesuji.learning.evolution.series import Series, do_run, plan_series, result_of
from tesuji.studies import find_experiment
from tesuji.studies.exhibits import Findings, Settings, UnitPlace

MOST_POINTS = 150
"""Points of a line in a chart."""


def evolve_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Does one run of an experiment of ``tesuji evolve``.

    Settings: `experiment`, `given` (its options), `number` of the run. A run with the same settings
    that the user has already done is taken instead of being repeated.
    """
    experiment, number = str(settings["experiment"]), int(settings["number"])
    find_experiment(experiment)  # registers it
    series = plan_series(
        experiment,
        settings["given"],
        runs=number,
        seed=place.seed,
        name=str(settings["name"]),
        directory=place.work_folder,
    )
    recorded = _recorded(experiment, dataclasses.asdict(series.config), 1000 * place.seed + number)
    run = recorded or _opened(series, number)
    if result_of(run) is None:
        module = series.experiment.evolve.__module__
        do_run(module, experiment, str(run.folder), EvolutionWorkplace(1))
    result = result_of(run)
    assert result is not None
    kept = place.work_folder / f"{series.folder(number).name}.npz"
    shutil.copyfile(run.networks / "best.npz", kept)
    return {
        "result": result,
        "network": kept.name,
        "progress": {name: _thinned(line) for name, line in progress_lines(run.metrics()).items()},
        "games": [
            path.read_text(encoding="utf-8") for path in sorted(run.games.glob("*.sgf"))[-1:]
        ],
        "taken_from": "" if recorded is None else recorded.name,
    }


def _opened(series: Series, number: int) -> Run:
    """Opens a run of this study; one that was begun with other settings is replaced."""
    try:
        return series.open_run(number)
    except RunError:
        shutil.rmtree(series.folder(number))
        return series.open_run(number)


def _recorded(experiment: str, config: Mapping[str, Any], seed: int) -> Run | None:
    """Returns a finished run of the user with these settings, if there is one."""
    plain = json.loads(json.dumps(config))
    for run in all_runs():
        found = run.description
        same = found.kind == experiment and found.seed == seed and found.config == plain
        if same and result_of(run) is not None and (run.networks / "best.npz").exists():
            return run
    return None


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    step = -(-len(points) // MOST_POINTS)
    return list(points[(len(points) - 1) % step :: step])

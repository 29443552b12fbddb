"""Repeats a study: does its units in parallel, stores each, and continues after a stop.

The folder is that of a `Run` of the kind "study", so that ``tesuji runs`` and the web app list it
while it is at work; every unit that ends adds a line to its metrics.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import parse_spec
from tesuji.games.registry import parse_options
from tesuji.learning.common.runs import Run, RunError, all_runs
from tesuji.learning.common.tasks import check_backend, run_tasks
from tesuji.studies.exhibits import Exhibit, Plan, StoredUnit, Study, Unit, UnitPlace, units_of

KIND = "study"
"""The kind of these runs in their description."""


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """How far a study is."""

    done: int
    units: int
    core_seconds: float


def begin(study: Study, plan: Plan, folder: Path) -> Run:
    """Creates the run of a study in a folder without one."""
    study.exhibits(plan)  # raises for options that cannot work
    _, _, rest = study.game.partition(":")
    return Run.create(
        folder,
        KIND,
        parse_spec(study.game).name,
        options=parse_options(rest, study.game),
        config={"study": study.name, "scale": plan.scale, "given": dict(plan.given)},
        seed=plan.seed,
    )


def plan_of(run: Run, study: Study) -> Plan:
    """Returns the plan of a run; raises `RunError` if it is a run of something else."""
    config = run.description.config
    if run.description.kind != KIND or config.get("study") != study.name:
        raise RunError(f"{run.folder} holds no run of the study {study.name}")
    return Plan(float(config["scale"]), run.description.seed, dict(config["given"]))


def latest_run(study: Study) -> Run:
    """Returns the newest run of a study."""
    for run in all_runs():
        if run.description.kind == KIND and run.description.config.get("study") == study.name:
            return run
    raise RunError(f"there is no run of {study.name} to resume; leave out --resume to begin one")


def stored_units(run: Run, units: Mapping[str, Unit]) -> dict[str, StoredUnit]:
    """Returns the results that are stored for these units with their settings of now."""
    found = {}
    for name, unit in units.items():
        path = run.unit_file(name)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["settings"] == json.loads(json.dumps(unit.settings)):
                found[name] = StoredUnit(data["findings"], float(data["core_seconds"]))
        except FileNotFoundError:
            continue
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RunError(f"{path} cannot be read: {error}") from error
    return found


def reproduce(
    run: Run,
    exhibits: Sequence[Exhibit],
    *,
    workers: int = 0,
    backend: str = "local",
    look: Callable[[StudyProgress], None] = lambda progress: None,
) -> None:
    """Does all units of these exhibits that are not stored yet; raises what a unit raises.

    With 0 `workers` everything happens in this process, otherwise in that many others. `look` is
    called every half second.
    """
    check_backend(backend)
    units = units_of(exhibits)
    with run.at_work():
        run.unit_file("any").parent.mkdir(parents=True, exist_ok=True)
        noted = {str(line.get("unit")) for line in run.metrics()}

        def note() -> dict[str, StoredUnit]:
            """Adds a line of metrics for each unit that has ended, and shows the progress."""
            stored = stored_units(run, units)
            for name in stored.keys() - noted:
                noted.add(name)
                seconds = round(stored[name].core_seconds, 2)
                run.add_metrics(len(noted), unit=name, core_seconds=seconds)
            spent = sum(one.core_seconds for one in stored.values())
            look(StudyProgress(len(stored), len(units), spent))
            return stored

        def look_again() -> None:
            note()

        stored = note()
        while len(stored) < len(units):
            open_units = [unit for name, unit in units.items() if name not in stored]
            ready = [unit for unit in open_units if all(one.name in stored for one in unit.needs)]
            try:
                run_tasks(
                    do_unit,
                    [(str(run.folder), unit, run.description.seed) for unit in ready],
                    workers=min(workers, len(ready)),
                    backend=backend,
                    look=look_again,
                )
            except TesujiError:
                run.discard_if_empty()
                raise
            stored = note()


def do_unit(folder: str, unit: Unit, seed: int) -> None:
    """Does one unit and stores its result, in a worker."""
    before = _core_seconds()
    began = time.time()
    findings = unit.work(unit.settings, UnitPlace(Path(folder), seed))
    stored: dict[str, Any] = {
        "unit": unit.name,
        "settings": dict(unit.settings),
        "findings": findings,
        "core_seconds": round(_core_seconds() - before, 3),
        "seconds": round(time.time() - began, 3),
    }
    try:
        data = json.dumps(stored, indent=1, allow_nan=False).encode()
    except ValueError:
        raise TesujiError(f"the unit {unit.name} gave a number that is not finite") from None
    write_atomically(_file_of(folder, unit), data)


def _file_of(folder: str, unit: Unit) -> Path:
    return Run.open(Path(folder)).unit_file(unit.name)


def _core_seconds() -> float:
    """Returns the processor time of this process and of its children that have ended."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in used)

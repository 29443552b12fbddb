"""Lets runs of learning be taught from the web app: started, paused, resumed, stopped, deleted.

A lesson is a `learner` process that works on a run; there is one at a time. How long it is to learn
is in the run's folder, so a lesson survives the server: after a restart it is "interrupted" and can
be resumed. Everything else about the run is as ``tesuji train`` and ``tesuji evolve`` make it.
"""

from __future__ import annotations

import secrets
import shutil
import sys
import threading
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from tesuji.errors import TesujiError
from tesuji.files import runs_directory
from tesuji.games import Game, make
from tesuji.learning.alphazero.config import read_config
from tesuji.learning.alphazero.runner import KIND as SELF_PLAY
from tesuji.learning.alphazero.runner import create_run
from tesuji.learning.common.runs import Run, new_folder
from tesuji.learning.evolution.experiments import ExperimentError
from tesuji.match import usual_workers
from tesuji.networks.layout import Layout
from tesuji.server.run_models import LessonState as State
from tesuji.server.run_models import NewLesson, RunLesson
from tesuji.server.taught_run import TaughtRun
from tesuji.server.teaching_plan import TeachingPlan, read_plan, spare_problem, write_plan
from tesuji.studies import find_experiment

NOT_HERE = (
    "training is available where the server listens on this machine alone, or to the owner of its "
    "token"
)
NO_TORCH = "training needs PyTorch and ONNX: pip install 'tesuji[train]'"
_LONG_MINUTES = 60
"""From here on the network is larger and generations are longer."""
_MOST_VERSIONS = 150
"""About how many networks a run keeps."""
_SECONDS_OF_A_GENERATION = 10


class Teaching:
    """All lessons of a server."""

    def __init__(self, directory: Path | None, *, allowed: bool) -> None:
        """`directory` has the runs; None for the usual one. Routes check `allowed`."""
        self._directory = directory or runs_directory()
        self.allowed = allowed
        self._lock = threading.Lock()
        self._lesson: TaughtRun | None = None

    @property
    def problem(self) -> str | None:
        """Why nothing can be taught here; None if it can."""
        if not self.allowed:
            return NOT_HERE
        return None if find_spec("torch") and find_spec("onnx") else NO_TORCH

    @property
    def at_work(self) -> Run | None:
        lesson = self._lesson
        return None if lesson is None or lesson.is_over else lesson.run

    def view(self, run: Run) -> RunLesson:
        """Describes what is being done with a run, and what can be."""
        plan = read_plan(run)
        at_work = self.at_work
        state: State
        if at_work is not None and at_work.folder == run.folder:
            assert self._lesson is not None
            plan, state = self._lesson.plan, "learning"
        elif run.is_at_work:
            state = "elsewhere"
        elif plan is None:
            state = "ended"
        else:
            state = "interrupted" if plan.state == "learning" else plan.state
        return RunLesson(
            state=state,
            planned=None if plan is None else plan.seconds,
            spent=0.0 if plan is None else plan.spent,
            cores=None if plan is None else plan.cores,
            problem=None if plan is None else plan.problem,
            can_learn=self.problem is None and state != "elsewhere" and can_go_on(run),
        )

    def begin(self, request: NewLesson) -> Run:
        """Creates a run and starts to teach it; raises `TesujiError` if it is not possible."""
        with self._lock:
            self._check()
            plan = TeachingPlan(60 * request.minutes, self._cores(request.cores))
            if request.experiment is not None:
                run = self._new_evolution(request)
            elif request.game is not None:
                run = self._new_self_play(request)
            else:
                raise TesujiError("give a game or an experiment to teach")
            self._lesson = TaughtRun(run, plan)
            return run

    def resume(self, run: Run, minutes: float | None) -> None:
        """Continues a run for the rest of its time, and for `minutes` more."""
        with self._lock:
            self._check()
            if run.is_at_work:
                raise TesujiError(f"another program is working on {run.name}")
            if not can_go_on(run):
                raise TesujiError(f"{run.name} cannot go on: it is complete, or of another kind")
            plan = read_plan(run) or TeachingPlan(0.0, self._cores(None), state="ended")
            seconds = plan.spent if plan.state == "ended" else plan.seconds
            plan = replace(plan, seconds=max(seconds, plan.spent) + 60 * (minutes or 0.0))
            if plan.left == 0:
                raise TesujiError(f"the time of {run.name} is over: give it some more minutes")
            self._lesson = TaughtRun(
                run, replace(plan, cores=self._cores(plan.cores), state="learning", problem=None)
            )

    def end(self, run: Run, state: Literal["paused", "ended"]) -> None:
        """Pauses a run, or ends its lesson before its time is over."""
        lesson = self._lesson
        if lesson is not None and lesson.run.folder == run.folder and not lesson.is_over:
            lesson.end(state)
            return
        if run.is_at_work:
            raise TesujiError(f"another program is working on {run.name}; stop it there")
        plan = read_plan(run)
        if plan is not None:
            write_plan(run, replace(plan, state=state))

    def delete(self, run: Run) -> None:
        """Deletes a run with everything in its folder."""
        self.end(run, "ended")
        with self._lock:
            if run.folder.is_symlink():
                run.folder.unlink()
            else:
                run.description_file.unlink(missing_ok=True)  # from now on it is no run
                shutil.rmtree(run.folder)

    def close(self) -> None:
        """Interrupts the lesson, which can be resumed when the server runs again."""
        if self._lesson is not None:
            self._lesson.leave()

    # -- starting ---------------------------------------------------------------------------------

    def _check(self) -> None:
        if self.problem is not None:
            raise TesujiError(self.problem)
        if self.at_work is not None:
            raise TesujiError(f"{self.at_work.name} is learning: pause or stop it first")
        self._directory.mkdir(parents=True, exist_ok=True)
        full = spare_problem(self._directory)
        if full is not None:
            raise TesujiError(full)

    def _cores(self, wanted: int | None) -> int:
        return min(wanted or usual_workers(), usual_workers())

    def _folder(self, request: NewLesson, stem: str) -> Path:
        if request.name is None:
            return new_folder(stem, self._directory)
        folder = self._directory / request.name
        if folder.exists():
            raise TesujiError(f"there is already a run called {request.name}; choose another name")
        return folder

    def _new_self_play(self, request: NewLesson) -> Run:
        assert request.game is not None
        game = make(request.game, **request.options)
        if not can_be_learnt(game):
            raise TesujiError(f"{game.card.title} gives no planes, so a network cannot learn it")
        Layout.of(game)
        config = read_config(game, *preset_for(request.minutes))
        size = request.options.get("size")
        folder = self._folder(request, game.name if size is None else f"{game.name}-{size}")
        return create_run(folder, game, config, secrets.randbits(32), file_of(game))

    def _new_evolution(self, request: NewLesson) -> Run:
        assert request.experiment is not None
        experiment = find_experiment(request.experiment)
        config = experiment.configure(request.settings)
        name, options = experiment.game(config)
        make(name, **options)
        return Run.create(
            self._folder(request, experiment.name),
            experiment.name,
            name,
            options=options,
            config=asdict(config),
            seed=secrets.randbits(31),
        )


def preset_for(minutes: float) -> tuple[str, None, tuple[str, ...]]:
    """Returns the preset, no file, and the changes for a lesson of that time: see `read_config`."""
    generations = 60 * minutes / _SECONDS_OF_A_GENERATION
    keep = max(round(generations / _MOST_VERSIONS), 1)
    preset = "quick" if minutes < _LONG_MINUTES else "laptop"
    return preset, None, (f"measurement.keep={keep}",)


def can_be_learnt(game: Game) -> bool:
    """Returns whether a network can learn a game."""
    return game.plane_shape is not None


def file_of(game: Game) -> Path | None:
    """Returns the Python file of a game that does not come with Tesuji."""
    module = type(game).__module__
    found = getattr(sys.modules.get(module), "__file__", None)
    return None if module.startswith("tesuji.") or found is None else Path(found)


def can_go_on(run: Run) -> bool:
    """Returns whether a run of any state can learn more."""
    kind = run.description.kind
    if kind == SELF_PLAY:
        return True
    try:
        find_experiment(kind)
    except ExperimentError:
        return False
    return not run.path("result.json").exists()

"""Follows the process that works on a run, from its start to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.runner import KIND as SELF_PLAY
from tesuji.learning.common.runs import Run
from tesuji.server.learner import STOPPED
from tesuji.server.teaching_plan import TeachingPlan, disk_problem, write_plan

_END_SECONDS = 20.0
"""Seconds that a learner may take to stop."""
_OVERTIME = 900.0
"""Seconds after its time in which a run may finish its last measurement."""
LOOK_EVERY = 2.0
"""Seconds between checks of the disk and updates of the time spent."""


class TaughtRun:
    """A run that is being taught by a process."""

    def __init__(self, run: Run, plan: TeachingPlan) -> None:
        self.run = run
        self.plan = plan
        self._wanted: Literal["learning", "paused", "ended", "interrupted"] = "learning"
        self._began = time.monotonic()
        self._spent_before = plan.spent
        # Self-play ends by itself, with a last measurement; evolution does not know its time.
        self._overtime = _OVERTIME if run.description.kind == SELF_PLAY else 0.0
        write_plan(run, plan)
        command = [sys.executable, "-m", "tesuji.server.learner"]
        self._process = subprocess.Popen(
            [*command, str(run.folder), str(plan.left), str(plan.cores)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C in the terminal reaches the server alone
        )
        self._thread = threading.Thread(target=self._watch, name="teaching", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def leave(self) -> None:
        """Lets the process end by itself, which stores the run; the lesson is interrupted."""
        self._wanted = "interrupted"
        self._tell_to_stop()

    def end(self, state: Literal["paused", "ended"]) -> None:
        """Ends the process; returns when the run is on disk and the state is stored."""
        self._wanted = state
        self._tell_to_stop()
        self._thread.join(_END_SECONDS)
        if self._thread.is_alive():
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._thread.join(_END_SECONDS)

    def _tell_to_stop(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _watch(self) -> None:
        """Follows the process to its end."""
        problem = None
        while True:
            with suppress(subprocess.TimeoutExpired):
                status = self._process.wait(LOOK_EVERY)
                break
            problem = problem or disk_problem(self.run)
            self._note_time()
            if problem or self.plan.spent > self.plan.seconds + self._overtime:
                self._tell_to_stop()
        assert self._process.stdout is not None
        said = self._process.stdout.read(4000).strip()
        self._process.stdout.close()
        self._note_time()
        killed = self._wanted != "learning" and status < 0  # it was too slow to stop
        if problem is None and status not in (0, STOPPED) and not killed:
            problem = said.splitlines()[-1] if said else f"the learner ended with status {status}"
        state = self._wanted
        if problem is not None and state == "learning":
            state = "paused"
        elif state == "learning":
            state = "ended"
        kept = "learning" if state == "interrupted" else state
        self.plan = replace(self.plan, state=kept, problem=problem)
        with suppress(TesujiError):  # the disk may be full
            write_plan(self.run, self.plan)

    def _note_time(self) -> None:
        spent = self._spent_before + time.monotonic() - self._began
        self.plan = replace(self.plan, spent=spent)
        with suppress(TesujiError):
            write_plan(self.run, self.plan)

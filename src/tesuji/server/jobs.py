"""Runs analyses as jobs that report their progress and can be cancelled.

Jobs share the machine fairly: a bounded number runs at once, each within limits of time and memory,
and one browser tab cannot have more than its share. The others wait at no cost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tesuji.analysis import review_game, with_exact_scores
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.play import AskedPlayer, Control
from tesuji.players.best import BestOptions, BestPlayer
from tesuji.search import SearchReport
from tesuji.server import analysis_models
from tesuji.server.background import FOR_LATER, step_back
from tesuji.server.views import analysis_view, judgement_view

MAX_SECONDS = 120.0
"""The longest analysis."""
MAX_SECONDS_PER_MOVE = 10.0
"""The longest search per move of a review."""
MEMORY = 128
"""Megabytes for the tree of one analysis."""
LINES = 10
"""Moves whose values an analysis wants from engines that would only value the best."""
PATIENCE = 2.0
"""An analysis takes at most this many times its usual seconds."""
JOBS_PER_CLIENT = 2
MOST_WAITING = 64
"""The most jobs of all clients that may wait."""
REPORT_INTERVAL = 0.25
"""Seconds between two reports of an analysis."""


class Cancelled(Exception):
    """Raised inside a job that is no longer wanted."""


class Job:
    """One analysis or review: waiting, then running in a thread."""

    def __init__(self) -> None:
        self._control = Control(interval=REPORT_INTERVAL)
        self._waiting: asyncio.Task[Any] | None = None

    def cancel(self) -> None:
        """Ends the job: at once if it waits, soon if it runs. Called on the event loop."""
        self._control.cancel()
        if self._waiting is not None:
            self._waiting.cancel()

    @property
    def is_cancelled(self) -> bool:
        return self._control.is_cancelled

    def check(self) -> None:
        if self.is_cancelled:
            raise Cancelled

    async def wait_for(self, slots: asyncio.Semaphore) -> None:
        """Takes one of the slots; raises `Cancelled` if the job was cancelled."""
        self.check()
        self._waiting = asyncio.create_task(slots.acquire())
        try:
            await self._waiting
        except asyncio.CancelledError:
            if self.is_cancelled:
                raise Cancelled from None
            raise
        finally:
            self._waiting = None

    def search(
        self, teacher: BestPlayer, position: Position, tell: Callable[[SearchReport], None] | None
    ) -> SearchReport:
        """Returns the report of `teacher` at `position`; `tell` gets interim reports."""
        self.check()

        def on_progress(report: SearchReport) -> None:
            self.check()
            if tell is not None:
                tell(report)

        self._control.on_progress = on_progress
        report = AskedPlayer(teacher).choose(position, control=self._control).report
        self.check()
        assert isinstance(report, SearchReport)
        return report


def make_teacher(game: Game, seconds: float, lines: int = 1) -> BestPlayer:
    """Returns the strongest engine for `game`, with about `seconds` of work for each position.

    Work is counted, not timed, so that equal positions get equal answers on every machine that is
    not much slower than usual.
    """
    return BestPlayer(
        game,
        BestOptions(seconds=PATIENCE * seconds, effort=seconds, lines=lines, memory=MEMORY),
    )


class Jobs:
    """Runs jobs in a limited number of threads."""

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, "analysis", step_back, (FOR_LATER,))
        self._slots = asyncio.Semaphore(workers)
        self._jobs: set[Job] = set()
        self._most = workers + MOST_WAITING

    async def analyse(
        self,
        job: Job,
        position: Position,
        seconds: float,
        tell: Callable[[analysis_models.AnalysisView], None],
    ) -> None:
        """Searches `position` until time is up, and reports repeatedly.

        The caller checks `MAX_SECONDS`. Raises `Cancelled` if the job was cancelled, like
        `review`.
        """
        loop = asyncio.get_running_loop()

        def work() -> None:
            def report(found: SearchReport, done: bool = False) -> None:
                loop.call_soon_threadsafe(tell, analysis_view(found, done))

            with make_teacher(position.game, seconds, LINES) as teacher:
                found = job.search(teacher, position, report)
                report(with_exact_scores(found), done=True)

        await self._run(job, work)

    async def review(
        self,
        job: Job,
        start: Position,
        moves: list[int],
        seconds_per_move: float,
        tell: Callable[[analysis_models.ReviewedMove], None],
    ) -> None:
        """Judges every move of a game and reports each judgement at once."""
        loop = asyncio.get_running_loop()

        def work() -> None:
            with make_teacher(start.game, seconds_per_move) as teacher:
                for judged in review_game(start, moves, lambda p: job.search(teacher, p, None)):
                    loop.call_soon_threadsafe(tell, judgement_view(judged))

        await self._run(job, work)

    async def _run(self, job: Job, work: Callable[[], None]) -> None:
        if len(self._jobs) >= self._most:
            raise TesujiError("too many analyses are waiting; try again in a moment")
        self._jobs.add(job)
        try:
            await job.wait_for(self._slots)
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, work)
            finally:
                self._slots.release()
        finally:
            self._jobs.discard(job)

    def close(self) -> None:
        for job in list(self._jobs):
            job.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

"""Analyses that people watch: each a job that reports while it runs and can be cancelled.

Jobs share the machine fairly: a bounded number runs at once, each within limits of time and
memory, and one browser tab cannot have more than its share of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tesuji.analysis import MoveJudgement, rate_moves, review_game
from tesuji.games import Position
from tesuji.search import Budget, Search, SearchReport
from tesuji.server import models

MAX_SECONDS = 120.0
MEMORY = 128 << 20
"""Bytes for the tree of one analysis."""
JOBS_PER_CLIENT = 2
REPORT_INTERVAL = 0.25
"""Seconds between two reports of an analysis."""


class Cancelled(Exception):
    """Raised inside a job that is no longer wanted."""


class Job:
    """One analysis or review, running in a thread."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._search: Search | None = None

    def cancel(self) -> None:
        self._cancelled.set()
        if self._search is not None:
            self._search.stop()

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled

    def search(
        self, position: Position, budget: Budget, tell: Callable[[SearchReport], None] | None
    ) -> SearchReport:
        self.check()
        self._search = Search(position, "mcts")

        def on_progress(report: SearchReport) -> None:
            self.check()
            if tell is not None:
                tell(report)

        report = self._search.run(budget, on_progress, REPORT_INTERVAL)
        self.check()
        return report


def analysis_view(report: SearchReport, done: bool) -> models.AnalysisView:
    ratings = rate_moves(report)
    return models.AnalysisView(
        for_player=int(report.value.for_player),
        value=report.value.number,
        proof=report.proof.value,
        simulations=report.simulations,
        seconds=report.seconds,
        moves=[
            models.MoveAnalysis(
                move=move.move,
                visits=move.visits,
                value=move.value.number,
                rating=ratings[move.move],
                proof=move.proof.value,
                score=move.score,
                line=list(move.line[:16]),
            )
            for move in report.moves
        ],
        done=done,
    )


def judgement_view(judged: MoveJudgement) -> models.ReviewedMove:
    return models.ReviewedMove(
        ply=judged.ply,
        move=judged.move,
        player=int(judged.player),
        chance=judged.chance,
        best_chance=judged.best_chance,
        best=judged.best,
        line=list(judged.line[:16]),
        loss=judged.loss,
        verdict=judged.verdict.value,
    )


class Jobs:
    """Starts jobs in threads, no more at once than the machine can bear."""

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="analysis")

    async def analyse(
        self,
        job: Job,
        position: Position,
        seconds: float,
        tell: Callable[[models.AnalysisView], None],
    ) -> None:
        """Searches `position` and tells what it finds, again and again, until time is up."""
        budget = Budget(seconds=min(seconds, MAX_SECONDS), memory=MEMORY)
        loop = asyncio.get_running_loop()

        def work() -> None:
            def report(found: SearchReport, done: bool = False) -> None:
                loop.call_soon_threadsafe(tell, analysis_view(found, done))

            report(job.search(position, budget, report), done=True)

        await self._run(work)

    async def review(
        self,
        job: Job,
        start: Position,
        moves: list[int],
        seconds_per_move: float,
        tell: Callable[[models.ReviewedMove], None],
    ) -> None:
        """Judges every move of a game and tells each judgement as it is made."""
        budget = Budget(seconds=min(seconds_per_move, 10.0), memory=MEMORY)
        loop = asyncio.get_running_loop()

        def work() -> None:
            for judged in review_game(start, moves, lambda p: job.search(p, budget, None)):
                loop.call_soon_threadsafe(tell, judgement_view(judged))

        await self._run(work)

    async def _run(self, work: Callable[[], Any]) -> None:
        with contextlib.suppress(Cancelled):
            await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

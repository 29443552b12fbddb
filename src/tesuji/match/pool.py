"""Plays many games at once, each in a process that may die without harm.

A game whose process was killed is played again; if the second process dies too, the player that was
thinking has lost. A process that does not respond even to its own referee (a player that never
releases the interpreter) is killed from here once its time is up.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Position, Side
from tesuji.match.referee import GRACE, Failure, GameResult
from tesuji.match.tasks import GameTask
from tesuji.match.untrusted import TIME
from tesuji.processes import serve_parent

CRASH = "crash"
"""The fault of a player that kills its process."""
_DEAF = 5.0
"""Seconds beyond time and grace after which a process counts as unresponsive."""
_CHANCES = 2
_NOBODY = -1.0
_LOOK = 0.05
"""Seconds between two looks of a waiting game at the pace."""
OnMove = Callable[[GameTask, tuple[int, ...]], None]
"""Called with all moves of a game so far, the opening included."""


@dataclass(slots=True)
class GamePace:
    """How fast games go on; may be changed from another thread while they are played."""

    seconds: float = 0.0
    """How long each game waits before every move, so that people can follow."""
    paused: bool = False
    """Whether games wait before their next move until this is False again."""
    stopped: bool = False
    """Whether no more is played; games that are not over are lost without a result."""

    @property
    def wait(self) -> float:
        return math.inf if self.paused else self.seconds


@dataclass(frozen=True, slots=True)
class _Moved:
    """What the process of a game reports after a move."""

    move: int


def usual_workers() -> int:
    """Returns the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(
    tasks: Iterable[GameTask],
    workers: int,
    pace: GamePace | None = None,
    on_move: OnMove | None = None,
) -> Generator[tuple[GameTask, GameResult], None, None]:
    """Plays `tasks` in `workers` processes; yields each game when it is over.

    With 0 workers the games are played one by one in this process, as fast as they can, and
    `on_move` is not called. Closing the generator ends the processes. Raises what making a player
    raised.
    """
    if workers == 0:
        for task in tasks:
            yield task, task.play()
        return
    pool = _Pool(iter(tasks), workers, pace or GamePace(), on_move)
    try:
        yield from pool.results()
    finally:
        pool.close()


@dataclass(slots=True)
class _Attempt:
    task: GameTask
    number: int = 1
    moves: list[int] = field(default_factory=list)
    """The moves after the opening that were reported."""


@dataclass(slots=True)
class _Worker:
    """A process, its pipe, and its current game."""

    process: SpawnProcess
    pipe: Any
    thinking: Any
    """Shared: the side that is thinking (-1 for nobody), its deadline, and what it waits before."""
    attempt: _Attempt | None = None
    deaf: bool = False


@dataclass(slots=True)
class _Pool:
    tasks: Iterator[GameTask]
    size: int
    pace: GamePace
    on_move: OnMove | None
    context: SpawnContext = field(default_factory=lambda: multiprocessing.get_context("spawn"))
    again: deque[_Attempt] = field(default_factory=deque)
    workers: list[_Worker] = field(default_factory=list)

    def results(self) -> Iterator[tuple[GameTask, GameResult]]:
        while True:
            self.give_work()
            if not self.workers or self.pace.stopped:
                return
            for worker in self.wait_for_news():
                found = self.hear(worker)
                if found is not None:
                    yield found

    def give_work(self) -> None:
        """Hands out games, starts processes while there is work, and ends idle ones."""
        while len(self.workers) < self.size or any(w.attempt is None for w in self.workers):
            attempt = self.next_attempt()
            if attempt is None:
                break
            worker = next((w for w in self.workers if w.attempt is None), None) or self.hire()
            worker.attempt = attempt
            worker.thinking[:] = [_NOBODY, math.inf, self.pace.wait]
            with contextlib.suppress(OSError):  # a dead process is noticed in `hear`
                worker.pipe.send(attempt.task)
        for worker in [w for w in self.workers if w.attempt is None]:
            self.dismiss(worker)

    def next_attempt(self) -> _Attempt | None:
        if self.again:
            return self.again.popleft()
        task = next(self.tasks, None)
        return None if task is None else _Attempt(task)

    def hire(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        thinking = self.context.Array("d", [_NOBODY, math.inf, self.pace.wait], lock=False)
        process = self.context.Process(
            target=_work,
            args=(theirs, thinking, self.on_move is not None),
            name="tesuji game",
            daemon=True,
        )
        process.start()
        theirs.close()
        worker = _Worker(process, ours, thinking)
        self.workers.append(worker)
        return worker

    def wait_for_news(self) -> list[_Worker]:
        """Returns the workers that have sent something, have died, or do not respond."""
        while not self.pace.stopped:
            for worker in self.workers:
                worker.thinking[2] = self.pace.wait
            ready = set(connection.wait([w.pipe for w in self.workers], timeout=0.25))
            now = time.monotonic()
            for worker in self.workers:
                if worker.thinking[1] < now and worker.pipe not in ready:
                    worker.deaf = True
                    worker.process.kill()
            news = [w for w in self.workers if w.pipe in ready or w.deaf]
            if news:
                return news
        return []

    def hear(self, worker: _Worker) -> tuple[GameTask, GameResult] | None:
        """Returns the game that `worker` has finished, or None."""
        attempt = worker.attempt
        assert attempt is not None
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            return self.bury(worker, attempt)
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, _Moved):
            attempt.moves.append(answer.move)
            if self.on_move is not None:
                self.on_move(attempt.task, (*attempt.task.opening, *attempt.moves))
            return None
        worker.attempt, worker.deaf = None, False
        return attempt.task, answer

    def bury(self, worker: _Worker, attempt: _Attempt) -> tuple[GameTask, GameResult] | None:
        """Handles a dead `worker`: its game is played again, or lost for the thinking player."""
        worker.process.join(5)
        status = worker.process.exitcode
        side_number = int(worker.thinking[0])
        self.dismiss(worker)
        if attempt.number < _CHANCES and not worker.deaf:
            self.again.append(_Attempt(attempt.task, attempt.number + 1))
            return None
        if side_number not in (0, 1):
            raise TesujiError(f"the process of a game ended with status {status} before it began")
        side = Side(side_number)
        name = attempt.task.players[side]
        if worker.deaf:
            failure = Failure(side, TIME, f"{name} never came back from thinking")
        else:
            how = f"the process ended with status {status} while {name} was thinking"
            failure = Failure(side, CRASH, how)
        return attempt.task, _forfeited(attempt.task, failure)

    def dismiss(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.pipe.close()
        if not worker.process.is_alive():
            worker.process.join()
        elif worker.attempt is not None:
            worker.process.terminate()

    def close(self) -> None:
        """Asks all processes to end, and then kills them."""
        processes = [worker.process for worker in self.workers]
        for worker in list(self.workers):
            self.dismiss(worker)
        deadline = time.monotonic() + 5
        for process in processes:
            process.join(max(deadline - time.monotonic(), 0.1))
            if process.is_alive():
                process.kill()
                process.join(1)


def _forfeited(task: GameTask, failure: Failure) -> GameResult:
    """Returns the result of a game that was lost by `failure`."""
    return GameResult(
        game=task.game,
        names=task.players,
        moves=task.opening,
        opening=len(task.opening),
        winner=failure.side.other,
        reason=f"{failure.kind}: {failure.message}",
        outcome=None,
        failure=failure,
    )


# -- in the process of a game ------------------------------------------------------------------


def _work(pipe: Any, thinking: Any, reports: bool) -> None:
    """Plays the games that arrive through `pipe`, until it is closed; then ends this process."""
    signal.signal(signal.SIGTERM, _leave)
    serve_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    status = 0
    try:
        _serve(pipe, thinking, reports)
    except (EOFError, OSError, SystemExit):
        pass  # no more games are wanted
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # without waiting for threads of hung players


def _serve(pipe: Any, thinking: Any, reports: bool) -> None:
    has_begun = False

    def watch(position: Position, side: Side, limit: float | None) -> None:
        nonlocal has_begun
        thinking[:2] = [float(side), math.inf]
        if reports and has_begun and position.last_move is not None:
            pipe.send(_Moved(position.last_move))
        has_begun = True
        _wait(thinking)
        until = math.inf if limit is None else time.monotonic() + limit + GRACE + _DEAF
        thinking[:2] = [float(side), until]

    while True:
        task: GameTask = pipe.recv()
        has_begun = False
        try:
            answer: GameResult | BaseException = task.play(watch)
        except Exception as error:
            answer = _portable(error)
        thinking[:2] = [_NOBODY, math.inf]
        pipe.send(answer)


def _wait(thinking: Any) -> None:
    """Waits as long as the pace says, which may change meanwhile."""
    began = time.monotonic()
    while (left := began + thinking[2] - time.monotonic()) > 0:
        time.sleep(min(left, _LOOK))


def _leave(*_: object) -> None:
    """Ends this process in an orderly way: the referee closes the players."""
    raise SystemExit(0)


def _portable(error: Exception) -> Exception:
    """Converts `error` to an exception that can be pickled."""
    if isinstance(error, TesujiError):
        return TesujiError(str(error))
    return RuntimeError("".join(traceback.format_exception(error)))

"""Runs long computations for requests, a few at a time; waiting requests use no thread.

A route that computes in the web server's thread pool occupies a thread even while it waits, and
enough of them would block all others. So such work has its own threads, or processes if it is done
in Python: a thread that holds the interpreter would delay every move.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import ParamSpec, TypeVar

from fastapi import HTTPException
from pydantic import BaseModel

from tesuji.errors import TesujiError
from tesuji.games.registry import registering_modules
from tesuji.processes import serve_parent
from tesuji.server.background import FOR_LATER, step_back

MOST_WAITING = 100
"""The most requests of one kind that may wait; more are refused."""
_TASKS_OF_A_PROCESS = 20
"""Tasks after which a process is replaced, which frees its memory."""

P = ParamSpec("P")
T = TypeVar("T")


class Computing:
    """Threads or processes for one kind of long work."""

    def __init__(self, name: str, at_once: int, *, in_processes: bool = False) -> None:
        """`name` is for the list of threads. Work for processes is a function of a module."""
        self._name = name
        self._at_once = at_once
        self._in_processes = in_processes
        self._most = at_once + MOST_WAITING
        self._open = 0
        self._pool: Executor | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Returns the result of ``work(*args, **options)``; refuses if too many others wait."""
        if self._open >= self._most:
            raise HTTPException(503, "The server is busy with other requests; try again later.")
        self._open += 1
        pool = self._pool = self._pool or self._new_pool()
        task = partial(work, *args, **options)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _portable, task)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise HTTPException(
                503, "The system ended the computation, probably for lack of memory."
            ) from None
        finally:
            self._open -= 1

    def renew(self) -> None:
        """Gives later work new processes, which know the games that were added meanwhile."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)

    def close(self) -> None:
        """Drops waiting work; running work ends by itself."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _new_pool(self) -> Executor:
        if not self._in_processes:
            return ThreadPoolExecutor(self._at_once, self._name, step_back, (FOR_LATER,))
        return ProcessPoolExecutor(
            self._at_once,
            # Forking a process that has threads is not safe.
            multiprocessing.get_context("spawn"),
            _begin_process,
            (registering_modules(),),
            max_tasks_per_child=_TASKS_OF_A_PROCESS,
        )


def as_json(work: Callable[P, BaseModel], *args: P.args, **options: P.kwargs) -> bytes:
    """Returns the model made by `work` as JSON, since serialising it may take long too."""
    return work(*args, **options).model_dump_json().encode()


def _portable(task: Callable[[], T]) -> T:
    """Runs a task; its errors are converted so that they can be pickled."""
    try:
        return task()
    except TesujiError as error:
        raise TesujiError(str(error)) from None


def _begin_process(modules: tuple[str, ...]) -> None:
    """Prepares a process: it ends with the server and knows the same games."""
    serve_parent()
    os.nice(FOR_LATER)
    for module in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(module)

"""Calls a function with many sets of arguments, in processes here or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any

from tesuji.errors import TesujiError
from tesuji.learning.common.cluster import join_cluster
from tesuji.processes import serve_parent

BACKENDS = ("local", "ray")
_LOOK = 0.5
"""Seconds between two checks of the workers."""

Task = tuple[Any, ...]
"""The arguments of one call. Function and arguments must be picklable."""


def check_backend(backend: str) -> None:
    """Raises `TesujiError` if there is no backend of that name."""
    if backend not in BACKENDS:
        raise TesujiError(
            f"there is no backend called {backend!r}; there are: {', '.join(BACKENDS)}"
        )


def run_tasks(
    function: Callable[..., None],
    tasks: Sequence[Task],
    *,
    workers: int,
    backend: str = "local",
    threads: int = 1,
    look: Callable[[], None] = lambda: None,
) -> None:
    """Calls `function` once for each task, several at a time, and returns when all have ended.

    With 0 `workers` they run one after the other in this process. Results go to files: on Ray every
    machine must see the same folder. `look` is called every half second. The first exception of a
    task, or Ctrl-C, ends all others. `threads` is what a task uses, for Ray.
    """
    check_backend(backend)
    if not tasks:
        return
    if backend == "ray":
        _run_on_ray(function, tasks, threads, look)
    elif workers == 0:
        for task in tasks:
            function(*task)
            look()
    else:
        _run_here(function, tasks, workers, look)


def _run_here(
    function: Callable[..., None], tasks: Sequence[Task], workers: int, look: Callable[[], None]
) -> None:
    # A fresh interpreter for each worker: forking a process that has threads is not safe.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), serve_parent)
    try:
        open_tasks = {pool.submit(function, *task) for task in tasks}
        while open_tasks:
            done, open_tasks = wait(open_tasks, _LOOK, FIRST_COMPLETED)
            for task in done:
                task.result()
            look()
    except BaseException:
        workers_now = list((pool._processes or {}).values())  # shutting down forgets them
        pool.shutdown(wait=False, cancel_futures=True)
        for process in workers_now:
            process.terminate()
        raise
    pool.shutdown()


def _run_on_ray(
    function: Callable[..., None], tasks: Sequence[Task], threads: int, look: Callable[[], None]
) -> None:
    ray, began = join_cluster()
    remote = ray.remote(max_retries=3)(function)
    open_tasks = [remote.options(num_cpus=threads).remote(*task) for task in tasks]
    try:
        while open_tasks:
            done, open_tasks = ray.wait(open_tasks, timeout=_LOOK)
            ray.get(done)
            look()
    except ray.exceptions.RayTaskError as error:
        # The error of the task, without Ray's traceback.
        raise error.cause if isinstance(error.cause, TesujiError) else error from None
    finally:
        for task in open_tasks:
            ray.cancel(task)
        if began:
            ray.shutdown()

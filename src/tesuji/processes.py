"""Finds programs, and makes worker processes end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection


def find_program(name: str) -> str | None:
    """Returns the path of a program, also in folders for games, which are often not in PATH."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))


def end_at_once() -> None:
    """Ends this process without waiting: files are written completely or not at all."""
    os._exit(1)


def serve_parent(leave: Callable[[], None] = end_at_once) -> None:
    """Makes a worker ignore Ctrl-C, which its parent handles, and end with its parent.

    Call it first in a worker. `leave` is called in another thread when the parent is gone: a
    killed parent cannot tell its workers to stop.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        leave()

    threading.Thread(target=watch, name="watching the parent", daemon=True).start()

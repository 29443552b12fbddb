"""Programs and worker processes: where they are found, and that they end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection


def find_program(name: str) -> str | None:
    """The path of an installed program; games such as GNU Go are often outside the usual path."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))


def end_at_once() -> None:
    """Ends this process without waiting for anything: files are written whole or not at all."""
    os._exit(1)


def serve_parent(leave: Callable[[], None] = end_at_once) -> None:
    """What a worker calls first: Ctrl-C is its parent's to handle, and it ends with the parent.

    `leave` is called, in a thread of its own, when the parent is no more; a parent that was killed
    cannot tell its workers, and nobody wants their results.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        leave()

    threading.Thread(target=watch, name="watching the parent", daemon=True).start()

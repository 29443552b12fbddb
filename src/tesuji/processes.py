"""Processes that work for another one end with it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection


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

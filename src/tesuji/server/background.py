"""Threads that compute while others are waited for."""

from __future__ import annotations

import contextlib
import os
import sys
import threading

FOR_PEOPLE = 5
"""Niceness of engines for whose move a person waits."""
FOR_LATER = 10
"""Niceness of analyses, and of engines that play among themselves."""
SWITCH_SECONDS = 0.0005
"""How long a thread may hold Python's interpreter while the event loop wants it."""


def step_back(niceness: int) -> None:
    """Called first in a thread: lets the event loop, and who is less nice, go before it.

    The answer to a click takes a millisecond of a processor; without this it would wait its turn
    behind searches that take all they can get. Threads that the core starts inherit it.
    """
    if sys.platform == "linux":  # elsewhere niceness belongs to the whole process
        with contextlib.suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(19, usual + niceness))


def switch_quickly() -> None:
    """Makes threads that run Python give way to the event loop sooner than they usually do."""
    sys.setswitchinterval(SWITCH_SECONDS)

"""Sets the priorities of threads that compute in the background."""

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
"""Seconds that a thread may hold the interpreter while the event loop wants it."""


def step_back(niceness: int) -> None:
    """Lowers this thread's priority; called first in a thread.

    The answer to a click takes a millisecond of processor time; without this it would have to wait
    for searches. Threads started by the core inherit the priority.
    """
    if sys.platform == "linux":  # on other systems niceness applies to the whole process
        with contextlib.suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(19, usual + niceness))


def switch_quickly() -> None:
    """Makes Python threads yield to the event loop sooner than by default."""
    sys.setswitchinterval(SWITCH_SECONDS)

"""What all tests share."""

from __future__ import annotations

import os
import signal

# Threads that wait for each other must not spin: tests run beside other work.
for name, value in (("OMP_WAIT_POLICY", "passive"), ("GOMP_SPINCOUNT", "0")):
    os.environ.setdefault(name, value)


def pytest_configure() -> None:
    """Lets Ctrl-C work in the tests of it: a shell's background jobs start with it ignored."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

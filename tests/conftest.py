"""What all tests share."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Lets Ctrl-C work in the tests of it: a shell's background jobs start with it ignored."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

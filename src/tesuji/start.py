"""Starts the command ``tesuji``, which can be interrupted before anything else is imported."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Imports and runs the command line; Ctrl-C ends it even while importing."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # not if the parent process ignores Ctrl-C
        signal.signal(signal.SIGINT, _leave)
    from tesuji.cli import main as run

    signal.signal(signal.SIGINT, usual)
    run()


def _leave(*_: object) -> None:
    os.write(2, b"tesuji: interrupted\n")
    os._exit(130)

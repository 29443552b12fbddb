"""Thinking in a thread of its own, so that the main thread stays free to listen and to stop it."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from tesuji.errors import TesujiError
from tesuji.streams import OutputLost

T = TypeVar("T")


class Thought(Generic[T]):
    """One piece of work that was begun; `wake` is called in its thread when it is done."""

    def __init__(self, work: Callable[[], T], wake: Callable[[], None]) -> None:
        self.done = False
        self._work = work
        self._wake = wake
        self._value: T
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name="thinking", daemon=True).start()

    def _run(self) -> None:
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error
        self.done = True
        self._wake()

    def result(self) -> T:
        """What the work gave, once it is done; raises what it raised.

        A defect is printed in full and raised as a `TesujiError`, so that it ends one command
        and not the session.
        """
        assert self.done
        error = self._error
        if isinstance(error, OutputLost | TesujiError):
            raise error
        if error is not None:
            traceback.print_exception(error, file=sys.stderr)
            raise TesujiError(f"internal error: {type(error).__name__}: {error}") from error
        return self._value

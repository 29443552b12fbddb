"""Starts and stops searches, and cancels those that have yet to begin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from tesuji import core
from tesuji.search.budget import Budget


class Cancel:
    """Cancels all searches for one question, including those that have yet to begin.

    A question is often answered by several searches, one after the other. `stop` reaches a search
    only while it runs; within `scope`, every search that begins after `cancel` ends at once.
    """

    is_cancelled = False

    def cancel(self) -> None:
        """Cancels; may be called from any thread, at any time, and repeatedly."""
        self.is_cancelled = True

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Makes this cancel apply to the searches that this thread begins inside."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)


_current: ContextVar[Cancel | None] = ContextVar("cancel", default=None)


def is_cancelled() -> bool:
    """Returns whether the question that this thread works on was cancelled."""
    cancel = _current.get()
    return cancel is not None and cancel.is_cancelled


class Stoppable:
    """Something that runs within a budget and can be stopped from any thread."""

    def __init__(self) -> None:
        self._control: Any = None

    def _begin(self, budget: Budget, interval: float) -> Any:
        """Returns the core's control for a new run, with progress every `interval` seconds."""
        control = core.SearchControl(budget.for_core())
        control.progress_interval = interval
        # `stop` must find it before the cancel is checked: a cancel in between is then noticed
        # twice, and none is missed.
        self._control = control
        if is_cancelled():
            control.stop()
        return control

    def stop(self) -> None:
        """Makes a run in another thread return soon with what it has found."""
        control = self._control
        if control is not None:
            control.stop()

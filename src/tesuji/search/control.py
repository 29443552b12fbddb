"""Starting and stopping searches, and a cancel that also holds for searches yet to begin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from tesuji import core
from tesuji.search.budget import Budget


class Cancel:
    """Says, once and for all, that an answer is wanted now.

    A question is often answered by several searches, one after the other. `stop` of a search
    reaches it only while it runs; a cancel reaches all of them: within `scope`, every search that
    begins after `cancel` ends at once.
    """

    is_cancelled = False

    def cancel(self) -> None:
        """Cancels; may be called from any thread, at any time, and repeatedly."""
        self.is_cancelled = True

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Puts the searches that this thread begins inside under this cancel."""
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
        """The core's control of a run that begins now; progress comes every `interval` seconds."""
        control = core.SearchControl(budget.for_core())
        control.progress_interval = interval
        # First where `stop` finds it, then the look at the cancel: one that comes in between
        # is noticed twice, and none is missed.
        self._control = control
        if is_cancelled():
            control.stop()
        return control

    def stop(self) -> None:
        """Makes a run in another thread return soon, with what it has found."""
        control = self._control
        if control is not None:
            control.stop()

"""Starting and stopping a search of the core."""

from __future__ import annotations

from typing import Any

from tesuji import core
from tesuji.search.budget import Budget


class Stoppable:
    """Something that runs within a budget and can be stopped from any thread."""

    def __init__(self) -> None:
        self._control: Any = None

    def _begin(self, budget: Budget, interval: float) -> Any:
        """The core's control of a run that begins now; progress comes every `interval` seconds."""
        control = core.SearchControl(budget.for_core())
        control.progress_interval = interval
        self._control = control
        return control

    def stop(self) -> None:
        """Makes a run in another thread return soon, with what it has found."""
        control = self._control
        if control is not None:
            control.stop()

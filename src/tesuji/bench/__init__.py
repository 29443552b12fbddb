"""Measures speed beside a peer in the same run.

Machines are noisy, so a single figure says little: what counts is the ratio to another program
doing the same work just before and after. Times are CPU seconds of this process.

A section is a module of this package with a function ``measure(rounds) -> results``; its name, or
its ``SECTION``, is the name of the section.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping

from tesuji.errors import TesujiError

Figures = Mapping[str, float | None]
"""Figures by name; None if a peer is missing."""
Results = Mapping[str, Figures] | Figures
"""The results of a section: figures for each board, or figures of one thing."""


def sections() -> dict[str, Callable[[int], Results]]:
    """Returns the function that measures each section, by name."""
    found = {}
    for item in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{item.name}")
        if hasattr(module, "measure"):
            found[getattr(module, "SECTION", item.name)] = module.measure
    return found


def run(only: str | None = None, rounds: int = 5) -> dict[str, Results]:
    """Returns the results of all sections, or of the section called `only`."""
    known = sections()
    if only is not None and only not in known:
        raise TesujiError(
            f"there is no benchmark section called {only!r}; there are: {', '.join(known)}"
        )
    chosen = [only] if only is not None else list(known)
    return {name: known[name](rounds) for name in chosen}

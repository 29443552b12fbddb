"""Speed, measured beside a peer in the same run.

Machines are noisy, so a figure on its own says little: what counts is the ratio to another
program doing the same work a moment before and after. Times are CPU seconds of this process.

A section is a module of this package with a function ``measure(rounds) -> results``; `SECTIONS`
finds them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tesuji.bench import (
    evolution,
    mcts,
    monomial,
    playouts,
    python_games,
    self_play,
)
from tesuji.errors import TesujiError

Figures = Mapping[str, float | None]
"""Figures by name; None where a peer is missing."""
Results = Mapping[str, Figures] | Figures
"""Of a section: figures for each board, or figures of the one thing that it measures."""

SECTIONS: Mapping[str, Callable[[int], Results]] = {
    "playouts": playouts.measure,
    "python": python_games.measure,
    "mcts": mcts.measure,
    "monomial": monomial.measure,
    "selfplay": self_play.measure,
    "evolution": evolution.measure,
}


def run(only: str | None = None, rounds: int = 5) -> dict[str, Results]:
    """The results of all sections, or of the section called `only`."""
    if only is not None and only not in SECTIONS:
        raise TesujiError(
            f"there is no benchmark section called {only!r}; there are: {', '.join(SECTIONS)}"
        )
    chosen = [only] if only is not None else list(SECTIONS)
    return {name: SECTIONS[name](rounds) for name in chosen}

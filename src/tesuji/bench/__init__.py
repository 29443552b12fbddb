"""Speed, measured beside a peer in the same run.

Machines are noisy, so a figure on its own says little: what counts is the ratio to another
program doing the same work a moment before and after. Times are CPU seconds of this process.

A section is a module of this package with a function ``measure(rounds) -> results``; `SECTIONS`
finds them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tesuji.bench import gomoku, mcts, playouts, python_games
from tesuji.errors import TesujiError

Results = dict[str, dict[str, float | None]]

SECTIONS: Mapping[str, Callable[[int], Results]] = {
    "playouts": playouts.measure,
    "python": python_games.measure,
    "mcts": mcts.measure,
    "gomoku": gomoku.measure,
}


def run(only: str | None = None, rounds: int = 5) -> dict[str, Results]:
    """The results of all sections, or of the section called `only`."""
    if only is not None and only not in SECTIONS:
        raise TesujiError(
            f"there is no benchmark section called {only!r}; there are: {', '.join(SECTIONS)}"
        )
    chosen = [only] if only is not None else list(SECTIONS)
    return {name: SECTIONS[name](rounds) for name in chosen}

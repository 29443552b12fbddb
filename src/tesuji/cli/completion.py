"""Completes values at the Tab key: games, players, runs. Typer does the rest.

Imports are delayed until the key is pressed, because most commands do not need them.
"""

from __future__ import annotations


def complete_game(incomplete: str) -> list[str]:
    """Returns the names of games that begin with `incomplete`."""
    from tesuji.games import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[tuple[str, str]]:
    """Returns the players whose name begins with `incomplete`, with their help."""
    from tesuji.players import player_kinds

    kinds = player_kinds().values()
    return [(kind.name, kind.help) for kind in kinds if kind.name.startswith(incomplete)]


def complete_run(incomplete: str) -> list[str]:
    """Returns the names of runs that begin with `incomplete`."""
    from tesuji.learning.common.runs import all_runs

    return [run.name for run in all_runs() if run.name.startswith(incomplete)]

"""What the Tab key offers for values: games, players, runs. All else comes from typer.

Imports wait until the key is pressed: most commands need none of them to start.
"""

from __future__ import annotations


def complete_game(incomplete: str) -> list[str]:
    """Names of games that begin so."""
    from tesuji.games import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[tuple[str, str]]:
    """Players whose name begins so, each with what it does."""
    from tesuji.players import player_kinds

    kinds = player_kinds().values()
    return [(kind.name, kind.help) for kind in kinds if kind.name.startswith(incomplete)]


def complete_run(incomplete: str) -> list[str]:
    """Names of the runs in the folder of all runs that begin so."""
    from tesuji.learning.common.runs import all_runs

    return [run.name for run in all_runs() if run.name.startswith(incomplete)]

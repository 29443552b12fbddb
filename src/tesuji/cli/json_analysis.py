"""Implements ``tesuji json-analysis``: JSON queries on stdin, results on stdout."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from tesuji.cli.completion import complete_player
from tesuji.cli.limits import MOST_WORKERS


def register(app: typer.Typer) -> None:
    app.command("json-analysis")(json_analysis)


def json_analysis(
    player: Annotated[
        str,
        typer.Option(
            "--player",
            "-p",
            autocompletion=complete_player,
            help="Player for queries that do not name one.",
        ),
    ] = "best:lines=10",
    workers: Annotated[
        int,
        typer.Option(min=1, max=MOST_WORKERS, help="Positions analysed in parallel."),
    ] = 1,
    quit_without_waiting: Annotated[
        bool, typer.Option(help="When the input ends, drop queries that have not been answered.")
    ] = False,
) -> None:
    """Analyse positions for other programs: JSON queries in, JSON results out.

    A query has an id, a game, its moves, and may have a player and a budget; results come in the
    order in which they are ready. See docs/howto/json-analysis.md for all fields.

    Example:

        echo '{"id": "1", "game": "torus", "moves": "E5 F6"}' | tesuji json-analysis
    """
    from tesuji.players import parse_player
    from tesuji.protocols.analysis import AnalysisEngine
    from tesuji.streams import write_at_once

    parse_player(player)  # refuses a spec that is not valid
    engine = AnalysisEngine(write_at_once, default_player=player, workers=workers)
    engine.inbox.read_from(sys.stdin.fileno())
    engine.serve(wait=not quit_without_waiting)
    sys.stderr.flush()
    os._exit(0)  # stops everything that still searches

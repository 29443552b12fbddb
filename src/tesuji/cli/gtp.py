"""Implements ``tesuji gtp``, an engine that speaks the Go Text Protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tesuji.cli.completion import complete_game, complete_player


def register(app: typer.Typer) -> None:
    app.command("gtp")(gtp)


def gtp(
    game: Annotated[
        str, typer.Argument(autocompletion=complete_game, help="A game, e.g. go.")
    ] = "go",
    player: Annotated[
        str,
        typer.Option(
            "--player", "-p", autocompletion=complete_player, help="The player, as a spec."
        ),
    ] = "best:seconds=1",
    size: Annotated[
        str | None, typer.Option(help="Board size, e.g. 9 or 3x4; the client may change it.")
    ] = None,
    rules: Annotated[str | None, typer.Option(help="Rule set, e.g. chinese or renju.")] = None,
    komi: Annotated[float | None, typer.Option(help="Komi (Go).")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the player's random numbers.")] = None,
) -> None:
    """Run as a GTP engine for Sabaki, GoGui and other clients.

    In Sabaki, open Engines > Manage Engines and enter the path of [bold]tesuji[/bold] with the
    arguments [bold]gtp go --player best:seconds=2[/bold].

    In every game Black, or b, is the player who moves first. Under tromp-taylor rules final_score
    counts every stone as alive; under chinese and japanese rules dead stones are removed first, as
    judged by a network of KataGo or, without one, by random games.

    Examples:

        tesuji gtp go --player best:seconds=2 --rules chinese

        tesuji gtp gomoku --size 15 --rules renju

        echo genmove b | tesuji gtp go --size 5 --player mcts:sims=500
    """
    from tesuji.players import make_player
    from tesuji.protocols.gtp import GtpEngine
    from tesuji.protocols.gtp_board import GtpBoard
    from tesuji.streams import write_at_once

    board = GtpBoard(game, size=size, rules=rules, **({} if komi is None else {"komi": komi}))
    engine = GtpEngine(board, lambda game: make_player(player, game, seed=seed), write_at_once)
    engine.inbox.read_from(sys.stdin.fileno())
    engine.serve()

"""Implements ``tesuji gomocup``, a brain for Piskvork and other tournament managers."""

from __future__ import annotations

from typing import Annotated

import typer

from tesuji.cli.completion import complete_player


def register(app: typer.Typer) -> None:
    app.command("gomocup")(gomocup)


def gomocup(
    player: Annotated[
        str,
        typer.Option(
            "--player", "-p", autocompletion=complete_player, help="The player, as a spec."
        ),
    ] = "gomoku",
    suggest: Annotated[
        bool, typer.Option(help="Propose moves with SUGGEST and wait for PLAY.")
    ] = False,
    debug: Annotated[bool, typer.Option(help="Answer INFO evaluate with DEBUG lines.")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the player's random numbers.")] = None,
) -> None:
    r"""Run as a Gomocup brain for Piskvork and other managers.

    The manager sets the board size, the rules (freestyle, standard, renju, caro), the time and the
    memory. In Piskvork, choose Players > Settings and enter a small program that starts this
    command; see docs/howto/gomocup.md.

    Examples:

        tesuji gomocup

        tesuji gomocup --player monomial:version=2

        printf 'START 15\nINFO timeout_turn 1000\nBEGIN\nEND\n' | tesuji gomocup
    """
    from tesuji.protocols.gomocup_main import run

    run(player, suggest=suggest, debug=debug, seed=seed)

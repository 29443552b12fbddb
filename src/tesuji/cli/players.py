"""Implements ``tesuji players``, which lists the players and their options."""

from __future__ import annotations

import typer

from tesuji.cli.output import AsJson, print_json


def register(app: typer.Typer) -> None:
    app.command("players")(players)


def players(
    as_json: AsJson = False,
) -> None:
    """List the players and their options.

    A player is written as its name with options: [bold]mcts:sims=200,threads=2[/bold].

    Example: [bold]tesuji players[/bold]
    """
    from tesuji.players import describe, player_kinds

    if as_json:
        print_json(describe())
        return
    for kind in player_kinds().values():
        print(f"{kind.name}: {kind.help}")
        for option in kind.options.values():
            default = "required" if option.required else f"default {option.shown_default}"
            print(f"    {option.name:12} {option.help} ({default})")

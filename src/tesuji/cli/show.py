"""Implements ``tesuji games``, ``tesuji rules`` and ``tesuji show``."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from tesuji.cli.completion import complete_game
from tesuji.cli.output import AsJson, note, write_file
from tesuji.errors import TesujiError
from tesuji.games import make, names
from tesuji.records import load
from tesuji.records.replay import viewed_after


def register(app: typer.Typer) -> None:
    app.command("games")(list_games)
    app.command("rules")(rules)
    app.command("show")(show)


def list_games(
    as_json: AsJson = False,
) -> None:
    """List the games.

    Example: [bold]tesuji games[/bold]
    """
    games = [make(name) for name in names()]
    if as_json:
        print(json.dumps({game.name: game.spec for game in games}, indent=2))
        return
    for game in games:
        print(f"{game.name:16} default: {game.spec}")


def rules(
    game: Annotated[str, typer.Argument(autocompletion=complete_game, help="A game, e.g. torus.")],
) -> None:
    """Print the rules of a game.

    Example: [bold]tesuji rules torus[/bold]
    """
    make(game)  # the error lists the games if there is no such game
    folder = resources.files("tesuji.games") / game.replace("-", "_")
    Console().print(Markdown((folder / "rules.md").read_text(encoding="utf-8")))


def show(
    file: Annotated[Path, typer.Argument(help="A game record, as SGF.")],
    move: Annotated[
        int | None, typer.Option(help="Show the position after this many moves.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture to this file instead of text.")
    ] = None,
    theme: Annotated[str, typer.Option(help="light, dark, paper or auto.")] = "auto",
) -> None:
    """Show a position of a game record, in text or as a picture.

    An illegal move is shown as recorded, with a note.

    Examples:

        tesuji show game.sgf --move 40

        tesuji show problem.sgf --move 0 --svg problem.svg --theme dark
    """
    line = list(load(file).main_line())
    last = len(line) - 1
    number = last if move is None else move
    if not 0 <= number <= last:
        raise TesujiError(f"{file} has positions 0 to {last}, not {number}")
    position = line[0].game.initial()
    for node in line[: number + 1]:
        position, problem = viewed_after(position, node)
        if problem:
            note(problem)
    if svg is None:
        print(position.text())
        return
    write_file(svg, position.svg(theme=theme).encode())

"""Implements ``tesuji value``, which computes the combinatorial value of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from tesuji.cli.completion import complete_game
from tesuji.cli.output import AsJson, print_json, print_table, read_game, write_file
from tesuji.cli.positions import Diagram, Moves, ToMove, read_position
from tesuji.games import Position
from tesuji.theory.cgt import Mover, PositionReport, ValueTable, report
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.cgt.positions import MAX_POSITIONS


def register(app: typer.Typer) -> None:
    app.command("value")(value)


def value(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", autocompletion=complete_game, help="A game, e.g. domineering."
        ),
    ],
    size: Annotated[str | None, typer.Option(help="Size of the board, e.g. 2x3.")] = None,
    position: Diagram = None,
    to_move: ToMove = "first",
    moves: Moves = "",
    max_positions: Annotated[
        int, typer.Option(min=1, help="Maximum number of positions to evaluate.")
    ] = MAX_POSITIONS,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the thermograph as a picture.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the value of a position as a combinatorial game.

    For games of normal play, in which a player who cannot move loses: the canonical form, who wins,
    mean, temperature and, for an all-small value, atomic weight, and the best moves of both
    players. Left is the first player. A game of your own needs Position.options(side).

    Examples:

        tesuji value domineering --size 2x2

        tesuji value clobber --position "LR./RLR"

        tesuji value nim:heaps=3.5.6 --json

        tesuji value snort --size 3 --svg thermograph.svg
    """
    where = read_position(read_game(game, size), position, to_move, moves)
    found = report(where, ValueTable(max_positions))
    if svg is not None:
        write_file(svg, found.thermograph.svg().encode())
    if as_json:
        print_json(_as_json(where, found))
    else:
        _print(where, found)


def _as_json(position: Position, found: PositionReport) -> dict[str, Any]:
    weight = found.atomic_weight
    return {
        "game": position.game.spec,
        "value": str(found.value),
        "outcome": found.value.outcome.value,
        "mean": str(found.mean),
        "temperature": str(found.temperature),
        "atomic_weight": None if weight is None else str(weight),
        "moves": [
            {
                "player": one.mover.value,
                "move": position.game.format_move(one.move),
                "value": str(one.value),
                "wins": one.wins,
                "undominated": one.is_undominated,
                "hottest": one.is_hottest,
            }
            for one in found.moves
        ],
        "positions": found.positions,
    }


def _print(position: Position, found: PositionReport) -> None:
    print(position.text())
    print(f"Value: {found.value}")
    print(f"Outcome: {found.value.outcome.value}")
    print(f"Mean {mixed(found.mean)}, temperature {mixed(found.temperature)}")
    if found.atomic_weight is not None:
        print(f"Atomic weight: {found.atomic_weight}")
    table = Table("player", "best moves", "to", "other moves")
    for mover in Mover:
        best = found.best(mover)
        others = [one for one in found.moves if one.mover is mover and one not in best]
        name = position.game.format_move
        table.add_row(
            mover.value,
            " ".join(name(one.move) for one in best) or "none",
            ", ".join(dict.fromkeys(str(one.value) for one in best)),
            " ".join(name(one.move) for one in others),
        )
    print_table(table)
    print(f"{found.positions:,} positions evaluated")

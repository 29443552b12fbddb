"""``tesuji bench``: speed figures, beside peers where they are installed."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table


def register(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    only: Annotated[
        str | None, typer.Option(help="Measure one section, e.g. playouts or python.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, help="Rounds for each board; the best one counts.")
    ] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure speed on one core, beside OpenSpiel when it is installed.

    Install the peer with [bold]pip install open_spiel[/bold].

    Examples:

        tesuji bench

        tesuji bench --only playouts --json
    """
    from tesuji import bench as sections

    console = Console(stderr=True)
    with console.status("measuring …"):
        results = sections.run(only, rounds)
    if as_json:
        print(json.dumps(results, indent=2))
        return
    for section, boards in results.items():
        table = Table(title=f"{section}: per CPU second", title_justify="left")
        table.add_column("board")
        columns = list(next(iter(boards.values())))
        for column in columns:
            table.add_column(column, justify="right")
        for board, figures in boards.items():
            table.add_row(board, *(_figure(column, figures[column]) for column in columns))
        Console().print(table)


def _figure(column: str, value: float | None) -> str:
    if value is None:
        return "–"
    if column.endswith("_ms"):
        return f"{value:.2f}"
    return f"{value:.1f}×" if column in {"ratio", "two_threads"} else f"{value:,.0f}"

"""Implements ``tesuji bench``, which measures speed beside peers that are installed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tesuji.cli.output import AsJson, print_table

if TYPE_CHECKING:
    from tesuji.bench import Results


def register(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    only: Annotated[
        str | None, typer.Option(help="Measure only this section, e.g. playouts or python.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, help="Rounds per board; the fastest one counts.")
    ] = 5,
    as_json: AsJson = False,
) -> None:
    """Measure speed on one core, and compare with OpenSpiel if it is installed.

    To compare, install the other libraries with [bold]pip install open_spiel[/bold], and for the
    section selfplay with [bold]pip install mctx pgx jax[/bold]; that section needs the extra train.

    Examples:

        tesuji bench

        tesuji bench --only playouts --json

        tesuji bench --only selfplay
    """
    from tesuji import bench as sections

    console = Console(stderr=True)
    with console.status("measuring …"):
        results = sections.run(only, rounds)
    if as_json:
        print(json.dumps(results, indent=2))
        return
    for section, figures in results.items():
        print_table(_table(section, figures))


def _table(section: str, results: Results) -> Table:
    table = Table(title=f"{section}: per CPU second", title_justify="left")
    boards = {name: found for name, found in results.items() if isinstance(found, Mapping)}
    if boards:
        columns = list(next(iter(boards.values())))
        table.add_column("board")
        for column in columns:
            table.add_column(column, justify="right")
        for board, figures in boards.items():
            table.add_row(board, *(_figure(column, figures[column]) for column in columns))
    else:
        table.add_column("figure")
        table.add_column("", justify="right")
        for name, value in results.items():
            if not isinstance(value, Mapping):
                table.add_row(name, _figure(name, value))
    return table


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if "share" in name:
        return f"{value:.1%}"
    if name.endswith("_ms"):
        return f"{value:.2f}"
    is_ratio = any(word in name for word in ("ratio", "two_threads", "two_workers"))
    return f"{value:.2f}×" if is_ratio else f"{value:,.0f}"

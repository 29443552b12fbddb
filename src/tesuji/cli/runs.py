"""Implements ``tesuji runs``, which lists runs and shows one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from tesuji.cli.completion import complete_run
from tesuji.cli.output import AsJson, note, print_json, print_table
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.alphazero.shipping import ship as ship_network
from tesuji.learning.common.report import report_page
from tesuji.learning.common.runs import Run, all_runs, find_run, runs_directory
from tesuji.learning.common.summary import ago, summary_of
from tesuji.learning.endgames import runner as endgames
from tesuji.studies import find_study
from tesuji.studies.exhibits import units_of
from tesuji.studies.report import make_report, report_html
from tesuji.studies.reproduction import KIND as STUDY
from tesuji.studies.reproduction import plan_of, stored_units


def register(app: typer.Typer) -> None:
    app.command("runs")(runs)


def runs(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN", autocompletion=complete_run, help="A run, by its name or its folder."
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a page with charts of the run, e.g. report.html.")
    ] = None,
    ship: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write the run's best network and its recipe to this folder."
        ),
    ] = None,
    stem: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="Name of the written network; by default GAME or GAME-SIZE.",
        ),
    ] = None,
    int8: Annotated[bool, typer.Option("--int8", help="Also write an 8-bit version.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the runs of learning and of studies, or show one.

    Examples:

        tesuji runs

        tesuji runs gomoku-laptop-1 --report report.html

        tesuji runs gomoku-laptop-1 --ship networks/

        tesuji runs gomoku-laptop-1 --json
    """
    if name is None:
        if report is not None or ship is not None:
            raise TesujiError("--report and --ship need the name of one run")
        if stem is not None or int8:
            raise TesujiError("--as and --int8 need --ship")
        _list(as_json)
        return
    run = find_run(name)
    if ship is not None:
        if run.description.kind == endgames.KIND:
            if int8:
                raise TesujiError("networks for endgames are not written in eight bits")
            written = endgames.ship(run, ship, stem)
        else:
            written = ship_network(run, ship, stem, int8=int8)
        note(f"wrote {written}, and the recipe beside it")
    if report is not None:
        write_atomically(report, _page(run).encode())
        note(f"wrote {report}")
        if not as_json:
            return
    _show(run, as_json)


def _page(run: Run) -> str:
    """Returns the page about a run: its charts, or the tables and figures of a study."""
    if run.description.kind != STUDY:
        return report_page(run)
    study = find_study(str(run.description.config.get("study")))
    plan = plan_of(run, study)
    stored = stored_units(run, units_of(study.exhibits(plan)))
    return report_html(make_report(study, plan, stored))


def _list(as_json: bool) -> None:
    found = [summary_of(run) for run in all_runs()]
    if as_json:
        print_json(found)
        return
    if not found:
        print(f"there are no runs in {runs_directory()}; tesuji train begins one")
        return
    table = Table()
    for heading in ("run", "game", "kind", "generation", "games", "Elo", "changed", ""):
        right = heading in ("generation", "games", "Elo")
        table.add_column(heading, justify="right" if right else "left")
    for run in found:
        table.add_row(
            Text(run["name"]),
            Text(_game(run)),
            run["kind"],
            str(run["generation"]),
            str(run["games"] or ""),
            "" if run["elo"] is None else f"{run['elo']:+.0f}",
            ago(run["last_change"]),
            "at work" if run["at_work"] else "",
        )
    print_table(table)


def _game(run: dict[str, Any]) -> str:
    size = run["options"].get("size")
    return run["game"] if size is None else f"{run['game']} {size}"


def _show(run: Run, as_json: bool) -> None:
    found = summary_of(run)
    metrics = run.metrics()
    if as_json:
        print_json({**found, "config": dict(run.description.config), "metrics": metrics})
        return
    print(f"{found['name']}: {_game(found)}, {found['kind']}, seed {found['seed']}")
    print(f"folder: {found['folder']}")
    print(f"generations: {found['generation']}, games: {found['games']}")
    if found["seconds"]:
        print(f"time: {found['seconds'] / 60:.1f} minutes")
    for title, key in (("training", "losses"), ("held out", "test_losses")):
        if found[key]:
            losses = ", ".join(f"{name} {loss:.3f}" for name, loss in found[key].items())
            print(f"losses ({title}): {losses}")
    for line in metrics:
        if line.get("kind") == "measurement":
            matches = ", ".join(
                f"{match['score']:.0%} against {match['opponent']}" for match in line["matches"]
            )
            print(f"generation {line['step']}: Elo {line['elo']:+.0f}, {matches}")
    if found["network"] and found["kind"] != endgames.KIND:
        print(f"play with it: alphazero:net={found['network']}")

"""Implements ``tesuji reproduce STUDY``, which repeats the experiments of a document."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tesuji.cli import INTERRUPTED
from tesuji.cli.limits import MOST_WORKERS
from tesuji.cli.output import live, note, print_json
from tesuji.errors import TesujiError
from tesuji.learning.common.runs import Run, find_run, folder_for
from tesuji.match import usual_workers
from tesuji.studies import find_study, studies
from tesuji.studies.exhibits import Plan, Study, chosen_exhibits, units_of
from tesuji.studies.report import duration, make_report, write_report
from tesuji.studies.reproduction import (
    StudyProgress,
    begin,
    latest_run,
    plan_of,
    reproduce,
    stored_units,
)

_PANEL = "Options of one study"


def register(app: typer.Typer) -> None:
    app.command("reproduce")(reproduce_study)


def reproduce_study(
    name: Annotated[
        str,
        typer.Argument(
            metavar="STUDY", help="toruszero, mayer-maier, costa, garcia or frejlak; or 'list'."
        ),
    ],
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N", help="Only this table or figure, e.g. 5.1 or 'figure 7'; may be repeated."
        ),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(
            help="How much of the document's lengths to do, above 0 to 1; 1 by default. The report "
            "says what was shortened."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of everything that is random; 1 by default.")
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The run, by its name or its folder; new by default."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue a run: that of --run, or the newest of the study."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to write the report; by default into the run."),
    ] = None,
    report_only: Annotated[
        bool, typer.Option("--report-only", help="Write the report of what is done, and stop.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            help="Processes; all processors by default, 0: everything in this process.",
        ),
    ] = None,
    backend: Annotated[str, typer.Option(help="Where units are computed: local or ray.")] = "local",
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="CMD", rich_help_panel=_PANEL, help="garcia: a Gomocup program to play against."
        ),
    ] = None,
    network: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=_PANEL,
            help="costa: the weights that the author published (NPZ), to play against.",
        ),
    ] = None,
    problems: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", rich_help_panel=_PANEL, help="frejlak: the folder of problems (SGF)."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Repeat the experiments of a document and compare its figures with ours.

    The work is split into units; each is stored when it ends. After Ctrl-C or a crash --resume
    continues. The report is one HTML page, and the same in Markdown with pictures beside it.

    Examples:

        tesuji reproduce list

        tesuji reproduce mayer-maier --scale 0.1

        tesuji reproduce mayer-maier --resume --table 'figure 7'

        tesuji reproduce frejlak --problems problems/ --run endgames
    """
    if name == "list":
        _list(as_json)
        return
    study = find_study(name)
    files = {"network": network, "problems": problems}
    given = {key: str(path.resolve()) for key, path in files.items() if path is not None}
    if opponent is not None:
        given["opponent"] = opponent
    for key in given:
        if key not in study.options:
            raise TesujiError(f"{study.name} has no option --{key}")
    if resume:
        chosen = _resumed(study, run, scale, seed, given)
    else:
        plan = Plan(1.0 if scale is None else scale, 1 if seed is None else seed, given)
        chosen_exhibits(study.exhibits(plan), table or ())
        chosen = begin(study, plan, folder_for(run, study.name))
    _work(study, chosen, table or [], out, report_only, workers, backend, as_json)


def _list(as_json: bool) -> None:
    found = [find_study(name) for name in studies()]
    if as_json:
        print_json(
            [
                {
                    "study": study.name,
                    "document": study.document,
                    "options": dict(study.options),
                    "exhibits": [
                        {"key": one.key, "title": one.title, "missing": one.missing}
                        for one in study.exhibits(Plan())
                    ],
                }
                for study in found
            ]
        )
        return
    for study in found:
        print(f"{study.name}: {study.document}")
        for exhibit in study.exhibits(Plan()):
            missing = f" (not repeated: {exhibit.missing})" if exhibit.missing else ""
            print(f"  {exhibit.key}: {exhibit.title}{missing}")


def _resumed(
    study: Study, name: str | None, scale: float | None, seed: int | None, given: dict[str, str]
) -> Run:
    """Returns the run to continue; raises `TesujiError` for other settings than it has."""
    found = latest_run(study) if name is None else find_run(name)
    plan = plan_of(found, study)
    asked = {"scale": scale, "seed": seed}
    for key, value in asked.items():
        if value is not None and value != getattr(plan, key):
            raise TesujiError(
                f"this run has --{key} {getattr(plan, key):g}, not {value:g}; leave out --resume "
                "to begin another"
            )
    for key, text in given.items():
        if plan.given.get(key) != text:
            raise TesujiError(f"this run was begun with another --{key}; leave it out to resume")
    return found


def _work(
    study: Study,
    run: Run,
    tables: list[str],
    out: Path | None,
    report_only: bool,
    workers: int | None,
    backend: str,
    as_json: bool,
) -> None:
    plan = plan_of(run, study)
    exhibits = chosen_exhibits(study.exhibits(plan), tables)
    try:
        with live(not as_json) as screen:

            def show(progress: StudyProgress) -> None:
                screen.update(
                    f"{study.name}: {progress.done} of {progress.units} units, "
                    f"{duration(progress.core_seconds)} of one core"
                )

            if not report_only:
                count = usual_workers() if workers is None else workers
                reproduce(run, exhibits, workers=count, backend=backend, look=show)
    except KeyboardInterrupt:
        note(
            f"interrupted; continue with: tesuji reproduce {study.name} --resume --run "
            f"{run.reference}"
        )
        raise typer.Exit(INTERRUPTED) from None
    report = make_report(study, plan, stored_units(run, units_of(study.exhibits(plan))))
    written = write_report(report, out or run.folder)
    if as_json:
        files = [str(path) for path in written]
        print_json({**report.as_dict(), "run": str(run.folder), "files": files})
        return
    for section in report.sections:
        print(f"{section.exhibit.key}: {section.exhibit.title}: {section.state}")
    for path in written:
        print(f"wrote {path}")

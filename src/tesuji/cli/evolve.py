"""Implements ``tesuji evolve EXPERIMENT``, which evolves players."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from tesuji.cli.limits import MOST_WORKERS
from tesuji.cli.output import AsJson, live, note, print_json, print_table
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import Experiment, Summary
from tesuji.learning.evolution.series import Series, plan_series, result_of, run_series
from tesuji.players.options import Option
from tesuji.studies import experiments

_INTERRUPTED = 130
_TYPES: dict[str, type] = {"int": int, "float": float, "bool": bool}


def register(app: typer.Typer) -> None:
    evolve = typer.Typer(
        name="evolve",
        help="Evolve players; each experiment is a subcommand with its own options.",
        no_args_is_help=True,
        rich_markup_mode="rich",
    )
    for experiment in experiments().values():
        evolve.command(experiment.name, help=_help(experiment))(_command(experiment))
    app.add_typer(evolve)


def _help(experiment: Experiment) -> str:
    return (
        f"{experiment.help}\n\n"
        "Every run has its own folder. After Ctrl-C or a crash the same command continues where it "
        "stopped; with more --runs it adds runs.\n\n"
        f"Example:\n\n    tesuji evolve {experiment.name} --runs 4 --seed 1"
    )


def _command(experiment: Experiment) -> Callable[..., None]:
    """Returns a function whose parameters are the common options and those of the experiment."""
    own = experiment.options

    def command(**given: Any) -> None:
        chosen = {name: given.pop(name) for name in own}
        _evolve(experiment, chosen, **given)

    common = inspect.signature(_common, eval_str=True).parameters.values()
    parameters = [*common, *(_parameter(option) for option in own.values())]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {item.name: item.annotation for item in parameters}
    return command


def _parameter(option: Option) -> inspect.Parameter:
    kind: Any = _TYPES.get(option.kind, str)
    name = "--" + option.name.replace("_", "-")
    names = f"{name}/--no-{name[2:]}" if kind is bool else name
    choices = "" if option.kind in {*_TYPES, "str"} else f" One of: {option.kind}."
    help = option.help[:1].upper() + option.help[1:] + "." + choices
    info = typer.Option(names, help=help, rich_help_panel="Settings of this experiment")
    annotation: Any = Annotated[kind | None if option.optional else kind, info]
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if option.required else option.default,
        annotation=annotation,
    )


def _common(
    *,
    runs: Annotated[int, typer.Option(min=1, help="Independent runs.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all random numbers.")] = 0,
    name: Annotated[
        str | None, typer.Option(help="Name of the folders; EXPERIMENT-sSEED by default.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the run folders; by default that of all runs.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_WORKERS, help="Runs in parallel; by default one per processor."
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_WORKERS,
            help="Threads for each run; the remaining processors by default.",
        ),
    ] = None,
    backend: Annotated[str, typer.Option(help="Where to compute runs: local or ray.")] = "local",
    as_json: AsJson = False,
) -> None:
    """Declares the parameters that every experiment has; the body is not used."""


def _evolve(
    experiment: Experiment,
    chosen: dict[str, Any],
    *,
    runs: int,
    seed: int,
    name: str | None,
    out: Path | None,
    workers: int | None,
    threads: int | None,
    backend: str,
    as_json: bool,
) -> None:
    series = plan_series(experiment.name, chosen, runs=runs, seed=seed, name=name, directory=out)
    try:
        with live(not as_json) as screen:
            results = run_series(
                series,
                workers=workers,
                threads=threads,
                backend=backend,
                on_look=None
                if as_json
                else lambda begun: screen.update(_progress(begun, experiment)),
            )
    except KeyboardInterrupt:
        note(f"interrupted; run the same command to continue {series.folder(1)}")
        raise typer.Exit(_INTERRUPTED) from None
    summary = experiment.summary(experiment.name, results)
    if as_json:
        print_json(_as_dict(series, results, summary))
    else:
        print_table(_table(summary))


def _as_dict(series: Series, results: Sequence[Any], summary: Summary) -> dict[str, Any]:
    return {
        "experiment": series.experiment.name,
        "folders": [str(series.folder(number)) for number in range(1, series.runs + 1)],
        "results": list(results),
        "summary": summary.as_dict(),
    }


def _progress(runs: Sequence[Run], experiment: Experiment) -> Table:
    table = Table(title=Text(experiment.name), title_justify="left")
    for heading in ("run", "generation", "figures"):
        table.add_column(heading)
    for run in runs:
        lines = run.metrics()
        last = dict(lines[-1]) if lines else {}
        step = last.pop("step", None)
        last.pop("time", None)
        state = "ended" if result_of(run) is not None else "–" if step is None else str(step)
        figures = ", ".join(
            f"{key} {value:.3g}" for key, value in last.items() if isinstance(value, int | float)
        )
        table.add_row(run.name, state, Text(figures[:120]))
    return table


def _table(summary: Summary) -> Table:
    table = Table(
        title=Text(summary.title), title_justify="left", caption="\n".join(summary.notes) or None
    )
    for number, column in enumerate(summary.columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in summary.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table

"""Implements ``tesuji train go-endgames``, which trains a network for endgames of Go."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.text import Text

from tesuji.cli.limits import MOST_MINUTES, MOST_WORKERS
from tesuji.cli.output import AsJson, live, note, print_json
from tesuji.errors import TesujiError
from tesuji.learning.common.pytorch import require_torch
from tesuji.learning.common.runs import Run, find_run, folder_for
from tesuji.learning.endgames.runner import (
    EndgameOptions,
    EndgameStatus,
    create_run,
    work_on,
)

_INTERRUPTED = 130
_USUAL = EndgameOptions()


def register(app: typer.Typer) -> None:
    app.command("train go-endgames")(train_go_endgames)


def train_go_endgames(
    games: Annotated[
        int, typer.Option(min=0, help="Self-play games for the first stage.")
    ] = _USUAL.games,
    regions: Annotated[
        int, typer.Option(min=0, help="Regions to prove for the second stage.")
    ] = _USUAL.regions,
    nodes: Annotated[
        int, typer.Option(min=1, help="Positions to search per region.")
    ] = _USUAL.nodes,
    game_steps: Annotated[
        int, typer.Option(min=0, help="Training steps on games.")
    ] = _USUAL.game_steps,
    steps: Annotated[int, typer.Option(min=0, help="Training steps on proofs.")] = _USUAL.steps,
    blocks: Annotated[int, typer.Option(min=1, max=40, help="Residual blocks.")] = _USUAL.blocks,
    channels: Annotated[
        int, typer.Option(min=4, max=512, help="Channels per convolution.")
    ] = _USUAL.channels,
    batch: Annotated[int, typer.Option(min=2, max=65536, help="Batch size.")] = _USUAL.batch,
    rate: Annotated[float, typer.Option(min=1e-6, max=1, help="Peak learning rate.")] = _USUAL.rate,
    run: Annotated[
        str | None, typer.Option(help="Name of the run, or its folder; a new name by default.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run.")] = False,
    minutes: Annotated[
        float | None,
        typer.Option(min=0, max=MOST_MINUTES, help="Stop after this many minutes."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            help="Processes that make samples; 0: make them in this process.",
        ),
    ] = 0,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of all random numbers.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a network that evaluates local Go endgames.

    First it learns from self-play of the network for 9x9: the next move in a region, and the final
    owner of each point. Then it learns from proofs: regions of such games and random regions are
    searched exactly, which gives the best moves of both colours, their values, whether they must be
    answered, and the final owners. The run can be stopped at any time, also by Ctrl-C or a crash,
    and continues with --resume.

    Examples:

        tesuji train go-endgames --run corners --seed 1

        tesuji train go-endgames --run corners --resume --minutes 20

        tesuji train go-endgames --games 0 --game-steps 0 --regions 100000 --workers 8

        tesuji endgame-benchmark problems --strategy all --net corners
    """
    if resume:
        if run is None:
            raise TesujiError("give the run to continue: --run NAME --resume")
        chosen = find_run(run)
        EndgameOptions.of(chosen)  # refuses runs of another kind of learning
        require_torch()
    else:
        require_torch()  # before the folder is created
        options = EndgameOptions(
            games, regions, game_steps, steps, nodes, blocks, channels, batch, rate
        )
        folder = folder_for(run, "endgames")
        chosen = create_run(folder, options, secrets.randbits(32) if seed is None else seed)
    if not as_json:
        note(f"the run is in {chosen.folder}")
    printer = _TenthsPrinter(quiet=as_json)
    with live(not as_json) as screen:

        def show(status: EndgameStatus) -> None:
            screen.update(_view(chosen, status))
            printer.hear(status)

        try:
            done = work_on(chosen, workers=workers, minutes=minutes, watch=show)
        except KeyboardInterrupt:
            note(
                f"interrupted; to go on: tesuji train go-endgames --run {chosen.reference} --resume"
            )
            raise typer.Exit(_INTERRUPTED) from None
    _report(chosen, done, as_json)


class _TenthsPrinter:
    """Prints a line for each tenth of a phase, if there is no terminal to redraw."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet or sys.stderr.isatty()
        self._told: tuple[str, int] = ("", -1)

    def hear(self, status: EndgameStatus) -> None:
        tenth = 10 * status.done // max(status.total, 1)
        if self._quiet or (status.phase, tenth) == self._told:
            return
        self._told = (status.phase, tenth)
        note(f"[{status.seconds / 60:.1f} min] {_line(status)}")


def _line(status: EndgameStatus) -> str:
    losses = ", ".join(f"{name} {loss:.3f}" for name, loss in status.losses.items())
    return f"{status.phase}: {status.done} of {status.total}" + (f"; {losses}" if losses else "")


def _view(run: Run, status: EndgameStatus) -> Group:
    bar = ProgressBar(total=max(status.total, 1), completed=status.done, width=40)
    return Group(Text(f"{run.name}: {_line(status)}"), bar)


def _report(run: Run, done: bool, as_json: bool) -> None:
    trained = [line for line in run.metrics() if line.get("kind") == "training"]
    best = run.best_network
    found: dict[str, Any] = {
        "run": run.name,
        "folder": str(run.folder),
        "seed": run.description.seed,
        "done": done,
        "network": str(best) if best.exists() else None,
        "stages": trained,
    }
    if as_json:
        print_json(found)
        return
    for line in trained:
        test = ", ".join(f"{name} {figure:.3f}" for name, figure in line["test"].items())
        print(f"after {line['stage']}, {line['samples']} samples, held out: {test}")
    if not done:
        print(f"to go on: tesuji train go-endgames --run {run.name} --resume")
    elif found["network"]:
        print(f"use it: tesuji endgame-benchmark DIR --strategy all --net {run.name}")

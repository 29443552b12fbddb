"""Implements ``tesuji train``, which learns a game by self-play."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tesuji.cli.completion import complete_game, complete_run
from tesuji.cli.limits import MOST_MINUTES, MOST_WORKERS
from tesuji.cli.output import AsJson, live, note, print_json, read_game
from tesuji.errors import TesujiError
from tesuji.games import names_file
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import explained, read_config
from tesuji.learning.alphazero.progress import Limits, Status
from tesuji.learning.alphazero.runner import (
    Machine,
    create_run,
    game_of,
    work_on,
)
from tesuji.learning.common.checkpoints import read_checkpoint
from tesuji.learning.common.pytorch import require_torch
from tesuji.learning.common.runs import Run, RunError, find_run, folder_for
from tesuji.networks.shipped import find
from tesuji.studies import load_presets

_INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_game,
            help="A game, e.g. gomoku, or a Python file with one.",
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(help="Size of the board, e.g. 9 or 3x4; many sizes in one run by default."),
    ] = None,
    rules: Annotated[str | None, typer.Option(help="Rule set, e.g. renju.")] = None,
    preset: Annotated[
        str, typer.Option(help="How to learn: laptop, quick, smoke, subset-a, subset-b, subset-c.")
    ] = "laptop",
    config: Annotated[
        Path | None, typer.Option(help="TOML file that changes options of the preset.")
    ] = None,
    set_options: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SECTION.OPTION=VALUE",
            help="Change one option; may be given several times.",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(
            autocompletion=complete_run,
            help="Name of the run, or its folder; a new name by default.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run.")] = False,
    start_from: Annotated[
        str | None,
        typer.Option(
            metavar="NETWORK|RUN",
            help="Initial weights: a network such as go, a run, or a file of either.",
        ),
    ] = None,
    generations: Annotated[
        int | None, typer.Option(min=0, help="Stop when the run has this many generations.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0, max=MOST_MINUTES, help="Stop after this many minutes."),
    ] = None,
    core_minutes: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=MOST_MINUTES,
            help="Stop after this many minutes of processor time, summed over all processes.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            help="Self-play processes; by default one per processor; 0: play in this process.",
        ),
    ] = None,
    backend: Annotated[
        str, typer.Option(help="Where to play games: local, or ray for a cluster.")
    ] = "local",
    address: Annotated[
        str | None, typer.Option(help="Address of a Ray cluster; one is started by default.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all random numbers.")] = None,
    options: Annotated[
        bool, typer.Option("--options", help="List the options that --set can change, and exit.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Train a network by self-play.

    A network plays against itself, learns from these games, and plays again. The run is a folder
    with networks (networks/best.onnx is the one to play with), figures, games, and the state needed
    to continue. It can be stopped at any time, also by Ctrl-C or a crash, and continues with
    --resume.

    Examples:

        tesuji train gomoku --size 9 --run five --minutes 30

        tesuji train --run five --resume --minutes 30

        tesuji train go --start-from go --minutes 600

        tesuji train dots-and-boxes --preset subset-c --generations 40

        tesuji train examples/hex.py --size 5 --set self_play.simulations=32

        tesuji match gomoku --size 9 alphazero:net=RUN/networks/best.onnx mcts:sims=400
    """
    if options:
        _list_options(as_json)
        return
    machine = Machine(workers, backend, address)
    source = None if start_from is None else _checkpoint(start_from)
    if resume:
        chosen = _resumed(run, game, size, rules, config, set_options)
    else:
        chosen = _begun(game, size, rules, preset, config, set_options or [], run, seed, source)
    limits = Limits(generations, *(each and 60 * each for each in (minutes, core_minutes)))
    if not as_json:
        note(f"the run is in {chosen.folder}")
    interrupted = False
    with live(not as_json) as screen:
        printer = _PhasePrinter(quiet=as_json)

        def show(status: Status) -> None:
            screen.update(_view(chosen, status))
            printer.hear(status)

        try:
            work_on(chosen, limits=limits, machine=machine, watch=show, start_from=source)
        except KeyboardInterrupt:
            interrupted = True
    _report(chosen, as_json)
    if interrupted:
        note(f"interrupted; to go on: tesuji train --run {chosen.reference} --resume")
        raise typer.Exit(_INTERRUPTED)


# -- what to work on ----------------------------------------------------------------------------


def _begun(
    name: str | None,
    size: str | None,
    rules: str | None,
    preset: str,
    config: Path | None,
    overrides: list[str],
    run: str | None,
    seed: int | None,
    start_from: Path | None,
) -> Run:
    if name is None:
        raise TesujiError("give a game to learn, or a run to continue: --run NAME --resume")
    game = read_game(name, size, rules)
    every_size = size is None and "size=" not in name
    load_presets()
    settings = read_config(game, preset, config, overrides, every_size=every_size)
    game = boards_of(game, settings.boards)[0].game  # the size that is measured
    require_torch()  # before the folder is created
    folder = folder_for(run, f"{game.name}-{preset}")
    file = Path(name.partition(":")[0].strip()) if names_file(name) else None
    chosen = secrets.randbits(32) if seed is None else seed
    return create_run(folder, game, settings, chosen, file, start_from)


def _resumed(
    run: str | None,
    name: str | None,
    size: str | None,
    rules: str | None,
    config: Path | None,
    overrides: list[str] | None,
) -> Run:
    if run is None:
        raise TesujiError("give the run to continue: --run NAME --resume; see 'tesuji runs'")
    if config is not None or overrides:
        raise TesujiError(
            "a run continues with the config it began with; leave out --config and --set"
        )
    found = find_run(run)
    if name is not None:
        game = game_of(found)
        asked = read_game(name, size, rules) if size or rules or ":" in name else None
        if game.name != name.partition(":")[0] and not names_file(name):
            raise TesujiError(f"{found.name} is a run of {game.spec}, not of {name}")
        if asked is not None and asked != game:
            raise TesujiError(f"{found.name} is a run of {game.spec}, not of {asked.spec}")
    return found


def _checkpoint(name: str) -> Path:
    """Returns the file that ``--start-from`` names: the checkpoint of a run, or a network."""
    path = Path(name)
    if path.suffix == ".npz":
        read_checkpoint(path)
        return path
    try:
        checkpoint = find_run(name).checkpoint_file
    except RunError:
        return find(name, to_play=False)
    read_checkpoint(checkpoint)
    return checkpoint


# -- showing ------------------------------------------------------------------------------------


class _PhasePrinter:
    """Prints a line for each finished phase, if there is no terminal to redraw."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet or sys.stderr.isatty()
        self._phase: tuple[str, int] = ("", -1)
        self._note = ""

    def hear(self, status: Status) -> None:
        if self._quiet:
            return
        if status.note != self._note:
            self._note = status.note
            note(f"[{_time(status.seconds_spent)}] {status.note}")
        phase = (status.phase, status.generation)
        if phase != self._phase and status.phase == "self-play":
            note(f"[{_time(status.seconds_spent)}] {_line(status)}")
        self._phase = phase


def _line(status: Status) -> str:
    parts = [f"generation {status.generation}"]
    if status.games_per_second:
        parts.append(f"{status.games_per_second:.2f} games/s")
    parts += [
        f"{name.replace('_', ' ')} {status.losses[name]:.3f}"
        for name in ("policy", "value", "test_policy", "test_value")
        if name in status.losses
    ]
    if status.elo is not None:
        parts.append(f"Elo {status.elo:+.0f} ± {status.elo_error or 0:.0f}")
    if status.seconds_left is not None:
        parts.append(f"{_time(status.seconds_left)} left")
    return ", ".join(parts)


def _view(run: Run, status: Status) -> RenderableType:
    bar = Table.grid(padding=(0, 1))
    done, total = status.done, max(status.total, 1)
    elapsed = time.monotonic() - status.phase_began
    bar.add_row(
        Text(f"{status.phase:12}"),
        ProgressBar(total=total, completed=min(done, total), width=40),
        f"{done}/{status.total}",
        f"{_time(elapsed)}",
    )
    title = Text(f"{run.name}: {run.description.game}, {_time(status.seconds_spent)} so far")
    return Group(title, bar, Text(_line(status)), Text(status.note))


def _time(seconds: float) -> str:
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02d}:{whole % 60:02d}"


def _report(run: Run, as_json: bool) -> None:
    from tesuji.learning.common.summary import summary_of

    found: dict[str, Any] = summary_of(run)
    if as_json:
        print_json(found)
        return
    print(f"{run.name}: {found['generation']} generations, {found['games']} games")
    if found["elo"] is not None:
        print(f"Elo {found['elo']:+.0f} ± {found['elo_error']:.0f} ({found['elo_anchor']} has 0)")
    if found["network"] is not None:
        print(f"play with it: alphazero:net={found['network']}")


def _list_options(as_json: bool) -> None:
    if as_json:
        print_json({name: dict(section) for name, section in explained().items()})
        return
    for name, section in explained().items():
        for option, meaning in section.items():
            print(f"{name}.{option}: {meaning}")

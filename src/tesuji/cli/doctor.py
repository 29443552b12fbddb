"""Implements ``tesuji doctor``, which checks the installation."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import typer
from rich.markup import escape
from rich.table import Table

import tesuji
from tesuji import core
from tesuji.cli.output import AsJson, print_json, print_table
from tesuji.errors import TesujiError
from tesuji.processes import find_program

OPTIONAL = {
    "torch": ("learning by self-play", 'pip install "tesuji[train]"'),
    "matplotlib": ("charts of runs", 'pip install "tesuji[train]"'),
    "pettingzoo": ("environments for reinforcement learning", 'pip install "tesuji[pettingzoo]"'),
    "ray": ("learning on several machines", 'pip install "tesuji[ray]"'),
    "pyspiel": ("OpenSpiel beside us in benchmarks", 'pip install "tesuji[peers]"'),
}
"""Optional packages: their purpose, and how to install them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    what: str
    state: str
    """"ok", "missing" (something is not possible) or "broken" (something will fail)."""
    detail: str
    remedy: str = ""


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


def doctor(
    as_json: AsJson = False,
) -> None:
    """Check this installation: what works, what is missing, where files are stored.

    The exit status is 1 when something is broken.

    Example: [bold]tesuji doctor[/bold]
    """
    findings = list(examine())
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        print_table(_table(findings))
    if any(finding.state == "broken" for finding in findings):
        raise typer.Exit(1)


def examine() -> Iterator[Finding]:
    """Yields the results of all checks."""
    yield Finding("Tesuji", "ok", f"{tesuji.__version__}, Python {platform.python_version()}")
    yield Finding("core", "ok", f"{core.variant} build")
    yield _served("static", "web app", "pip install . without -Ccmake.define.TESUJI_WEB=OFF")
    yield _served("docs", "manual under /docs", "make docs")
    yield from _packages()
    yield from _networks()
    yield _program("gnugo", "a Go opponent over GTP", "apt install gnugo")
    yield from _folders()


def _served(part: str, name: str, remedy: str) -> Finding:
    from tesuji.server.served_files import built_files

    folder = built_files(part)
    if folder is None:
        return Finding(name, "missing", "not built", remedy)
    return Finding(name, "ok", str(folder))


def _packages() -> Iterator[Finding]:
    for module, (purpose, remedy) in {
        "onnxruntime": ("players with networks", "pip install onnxruntime"),
        **OPTIONAL,
    }.items():
        if importlib.util.find_spec(module) is None:
            yield Finding(module, "missing", f"needed for {purpose}", remedy)
            continue
        distributions = importlib.metadata.packages_distributions().get(module, [module])
        version = importlib.metadata.version(distributions[0])
        yield Finding(module, "ok", f"{version}, for {purpose}")


def _networks() -> Iterator[Finding]:
    """Checks the networks that come with Tesuji by loading every file."""
    from tesuji.networks.evolved_network import EvolvedNetwork
    from tesuji.networks.network import Network
    from tesuji.networks.shipped import shipped_networks
    from tesuji.players.evolved import EVOLVED
    from tesuji.theory.go_endgames.network import SHIPPED_NETWORK as ENDGAMES
    from tesuji.theory.go_endgames.network import EndgameNetwork
    from tesuji.theory.torus.rater_files import RATERS, load_rater

    yield _shipped("networks", shipped_networks(), Network.load)
    yield _shipped("evolved players", sorted(EVOLVED.glob("*.npz")), EvolvedNetwork.load)
    yield _shipped("move raters", sorted(RATERS.glob("*.npz")), load_rater)
    yield _shipped("endgame network", [ENDGAMES], EndgameNetwork.load)


def _shipped(what: str, files: list[Path], read: Callable[[Path], object]) -> Finding:
    damage = []
    for file in files:
        try:
            read(file)
        except TesujiError as error:
            damage.append(str(error))
    if damage or not files:
        return Finding(what, "broken", "; ".join(damage) or "none is there", "install Tesuji again")
    return Finding(what, "ok", ", ".join(file.stem for file in files))


def _program(name: str, purpose: str, remedy: str) -> Finding:
    path = find_program(name)
    if path is None:
        return Finding(name, "missing", purpose, remedy)
    return Finding(name, "ok", f"{path}, {purpose}")


def _folders() -> Iterator[Finding]:
    from tesuji.learning.common.runs import all_runs, runs_directory
    from tesuji.store import data_directory
    from tesuji.theory.dots_and_boxes.table import cache_folder

    yield _folder("games and settings", data_directory(), "TESUJI_DATA_DIR")
    yield _folder("tables", cache_folder(), "TESUJI_CACHE_DIR")
    yield Finding("runs", "ok", f"{len(all_runs())} in {runs_directory()}")


def _folder(what: str, folder: Path, variable: str) -> Finding:
    """Checks that files can be written to a folder, which need not exist yet."""
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        remedy = f"set {variable} to a folder that you may write to"
        return Finding(what, "broken", f"{folder} cannot be written", remedy)
    free = shutil.disk_usage(existing).free / 1e9
    return Finding(what, "ok", f"{folder}, {free:.1f} GB free")


def _table(findings: list[Finding]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    marks = {"ok": "[green]✓[/green]", "missing": "[yellow]–[/yellow]", "broken": "[red]✗[/red]"}
    for finding in findings:
        remedy = f"\n[dim]→ {escape(finding.remedy)}[/dim]"
        detail = escape(finding.detail) + (remedy if finding.remedy else "")
        table.add_row(marks[finding.state], finding.what, detail)
    return table

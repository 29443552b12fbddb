"""Finds the engines for a seat: levels, versions of runs, networks and engines that were added.

A browser names a version by its run and its file, never by a path: both are looked up in lists, so
nothing outside the folder of runs can be reached.
"""

from __future__ import annotations

import re
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.games import Game, make
from tesuji.learning.common.runs import Run, all_runs
from tesuji.players import parse_player
from tesuji.server import models
from tesuji.server.catalog import spec_of_level
from tesuji.server.engines import Engines
from tesuji.server.trained import FILE, Trained, with_file

PLAYERS = {".onnx": "alphazero:net={file}", ".npz": "evolved:file={file}"}
"""The player spec of a version by the suffix of its file, unless its run gives one."""
PLAYERS_OF = {"torus-raters": "rater:file={file}"}
"""The same by the kind of run, for kinds with another player."""
BEST = "best"
"""The name of the file that a run would play with."""


class Opponents:
    """Maps seats to player specs."""

    def __init__(self, runs: Path | None, engines: Engines, trained: Trained) -> None:
        """`runs` is where runs are kept; None for the usual place."""
        self._directory = runs
        self._engines = engines
        self.trained = trained

    def spec_of(self, game: Game, seat: models.SeatView) -> str:
        """Returns the player spec of an engine's seat; raises `TesujiError` if there is none."""
        if seat.engine is not None:
            return self._engines.spec_of(seat.engine, game)
        if seat.network is not None:
            return self.trained.spec_of(seat.network, game)
        if seat.run is None:
            return spec_of_level(game, seat.level)
        run = self.run(seat.run)
        if run.description.game != game.name:
            raise TesujiError(f"{run.name} plays {run.description.game}, not {game.name}")
        spec = player_spec(run, self.version(run, seat.version))
        parse_player(spec)  # raises now if there is no such player
        return spec

    def ship(self, run: Run, version: str | None, name: str) -> str:
        """Copies a version to the list of opponents; returns its id there."""
        path = self.version(run, version)
        game = make(run.description.game, **run.description.options)
        template = player_template(run, path)
        parse_player(with_file(template, path))
        return self.trained.add(path, name=name, template=template, spec=game.spec, run=run.name)

    def runs(self) -> list[Run]:
        return all_runs(self._directory)

    def run(self, name: str) -> Run:
        for run in self.runs():
            if run.name == name:
                return run
        raise TesujiError(f"there is no run called {name!r}")

    def version(self, run: Run, name: str | None) -> Path:
        """Returns the file of a version of a run, by default the best, or else the newest."""
        found = versions_of(run)
        if not found:
            raise TesujiError(f"{run.name} has no player yet")
        for path in found:
            if name in (None, path.name):
                return path
        raise TesujiError(f"{run.name} has no version called {name!r}")


def versions_of(run: Run) -> list[Path]:
    """Returns the players that came out of a run: the best, then the newest first."""
    return _listed(run.networks, tuple(PLAYERS))


def games_of(run: Run) -> list[Path]:
    """Returns the records that a run keeps, the newest first."""
    return _listed(run.games, (".sgf",))


def number_of(path: Path) -> int | None:
    """Returns the generation that a file is named after: 12 for ``generation-0012.onnx``."""
    digits = re.findall(r"\d+", path.stem)
    return int(digits[-1][:9]) if digits else None


def player_spec(run: Run, version: Path) -> str:
    """Returns the spec of a version. A run may name the player in its config: ``x:file={file}``."""
    return with_file(player_template(run, version), version)


def player_template(run: Run, version: Path) -> str:
    """Returns the spec of a version with ``{file}`` for its file."""
    template = run.description.config.get("player")
    if not isinstance(template, str) or FILE not in template:
        template = PLAYERS_OF.get(run.description.kind, PLAYERS[version.suffix])
    return template


def _listed(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.suffix in endings]
    except OSError:
        return []
    return sorted(found, key=_order, reverse=True)


def _order(path: Path) -> tuple[bool, int, str]:
    number = number_of(path)
    return path.stem == BEST, -1 if number is None else number, path.name

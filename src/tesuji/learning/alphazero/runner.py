"""Starts and continues runs of self-play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.games import Game, make, make_from_file
from tesuji.games.registry import parse_options
from tesuji.learning.alphazero.backends import Backend, InlineBackend, LocalBackend
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.progress import Limits, Progress, Watch
from tesuji.learning.alphazero.shipping import config_in, earlier_steps
from tesuji.learning.common.pytorch import require_torch
from tesuji.learning.common.runs import Run
from tesuji.match import usual_workers
from tesuji.players import parse_player

BACKENDS = ("local", "ray")
KIND = "alphazero"
"""The kind of these runs in their description."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The hardware of a sitting; another sitting of the same run may use other hardware."""

    workers: int | None = None
    """Playing processes; one for each processor if None; 0: all in this process."""
    backend: str = "local"
    address: str | None = None
    """Address of a Ray cluster; None: RAY_ADDRESS, or a new cluster here."""

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            names = ", ".join(BACKENDS)
            raise TesujiError(f"there is no backend called {self.backend!r}; there are: {names}")

    def threads(self, config: Config) -> int:
        """Returns the threads for training: all processors, or half if games go on meanwhile."""
        if self.workers is None or self.backend == "ray":
            processors = usual_workers()
        else:
            processors = max(self.workers, 1)
        return max(processors // 2, 1) if config.self_play.beside_training else processors

    def make_backend(self, game: Game, config: Config, seed: int) -> Backend:
        if self.backend == "ray":
            from tesuji.learning.alphazero.ray_backend import RayBackend

            return RayBackend(game, config, seed, self.workers, self.address)
        if self.workers == 0:
            return InlineBackend(game, config, seed)
        return LocalBackend(game, config, seed, self.workers or usual_workers())


def create_run(
    folder: Path,
    game: Game,
    config: Config,
    seed: int,
    game_file: Path | None = None,
    start_from: Path | None = None,
) -> Run:
    """Creates a run in `folder`; `game_file` is the Python file of `game`, if any.

    `start_from` is recorded here; `work_on` reads the initial weights from it.
    """
    for spec in config.measurement.opponents:
        parse_player(spec)
    _, _, rest = game.spec.partition(":")
    source = None if game_file is None else str(game_file.resolve())
    return Run.create(
        folder,
        KIND,
        game.name,
        options=parse_options(rest, game.spec),
        config={
            **config.as_dict(),
            "game_file": source,
            "start_from": None if start_from is None else start_from.name,
            "earlier": [] if start_from is None else earlier_steps(start_from),
        },
        seed=seed,
    )


def game_of(run: Run) -> Game:
    """Returns the game that a run is about."""
    description = run.description
    source = description.config.get("game_file")
    if source is not None:
        return make_from_file(source, **description.options)
    return make(description.game, **description.options)


def config_of(run: Run) -> Config:
    """Returns the config of a run."""
    if run.description.kind != KIND:
        raise TesujiError(f"{run.folder} is a run of {run.description.kind}, not of self-play")
    return config_in(run.description.config)


def work_on(
    run: Run,
    *,
    limits: Limits,
    machine: Machine | None = None,
    watch: Watch = lambda status: None,
    start_from: Path | None = None,
) -> Progress:
    """Continues a run until `limits` are reached; all results are in its folder."""
    require_torch()
    from tesuji.learning.alphazero.generations import Generations

    machine = machine or Machine()
    game, config = game_of(run), config_of(run)
    with run.at_work():
        backend = machine.make_backend(game, config, run.description.seed)
        try:
            learning = Generations(
                run,
                game,
                config,
                backend,
                threads=machine.threads(config),
                limits=limits,
                watch=watch,
                start_from=start_from,
            )
            learning.work()
        finally:
            backend.close()
        return learning.progress

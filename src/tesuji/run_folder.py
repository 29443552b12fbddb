"""Defines the layout of the folder of a run; no other module knows these names.

::

    run.json          description: kind, game, options of the game, config, seed, start time
    metrics.jsonl     one JSON object per line, each with "step" and the figures measured then
    state/            needed to continue: checkpoint.npz, progress.json, games to learn from,
                      results of the units of a study; live.json tells what it is doing
    networks/         the players, as ONNX or NPZ files; the best one is "best"
    games/            sample games, as SGF
    tensorboard/      figures for TensorBoard
    log.txt           messages
    lock              held by the process that is working on the run
"""

from __future__ import annotations

from pathlib import Path

DESCRIPTION = "run.json"
_NETWORKS = "networks"


class RunFolder:
    """The files of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        """Creates the folders that every run has."""
        for path in (self.state, self.networks, self.games):
            path.mkdir(parents=True, exist_ok=True)

    def path(self, *parts: str) -> Path:
        """Returns the path of a file in the folder, for files of one kind of run."""
        return self.folder.joinpath(*parts)

    @property
    def description_file(self) -> Path:
        return self.folder / DESCRIPTION

    @property
    def metrics_file(self) -> Path:
        return self.folder / "metrics.jsonl"

    @property
    def log_file(self) -> Path:
        return self.folder / "log.txt"

    @property
    def lock_file(self) -> Path:
        return self.folder / "lock"

    # -- what it needs to go on -------------------------------------------------------------------

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def checkpoint_file(self) -> Path:
        """Weights, optimiser and progress."""
        return self.state / "checkpoint.npz"

    def self_play_file(self, generation: int) -> Path:
        """Returns the file with the games of a generation."""
        return self.state / "games" / f"{generation:04d}.npz"

    def self_play_files(self) -> list[Path]:
        """Returns all such files, the oldest first."""
        return sorted((self.state / "games").glob("[0-9]*.npz"))

    def unit_file(self, name: str) -> Path:
        """Returns the file with the result of a unit of a study."""
        return self.state / "units" / f"{name}.json"

    # -- what came out of it ----------------------------------------------------------------------

    @property
    def networks(self) -> Path:
        return self.folder / _NETWORKS

    @property
    def best_network(self) -> Path:
        """The network to play with."""
        return self.networks / "best.onnx"

    def generation_file(self, generation: int) -> Path:
        """Returns the file of a generation's network."""
        return self.networks / f"{generation:04d}.onnx"

    def generation_files(self) -> list[Path]:
        """Returns all such files, the oldest first."""
        return sorted(self.networks.glob("[0-9]*.onnx"))

    @property
    def games(self) -> Path:
        return self.folder / "games"


def network_in_a_run(path: Path) -> list[Path]:
    """Returns where to look for a network that is named by a run, or by a run and its name."""
    inside = path.parent / _NETWORKS / path.name
    return [RunFolder(path).best_network, inside, inside.with_name(f"{path.name}.onnx")]

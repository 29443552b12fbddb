"""Where things stand in the folder of a run of learning; nobody else knows these names.

::

    run.json          what it is: kind, game, options of the game, config, seed, when it began
    metrics.jsonl     one JSON object a line, each with "step" and whatever was measured then
    state/            what is needed to go on: checkpoint.npz, progress.json, games to learn from
    networks/         players that came out of it, as ONNX or NPZ files; the best one is "best"
    games/            records worth looking at, as SGF
    tensorboard/      figures for TensorBoard
    log.txt           what it said
    lock              held by the process that is at work
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
        """Makes the folders that every run has."""
        for path in (self.state, self.networks, self.games):
            path.mkdir(parents=True, exist_ok=True)

    def path(self, *parts: str) -> Path:
        """A file that only one kind of run has, by its place in the folder."""
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
        """Weights, optimiser and how far it is."""
        return self.state / "checkpoint.npz"

    def self_play_file(self, generation: int) -> Path:
        """Games of a generation, to learn from."""
        return self.state / "games" / f"{generation:04d}.npz"

    def self_play_files(self) -> list[Path]:
        """All of them that are there, the oldest first."""
        return sorted((self.state / "games").glob("[0-9]*.npz"))

    # -- what came out of it ----------------------------------------------------------------------

    @property
    def networks(self) -> Path:
        return self.folder / _NETWORKS

    @property
    def best_network(self) -> Path:
        """The network to play with."""
        return self.networks / "best.onnx"

    def generation_file(self, generation: int) -> Path:
        """The network of a generation."""
        return self.networks / f"{generation:04d}.onnx"

    def generation_files(self) -> list[Path]:
        """All of them that are there, the oldest first."""
        return sorted(self.networks.glob("[0-9]*.onnx"))

    @property
    def games(self) -> Path:
        return self.folder / "games"


def network_in_a_run(path: Path) -> list[Path]:
    """Where a network is looked for that somebody names by a run, or by a run and its name."""
    inside = path.parent / _NETWORKS / path.name
    return [RunFolder(path).best_network, inside, inside.with_name(f"{path.name}.onnx")]

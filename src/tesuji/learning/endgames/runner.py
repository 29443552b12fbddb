"""Runs the training of a network for endgames: games, regions, and learning from both.

Everything is in the folder of the run. Portions of samples and checkpoints are written completely
or not at all, so that a killed run continues where it was.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.common.checkpoints import read_checkpoint, write_checkpoint
from tesuji.learning.common.runs import Run, RunError
from tesuji.learning.common.shipping import best_network_of, ship_files
from tesuji.learning.endgames.exact_samples import ExactOptions
from tesuji.learning.endgames.samples import (
    EndgameBatch,
    Samples,
    count_of,
    joined,
    read_samples,
    shuffled_batches,
)
from tesuji.learning.endgames.shards import make_all, portions

KIND = "endgames"
_CHECKPOINT_STEPS = 250
_HELD_OUT = 20
"""One of this many portions is for testing only."""


@dataclass(frozen=True, slots=True)
class EndgameOptions:
    """The options of a run."""

    games: int = 300
    """Games of a network against itself."""
    regions: int = 20_000
    """Regions that are searched for a proof."""
    game_steps: int = 1500
    """Steps of learning from games, the first stage."""
    steps: int = 6000
    """Steps of learning from proofs, the second stage."""
    nodes: int = 400
    """Positions to search for each region."""
    blocks: int = 5
    channels: int = 32
    batch: int = 128
    rate: float = 0.003

    @classmethod
    def of(cls, run: Run) -> EndgameOptions:
        """Returns the options of a run."""
        if run.description.kind != KIND:
            raise RunError(f"{run.name} is a run of {run.description.kind}, not of endgames")
        names = {item.name for item in dataclasses.fields(cls)}
        return cls(**{k: v for k, v in run.description.config.items() if k in names})

    @property
    def command(self) -> str:
        """The options as on the command line, without the defaults."""
        usual = EndgameOptions()
        words = []
        for item in dataclasses.fields(self):
            value = getattr(self, item.name)
            if value != getattr(usual, item.name):
                words.append(f"--{item.name.replace('_', '-')} {value}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class EndgameStatus:
    """The progress of a run."""

    phase: str
    done: int
    total: int
    seconds: float
    """Of this sitting."""
    losses: dict[str, float] = field(default_factory=dict)


Watch = Callable[[EndgameStatus], None]


def create_run(folder: Path, options: EndgameOptions, seed: int) -> Run:
    """Returns a new run in a folder."""
    for name in ("games", "regions", "game_steps", "steps"):
        if getattr(options, name) < 0:
            raise TesujiError(f"{name} cannot be negative")
    if options.steps and not options.regions:
        raise TesujiError("without regions there are no proofs to learn from: give --steps 0")
    if options.game_steps and not options.games:
        raise TesujiError("without games the first stage has nothing to learn: give --game-steps 0")
    return Run.create(folder, KIND, "go", options={}, config=dataclasses.asdict(options), seed=seed)


def work_on(
    run: Run,
    *,
    workers: int = 0,
    minutes: float | None = None,
    watch: Watch = lambda status: None,
) -> bool:
    """Continues a run until it is done or the time is up; returns whether it is done."""
    with run.at_work():
        return _Sitting(run, workers, minutes, watch).work()


class _Sitting:
    def __init__(self, run: Run, workers: int, minutes: float | None, watch: Watch) -> None:
        self._run = run
        self._options = EndgameOptions.of(run)
        self._workers = workers
        self._watch = watch
        self._began = time.monotonic()
        self._until = None if minutes is None else self._began + 60 * minutes

    def work(self) -> bool:
        for kind, total in (("games", self._options.games), ("regions", self._options.regions)):
            if not self._make(kind, total):
                return False
        return self._learn()

    def _is_over(self) -> bool:
        return self._until is not None and time.monotonic() >= self._until

    def _tell(self, phase: str, done: int, total: int, **losses: float) -> None:
        self._watch(EndgameStatus(phase, done, total, time.monotonic() - self._began, losses))

    # -- samples ----------------------------------------------------------------------------------

    def _make(self, kind: str, total: int) -> bool:
        """Makes the missing samples of a kind; returns whether all are there."""
        seed, folder = self._run.description.seed, self._run.state
        exact = ExactOptions(nodes=self._options.nodes)
        every = portions(kind, total, seed, folder, exact)
        missing = [portion for portion in every if not portion.path.exists()]
        done = total - sum(portion.count for portion in missing)
        self._tell(kind, done, total)

        def count(portion: Any) -> None:
            nonlocal done
            done += portion.count
            self._tell(kind, done, total)

        make_all(missing, self._workers, count, self._is_over)
        return done == total

    def _samples(self, kind: str, held_out: bool) -> Samples:
        files = sorted(self._run.state.glob(f"{kind}-*.npz"))
        # The last of every `_HELD_OUT` files, or of all files if there are fewer.
        test = set(files[_HELD_OUT - 1 :: _HELD_OUT] or files[1:][-1:])
        return joined([read_samples(file) for file in files if (file in test) == held_out])

    # -- learning ---------------------------------------------------------------------------------

    def _learn(self) -> bool:
        from tesuji.learning.endgames.training import EndgameTrainer, LearningOptions

        options, seed = self._options, self._run.description.seed
        trainer = EndgameTrainer(
            LearningOptions(options.blocks, options.channels, options.batch, options.rate),
            seed,
            max(self._workers, 1),
        )
        if self._run.checkpoint_file.exists():
            trainer.restore(read_checkpoint(self._run.checkpoint_file))
        start = 0
        for kind, steps in (("games", options.game_steps), ("regions", options.steps)):
            if trainer.steps < start + steps and not self._stage(trainer, kind, start, steps):
                return False
            start += steps
        return True

    def _stage(self, trainer: Any, kind: str, start: int, steps: int) -> bool:
        """Trains on one kind of samples, from step `start` on; returns whether it finished."""
        samples = self._samples(kind, held_out=False)
        seed = self._run.description.seed + start
        size = self._options.batch
        batches = itertools.islice(
            shuffled_batches(samples, size, seed), trainer.steps - start, None
        )
        recent: dict[str, float] = {}
        while trainer.steps < start + steps:
            if self._is_over():
                self._save(trainer)
                return False
            progress = (trainer.steps - start) / steps
            for name, part in trainer.learn(next(batches), progress).items():
                now = float(part.detach())
                recent[name] = 0.98 * recent.get(name, now) + 0.02 * now
            done = trainer.steps - start
            if done % 10 == 0:
                self._tell(f"learning from {kind}", done, steps, **recent)
            if done % _CHECKPOINT_STEPS == 0 and done < steps:
                self._save(trainer)
        self._finish(trainer, kind, count_of(samples), recent)
        return True

    def _save(self, trainer: Any) -> None:
        write_checkpoint(self._run.checkpoint_file, trainer.state())

    def _finish(self, trainer: Any, kind: str, count: int, recent: dict[str, float]) -> None:
        """Tests and writes the network of a stage."""
        from tesuji.learning.endgames.export import to_onnx

        test = trainer.test(iter(_pieces(self._samples(kind, held_out=True))))
        data = to_onnx(trainer.average, stage=kind, samples=count, steps=trainer.steps)
        for name in (kind, "best"):
            write_atomically(self._run.networks / f"{name}.onnx", data)
        train = {name: round(loss, 4) for name, loss in recent.items()}
        self._run.add_metrics(
            trainer.steps, kind="training", stage=kind, samples=count, train=train, test=test
        )
        self._save(trainer)


def _pieces(samples: Samples, size: int = 512) -> list[EndgameBatch]:
    return [
        batch[slice(start, start + size)]
        for batch in samples.values()
        for start in range(0, len(batch), size)
    ]


# -- shipping -------------------------------------------------------------------------------------


def ship(run: Run, folder: Path, stem: str | None = None) -> Path:
    """Writes the network of a run to ``folder/go.onnx``, and its recipe as JSON beside it."""
    about = run.description
    options = EndgameOptions.of(run)
    recipe = {
        "command": f"tesuji train go-endgames --seed {about.seed} {options.command}".strip(),
        "seed": about.seed,
        "version": about.version,
        "precision": "float32",
        "measured": [line for line in run.metrics() if line.get("kind") == "training"],
        "config": dict(about.config),
    }
    return ship_files(folder, stem or "go", best_network_of(run), recipe)

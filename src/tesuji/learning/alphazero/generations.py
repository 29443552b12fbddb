"""Runs the loop of learning: self-play, training, competition, measurement, once a generation.

Each step ends by writing its result, completely or not at all, so a run that was killed continues
at the step it was in: finished games are in the journal of their generation, and a generation
counts as trained when its checkpoint exists.
"""

from __future__ import annotations

import copy
import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game
from tesuji.learning.alphazero.backends import Backend
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.collecting import GameCollector
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.contests import compete, in_words, measure, num_measurement_games
from tesuji.learning.alphazero.game_files import read_games, write_games
from tesuji.learning.alphazero.measurement import elo_curve
from tesuji.learning.alphazero.networks import num_weights
from tesuji.learning.alphazero.onnx_export import to_onnx
from tesuji.learning.alphazero.played_games import figures_of, write_record
from tesuji.learning.alphazero.progress import (
    Limits,
    LiveFile,
    Progress,
    RunClock,
    Status,
    Watch,
    as_figures,
)
from tesuji.learning.alphazero.quantize import quantize, quantize_by_playing
from tesuji.learning.alphazero.refreshing import refresh
from tesuji.learning.alphazero.replay import Generation, ReplayWindow, Sizes, count_of
from tesuji.learning.alphazero.tensorboard import TensorBoardLog as Tensorboard
from tesuji.learning.alphazero.training import SelfPlayTrainer
from tesuji.learning.common.checkpoints import read_checkpoint, write_checkpoint
from tesuji.learning.common.onnx_graph import weights_in
from tesuji.learning.common.runs import Run
from tesuji.match import derived_seed
from tesuji.networks.layout import Layout
from tesuji.networks.network import Network, NetworkInfo, read_network
from tesuji.search import SelfPlayGame

BEST = "best.npz"
_TESTS = 4096
"""Positions of the newest games on which the held-out loss is measured."""
_RECORDS = 4
"""Games of each generation that are kept as records for people."""
_SAVE_EVERY = 10.0
"""Seconds between updates of the stored costs of a run."""
_CALIBRATION = 512
"""Positions on which the ranges of a network in eight bits are measured."""


def read_start(path: Path) -> dict[str, Any]:
    """Reads initial weights: a checkpoint of another run, or a network (ONNX)."""
    if path.suffix != ".onnx":
        return read_checkpoint(path)
    weights = weights_in(read_network(path))
    return {
        f"{prefix}/{name}": array
        for prefix in ("network", "average")
        for name, array in weights.items()
    }


class Generations:
    """A run in progress. Create it and call `work`; all results are in the folder."""

    def __init__(
        self,
        run: Run,
        game: Game,
        config: Config,
        backend: Backend,
        *,
        threads: int = 2,
        limits: Limits | None = None,
        watch: Watch = lambda status: None,
        start_from: Path | None = None,
    ) -> None:
        """`threads` are for training; `start_from` has the initial weights: see `read_start`."""
        self.run, self.game, self.config, self.backend = run, game, config, backend
        self.limits = limits or Limits()
        self.status = Status()
        self._watch = watch
        self._live = LiveFile(run)
        self._seed = run.description.seed
        self.progress = Progress.of(run)
        self.clock = RunClock(self.progress, self.limits, lambda: backend.core_seconds)
        self.progress.planned = self.clock.planned
        self._boards = boards_of(game, config.boards)
        self._sizes = Sizes(self._boards)
        self.trainer = SelfPlayTrainer(Layout.of(game), config, self._seeded("weights"), threads)
        self.replay = ReplayWindow(self._sizes, config.replay, config.training.root_value_share)
        self._collector = GameCollector(
            run, config, backend, self.clock, self._seeded, self._tell_of_games
        )
        self._saved = dataclasses.replace(self.progress)
        self._saved_at = time.monotonic()
        if start_from is not None and self.progress.generation < 0:
            self.trainer.start_from(read_start(start_from))
        self._restore()
        self._board = Tensorboard(run.path("tensorboard"), self.progress.generation)

    # -- going on ---------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Restores the last checkpoint, with the newest games in the window."""
        checkpoint = self.run.checkpoint_file
        if checkpoint.exists():
            arrays = read_checkpoint(checkpoint)
            self.trainer.restore(arrays)
            # The checkpoint decides: the process may have died before it wrote progress.
            self.progress.generation = int(arrays["generation"])
            self.progress.games = int(arrays["games"])
            self.progress.positions = int(arrays["positions"])
        elif self.progress.generation >= 0:
            raise TesujiError(f"the checkpoint {checkpoint} is missing; the run cannot continue")
        parts: list[tuple[Generation, Generation]] = []
        self.replay.seen = self.progress.positions
        held = 0
        for generation in range(self.progress.generation, -1, -1):
            path = self.run.self_play_file(generation)
            if held >= self.replay.window or not path.exists():
                break
            parts.append(self._split(read_games(path)))
            held += count_of(parts[-1][0])
        for training, testing in reversed(parts):
            self.replay.add(training, testing)
        self.replay.seen = self.progress.positions

    def work(self) -> None:
        """Works until the limits of this sitting are reached."""
        with self._closing():
            if self.progress.generation < 0:
                self._begin()
            while not self._is_over():
                self._finish_generation()
                if self._is_over() or not self._play(self.progress.generation + 1):
                    break
                self._train(self.progress.generation + 1)
            if self.progress.generation >= 0:
                self._finish_generation(last=True)

    def _is_over(self) -> bool:
        total = self.limits.generations
        return self.clock.is_over or (total is not None and self.progress.generation >= total)

    @contextmanager
    def _closing(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._collector.close()
            self.backend.close()
            self._board.close()
            self._save_spent()

    def _begin(self) -> None:
        """Makes network number 0: random, or trained on games of plain search."""
        self.run.log(
            f"{self.game.spec}: a network of {num_weights(self.trainer.network)} weights, "
            f"trained on {self.trainer.device}"
        )
        if not self.config.bootstrap.games:
            self._write_network(0)
            self._save_checkpoint(0)
        elif self._play(0):
            self._train(0)

    # -- self-play --------------------------------------------------------------------------------

    def _play(self, generation: int) -> bool:
        """Plays the games of a generation; False if the sitting ends before they are complete."""
        if self.run.self_play_file(generation).exists():
            return True
        plain = generation == 0
        wanted = self.config.bootstrap.games if plain else self.config.self_play.games
        before = self._collector.open(generation)
        self._enter("self-play", generation, wanted)
        began = time.monotonic()
        network = None if plain else self._playing_network()
        rate = self._collector.collect(generation, network, wanted)
        played = self._collector.num_games
        # A run of a minute should end with a player: the first games are enough.
        is_first = generation <= 1 and played > 0
        if played < wanted and not is_first:
            return False
        games = self._collector.take(generation)
        seconds = time.monotonic() - began
        self._keep_records(generation, games[:_RECORDS])
        self._report_games(generation, games, len(games) - before, seconds, rate)
        return True

    def _tell_of_games(self, games: int, games_per_second: float) -> None:
        self.status.games_per_second = games_per_second
        self._tell(games)

    def _playing_network(self) -> bytes:
        """Returns the best network so far, in eight bits if the config says so."""
        network = self.run.generation_file(self.progress.best).read_bytes()
        if not self.config.self_play.int8:
            return network
        dice = np.random.default_rng(self._seeded("calibration", self.progress.generation))
        planes = self.replay.newest_planes(_CALIBRATION, dice)
        if not planes:
            return quantize_by_playing(network, self.game, seed=self._seeded("calibration"))
        return quantize(network, *planes)

    def _report_games(
        self,
        generation: int,
        games: list[SelfPlayGame],
        new: int,
        seconds: float,
        rate: float,
    ) -> None:
        """Records figures; `new` of the games were played in these seconds, the others before."""
        figures = as_figures(
            kind="self-play",
            **figures_of(games),
            seconds=seconds,
            games_per_second=new / max(seconds, 1e-9),
            evaluations_per_second=rate,
            network=self.progress.best,
        )
        self._add_metrics(generation, figures)

    def _keep_records(self, generation: int, games: list[SelfPlayGame]) -> None:
        """Saves a few games as SGF, for people."""
        event = f"{self.run.name}, generation {generation}"
        for number, game in enumerate(games):
            path = self.run.games / f"{generation:04d}-{number}.sgf"
            board = self._boards[game.board].game
            write_record(path, board, game, event, f"network {self.progress.best}")

    def _split(self, games: list[SelfPlayGame]) -> tuple[Generation, Generation]:
        """Splits games into training and testing positions."""
        share = self.config.replay.holdout
        every = round(1 / share) if share else len(games) + 1
        tests = [game for number, game in enumerate(games, 1) if number % every == 0]
        others = [game for number, game in enumerate(games, 1) if number % every]
        return self._sizes.positions_of(others), self._sizes.positions_of(tests)

    # -- training ---------------------------------------------------------------------------------

    def _train(self, generation: int) -> None:
        games = read_games(self.run.self_play_file(generation))
        training, testing = self._split(games)
        self.replay.add(training, testing)
        self._refresh(generation, round(self.config.replay.refreshed_share * count_of(training)))
        config = self.config.training
        passes = config.epochs * config.views * len(self.replay)
        wanted = passes or config.reuse * count_of(training)
        steps = max(round(wanted / config.batch), 1)
        self._enter("training", generation, steps)
        began, start = time.monotonic(), self.trainer.steps
        if self.config.competition.games and self.config.competition.from_best:
            self._return_to_best()
        seed = self._seeded(generation, "training")
        batches = self.replay.batches(config.batch, steps, np.random.default_rng(seed))

        def counted() -> Iterator[Any]:
            for batch in batches:
                yield batch
                self._tell(self.trainer.steps - start)

        share = self.clock.share(generation)
        losses = self.trainer.learn(counted(), share, seed)
        tests = self.trainer.test(self.replay.tests(config.batch, _TESTS))
        self.status.losses = {**losses, **{f"test_{name}": loss for name, loss in tests.items()}}
        seconds = time.monotonic() - began
        self.progress.games += len(games)
        self.progress.positions = self.replay.seen
        self._write_network(generation)
        figures = as_figures(
            kind="training",
            steps=self.trainer.steps,
            window=len(self.replay),
            positions=self.replay.seen,
            rate=self.trainer.rate(share),
            seconds=seconds,
            train=losses,
            test=tests,
        )
        self._add_metrics(generation, figures)
        self._save_checkpoint(generation)

    def _refresh(self, generation: int, wanted: int) -> None:
        """Searches positions of an older generation again, with the newest network."""
        dice = np.random.default_rng(self._seeded(generation, "refresh"))
        numbers = range(max(generation - self.replay.generations + 1, 0), generation)
        stored = [number for number in numbers if self.run.self_play_file(number).exists()]
        if not stored or wanted == 0:
            return
        older = int(dice.choice(stored))
        games = read_games(self.run.self_play_file(older))
        self._enter("refreshing", generation, wanted)
        refreshed = refresh(
            games,
            self._boards,
            self.config.self_play,
            Network.from_bytes(self._playing_network(), device=self.config.self_play.device),
            wanted,
            dice,
            on_position=self._tell,
        )
        write_games(self.run.self_play_file(older), games)
        self.replay.replace(generation - older, self._split(games)[0])
        self.run.log(f"{refreshed} positions of generation {older} were searched again")

    def _return_to_best(self) -> None:
        best = self.run.state / BEST
        if best.exists() and self.progress.best != self.progress.generation:
            steps = self.trainer.steps
            self.trainer.restore(read_checkpoint(best))
            self.trainer.steps = steps

    def _save_checkpoint(self, generation: int) -> None:
        """Saves the checkpoint; from here on the generation counts as trained."""
        arrays = self.trainer.state()
        extra = {
            "generation": np.int64(generation),
            "games": np.int64(self.progress.games),
            "positions": np.int64(self.replay.seen),
        }
        write_checkpoint(self.run.checkpoint_file, {**arrays, **extra})
        self.progress.generation = generation
        self._save_progress()

    def _write_network(self, generation: int, **known: Any) -> None:
        facts = {
            "run": self.run.name,
            "kind": self.config.network.kind,
            "weights": num_weights(self.trainer.average),
            "games": self.progress.games,
            **dataclasses.asdict(self.config.self_play.utility(self.game)),
            **known,
        }
        if self.trainer.average.plays_any_size:
            boards = [board.game for board in self._boards]
            info = NetworkInfo.for_boards(boards, generation, **facts)
        else:
            info = NetworkInfo.for_game(self.game, generation, **facts)
        average = copy.deepcopy(self.trainer.average).cpu()
        write_atomically(self.run.generation_file(generation), to_onnx(average, info))

    # -- competition and measurement --------------------------------------------------------------

    def _finish_generation(self, last: bool = False) -> None:
        """Does what is due after training: competition, measurement, tidying up.

        If the sitting ends here (`last`), the generation is measured even if it is not its turn.
        """
        generation = self.progress.generation
        if self.progress.competed < generation:
            if self.config.competition.games and generation > 0:
                self._compete(generation)
            else:
                self._promote(generation)
            self.progress.competed = generation
            self._save_progress()
        every = self.config.measurement.every
        # A network with random weights is not worth measuring.
        taught = generation > 0 or self.config.bootstrap.games > 0
        due = every and taught and (generation % every == 0 or last)
        if due and self.progress.measured < generation:
            self._measure(generation)
            self.progress.measured = generation
            self._save_progress()
        self._tidy()

    def _compete(self, generation: int) -> None:
        config = self.config.competition
        best = self.progress.best
        self._enter("competition", generation, config.games)
        figures = compete(
            self.game,
            config,
            self.run.generation_file(generation),
            self.run.generation_file(best),
            name=f"generation {best}",
            seed=self._seeded(generation, "competition"),
            backend=self.backend,
            on_game=self._tell,
        )
        promoted = figures["score"] > config.threshold
        self._add_metrics(
            generation, as_figures(kind="competition", promoted=promoted, match=figures)
        )
        self._note(
            f"generation {generation} scored {figures['score']:.1%} against {best}: "
            f"{'promoted' if promoted else 'not promoted'}"
        )
        if promoted:
            self._promote(generation)

    def _promote(self, generation: int) -> None:
        self.progress.best = generation
        if self.config.competition.games and self.config.competition.from_best:
            source = self.run.checkpoint_file.read_bytes()
            write_atomically(self.run.state / BEST, source)
        self._copy_best()

    def _copy_best(self) -> None:
        """Updates ``networks/best.onnx``, the network to play with."""
        source = self.run.generation_file(self.progress.best).read_bytes()
        write_atomically(self.run.best_network, source)

    def _measure(self, generation: int) -> None:
        config = self.config.measurement
        measured = [line for line in self.run.metrics() if line.get("kind") == "measurement"]
        versions = sorted({line["step"] for line in measured if line["step"] < generation})
        earlier = {
            f"generation {number}": self.run.generation_file(number)
            for number in versions[len(versions) - config.earlier :]
            if self.run.generation_file(number).exists()
        }
        games = num_measurement_games(self.game, config, len(earlier))
        self._enter("measurement", generation, games)
        with self._collector.paused():
            figures = measure(
                self.game,
                config,
                self.run.generation_file(generation),
                earlier,
                seed=self._seeded("measurement"),
                backend=self.backend,
                on_game=self._tell,
            )
        anchor = next((match["opponent"] for match in figures["matches"]), "")
        curve = elo_curve([*measured, {"step": generation, **figures}], anchor)
        elo, error = curve.get(generation, (None, None))
        self.status.elo, self.status.elo_error = elo, error
        hours = self.clock.core_spent / 3600
        self._add_metrics(
            generation, as_figures(**figures, elo=elo, elo_error=error, core_hours=hours)
        )
        known = {} if elo is None else {"elo": round(elo), "elo_anchor": anchor}
        rating = "" if elo is None else f" {elo:+.0f} ± {error:.0f} Elo,"
        self._note(f"generation {generation}:{rating} {', '.join(in_words(figures))}")
        self._write_network(generation, **known)
        self._copy_best()

    # -- files ------------------------------------------------------------------------------------

    def _tidy(self) -> None:
        """Removes networks that are no longer needed, and games that have left the window.

        Measured networks, those due by the config, the best and the last are kept.
        """
        config = self.config.measurement
        generation = self.progress.generation
        keep = {self.progress.best, generation, self.progress.measured}
        old = [
            path
            for path in self.run.generation_files()
            if int(path.stem) not in keep
            and not any(
                every and int(path.stem) % every == 0 for every in (config.every, config.keep)
            )
        ]
        old += [
            path
            for path in self.run.self_play_files()
            if int(path.stem) <= generation - max(self.replay.generations, 1)
        ]
        for path in old:
            with suppress(OSError):
                path.unlink()

    def _save_progress(self) -> None:
        """Saves the progress after a complete step."""
        self._saved = dataclasses.replace(self.progress)
        self._save_spent()

    def _save_spent(self) -> None:
        """Saves the costs of the run, even in the middle of a step."""
        spent, core_seconds = self.clock.spent, self.clock.core_spent
        for progress in (self.progress, self._saved):
            progress.spent, progress.core_seconds = spent, core_seconds
        self._saved.save(self.run)
        self._saved_at = time.monotonic()

    def _seeded(self, *parts: object) -> int:
        return derived_seed(self._seed, *parts)

    # -- telling ----------------------------------------------------------------------------------

    def _enter(self, phase: str, generation: int, total: int) -> None:
        self.status.phase, self.status.generation = phase, generation
        self.status.done, self.status.total = 0, total
        self.status.phase_began = time.monotonic()
        self._tell(0)

    def _tell(self, done: int) -> None:
        self.status.done = done
        self.status.seconds_spent = self.clock.spent
        self.status.seconds_left = self.clock.left(self.progress.generation)
        if time.monotonic() - self._saved_at > _SAVE_EVERY:
            self._save_spent()
        self._live.tell(self.status, self._newest_game)
        self._watch(self.status)

    def _newest_game(self) -> dict[str, Any] | None:
        """Returns the last game of self-play as plain data."""
        game = self._collector.newest
        if game is None:
            return None
        board = self._boards[game.board].game
        return {"spec": board.spec, "moves": game.moves.tolist(), "result": game.result}

    def _note(self, text: str) -> None:
        self.run.log(text)
        self.status.note = text
        self._live.tell(self.status, self._newest_game, at_once=True)
        self._tell(self.status.done)

    def _add_metrics(self, generation: int, figures: dict[str, Any]) -> None:
        self.run.add_metrics(generation, **figures)
        self._board.add(generation, figures)

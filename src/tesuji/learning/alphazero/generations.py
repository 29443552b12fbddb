"""The loop of a run: self-play, training, competition, measurement, generation after generation.

Each step ends by writing what it has done, whole or not at all, so that a run which was killed
goes on at the step it was in: games that had ended are in the journal of their generation, and a
generation counts as trained when its checkpoint is there.

Where the config says so, games are played beside the training: a `Feed` plays on with the last
network, and what it has played until a network is trained belongs to the next generation.
"""

from __future__ import annotations

import copy
import dataclasses
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game
from tesuji.learning.alphazero.backends import Backend
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.contests import compete, in_words, measure, num_measurement_games
from tesuji.learning.alphazero.feed import Feed
from tesuji.learning.alphazero.game_files import GamesUnderWay, read_games, write_games
from tesuji.learning.alphazero.measurement import elo_curve
from tesuji.learning.alphazero.networks import num_weights
from tesuji.learning.alphazero.onnx_export import to_onnx
from tesuji.learning.alphazero.played_games import figures_of, write_record
from tesuji.learning.alphazero.progress import (
    Limits,
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
"""Seconds after which what a run has cost is written down, so that a death loses no more."""
_CALIBRATION = 512
"""Positions on which the ranges of a network in eight bits are measured."""


def read_start(path: Path) -> dict[str, Any]:
    """What a run can begin with: a checkpoint of another one, or a network (ONNX)."""
    if path.suffix != ".onnx":
        return read_checkpoint(path)
    weights = weights_in(read_network(path))
    return {
        f"{prefix}/{name}": array
        for prefix in ("network", "average")
        for name, array in weights.items()
    }


class Generations:
    """A run at work. Make it, call `work`, and everything else is in the folder."""

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
        """`threads` are for training; `start_from` has the first weights: see `read_start`."""
        self.run, self.game, self.config, self.backend = run, game, config, backend
        self.limits = limits or Limits()
        self.status = Status()
        self._watch = watch
        self._seed = run.description.seed
        self.progress = Progress.of(run)
        self.clock = RunClock(self.progress, self.limits, lambda: backend.core_seconds)
        self.progress.planned = self.clock.planned
        self._boards = boards_of(game, config.boards)
        self._sizes = Sizes(self._boards)
        self.trainer = SelfPlayTrainer(Layout.of(game), config, self._seeded("weights"), threads)
        self.replay = ReplayWindow(self._sizes, config.replay, config.training.root_value_share)
        self._feed: Feed | None = None
        self._journal: GamesUnderWay | None = None
        self._journal_lock = threading.Condition()
        self._saved = dataclasses.replace(self.progress)
        self._saved_at = time.monotonic()
        if start_from is not None and self.progress.generation < 0:
            self.trainer.start_from(read_start(start_from))
        self._restore()
        self._board = Tensorboard(run.path("tensorboard"), self.progress.generation)

    # -- going on ---------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Goes on from the last checkpoint, with the newest games in the window."""
        checkpoint = self.run.checkpoint_file
        if checkpoint.exists():
            arrays = read_checkpoint(checkpoint)
            self.trainer.restore(arrays)
            # The checkpoint is what counts: the process may have died before it wrote progress.
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
        """Goes on until the limits of this sitting are reached."""
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
            if self._feed is not None:
                self._feed.close()
            if self._journal is not None:
                self._journal.close()
            self.backend.close()
            self._board.close()
            self._save_spent()

    def _begin(self) -> None:
        """Network number 0: random, or taught by games of plain search."""
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
        """Plays the games of a generation; False when the sitting ended before they were over."""
        done = self.run.self_play_file(generation)
        if done.exists():
            return True
        plain = generation == 0
        wanted = self.config.bootstrap.games if plain else self.config.self_play.games
        journal = self._journal_of(generation)
        self._enter("self-play", generation, wanted)
        began, before = time.monotonic(), len(journal.games)
        network = None if plain else self._playing_network()
        if network is not None and self._plays_beside:
            rate = self._collect(journal, network, wanted)
        else:
            rate = self._play_now(journal, network, wanted)
        # Who trains for a minute wants a player at the end of it: then the first games will do.
        is_first = generation <= 1 and bool(journal.games)
        if len(journal.games) < wanted and not is_first:
            return False
        games = self._take_games(generation)
        seconds = time.monotonic() - began
        self._keep_records(generation, games[:_RECORDS])
        self._report_games(generation, games, len(games) - before, seconds, rate)
        return True

    @property
    def _plays_beside(self) -> bool:
        """Whether games go on while a network is trained; not if a match decides who plays on."""
        beside = self.config.self_play.beside_training and self.backend.plays_beside
        return beside and self.config.self_play.carry_over and not self.config.competition.games

    def _play_now(self, journal: GamesUnderWay, network: bytes | None, wanted: int) -> float:
        """Has the missing games played and waits for them; gives the evaluations a second."""
        before, began = len(journal.games), time.monotonic()
        if before >= wanted:
            return 0.0

        def on_game(game: SelfPlayGame) -> None:
            journal.add(game)
            self._tell_of_games(journal, before, began)

        seed = self._seeded(self.status.generation, "self-play", before)
        stats = self.backend.self_play(
            network, wanted - before, seed, on_game, lambda: self.clock.is_over
        )
        return stats.evaluations / max(time.monotonic() - began, 1e-9)

    def _collect(self, journal: GamesUnderWay, network: bytes, wanted: int) -> float:
        """Waits until the feed has brought enough games; gives its evaluations a second.

        These are of the orders that have ended since: mostly of the network before.
        """
        if self._feed is None:
            runs_before = round(self.progress.spent)  # other games after each interruption

            def seed_of(version: int) -> int:
                return self._seeded("self-play", runs_before, version)

            self._feed = Feed(self.backend, seed_of, self._add_game, self._has_room)
        self._feed.use(network)
        before, began = len(journal.games), time.monotonic()
        while not self.clock.is_over:
            with self._journal_lock:
                if len(journal.games) >= wanted:
                    break
                self._journal_lock.wait(0.2)
            self._feed.check()
            self._tell_of_games(journal, before, began)
        stats = self._feed.take_stats()
        evaluations = sum(each.evaluations for each in stats)
        return evaluations / max(sum(each.seconds for each in stats), 1e-9)

    def _tell_of_games(self, journal: GamesUnderWay, before: int, began: float) -> None:
        elapsed = max(time.monotonic() - began, 1e-6)
        self.status.games_per_second = (len(journal.games) - before) / elapsed
        self._tell(len(journal.games))

    def _add_game(self, game: SelfPlayGame) -> None:
        """Called by the feed, in its own thread."""
        with self._journal_lock:
            assert self._journal is not None
            self._journal.add(game)
            self._journal_lock.notify_all()

    def _has_room(self) -> bool:
        """Whether more games are wanted: the next generation may have twice as many as usual."""
        with self._journal_lock:
            most = 2 * self.config.self_play.games
            return self._journal is None or len(self._journal.games) < most

    def _journal_of(self, generation: int) -> GamesUnderWay:
        """The journal of the generation that is being played."""
        if self._journal is None:
            path = self.run.self_play_file(generation).with_suffix(".journal")
            path.parent.mkdir(exist_ok=True)
            self._journal = GamesUnderWay(path)
        return self._journal

    def _take_games(self, generation: int) -> list[SelfPlayGame]:
        """Makes the games of the journal those of the generation; what comes is for the next."""
        with self._journal_lock:
            journal, self._journal = self._journal, None
            assert journal is not None
            if self._feed is not None:
                self._journal_of(generation + 1)
        write_games(self.run.self_play_file(generation), journal.games)
        journal.remove()
        return journal.games

    def _playing_network(self) -> bytes:
        """The best network so far, in eight bits where the config says so."""
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
        """`new` of the games were played in these seconds; the others before."""
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
        """A few games as SGF, for people."""
        event = f"{self.run.name}, generation {generation}"
        for number, game in enumerate(games):
            path = self.run.games / f"{generation:04d}-{number}.sgf"
            board = self._boards[game.board].game
            write_record(path, board, game, event, f"network {self.progress.best}")

    def _split(self, games: list[SelfPlayGame]) -> tuple[Generation, Generation]:
        """What is learnt from, and what is kept for testing: every so many games one."""
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
        """From here on the generation counts as trained."""
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
        """What is due after training: competition, measurement, tidying up.

        `last` says that the sitting ends here: a generation is measured then even off its turn.
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
        # A network with random weights is not worth it.
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
        """``networks/best.onnx`` is what to play with."""
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
        with nullcontext() if self._feed is None else self._feed.paused():
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
        """Removes networks that nobody will ask for, and games that have left the window.

        Networks are kept that were measured, whose turn it is, and the best and the last.
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
        """After a step that is complete."""
        self._saved = dataclasses.replace(self.progress)
        self._save_spent()

    def _save_spent(self) -> None:
        """Keeps what the run has cost, in the middle of a step, too."""
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
        self._watch(self.status)

    def _note(self, text: str) -> None:
        self.run.log(text)
        self.status.note = text
        self._tell(self.status.done)

    def _add_metrics(self, generation: int, figures: dict[str, Any]) -> None:
        self.run.add_metrics(generation, **figures)
        self._board.add(generation, figures)

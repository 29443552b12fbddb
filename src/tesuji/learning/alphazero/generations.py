"""The loop of a run: self-play, training, competition, measurement, generation after generation.

Each step ends by writing what it has done, whole or not at all, so that a run which was killed
goes on at the step it was in: games that had ended are in the journal of their generation, and a
generation counts as trained when its checkpoint is there.
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
from tesuji.learning.alphazero.checkpoints import read_checkpoint, write_checkpoint
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.game_files import Journal, read_games, write_games
from tesuji.learning.alphazero.layout import Layout
from tesuji.learning.alphazero.measurement import (
    elo_curve,
    has_truth,
    match_figures,
    measure_optimality,
    network_player,
    play_matches,
)
from tesuji.learning.alphazero.networks import num_weights
from tesuji.learning.alphazero.onnx_export import to_onnx
from tesuji.learning.alphazero.progress import (
    Clock,
    Limits,
    Progress,
    Status,
    Watch,
    as_figures,
)
from tesuji.learning.alphazero.quantize import quantize_by_playing
from tesuji.learning.alphazero.replay import Positions, Replay, positions_of
from tesuji.learning.alphazero.tensorboard import Board
from tesuji.learning.alphazero.training import Trainer
from tesuji.learning.runs import Run
from tesuji.match import derived_seed
from tesuji.records import GameRecord, write_sgf
from tesuji.search import Network, NetworkInfo, SelfPlayGame

CHECKPOINT = "checkpoint.npz"
BEST = "best.npz"
_TESTS = 4096
"""Positions of the newest games on which the held-out loss is measured."""
_RECORDS = 4
"""Games of each generation that are kept as records for people."""


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
        """`threads` are for training; `start_from` is a checkpoint with the first weights."""
        self.run, self.game, self.config, self.backend = run, game, config, backend
        self.limits = limits or Limits()
        self.status = Status()
        self._watch = watch
        self._seed = run.description.seed
        self.progress = Progress.of(run)
        self.clock = Clock(self.progress, self.limits)
        self.progress.planned = self.clock.planned
        self.trainer = Trainer(Layout.of(game), config, self._seeded("weights"), threads)
        self.replay = Replay(game, config.replay, config.training.root_value_share)
        if start_from is not None and self.progress.generation < 0:
            self.trainer.load_weights(read_checkpoint(start_from))
        self._restore()
        self._board = Board(run.path("tensorboard"), self.progress.generation)

    # -- going on ---------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Goes on from the last checkpoint, with the newest games in the window."""
        checkpoint = self.run.path("state", CHECKPOINT)
        if checkpoint.exists():
            arrays = read_checkpoint(checkpoint)
            self.trainer.restore(arrays)
            # The checkpoint is what counts: the process may have died before it wrote progress.
            self.progress.generation = int(arrays["generation"])
            self.progress.games = int(arrays["games"])
            self.progress.positions = int(arrays["positions"])
        elif self.progress.generation >= 0:
            raise TesujiError(f"the checkpoint {checkpoint} is missing; the run cannot go on")
        parts: list[tuple[Positions, Positions]] = []
        self.replay.seen = self.progress.positions
        held = 0
        for generation in range(self.progress.generation, -1, -1):
            path = self._games_path(generation)
            if held >= self.replay.window or not path.exists():
                break
            parts.append(self._split(read_games(path)))
            held += len(parts[-1][0])
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
            self.backend.close()
            self._board.close()
            if self.progress.generation >= 0:
                self._save_progress()

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
        done = self._games_path(generation)
        if done.exists():
            return True
        plain = generation == 0
        wanted = self.config.bootstrap.games if plain else self.config.self_play.games
        network = None if plain else self._playing_network()
        done.parent.mkdir(exist_ok=True)
        journal = Journal(done.with_suffix(".journal"))
        self._enter("self-play", generation, wanted)
        began, before = time.monotonic(), len(journal.games)

        def on_game(game: SelfPlayGame) -> None:
            journal.add(game)
            elapsed = max(time.monotonic() - began, 1e-6)
            self.status.games_per_second = (len(journal.games) - before) / elapsed
            self._tell(len(journal.games))

        try:
            evaluations = 0
            if wanted > before:
                seed = self._seeded(generation, "self-play", before)
                stats = self.backend.self_play(
                    network, wanted - before, seed, on_game, lambda: self.clock.is_over
                )
                evaluations = stats.evaluations
            if len(journal.games) < wanted:
                journal.close()
                return False
            seconds = time.monotonic() - began
            write_games(done, journal.games)
            self._keep_records(generation, journal.games[:_RECORDS])
            self._report_games(generation, journal.games, seconds, evaluations)
        except BaseException:
            journal.close()
            raise
        journal.remove()
        return True

    def _playing_network(self) -> bytes:
        """The best network so far, in eight bits where the config says so."""
        network = self._network_path(self.progress.best).read_bytes()
        if not self.config.self_play.int8:
            return network
        return quantize_by_playing(network, self.game, seed=self._seeded("calibration"))

    def _report_games(
        self, generation: int, games: list[SelfPlayGame], seconds: float, evaluations: int
    ) -> None:
        results = np.array([game.result for game in games])
        figures = as_figures(
            kind="self-play",
            games=len(games),
            plies=float(np.mean([game.plies for game in games])),
            first_wins=float((results > 0).mean()),
            draws=float((results == 0).mean()),
            unfinished=float(np.mean([not game.finished for game in games])),
            seconds=seconds,
            games_per_second=len(games) / max(seconds, 1e-9),
            evaluations_per_second=evaluations / max(seconds, 1e-9),
            network=self.progress.best,
        )
        self._add_metrics(generation, figures)

    def _keep_records(self, generation: int, games: list[SelfPlayGame]) -> None:
        """A few games as SGF, for people."""
        name = f"network {self.progress.best}"
        event = f"{self.run.name}, generation {generation}"
        for number, game in enumerate(games):
            record = GameRecord.from_moves(
                self.game, game.moves.tolist(), event=event, black=name, white=name
            )
            if not record.result and game.result:
                record.result = "B+" if game.result > 0 else "W+"
            path = self.run.path("games", f"{generation:04d}-{number}.sgf")
            write_atomically(path, write_sgf(record).encode())

    def _split(self, games: list[SelfPlayGame]) -> tuple[Positions, Positions]:
        """What is learnt from, and what is kept for testing: every so many games one."""
        share = self.config.replay.holdout
        every = round(1 / share) if share else len(games) + 1
        tests = [game for number, game in enumerate(games, 1) if number % every == 0]
        others = [game for number, game in enumerate(games, 1) if number % every]
        return positions_of(self.game, others), positions_of(self.game, tests)

    # -- training ---------------------------------------------------------------------------------

    def _train(self, generation: int) -> None:
        games = read_games(self._games_path(generation))
        training, testing = self._split(games)
        self.replay.add(training, testing)
        config = self.config.training
        wanted = config.epochs * len(self.replay) or config.reuse * len(training)
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

    def _return_to_best(self) -> None:
        best = self.run.path("state", BEST)
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
        write_checkpoint(self.run.path("state", CHECKPOINT), {**arrays, **extra})
        self.progress.generation = generation
        self._save_progress()

    def _write_network(self, generation: int, **known: Any) -> None:
        info = NetworkInfo.for_game(
            self.game,
            generation,
            run=self.run.name,
            kind=self.config.network.kind,
            weights=num_weights(self.trainer.average),
            games=self.progress.games,
            **dataclasses.asdict(self.config.self_play.utility(self.game)),
            **known,
        )
        average = copy.deepcopy(self.trainer.average).cpu()
        write_atomically(self._network_path(generation), to_onnx(average, info))

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
        options = {"temperature": config.temperature} if config.temperature else {}
        new, old = (
            network_player(self._network_path(number), config.simulations, **options)
            for number in (generation, best)
        )
        [result] = play_matches(
            self.game,
            [(new, old)],
            games=config.games,
            opening_plies=config.opening_plies,
            seed=self._seeded(generation, "competition"),
            backend=self.backend,
            on_game=self._tell,
        )
        figures = match_figures(result, f"generation {best}")
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
            source = self.run.path("state", CHECKPOINT).read_bytes()
            write_atomically(self.run.path("state", BEST), source)
        self._copy_best()

    def _copy_best(self) -> None:
        """``networks/best.onnx`` is what to play with."""
        source = self._network_path(self.progress.best).read_bytes()
        write_atomically(self.run.path("networks", "best.onnx"), source)

    def _measure(self, generation: int) -> None:
        config = self.config.measurement
        own = network_player(self._network_path(generation), config.simulations)
        opponents = {spec: spec for spec in config.opponents}
        before = self.progress.measured
        if config.earlier and before > 0 and self._network_path(before).exists():
            opponents[f"generation {before}"] = network_player(
                self._network_path(before), config.simulations
            )
        games = config.games * len(opponents)
        truth = has_truth(self.game) and config.optimal_games
        self._enter("measurement", generation, games + (config.optimal_games if truth else 0))
        results = play_matches(
            self.game,
            [(own, spec) for spec in opponents.values()],
            games=config.games,
            opening_plies=config.opening_plies,
            seed=self._seeded("measurement"),
            backend=self.backend,
            on_game=self._tell,
        )
        figures: dict[str, Any] = {
            "kind": "measurement",
            "simulations": config.simulations,
            "matches": [
                match_figures(result, name) for name, result in zip(opponents, results, strict=True)
            ],
        }
        if truth:
            figures["optimality"] = self._optimality(generation, own, games)
        measured = [line for line in self.run.metrics() if line.get("kind") == "measurement"]
        anchor = next(iter(opponents), "")
        curve = elo_curve([*measured, {"step": generation, **figures}], anchor)
        elo, error = curve.get(generation, (None, None))
        self.status.elo, self.status.elo_error = elo, error
        self._add_metrics(generation, as_figures(**figures, elo=elo, elo_error=error))
        known = {} if elo is None else {"elo": round(elo), "elo_anchor": anchor}
        rating = "" if elo is None else f" {elo:+.0f} ± {error:.0f} Elo,"
        self._note(f"generation {generation}:{rating} {', '.join(_results(figures))}")
        self._write_network(generation, **known)
        self._copy_best()

    def _optimality(self, generation: int, own: str, before: int) -> dict[str, Any] | None:
        """The network's own games with search, and alone, against the exact table."""
        config = self.config.measurement
        [result] = play_matches(
            self.game,
            [(own, own)],
            games=config.optimal_games,
            opening_plies=config.opening_plies,
            seed=self._seeded("optimality"),
            backend=self.backend,
            on_game=lambda done: self._tell(before + done),
        )
        network = Network.load(self._network_path(generation))
        games = [(game.moves, game.opening) for game in result.games]
        found = measure_optimality(self.game, network, games)
        return None if found is None else dataclasses.asdict(found)

    # -- files ------------------------------------------------------------------------------------

    def _games_path(self, generation: int) -> Path:
        return self.run.path("state", "games", f"{generation:04d}.npz")

    def _network_path(self, generation: int) -> Path:
        return self.run.path("networks", f"{generation:04d}.onnx")

    def _tidy(self) -> None:
        """Removes networks that nobody will ask for: not measured, neither best nor last."""
        every = self.config.measurement.every
        keep = {self.progress.best, self.progress.generation, self.progress.measured}
        for path in self.run.path("networks").glob("[0-9]*.onnx"):
            number = int(path.stem)
            if number not in keep and not (every and number % every == 0):
                with suppress(OSError):
                    path.unlink()

    def _save_progress(self) -> None:
        self.progress.spent = self.clock.spent
        self.progress.save(self.run)

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
        self._watch(self.status)

    def _note(self, text: str) -> None:
        self.run.log(text)
        self.status.note = text
        self._tell(self.status.done)

    def _add_metrics(self, generation: int, figures: dict[str, Any]) -> None:
        self.run.add_metrics(generation, **figures)
        self._board.add(generation, figures)


def _results(figures: dict[str, Any]) -> list[str]:
    """The results of a measurement in a few words."""
    parts = [f"{match['score']:.0%} against {match['opponent']}" for match in figures["matches"]]
    found = figures.get("optimality")
    if found is not None:
        parts.append(
            f"{found['keep']:.1%} of moves keep the result ({found['raw_keep']:.1%} without search)"
            f", {found['optimal']:.1%} lose no box ({found['raw_optimal']:.1%})"
        )
    return parts

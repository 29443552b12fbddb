"""Collects the games of a generation of self-play.

Games are written to a journal as they end, so a killed run loses none. Where the config allows it,
a `Feed` keeps playing with the last network while the next one is trained; games that it finishes
meanwhile belong to the next generation.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from tesuji.learning.alphazero.backends import Backend
from tesuji.learning.alphazero.config import Config
from tesuji.learning.alphazero.feed import Feed
from tesuji.learning.alphazero.game_files import GamesUnderWay, write_games
from tesuji.learning.alphazero.progress import RunClock
from tesuji.learning.common.runs import Run
from tesuji.search import SelfPlayGame


class GameCollector:
    """Has the games of one generation after another played, and keeps them in a journal."""

    def __init__(
        self,
        run: Run,
        config: Config,
        backend: Backend,
        clock: RunClock,
        seeded: Callable[..., int],
        on_games: Callable[[int, float], None],
    ) -> None:
        """`seeded` derives a seed from its arguments.

        `on_games` is called with the number of games in the journal and the games per second.
        """
        self._run, self._config, self._backend, self._clock = run, config, backend, clock
        self._seeded, self._on_games = seeded, on_games
        self._feed: Feed | None = None
        self._journal: GamesUnderWay | None = None
        self.newest: SelfPlayGame | None = None
        """The last game that has ended, for people who watch."""
        self._changed = threading.Condition()

    @property
    def num_games(self) -> int:
        """How many games of the current generation are finished."""
        return 0 if self._journal is None else len(self._journal.games)

    def open(self, generation: int) -> int:
        """Opens the journal of `generation` and returns the number of games in it."""
        return len(self._journal_of(generation).games)

    def collect(self, generation: int, network: bytes | None, wanted: int) -> float:
        """Plays until the journal has `wanted` games or the sitting ends.

        Returns the evaluations per second. `network` is None for games of plain search.
        """
        if network is not None and self._plays_beside:
            return self._wait_for_feed(generation, network, wanted)
        return self._play_now(generation, network, wanted)

    def take(self, generation: int) -> list[SelfPlayGame]:
        """Stores the games of the journal as those of `generation`; later ones are for the next."""
        with self._changed:
            journal, self._journal = self._journal, None
            assert journal is not None
            if self._feed is not None:
                self._journal_of(generation + 1)
        write_games(self._run.self_play_file(generation), journal.games)
        journal.remove()
        return journal.games

    def paused(self) -> AbstractContextManager[None]:
        """Returns a context in which the feed does not play, so that others can use the backend."""
        return nullcontext() if self._feed is None else self._feed.paused()

    def close(self) -> None:
        """Stops playing; the games so far stay in the journal."""
        if self._feed is not None:
            self._feed.close()
        if self._journal is not None:
            self._journal.close()

    @property
    def _plays_beside(self) -> bool:
        """Whether games continue during training; not if a match decides which network plays."""
        config = self._config
        beside = config.self_play.beside_training and self._backend.plays_beside
        return beside and config.self_play.carry_over and not config.competition.games

    def _play_now(self, generation: int, network: bytes | None, wanted: int) -> float:
        """Has the missing games played and waits for them; returns the evaluations per second."""
        journal = self._journal_of(generation)
        before, began = len(journal.games), time.monotonic()
        if before >= wanted:
            return 0.0

        def on_game(game: SelfPlayGame) -> None:
            journal.add(game)
            self.newest = game
            self._tell(journal, before, began)

        seed = self._seeded(generation, "self-play", before)
        stats = self._backend.self_play(
            network, wanted - before, seed, on_game, lambda: self._clock.is_over
        )
        return stats.evaluations / max(time.monotonic() - began, 1e-9)

    def _wait_for_feed(self, generation: int, network: bytes, wanted: int) -> float:
        """Waits until the feed has delivered enough games; returns its evaluations per second.

        They are counted over the orders that have ended, most of them of the previous network.
        """
        journal = self._journal_of(generation)
        if self._feed is None:
            spent = round(self._clock.spent_before)  # other games after each interruption

            def seed_of(version: int) -> int:
                return self._seeded("self-play", spent, version)

            self._feed = Feed(self._backend, seed_of, self._add, self._has_room)
        self._feed.use(network)
        before, began = len(journal.games), time.monotonic()
        while not self._clock.is_over:
            with self._changed:
                if len(journal.games) >= wanted:
                    break
                self._changed.wait(0.2)
            self._feed.check()
            self._tell(journal, before, began)
        stats = self._feed.take_stats()
        evaluations = sum(each.evaluations for each in stats)
        return evaluations / max(sum(each.seconds for each in stats), 1e-9)

    def _tell(self, journal: GamesUnderWay, before: int, began: float) -> None:
        elapsed = max(time.monotonic() - began, 1e-6)
        self._on_games(len(journal.games), (len(journal.games) - before) / elapsed)

    def _add(self, game: SelfPlayGame) -> None:
        """Adds a game to the journal; the feed calls this in its own thread."""
        with self._changed:
            assert self._journal is not None
            self._journal.add(game)
            self.newest = game
            self._changed.notify_all()

    def _has_room(self) -> bool:
        """Returns whether more games are wanted: at most twice as many as a generation needs."""
        with self._changed:
            most = 2 * self._config.self_play.games
            return self._journal is None or len(self._journal.games) < most

    def _journal_of(self, generation: int) -> GamesUnderWay:
        """Returns the current journal, which is opened for `generation` if there is none."""
        if self._journal is None:
            path = self._run.self_play_file(generation).with_suffix(".journal")
            path.parent.mkdir(exist_ok=True)
            self._journal = GamesUnderWay(path)
        return self._journal

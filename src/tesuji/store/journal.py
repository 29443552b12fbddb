"""Writes games without waiting for the disk.

A commit to disk takes milliseconds, during which an event loop must not block. A journal accepts
changes at once, makes them in its own thread in order, and reports when each is safe. Changes that
come while the disk is busy share the next commit, so that a hundred games need hardly more commits
than one.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from tesuji.errors import TesujiError
from tesuji.store.games import Change, Delete, GameStore, Save, StoredGame

_log = logging.getLogger(__name__)


class NotStored(TesujiError):
    """Raised when a change could not be written to disk."""


class Journal:
    """Makes changes to the games of a store in order, in the background."""

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._lock = threading.Lock()
        self._waiting: list[tuple[Change, Future[None]]] = []

    def save(self, game: StoredGame, replaces: float) -> Future[None]:
        """Stores a stamped game; the future is done when it is on disk.

        It fails with `ChangedMeanwhile` if the stored state is not that of the time `replaces`, and
        with `NotStored` if the disk fails.
        """
        return self._put(Save(game, replaces))

    def delete(self, game_id: str) -> Future[None]:
        return self._put(Delete(game_id))

    def close(self) -> None:
        """Waits until everything is on disk."""
        self._thread.submit(self.store.close)
        self._thread.shutdown()

    def _put(self, change: Change) -> Future[None]:
        written: Future[None] = Future()
        written.set_running_or_notify_cancel()  # the waiting task may end; the change stays
        with self._lock:
            self._waiting.append((change, written))
            if len(self._waiting) == 1:
                self._thread.submit(self._write)
        return written

    def _write(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting, []
        try:
            problems: list[Exception | None] = [
                *self.store.write([change for change, _ in batch]),
            ]
        except Exception as error:  # probably a full disk; nobody must wait forever
            _log.error("the database did not take %d changes: %s", len(batch), error)
            problems = [NotStored(f"the game could not be stored: {error}") for _ in batch]
        for (_, written), problem in zip(batch, problems, strict=True):
            if problem is None:
                written.set_result(None)
            else:
                written.set_exception(problem)

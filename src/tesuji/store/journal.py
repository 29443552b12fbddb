"""Writing games without waiting for the disk.

Putting a commit on the disk takes milliseconds, in which an event loop must not stand still. A
journal takes changes at once, makes them in a thread of its own in the order in which they came,
and says of each when it is safe. Changes that come while the disk is busy share the next commit,
so that a hundred games need hardly more commits than one.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from tesuji.errors import TesujiError
from tesuji.store.games import Change, Delete, GameStore, Save, StoredGame

_log = logging.getLogger(__name__)


class NotStored(TesujiError):
    """The disk did not take a change."""


class Journal:
    """Makes changes to the games of a store, one after the other, in the background."""

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._lock = threading.Lock()
        self._waiting: list[tuple[Change, Future[None]]] = []

    def save(self, game: StoredGame, replaces: float) -> Future[None]:
        """Stores a stamped game; the future ends when it is on the disk.

        It ends with `ChangedMeanwhile` when another state than that of the time `replaces` lies
        there, and with `NotStored` when the disk fails.
        """
        return self._put(Save(game, replaces))

    def delete(self, game_id: str) -> Future[None]:
        return self._put(Delete(game_id))

    def close(self) -> None:
        """Waits until everything is on the disk."""
        self._thread.submit(self.store.close)
        self._thread.shutdown()

    def _put(self, change: Change) -> Future[None]:
        written: Future[None] = Future()
        written.set_running_or_notify_cancel()  # whoever waits may go away; the change stays
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
        except Exception as error:  # a full disk most likely; nobody must wait for ever
            _log.error("the database did not take %d changes: %s", len(batch), error)
            problems = [NotStored(f"the game could not be stored: {error}") for _ in batch]
        for (_, written), problem in zip(batch, problems, strict=True):
            if problem is None:
                written.set_result(None)
            else:
                written.set_exception(problem)

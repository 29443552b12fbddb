"""Controls a question to a player: reports its progress and cancels it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tesuji.players import Player
from tesuji.players.base import Analyser
from tesuji.search import Cancel, Progress


class Control(Cancel):
    """The control of one question to a player.

    A cancel works at any time: before the player begins to think, between two of its searches, or
    during a search. It never affects a later question.
    """

    def __init__(self, on_progress: Progress | None = None, interval: float = 0.1) -> None:
        """`on_progress` is called in the thinking thread every `interval` seconds.

        Only players that report their progress call it.
        """
        super().__init__()
        self.on_progress = on_progress
        self.interval = interval
        self._player: Player | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """Asks for an answer at once. Returns without waiting for anything."""
        if self.is_cancelled:
            return
        super().cancel()
        if self._player is not None:  # a search that begins later checks the cancel itself
            # In a thread: stopping a program may take a while, and a faulty `stop` may hang.
            threading.Thread(target=self._stop_player, name="stopping", daemon=True).start()

    @contextmanager
    def over(self, player: Player) -> Iterator[None]:
        """Applies this control to what `player` does inside, in this thread."""
        watched = player if self.on_progress is not None and isinstance(player, Analyser) else None
        if watched is not None:
            watched.on_progress, watched.progress_interval = self.on_progress, self.interval
        with self.scope():
            with self._lock:
                self._player = player
            if self.is_cancelled:
                self._stop_player()  # searches check it themselves; other players may not
            try:
                yield
            finally:
                with self._lock:  # a running `stop` must end first, not hit the next question
                    self._player = None
                if watched is not None:
                    watched.on_progress = None

    def _stop_player(self) -> None:
        with self._lock, contextlib.suppress(Exception):  # waiting threads do not depend on it
            if self._player is not None:
                self._player.stop()

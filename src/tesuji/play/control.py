"""What the asker of a question keeps in hand: it hears of progress, and it can cancel."""

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

    A cancel holds whenever it comes: before the player has begun to think, between two of its
    searches, or while it searches. It never reaches a later question.
    """

    def __init__(self, on_progress: Progress | None = None, interval: float = 0.1) -> None:
        """`on_progress` hears every `interval` seconds, in the thinking thread, what is known.

        That is for players that tell their progress; the others think in silence.
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
        if self._player is not None:  # one that begins after this looks at the cancel itself
            # In a thread: to stop a program may take a while, and a faulty `stop` may hang.
            threading.Thread(target=self._stop_player, name="stopping", daemon=True).start()

    @contextmanager
    def over(self, player: Player) -> Iterator[None]:
        """Puts what `player` does inside, in this thread, under this control."""
        teller = player if self.on_progress is not None and isinstance(player, Analyser) else None
        if teller is not None:
            teller.on_progress, teller.progress_interval = self.on_progress, self.interval
        with self.scope():
            with self._lock:
                self._player = player
            if self.is_cancelled:
                self._stop_player()  # searches know it already; other players may remember it
            try:
                yield
            finally:
                with self._lock:  # a `stop` under way ends first: it must not hit what comes next
                    self._player = None
                if teller is not None:
                    teller.on_progress = None

    def _stop_player(self) -> None:
        with self._lock, contextlib.suppress(Exception):  # whoever waits does not depend on it
            if self._player is not None:
                self._player.stop()

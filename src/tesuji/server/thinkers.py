"""Runs engines in threads: they follow a game, think, and release their memory.

Opponents of people and engines that play each other have separate threads, so that games between
engines cannot keep people waiting.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tesuji.games import Game
from tesuji.play import AskedPlayer, Control, GameInProgress
from tesuji.players import Choice, TimeLeft, make_player
from tesuji.server.background import FOR_LATER, FOR_PEOPLE, step_back

MOST_RESTING = 16
"""The most engines that keep their trees between moves; each may have some megabytes."""


class Thinker:
    """An engine in a seat of a game, made when it first has to think."""

    def __init__(self, spec: str, game: Game) -> None:
        self._spec = spec
        self._game = game
        self._asked: AskedPlayer | None = None
        self._control = Control()
        self._lock = threading.Lock()
        self._busy = False
        self._dismissed = False

    def think(self, game: GameInProgress, time_left: Callable[[], TimeLeft | None]) -> Choice:
        """Returns the engine's move in `game`, which must not change; runs in a thread.

        `time_left` is called when thinking begins, because a busy server may delay an engine.
        """
        with self._lock:
            self._busy = True
        try:
            if self._asked is None:
                self._asked = AskedPlayer(make_player(self._spec, self._game))
            self._asked.follow(game)
            return self._asked.choose(game.position, time_left(), self._control)
        finally:
            with self._lock:
                self._busy = False
                leave = self._dismissed
            if leave:
                self._close()

    def dismiss(self) -> bool:
        """Ends the engine, soon if it thinks; returns whether `close` must still be called."""
        with self._lock:
            self._dismissed = True
            busy = self._busy
        self._control.cancel()
        return not busy

    def close(self) -> None:
        """Frees the engine's resources; it is made again if it has to think again."""
        with self._lock:
            if self._busy:
                return
        self._close()

    def _close(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            asked.close()


class Thinkers:
    """The threads in which engines think."""

    def __init__(self, threads: int) -> None:
        """`threads` is how many opponents of people may think at once."""
        self._against_people = ThreadPoolExecutor(threads, "engine", step_back, (FOR_PEOPLE,))
        self._among_engines = ThreadPoolExecutor(
            max(1, threads // 2), "engine-game", step_back, (FOR_LATER,)
        )
        self._resting: OrderedDict[Thinker, None] = OrderedDict()

    async def ask(
        self,
        thinker: Thinker,
        game: GameInProgress,
        time_left: Callable[[], TimeLeft | None],
        *,
        for_person: bool,
    ) -> Choice:
        """Returns the choice of `thinker` in `game`; `for_person` if a person waits for it."""
        threads = self._against_people if for_person else self._among_engines
        self._resting.pop(thinker, None)
        choice = await asyncio.get_running_loop().run_in_executor(
            threads, thinker.think, game.snapshot(), time_left
        )
        self._resting[thinker] = None
        while len(self._resting) > MOST_RESTING:
            oldest, _ = self._resting.popitem(last=False)
            self._against_people.submit(oldest.close)
        return choice

    def dismiss(self, thinker: Thinker) -> None:
        """Ends an engine that is no longer needed, even while it thinks."""
        self._resting.pop(thinker, None)
        if thinker.dismiss():
            self._against_people.submit(thinker.close)

    def close(self) -> None:
        """Ends the threads; all engines must have been dismissed."""
        for thinker in list(self._resting):
            self.dismiss(thinker)
        self._against_people.shutdown(wait=False)
        self._among_engines.shutdown(wait=False, cancel_futures=True)

"""Plays in the background with the last network while the next one is trained."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tesuji.learning.alphazero.backends import Backend, OnGame
from tesuji.learning.alphazero.self_player import PlayStats

_WITHOUT_END = 2**31 - 1
"""Games per order; an order ends when another network comes."""


class Feed:
    """A thread that keeps a backend playing, always with the newest network."""

    def __init__(
        self,
        backend: Backend,
        seed_of: Callable[[int], int],
        on_game: OnGame,
        has_room: Callable[[], bool],
    ) -> None:
        """`seed_of` gives the seed of each order; `on_game` is called in the thread.

        Nothing is played while `has_room` returns false: if play is much faster than training,
        games would pile up, and training on them would take still longer.
        """
        self._backend = backend
        self._has_room = has_room
        self._seed_of = seed_of
        self._on_game = on_game
        self._changed = threading.Condition()
        self._network: bytes | None = None
        self._version = 0
        self._may_play = True
        self._is_playing = False
        self._is_closed = False
        self._failure: BaseException | None = None
        self._stats: list[PlayStats] = []
        self._thread = threading.Thread(target=self._run, name="tesuji feed", daemon=True)
        self._thread.start()

    def use(self, network: bytes) -> None:
        """Continues the games with this network."""
        with self._changed:
            self._network = network
            self._version += 1
            self._changed.notify_all()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pauses play, so that others can use the backend."""
        with self._changed:
            self._may_play = False
            self._changed.wait_for(lambda: not self._is_playing or self._failure is not None)
        try:
            yield
        finally:
            with self._changed:
                self._may_play = True
                self._changed.notify_all()

    def check(self) -> None:
        """Raises the exception of the thread, if there was one."""
        if self._failure is not None:
            raise self._failure

    def take_stats(self) -> list[PlayStats]:
        """Returns the costs of the orders that have ended since the last call."""
        with self._changed:
            taken, self._stats = self._stats, []
        return taken

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        try:
            while (order := self._next_order()) is not None:
                network, version = order
                stats = self._backend.self_play(
                    network,
                    _WITHOUT_END,
                    self._seed_of(version),
                    self._on_game,
                    lambda version=version: self._is_stale(version),  # type: ignore[misc]
                )
                with self._changed:
                    self._stats.append(stats)
                    self._is_playing = False
                    self._changed.notify_all()
        except BaseException as error:
            with self._changed:
                self._failure = error
                self._is_playing = False
                self._changed.notify_all()

    def _next_order(self) -> tuple[bytes, int] | None:
        """Waits for the next order; returns None at the end."""
        with self._changed:
            while not self._is_closed and (
                self._network is None or not self._may_play or not self._has_room()
            ):
                self._changed.wait(0.2)
            if self._is_closed or self._network is None:
                return None
            self._is_playing = True
            return self._network, self._version

    def _is_stale(self, version: int) -> bool:
        stale = self._is_closed or not self._may_play or version != self._version
        return stale or not self._has_room()

"""Reads a controller's lines in a separate thread, so that input is noticed during a search."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

MAX_LINE = 1 << 20
"""The most bytes of a line; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of input and when it came, by the monotonic clock in seconds."""

    text: str
    when: float


class Inbox:
    """Lines that wait to be handled, and whether more can come."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque()
        """The waiting lines; use only within `wait`."""
        self.ended_at: float | None = None
        """When the input ended, by the monotonic clock."""
        self._news = threading.Condition()

    # -- filling ----------------------------------------------------------------------------

    def read_from(self, descriptor: int) -> None:
        """Reads a file descriptor to its end, in a background thread."""
        threading.Thread(target=self._read, args=(descriptor,), name="input", daemon=True).start()

    def feed(self, text: str) -> None:
        with self._news:
            self.lines.append(Line(text, time.monotonic()))
            self._news.notify_all()

    def end(self) -> None:
        with self._news:
            if self.ended_at is None:
                self.ended_at = time.monotonic()
            self._news.notify_all()

    def _read(self, descriptor: int) -> None:
        # The raw descriptor: a thread that waits in Python's buffer would delay the exit.
        rest = b""
        while True:
            try:
                data = os.read(descriptor, 1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[:MAX_LINE]
            for line in lines:
                self.feed(line[:MAX_LINE].decode("utf-8", "replace"))
        if rest.strip():
            self.feed(rest.decode("utf-8", "replace"))
        self.end()

    # -- emptying ---------------------------------------------------------------------------

    def take(self) -> Line | None:
        """Waits for the next line and returns it; None if there are no more."""
        with self._news:
            while not self.lines and self.ended_at is None:
                self._news.wait()
            return self.lines.popleft() if self.lines else None

    # -- listening while thinking -----------------------------------------------------------

    def wait(self, until: Callable[[], bool], seconds: float | None = None) -> bool:
        """Waits until `until()`, which is called after each event; returns False on timeout."""
        with self._news:
            return self._news.wait_for(until, seconds)

    def wake(self) -> None:
        """Makes `wait` check its condition again."""
        with self._news:
            self._news.notify_all()

    @property
    def has_news(self) -> bool:
        """Whether there is any line, or the end."""
        return bool(self.lines) or self.ended_at is not None

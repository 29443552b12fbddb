"""Protects the server from slow or noisy clients of a WebSocket.

Events wait in a mailbox in which a newer state replaces an older one of the same thing, so that a
slow client gets fewer updates instead of a growing queue. While too much waits in it, the server
does not read further commands of that client. The rate of commands is limited, too.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from tesuji.server.live_models import Event

MAX_UNREAD = 64
"""The most waiting events with which a client's next command is read."""


class Mailbox:
    """Events on their way to a client; the newest of each kind is enough."""

    def __init__(self) -> None:
        self._events: OrderedDict[str, Event | Callable[[], Event]] = OrderedDict()
        self._filled = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._count = 0

    def __len__(self) -> int:
        return len(self._events)

    def put(self, key: str, event: Event | Callable[[], Event]) -> None:
        """Adds an event, which replaces a waiting one with the same key.

        A function is called when its event is sent.
        """
        self._events.pop(key, None)
        self._events[key] = event
        self._filled.set()
        if len(self) > MAX_UNREAD:
            self._has_room.clear()

    def add(self, event: Event) -> None:
        """Adds an event that replaces nothing."""
        self._count += 1
        self.put(f"#{self._count}", event)

    def drop(self, key: str) -> None:
        """Removes the event with this key, if it still waits."""
        self._events.pop(key, None)
        if len(self) <= MAX_UNREAD:
            self._has_room.set()

    async def take(self) -> str:
        while not self._events:
            self._filled.clear()
            await self._filled.wait()
        _, event = self._events.popitem(last=False)
        if len(self) <= MAX_UNREAD:
            self._has_room.set()
        return (event() if callable(event) else event).model_dump_json()

    async def room(self) -> None:
        """Waits until there is room in the mailbox."""
        await self._has_room.wait()


class Pace:
    """Limits a rate: the first steps pass at once, later ones at a steady rate."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._credit = float(at_once)
        self._time = asyncio.get_running_loop().time()

    async def step(self) -> None:
        """Waits until another step is allowed."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._time) * self._per_second
        self._credit = min(self._at_once, self._credit + earned) - 1
        self._time = now
        if self._credit < 0:
            await asyncio.sleep(-self._credit / self._per_second)

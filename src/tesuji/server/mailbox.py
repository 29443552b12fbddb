"""What keeps slow and loud clients of a WebSocket from costing the others anything.

Events wait in a mailbox in which a newer state of the same thing replaces the older one, so that a
slow client gets fewer updates instead of a longer and longer queue. While too much waits in it, the
server reads no further commands of that client: whoever only shouts and does not listen is not
heard either. And nobody is heard faster than the page of a busy person would speak.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from tesuji.server.live_models import Event

MAX_UNREAD = 64
"""Events in a client's mailbox up to which its next command is read."""


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
        """Puts in an event that replaces the one under the same key, if that still waits.

        A function is called when its event is sent.
        """
        self._events.pop(key, None)
        self._events[key] = event
        self._filled.set()
        if len(self) > MAX_UNREAD:
            self._has_room.clear()

    def add(self, event: Event) -> None:
        """Puts in an event that replaces nothing."""
        self._count += 1
        self.put(f"#{self._count}", event)

    def drop(self, key: str) -> None:
        """Takes out the event under a key, if it still waits."""
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
        """Returns when not too much is waiting."""
        await self._has_room.wait()


class Pace:
    """Lets the first steps pass at once, and those after them at a steady rate."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._credit = float(at_once)
        self._time = asyncio.get_running_loop().time()

    async def step(self) -> None:
        """Returns when another step is allowed."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._time) * self._per_second
        self._credit = min(self._at_once, self._credit + earned) - 1
        self._time = now
        if self._credit < 0:
            await asyncio.sleep(-self._credit / self._per_second)

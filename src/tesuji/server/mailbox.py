"""What keeps slow and loud clients of a WebSocket from costing the others anything.

Events wait in a mailbox in which a newer state of the same thing replaces the older one, so that a
slow client gets fewer updates instead of a longer and longer queue. While too much waits in it, the
server reads no further commands of that client: whoever only shouts and does not listen is not
heard either. And nobody is heard faster than the page of a busy person would speak.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict

from tesuji.server import models

MAX_UNREAD = 64
"""Events in a client's mailbox up to which its next command is read."""


class Mailbox:
    """Events on their way to a client; the newest of each kind is enough."""

    def __init__(self) -> None:
        self._events: OrderedDict[str, str] = OrderedDict()
        self._filled = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._count = 0

    def __len__(self) -> int:
        return len(self._events)

    def put(self, event: str, about: str, body: models.Model, *, replace: bool = True) -> None:
        """Puts in an event of a kind about a game or job; `replace` drops an older one."""
        if replace:
            key = f"{event} {about}"
            self._events.pop(key, None)
        else:
            self._count += 1
            key = f"{event} {about} {self._count}"
        kind, name = json.dumps(event), json.dumps(about)
        self._events[key] = f'{{"type":{kind},"about":{name},"body":{body.model_dump_json()}}}'
        self._filled.set()
        if len(self) > MAX_UNREAD:
            self._has_room.clear()

    async def take(self) -> str:
        while not self._events:
            self._filled.clear()
            await self._filled.wait()
        _, text = self._events.popitem(last=False)
        if len(self) <= MAX_UNREAD:
            self._has_room.set()
        return text

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

"""The WebSocket: games as they go on, analyses as they deepen.

A client sends small JSON commands; the server answers with events. Events wait in a mailbox in
which a newer state of the same thing replaces the older one, so that a slow client gets fewer
updates instead of a longer and longer queue.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from tesuji.errors import TesujiError
from tesuji.games import parse_spec
from tesuji.server import models
from tesuji.server.jobs import JOBS_PER_CLIENT, Job, Jobs
from tesuji.server.rooms import Rooms
from tesuji.server.views import replay, start_position

MAX_WATCHED = 8
MAX_MESSAGE = 200_000
"""Characters of one command."""


class Watch(models.Model):
    type: Literal["watch"]
    game: models.ShortText


class Unwatch(models.Model):
    type: Literal["unwatch"]
    game: models.ShortText


class Analyse(models.Model):
    type: Literal["analyse"]
    job: models.ShortText
    at: models.PositionRequest
    seconds: Annotated[float, Field(gt=0, le=120)] = 10


class Review(models.Model):
    type: Literal["review"]
    job: models.ShortText
    game: models.PositionRequest
    seconds_per_move: Annotated[float, Field(gt=0, le=10)] = 0.5


class Cancel(models.Model):
    type: Literal["cancel"]
    job: models.ShortText


Command = Annotated[Watch | Unwatch | Analyse | Review | Cancel, Field(discriminator="type")]
_commands: TypeAdapter[Watch | Unwatch | Analyse | Review | Cancel] = TypeAdapter(Command)


class Mailbox:
    """Events on their way to a client; the newest of each kind is enough."""

    def __init__(self) -> None:
        self._events: OrderedDict[str, str] = OrderedDict()
        self._filled = asyncio.Event()
        self._count = 0

    def put(self, event: str, about: str, body: models.Model, *, replace: bool = True) -> None:
        """Puts in an event of a kind about a game or job; `replace` drops an older one."""
        if replace:
            key = f"{event} {about}"
            self._events.pop(key, None)
        else:
            self._count += 1
            key = f"{event} {about} {self._count}"
        kind, name = TypeAdapter(str).dump_json(event), TypeAdapter(str).dump_json(about)
        text = f'{{"type":{kind.decode()},"about":{name.decode()},"body":{body.model_dump_json()}}}'
        self._events[key] = text
        self._filled.set()

    async def take(self) -> str:
        while not self._events:
            self._filled.clear()
            await self._filled.wait()
        return self._events.popitem(last=False)[1]


class Connection:
    """One client: what it watches and which jobs it runs."""

    def __init__(self, rooms: Rooms, jobs: Jobs) -> None:
        self._rooms = rooms
        self._jobs = jobs
        self._mail = Mailbox()
        self._watched: dict[str, Callable[[models.GameView], None]] = {}
        self._running: dict[str, tuple[Job, asyncio.Task[None]]] = {}

    async def serve(self, socket: WebSocket) -> None:
        await socket.accept()
        sender = asyncio.create_task(self._send(socket))
        try:
            while True:
                text = await socket.receive_text()
                if len(text) > MAX_MESSAGE:
                    self._complain("", "this message is too long")
                    continue
                self._understand(text)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            self._close()

    async def _send(self, socket: WebSocket) -> None:
        while True:
            await socket.send_text(await self._mail.take())

    def _understand(self, text: str) -> None:
        try:
            command = _commands.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            self._complain("", f"{place}: {first['msg']}" if place else first["msg"])
            return
        about = command.job if isinstance(command, Analyse | Review | Cancel) else command.game
        try:
            self._obey(command)
        except TesujiError as error:
            self._complain(about, str(error).splitlines()[0])

    def _obey(self, command: Watch | Unwatch | Analyse | Review | Cancel) -> None:
        match command:
            case Watch():
                self._watch(command.game)
            case Unwatch():
                self._unwatch(command.game)
            case Cancel():
                self._cancel(command.job)
            case Analyse(job=name, at=at, seconds=seconds):
                position = replay(at.spec, at.setup, at.moves)
                if position.is_over:
                    raise TesujiError("the game is over: there is nothing to search")
                self._start(
                    name,
                    lambda job: self._jobs.analyse(
                        job, position, seconds, lambda view: self._mail.put("analysis", name, view)
                    ),
                )
            case Review(job=name, game=game, seconds_per_move=seconds):
                start = start_position(parse_spec(game.spec), game.setup)
                replay(game.spec, game.setup, game.moves)  # complain before, not in the middle
                self._start(
                    name,
                    lambda job: self._jobs.review(
                        job,
                        start,
                        game.moves,
                        seconds,
                        lambda view: self._mail.put("judgement", name, view, replace=False),
                    ),
                )

    # -- games ------------------------------------------------------------------------------

    def _watch(self, game_id: str) -> None:
        room = self._rooms.get(game_id)
        if room is None:
            raise TesujiError("there is no such game")
        if game_id not in self._watched:
            if len(self._watched) >= MAX_WATCHED:
                raise TesujiError(f"a page can watch {MAX_WATCHED} games, not more")

            def tell(view: models.GameView) -> None:
                self._mail.put("game", game_id, view)

            self._watched[game_id] = tell
            room.listeners.add(tell)
        self._mail.put("game", game_id, room.view())

    def _unwatch(self, game_id: str) -> None:
        tell = self._watched.pop(game_id, None)
        room = self._rooms.get(game_id)
        if tell is not None and room is not None:
            room.listeners.discard(tell)

    # -- jobs -------------------------------------------------------------------------------

    def _start(self, name: str, begin: Callable[[Job], Awaitable[None]]) -> None:
        self._cancel(name)
        if len(self._running) >= JOBS_PER_CLIENT:
            raise TesujiError(f"a page can run {JOBS_PER_CLIENT} analyses at once, not more")
        job = Job()

        async def run() -> None:
            try:
                await begin(job)
                self._mail.put("done", name, models.IllegalAnswer(reason=None))
            except TesujiError as error:
                self._complain(name, str(error).splitlines()[0])
            finally:
                if self._running.get(name, (None,))[0] is job:
                    del self._running[name]

        self._running[name] = (job, asyncio.create_task(run()))

    def _cancel(self, name: str) -> None:
        found = self._running.pop(name, None)
        if found is not None:
            found[0].cancel()

    def _complain(self, about: str, detail: str) -> None:
        problem = models.Problem(title="Bad request", status=400, detail=detail)
        self._mail.put("problem", about, problem, replace=False)

    def _close(self) -> None:
        for name in list(self._running):
            self._cancel(name)
        for game_id in list(self._watched):
            self._unwatch(game_id)

"""The WebSocket: games as they go on, analyses as they deepen.

A client sends small JSON commands; the server answers with events, by way of a mailbox (`mailbox`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Annotated, Any, Literal

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from tesuji.errors import TesujiError
from tesuji.games import Position, parse_spec
from tesuji.server import models
from tesuji.server.jobs import (
    JOBS_PER_CLIENT,
    MAX_SECONDS,
    MAX_SECONDS_PER_MOVE,
    Cancelled,
    Job,
    Jobs,
)
from tesuji.server.mailbox import Mailbox, Pace
from tesuji.server.room import Listener, Room
from tesuji.server.rooms import Rooms
from tesuji.server.views import replay, start_position

MAX_WATCHED = 8
MAX_MESSAGE = 200_000
"""Characters of one command."""
COMMANDS_AT_ONCE = 100
"""So many commands a client may send in one go; a page that is opened sends a handful."""
COMMANDS_PER_SECOND = 50.0
"""After those, further ones are read at this rate."""
MAX_COMPLAINT = 300
"""Characters of what a client is told of its errors: it may be wrong at great length."""

_log = logging.getLogger(__name__)


class Watch(models.Model):
    """Tells how a game stands, now and whenever that changes."""

    type: Literal["watch"]
    game: models.ShortText


class Unwatch(models.Model):
    """Ends that."""

    type: Literal["unwatch"]
    game: models.ShortText


class Analyse(models.Model):
    """Searches a position, and tells what it finds while it searches."""

    type: Literal["analyse"]
    job: models.ShortText
    at: models.PositionRequest
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)] = 10


class Review(models.Model):
    """Judges every move of a game, and tells each judgement as it is made."""

    type: Literal["review"]
    job: models.ShortText
    game: models.PositionRequest
    seconds_per_move: Annotated[float, Field(gt=0, le=MAX_SECONDS_PER_MOVE)] = 0.5


class Cancel(models.Model):
    """Ends a job."""

    type: Literal["cancel"]
    job: models.ShortText


COMMANDS = (Watch, Unwatch, Analyse, Review, Cancel)
Command = Annotated[Watch | Unwatch | Analyse | Review | Cancel, Field(discriminator="type")]
_commands: TypeAdapter[Watch | Unwatch | Analyse | Review | Cancel] = TypeAdapter(Command)


class Connection:
    """One client: what it watches and which jobs it runs."""

    def __init__(self, rooms: Rooms, jobs: Jobs) -> None:
        self._rooms = rooms
        self._jobs = jobs
        self._mail = Mailbox()
        self._watched: dict[str, tuple[Room, Listener]] = {}
        self._running: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Talks with the client until it leaves."""
        await socket.accept()
        sender = asyncio.create_task(self._send(socket))
        reader = asyncio.create_task(self._read(socket))
        try:
            done, _ = await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            sender.cancel()
            reader.cancel()
            self._close()

    async def _send(self, socket: WebSocket) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has left
            while True:
                await socket.send_text(await self._mail.take())

    async def _read(self, socket: WebSocket) -> None:
        pace = Pace(COMMANDS_AT_ONCE, COMMANDS_PER_SECOND)
        while True:
            await pace.step()
            await self._mail.room()
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self._complain("", "a command is a text")
            elif len(text) > MAX_MESSAGE:
                self._complain("", "this message is too long")
            else:
                await self._understand(text)

    async def _understand(self, text: str) -> None:
        try:
            command = _commands.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            self._complain("", f"{place}: {first['msg']}" if place else first["msg"])
            return
        about = command.job if isinstance(command, Analyse | Review | Cancel) else command.game
        try:
            await self._obey(command)
        except TesujiError as error:
            self._complain(about, str(error).splitlines()[0])

    async def _obey(self, command: Watch | Unwatch | Analyse | Review | Cancel) -> None:
        match command:
            case Watch():
                self._watch(command.game)
            case Unwatch():
                self._unwatch(command.game)
            case Cancel():
                self._cancel(command.job)
            case Analyse():
                await self._analyse(command)
            case Review():
                await self._review(command)

    # -- games ------------------------------------------------------------------------------

    def _watch(self, game_id: str) -> None:
        room = self._rooms.get(game_id)
        if room is None:
            raise TesujiError("there is no such game")
        self._unwatch(game_id)
        if len(self._watched) >= MAX_WATCHED:
            raise TesujiError(f"a page can watch {MAX_WATCHED} games, not more")

        def tell(view: models.GameView | None) -> None:
            if view is not None:
                self._mail.put("game", game_id, view)
            else:
                self._watched.pop(game_id, None)
                self._complain(game_id, "the game was deleted")

        self._watched[game_id] = room, tell
        room.watch(tell)

    def _unwatch(self, game_id: str) -> None:
        found = self._watched.pop(game_id, None)
        if found is not None:
            room, tell = found
            room.unwatch(tell)

    # -- jobs -------------------------------------------------------------------------------

    async def _analyse(self, command: Analyse) -> None:
        name, at = command.job, command.at
        position = await asyncio.to_thread(replay, at.spec, at.setup, at.moves)
        if position.is_over:
            raise TesujiError("the game is over: there is nothing to search")
        job = self._new_job(name)

        def tell(view: models.AnalysisView) -> None:
            if not job.is_cancelled:
                self._mail.put("analysis", name, view)

        self._start(name, job, self._jobs.analyse(job, position, command.seconds, tell))

    async def _review(self, command: Review) -> None:
        name, game = command.job, command.game

        def check() -> Position:
            replay(game.spec, game.setup, game.moves)  # complain before, not in the middle
            return start_position(parse_spec(game.spec), game.setup)

        start = await asyncio.to_thread(check)
        job = self._new_job(name)

        def tell(view: models.ReviewedMove) -> None:
            if not job.is_cancelled:
                self._mail.put("judgement", name, view, replace=False)

        seconds = command.seconds_per_move
        self._start(name, job, self._jobs.review(job, start, game.moves, seconds, tell))

    def _new_job(self, name: str) -> Job:
        """A job under a name; one that has the name already is cancelled."""
        self._cancel(name)
        if len(self._running) >= JOBS_PER_CLIENT:
            raise TesujiError(f"a page can run {JOBS_PER_CLIENT} analyses at once, not more")
        self._running[name] = Job()
        return self._running[name]

    def _start(self, name: str, job: Job, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._follow(name, job, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, name: str, job: Job, work: Coroutine[Any, Any, None]) -> None:
        """Waits for a job and says how it ended; of a cancelled one nobody wants to know."""
        problem = None
        try:
            await work
        except Cancelled:
            return
        except TesujiError as error:
            problem = str(error).splitlines()[0]
        except Exception:
            _log.exception("an analysis failed")
            problem = "the analysis failed; the log of the server says why"
        if job.is_cancelled:
            return
        del self._running[name]
        if problem is None:
            self._mail.put("done", name, models.Done())
        else:
            self._complain(name, problem)

    def _cancel(self, name: str) -> None:
        job = self._running.pop(name, None)
        if job is not None:
            job.cancel()

    def _complain(self, about: str, detail: str) -> None:
        problem = models.Problem(title="Bad request", status=400, detail=detail[:MAX_COMPLAINT])
        self._mail.put("problem", about, problem, replace=False)

    def _close(self) -> None:
        for name in list(self._running):
            self._cancel(name)
        for game_id in list(self._watched):
            self._unwatch(game_id)

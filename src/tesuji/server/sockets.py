"""Serves the WebSocket: live games and analyses.

A client sends small JSON commands; the server answers with events through a `mailbox`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from tesuji.errors import TesujiError
from tesuji.games import Position, parse_spec
from tesuji.server import analysis_models, models
from tesuji.server.guests import GUESTS_SEE, Guest
from tesuji.server.jobs import (
    JOBS_PER_CLIENT,
    Cancelled,
    Job,
    Jobs,
)
from tesuji.server.live_models import (
    Analyse,
    AnalysisEvent,
    CancelJob,
    ChangeEvent,
    Command,
    DoneEvent,
    Event,
    GameEvent,
    JudgementEvent,
    LiveCommand,
    ProblemEvent,
    Review,
    Unwatch,
    Watch,
)
from tesuji.server.mailbox import Mailbox, Pace
from tesuji.server.room import Listener, Room
from tesuji.server.rooms import Rooms
from tesuji.server.views import kept_moves, replay, start_position

MAX_WATCHED = 8
MAX_MESSAGE = 200_000
"""The most characters of one command."""
COMMANDS_AT_ONCE = 100
"""Commands that a client may send at once; opening a page sends a handful."""
COMMANDS_PER_SECOND = 50.0
"""After those, further ones are read at this rate."""
MAX_COMPLAINT = 300
"""The most characters of an error message."""

_log = logging.getLogger(__name__)


class Connection:
    """One client: what it watches and which jobs it runs."""

    def __init__(self, rooms: Rooms, jobs: Jobs, guest: Guest | None = None) -> None:
        self._guest = guest
        self._rooms = rooms
        self._jobs = jobs
        self._mail = Mailbox()
        self._watched: dict[str, tuple[Room, Listener]] = {}
        self._told: dict[str, models.GameView] = {}
        """The last state of each game that was sent to the client."""
        self._running: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Serves the client until it leaves."""
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
            command = LiveCommand.model_validate_json(text).root
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            self._complain("", f"{place}: {first['msg']}" if place else first["msg"])
            return
        about = command.job if isinstance(command, Analyse | Review | CancelJob) else command.game
        try:
            await self._obey(command)
        except TesujiError as error:
            self._complain(about, str(error).splitlines()[0])

    async def _obey(self, command: Command) -> None:
        match command:
            case Watch():
                self._watch(command.game, command.key)
            case Unwatch():
                self._unwatch(command.game)
            case CancelJob():
                self._cancel(command.job)
            case Analyse():
                await self._analyse(command)
            case Review():
                await self._review(command)

    # -- games ------------------------------------------------------------------------------

    def _watch(self, game_id: str, key: str | None) -> None:
        self._must_be_admitted(game_id)
        room = self._rooms.get(game_id)
        if room is None:
            raise TesujiError("there is no such game")
        self._unwatch(game_id)
        if len(self._watched) >= MAX_WATCHED:
            raise TesujiError(f"a page can watch at most {MAX_WATCHED} games")

        def tell(view: models.GameView | None) -> None:
            if view is not None:
                self._mail.put(f"game {game_id}", partial(self._news, view))
            else:
                self._unwatch(game_id)
                self._complain(game_id, "the game was deleted")

        self._watched[game_id] = room, tell
        room.watch(tell, key)

    def _must_be_admitted(self, game_id: str | None) -> None:
        """Refuses what a guest may not do; `game_id` is None for long work."""
        if self._guest is not None and not self._guest.may_see(game_id):
            raise TesujiError(GUESTS_SEE)

    def _news(self, view: models.GameView) -> Event:
        """Returns the changes that the client does not have, at the time of sending."""
        before = self._told.get(view.id)
        self._told[view.id] = view
        if before is None:
            return GameEvent(about=view.id, body=view)
        kept = kept_moves(before.moves, view.moves)
        return ChangeEvent(about=view.id, body=models.GameChange.since(kept, view))

    def _unwatch(self, game_id: str) -> None:
        self._mail.drop(f"game {game_id}")
        self._told.pop(game_id, None)
        found = self._watched.pop(game_id, None)
        if found is not None:
            room, tell = found
            room.unwatch(tell)

    # -- jobs -------------------------------------------------------------------------------

    async def _analyse(self, command: Analyse) -> None:
        self._must_be_admitted(None)
        name, at = command.job, command.at
        position = await asyncio.to_thread(replay, at.spec, at.setup, at.moves)
        if position.is_over:
            raise TesujiError("the game is over: there is nothing to search")
        job = self._new_job(name)

        def tell(view: analysis_models.AnalysisView) -> None:
            if not job.is_cancelled:
                self._mail.put(f"analysis {name}", AnalysisEvent(about=name, body=view))

        self._start(name, job, self._jobs.analyse(job, position, command.seconds, tell))

    async def _review(self, command: Review) -> None:
        self._must_be_admitted(None)
        name, game = command.job, command.game

        def check() -> Position:
            replay(game.spec, game.setup, game.moves)  # raise before, not in the middle
            return start_position(parse_spec(game.spec), game.setup)

        start = await asyncio.to_thread(check)
        job = self._new_job(name)

        def tell(view: analysis_models.ReviewedMove) -> None:
            if not job.is_cancelled:
                self._mail.add(JudgementEvent(about=name, body=view))

        seconds = command.seconds_per_move
        self._start(name, job, self._jobs.review(job, start, game.moves, seconds, tell))

    def _new_job(self, name: str) -> Job:
        """Returns a new job with this name; an older one with the name is cancelled."""
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
        """Waits for a job and reports its end, unless it was cancelled."""
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
            self._mail.add(DoneEvent(about=name))
        else:
            self._complain(name, problem)

    def _cancel(self, name: str) -> None:
        job = self._running.pop(name, None)
        if job is not None:
            job.cancel()

    def _complain(self, about: str, detail: str) -> None:
        problem = models.ProblemDetails(
            title="Bad request", status=400, detail=detail[:MAX_COMPLAINT]
        )
        self._mail.add(ProblemEvent(about=about, body=problem))

    def _close(self) -> None:
        for name in list(self._running):
            self._cancel(name)
        for game_id in list(self._watched):
            self._unwatch(game_id)

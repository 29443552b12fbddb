"""Assembles the server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, WebSocket

import tesuji
from tesuji.server.background import switch_quickly
from tesuji.server.computing import Computing
from tesuji.server.engines import Engines
from tesuji.server.error_answers import describe_errors, explain_errors
from tesuji.server.guard import LOCAL_HOSTS, Guard
from tesuji.server.jobs import Jobs
from tesuji.server.library_routes import library_routes
from tesuji.server.live_models import describe_live
from tesuji.server.opponents import Opponents
from tesuji.server.own_game_routes import own_game_routes
from tesuji.server.own_games import OwnGames
from tesuji.server.rooms import Rooms
from tesuji.server.routes import api_routes
from tesuji.server.run_routes import run_routes
from tesuji.server.served_files import serve_files
from tesuji.server.shared_routes import shared_routes
from tesuji.server.sockets import Connection
from tesuji.server.study_routes import study_routes
from tesuji.server.teaching import Teaching
from tesuji.server.teaching_routes import teaching_routes
from tesuji.server.thinkers import Thinkers
from tesuji.server.tournament_routes import engine_routes, tournament_routes
from tesuji.server.tournaments import Tournaments
from tesuji.server.trained import Trained
from tesuji.server.turn_routes import turn_routes
from tesuji.store import Database, GameStore, Journal, Library, data_directory

IDLE_CHECK_SECONDS = 60
UNPLAYED_FOR = 3600.0
"""Seconds for which a game without moves is kept."""


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server."""

    database: Path | None = None
    """The SQLite file; None for the usual one in the user's data directory."""
    runs: Path | None = None
    """The folder of runs; None for the usual one."""
    hosts: frozenset[str] = LOCAL_HOSTS
    """Names under which the server may be addressed."""
    token: str | None = None
    """The token that clients must send, for use on a network."""
    address: str | None = None
    """Where other machines reach the server, e.g. ``http://192.168.1.5:8080``; None: nowhere."""
    thinkers: int = max(2, os.cpu_count() or 2)
    """Engines that may think at once."""
    analysts: int = max(4, os.cpu_count() or 4)
    """Analyses that may run at once, which share the machine."""

    @property
    def is_local(self) -> bool:
        """Whether the server listens on this machine alone."""
        return self.token is None and self.address is None and self.hosts == LOCAL_HOSTS


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    settings = settings or ServerSettings()
    database = Database(settings.database or data_directory() / "tesuji.sqlite")
    store = GameStore(database)
    library = Library(database)
    journal = Journal(store)
    thinkers = Thinkers(settings.thinkers)
    folder = settings.database.parent if settings.database else data_directory()
    engines = Engines(folder / "engines.json", allowed=settings.is_local)
    opponents = Opponents(settings.runs, engines, Trained(folder / "opponents"))
    teaching = Teaching(settings.runs, allowed=settings.is_local or settings.token is not None)
    own_games = OwnGames(folder / "games", allowed=settings.is_local)
    own_games.load()
    tournaments = Tournaments(folder / "tournaments", opponents)
    rooms = Rooms(journal, thinkers, opponents)
    jobs = Jobs(settings.analysts)
    explaining = Computing("explaining", at_once=2)
    records = Computing("records", at_once=1, in_processes=True)
    studies = Computing("studies", at_once=2)
    temperatures = Computing("temperatures", at_once=2, in_processes=True)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        switch_quickly()
        library.delete_unplayed(before=time.time() - UNPLAYED_FOR)
        rooms.resume_all()
        housekeeping = asyncio.create_task(_keep_house(rooms))
        yield
        housekeeping.cancel()
        rooms.close()
        await asyncio.to_thread(tournaments.close)
        teaching.close()
        jobs.close()
        for computing in (explaining, records, studies, temperatures):
            computing.close()
        thinkers.close()
        await asyncio.to_thread(journal.close)
        database.close()
        app.state.closed.set()

    app = FastAPI(
        title="Tesuji",
        version=tesuji.__version__,
        description="Games, positions, records and analyses of the Tesuji workshop.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=life,
        redirect_slashes=False,
    )
    app.state.closed = threading.Event()  # all moves are on disk
    app.include_router(api_routes(rooms, store, explaining, records))
    app.include_router(library_routes(store, library, records))
    app.include_router(teaching_routes(opponents, teaching))
    app.include_router(run_routes(opponents, teaching, studies))
    app.include_router(own_game_routes(own_games, (records, temperatures)))
    app.include_router(tournament_routes(tournaments))
    app.include_router(engine_routes(engines, studies))
    app.include_router(shared_routes(rooms, settings.address))
    app.include_router(turn_routes(rooms))
    app.include_router(study_routes(studies, temperatures))
    explain_errors(app)
    describe_errors(app)
    describe_live(app)

    @app.websocket("/api/v1/live")
    async def live(socket: WebSocket) -> None:
        await Connection(rooms, jobs, socket.scope.get("tesuji.guest")).serve(socket)

    serve_files(app)
    app.add_middleware(
        Guard, hosts=settings.hosts, token=settings.token, invitations=rooms.invitation
    )
    return app


async def _keep_house(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(IDLE_CHECK_SECONDS)
        rooms.close_idle()

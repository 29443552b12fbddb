"""Puts the server together."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.staticfiles import StaticFiles

import tesuji
from tesuji.errors import TesujiError
from tesuji.server import models
from tesuji.server.guard import LOCAL_HOSTS, Guard
from tesuji.server.jobs import Jobs
from tesuji.server.rooms import Conflict, Rooms
from tesuji.server.routes import api_routes
from tesuji.server.sockets import Connection
from tesuji.store import Database, GameStore, data_directory

IDLE_CHECK_SECONDS = 60


@dataclass(frozen=True)
class ServerSettings:
    """How a server is to run."""

    database: Path | None = None
    """The SQLite file; None for the usual one in the user's data directory."""
    hosts: frozenset[str] = LOCAL_HOSTS
    """Names under which the server may be addressed."""
    token: str | None = None
    """What a client has to know, for use on a network."""
    thinkers: int = max(2, os.cpu_count() or 2)
    """Engines that may think at once."""
    analysts: int = max(1, (os.cpu_count() or 2) // 2)
    """Analyses that may run at once."""


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    settings = settings or ServerSettings()
    database = Database(settings.database or data_directory() / "tesuji.sqlite")
    store = GameStore(database)
    thinkers = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="engine")
    rooms = Rooms(store, thinkers)
    jobs = Jobs(settings.analysts)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        rooms.resume_all()
        housekeeping = asyncio.create_task(_keep_house(rooms))
        yield
        housekeeping.cancel()
        rooms.close()
        jobs.close()
        thinkers.shutdown(wait=False, cancel_futures=True)

    app = FastAPI(
        title="Tesuji",
        version=tesuji.__version__,
        description="Games, positions, records and analyses of the Tesuji workshop.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=life,
    )
    app.include_router(api_routes(rooms, store))
    _explain_errors(app)

    @app.websocket("/api/v1/live")
    async def live(socket: WebSocket) -> None:
        await Connection(rooms, jobs).serve(socket)

    static = static_files()
    if static is not None:
        app.mount("/", StaticFiles(directory=static, html=True))
    app.add_middleware(Guard, hosts=settings.hosts, token=settings.token)
    return app


def static_files() -> Path | None:
    """Where the built web app lies; None when it was not built."""
    import tesuji.server

    for folder in tesuji.server.__path__:
        if (Path(folder) / "static" / "index.html").exists():
            return Path(folder) / "static"
    return None


async def _keep_house(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(IDLE_CHECK_SECONDS)
        rooms.close_idle()


def _explain_errors(app: FastAPI) -> None:
    """Every error leaves as problem details with one sentence; none as a traceback."""

    @app.exception_handler(TesujiError)
    async def bad_input(request: Request, error: TesujiError) -> JSONResponse:
        status = 409 if isinstance(error, Conflict) else 400
        return _problem(status, "Not possible", str(error).splitlines()[0])

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        detail = f"{place}: {first['msg']}" if place else str(first["msg"])
        return _problem(422, "Malformed request", detail)

    @app.exception_handler(StarletteHTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        return _problem(error.status_code, "Not possible", str(error.detail))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return _problem(500, "A defect of the server", "Something went wrong; it is in the log.")


def _problem(status: int, title: str, detail: str) -> JSONResponse:
    body = models.Problem(title=title, status=status, detail=detail)
    return JSONResponse(body.model_dump(), status, media_type="application/problem+json")

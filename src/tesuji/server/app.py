"""Puts the server together."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import PathLike, StaticFiles

import tesuji
from tesuji.errors import TesujiError
from tesuji.server import models
from tesuji.server.background import switch_quickly
from tesuji.server.guard import LOCAL_HOSTS, PROBLEM_TYPE, SECURITY_HEADERS, Guard
from tesuji.server.jobs import Jobs
from tesuji.server.opponents import Opponents
from tesuji.server.room import Conflict
from tesuji.server.rooms import Rooms
from tesuji.server.routes import api_routes
from tesuji.server.run_routes import run_routes
from tesuji.server.sockets import Connection
from tesuji.server.study_routes import study_routes
from tesuji.server.thinkers import Thinkers
from tesuji.server.turn_routes import turn_routes
from tesuji.store import (
    ChangedMeanwhile,
    Database,
    GameStore,
    Journal,
    NotStored,
    data_directory,
)

IDLE_CHECK_SECONDS = 60


@dataclass(frozen=True)
class ServerSettings:
    """How a server is to run."""

    database: Path | None = None
    """The SQLite file; None for the usual one in the user's data directory."""
    runs: Path | None = None
    """Where runs of learning are kept; None for the usual place."""
    hosts: frozenset[str] = LOCAL_HOSTS
    """Names under which the server may be addressed."""
    token: str | None = None
    """What a client has to know, for use on a network."""
    thinkers: int = max(2, os.cpu_count() or 2)
    """Engines that may think at once."""
    analysts: int = max(4, os.cpu_count() or 4)
    """Analyses that may run at once: the machine divides itself among them."""


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    settings = settings or ServerSettings()
    database = Database(settings.database or data_directory() / "tesuji.sqlite")
    store = GameStore(database)
    journal = Journal(store)
    thinkers = Thinkers(settings.thinkers)
    opponents = Opponents(settings.runs)
    rooms = Rooms(journal, thinkers, opponents)
    jobs = Jobs(settings.analysts)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        switch_quickly()
        rooms.resume_all()
        housekeeping = asyncio.create_task(_keep_house(rooms))
        yield
        housekeeping.cancel()
        rooms.close()
        jobs.close()
        thinkers.close()
        await asyncio.to_thread(journal.close)
        database.close()

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
    app.include_router(api_routes(rooms, store))
    app.include_router(run_routes(opponents))
    app.include_router(turn_routes(rooms))
    app.include_router(study_routes())
    _explain_errors(app)
    _describe_errors(app)

    @app.websocket("/api/v1/live")
    async def live(socket: WebSocket) -> None:
        await Connection(rooms, jobs).serve(socket)

    manual = built_files("docs")
    if manual is not None:
        app.mount("/docs", GZipMiddleware(Manual(directory=manual, html=True)))

        @app.get("/docs", include_in_schema=False)
        async def to_manual() -> RedirectResponse:
            return RedirectResponse("/docs/")

    static = built_files("static")
    if static is not None:
        # Not mounted: a mount would take over the API's addresses for methods that it has not.
        app.router.default = GZipMiddleware(WebApp(directory=static, html=True))
    app.add_middleware(Guard, hosts=settings.hosts, token=settings.token)
    return app


def built_files(part: str) -> Path | None:
    """Where the built web app ("static") or manual ("docs") lies; None when it was not built."""
    import tesuji.server

    for folder in tesuji.server.__path__:
        if (Path(folder) / part / "index.html").exists():
            return Path(folder) / part
    return None


class WebApp(StaticFiles):
    """The files of the web app. Those under ``assets`` have their content in their name."""

    def file_response(self, full_path: PathLike, *rest: Any, **options: Any) -> Response:
        answer = super().file_response(full_path, *rest, **options)
        lasting = Path(full_path).parent.name == "assets"
        answer.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return answer


class Manual(StaticFiles):
    """The documentation. Its pages hold small scripts of their own and nothing that users wrote."""

    def file_response(self, full_path: PathLike, *rest: Any, **options: Any) -> Response:
        answer = super().file_response(full_path, *rest, **options)
        policy = SECURITY_HEADERS["Content-Security-Policy"]
        for kind in ("script-src", "style-src"):
            policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' 'unsafe-inline'")
        answer.headers["Content-Security-Policy"] = policy
        answer.headers["Cache-Control"] = "no-cache"
        return answer


async def _keep_house(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(IDLE_CHECK_SECONDS)
        rooms.close_idle()


def _explain_errors(app: FastAPI) -> None:
    """Every error leaves as problem details with one sentence; none as a traceback."""

    @app.exception_handler(TesujiError)
    async def bad_input(request: Request, error: TesujiError) -> JSONResponse:
        status = 400
        if isinstance(error, Conflict | ChangedMeanwhile):
            status = 409
        elif isinstance(error, NotStored):
            status = 507
        return _problem(status, "Not possible", str(error).splitlines()[0])

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        detail = f"{place}: {first['msg']}" if place else str(first["msg"])
        return _problem(422, "Malformed request", detail)

    @app.exception_handler(StarletteHTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        headers = error.headers
        if error.status_code == 405:
            headers = {"Allow": ", ".join(sorted(_methods_of(app, request)))}
        return _problem(error.status_code, "Not possible", str(error.detail), headers)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        detail = "Something went wrong; it is in the log."
        return _problem(500, "A defect of the server", detail, SECURITY_HEADERS)


def _methods_of(app: FastAPI, request: Request) -> set[str]:
    """The methods that an address of the API takes; each of them is a route of its own."""
    paths = app.openapi()["paths"]
    parts = request.url.path.split("/")
    found: set[str] = set()
    for path, operations in paths.items():
        pattern = path.split("/")
        pairs = zip(pattern, parts, strict=False)
        if len(pattern) == len(parts) and all(a == b or a.startswith("{") for a, b in pairs):
            found |= {method.upper() for method in operations}
    found = found or {"GET"}
    return found | {"HEAD"} if "GET" in found else found


def _describe_errors(app: FastAPI) -> None:
    """Makes the API's description give problem details the media type that they have."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            operations = [one for path in describe()["paths"].values() for one in path.values()]
            for operation in operations:
                for status, answer in operation["responses"].items():
                    if int(status) >= 400:
                        answer["content"] = {PROBLEM_TYPE: answer["content"]["application/json"]}
        return describe()

    app.openapi = openapi  # type: ignore[method-assign]


def _problem(
    status: int, title: str, detail: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    body = models.Problem(title=title, status=status, detail=detail)
    return JSONResponse(body.model_dump(), status, headers, PROBLEM_TYPE)

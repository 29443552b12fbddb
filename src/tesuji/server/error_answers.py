"""Answers errors with problem details of one sentence, without a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from tesuji.errors import TesujiError
from tesuji.server import models
from tesuji.server.guard import PROBLEM_TYPE, SECURITY_HEADERS
from tesuji.server.room import Conflict
from tesuji.server.sharing import NotYours
from tesuji.store import ChangedMeanwhile, NotStored

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ProblemDetails, "description": text}
    for status, text in (
        (400, "The request asks for something impossible."),
        (403, "That is for somebody else to do."),
        (404, "There is no such thing."),
        (409, "The game has changed since the request was made."),
        (422, "The request is malformed."),
        (503, "Too many requests wait; try again later."),
    )
}
"""The errors that every route may answer with, for the API's description."""


def explain_errors(app: FastAPI) -> None:
    """Makes every error problem details with one sentence."""

    @app.exception_handler(TesujiError)
    async def bad_input(request: Request, error: TesujiError) -> JSONResponse:
        status = 400
        if isinstance(error, Conflict | ChangedMeanwhile):
            status = 409
        elif isinstance(error, NotYours):
            status = 403
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
        return _problem(500, "Internal error", detail, SECURITY_HEADERS)


def _methods_of(app: FastAPI, request: Request) -> set[str]:
    """Returns the methods of an API path, each of which is a separate route."""
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


def describe_errors(app: FastAPI) -> None:
    """Sets the media type of problem details in the API's description."""
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
    body = models.ProblemDetails(title=title, status=status, detail=detail)
    return JSONResponse(body.model_dump(), status, headers, PROBLEM_TYPE)

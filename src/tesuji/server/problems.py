"""The errors that every route of the API may answer with."""

from __future__ import annotations

from typing import Any

from tesuji.server import models

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Problem, "description": text}
    for status, text in (
        (400, "The request asks for something impossible."),
        (404, "There is no such thing."),
        (409, "The game is not where the request believes it to be."),
        (422, "The request is malformed."),
    )
}

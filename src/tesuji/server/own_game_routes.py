"""Implements the API for games that people add as Python files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StringConstraints

from tesuji.server.computing import Computing
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.models import Model
from tesuji.server.own_games import ONLY_LOCAL, OwnGames

LONGEST = 500_000
"""The most characters of a file."""


class OwnGame(Model):
    """A Python file with a game."""

    file: str
    game: str | None
    """The name of the game; null if the file could not be read."""
    problem: str | None


class OwnGameList(Model):
    allowed: bool
    """Whether files may be added: only on a server that listens on its own machine alone."""
    games: list[OwnGame]


class NewOwnGame(Model):
    file: Annotated[str, StringConstraints(max_length=80)]
    """Its name, such as hex.py."""
    source: Annotated[str, Field(max_length=LONGEST)]


def own_game_routes(own_games: OwnGames, processes: Sequence[Computing]) -> APIRouter:
    """Returns the routes; `processes` have to know all games."""
    router = APIRouter(prefix="/api/v1/own-games", responses=PROBLEMS)

    def check_allowed() -> None:
        if not own_games.allowed:
            raise HTTPException(403, ONLY_LOCAL[0].upper() + ONLY_LOCAL[1:] + ".")

    @router.get("")
    def list_own_games() -> OwnGameList:
        """Returns the games that were added."""
        names = own_games.names()
        files = sorted({*names, *own_games.problems})
        return OwnGameList(
            allowed=own_games.allowed,
            games=[
                OwnGame(file=file, game=names.get(file), problem=own_games.problems.get(file))
                for file in files
            ],
        )

    @router.post("", status_code=201)
    async def add(request: NewOwnGame) -> OwnGame:
        """Adds a game after it was checked with random games, or replaces that of the file."""
        check_allowed()
        name = await run_in_threadpool(own_games.add, request.file, request.source)
        for computing in processes:
            computing.renew()
        return OwnGame(file=request.file, game=name, problem=None)

    @router.delete("/{file}", status_code=204)
    async def remove(file: Annotated[str, Path(max_length=80)]) -> Response:
        """Removes a game."""
        check_allowed()
        await run_in_threadpool(own_games.remove, file)
        return Response(status_code=204)

    return router

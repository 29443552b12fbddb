"""Implements the API about the library: all games, found by what they are about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Query
from fastapi.concurrency import run_in_threadpool

from tesuji.errors import TesujiError
from tesuji.server import record_models
from tesuji.server.computing import Computing
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.library_models import GamesFound, Imported, Statistics, Tags
from tesuji.server.library_views import read_games, statistics
from tesuji.server.routes import LARGE_RECORD, GameId
from tesuji.server.stored_views import sgf_of, summary_of
from tesuji.store import ChangedMeanwhile, GameFilter, GameStore, Library, StoredGame
from tesuji.store.library import Result

MOST_EXPORTED = 1000
"""Games of one SGF text."""
MOST_COUNTED = 5000
"""The newest games that statistics are made of."""
_MOST_PROBLEMS = 20
"""Problems of an import that are told."""
P = ParamSpec("P")
T = TypeVar("T")
Word = Annotated[str, Query(max_length=80)]
Time = Annotated[float | None, Query(ge=0, le=1e12)]


def asked_filter(
    game: Word = "",
    text: Word = "",
    opponent: Word = "",
    result: Result | None = None,
    tag: Word = "",
    since: Time = None,
    until: Time = None,
) -> GameFilter:
    """Reads a filter from the query of a request."""
    return GameFilter(game, text, opponent, result, tag, since, until)


Wanted = Annotated[GameFilter, Depends(asked_filter)]


def library_routes(store: GameStore, library: Library, records: Computing) -> APIRouter:
    router = APIRouter(prefix="/api/v1/library", responses=PROBLEMS)

    async def computed(size: int, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Returns the result of `work`, done in another process for a large text."""
        run = records.run if size > LARGE_RECORD else run_in_threadpool
        return await run(work, *args, **options)

    @router.get("")
    def find_games(
        wanted: Wanted,
        limit: Annotated[int, Query(ge=1, le=100)] = 30,
        before: Time = None,
    ) -> GamesFound:
        """Returns the games that match, the newest first."""
        found = library.find(wanted, limit, before)
        tags = library.tags_of(game.id for game in found)
        return GamesFound(
            games=[summary_of(game, tags[game.id]) for game in found],
            total=library.count(wanted),
            next_before=found[-1].updated if len(found) == limit else None,
            tags=library.all_tags(),
        )

    @router.get("/statistics")
    def get_statistics(wanted: Wanted) -> Statistics:
        """Counts the results of a person's games, with ratings over time where levels have some."""
        return statistics(library.find(wanted, MOST_COUNTED))

    @router.put("/{game_id}/tags", status_code=204)
    def set_tags(game_id: GameId, request: Tags) -> None:
        """Replaces the tags of a game."""
        if not store.exists(game_id):
            raise HTTPException(404, "There is no such game.")
        library.set_tags(game_id, request.tags)

    @router.get("/sgf")
    async def export_games(wanted: Wanted) -> record_models.SgfText:
        """Returns the games that match as one SGF text, the newest first.

        A board of lines that was set up has no SGF and is left out.
        """
        found = await run_in_threadpool(library.find, wanted, MOST_EXPORTED)
        tags = library.tags_of(game.id for game in found)
        size = sum(len(game.moves) for game in found)
        return record_models.SgfText(sgf=await computed(size * 20, _write_all, found, tags))

    @router.post("/sgf")
    async def import_games(request: record_models.RecordUpload) -> Imported:
        """Keeps the games of an SGF text; those that are known already are left as they are."""
        read = await computed(len(request.sgf), _read_all, request.sgf)
        return await run_in_threadpool(_keep, store, read)

    return router


def _read_all(sgf: str) -> list[StoredGame | str]:
    return list(read_games(sgf))


def _write_all(games: list[StoredGame], tags: dict[str, list[str]]) -> str:
    texts = []
    for game in games:
        with suppress(TesujiError):
            texts.append(sgf_of(game, tags[game.id]))
    return "".join(texts)


def _keep(store: GameStore, read: list[StoredGame | str]) -> Imported:
    problems = [one for one in read if isinstance(one, str)]
    kept = known = 0
    for game in read:
        if isinstance(game, str):
            continue
        try:
            store.save(game)
            kept += 1
        except ChangedMeanwhile:
            known += 1
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        problems = [*problems[:_MOST_PROBLEMS], f"and {more} more"]
    return Imported(kept=kept, known=known, problems=problems)

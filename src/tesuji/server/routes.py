"""Implements the JSON API, ``/api/v1``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from tesuji.analysis import explain
from tesuji.games import make, names
from tesuji.games.drawing import Theme
from tesuji.server import catalog_models, models, record_models
from tesuji.server.catalog import catalog, rules_page
from tesuji.server.computing import Computing, as_json
from tesuji.server.count_views import counted, estimated
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.record_views import read_record, write_record
from tesuji.server.room import Room
from tesuji.server.rooms import Rooms
from tesuji.server.stored_views import sgf_of, summary_of
from tesuji.server.views import (
    explanation_view,
    game_info,
    line_view,
    loaded_game,
    position_view,
    replay,
)
from tesuji.store import GameStore

EXPLAIN_SECONDS = 1.0
LARGE_RECORD = 20_000
"""Characters of a record that takes a tenth of a second."""
GameId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
SeatKey = Annotated[str | None, Header(alias="X-Seat-Key", max_length=80)]
"""The key of a seat, in a game that is shared by a link."""
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {"image/svg+xml": {"schema": {"type": "string"}}},
    }
}


def api_routes(
    rooms: Rooms, store: GameStore, explaining: Computing, records: Computing
) -> APIRouter:
    """Returns the routes; explanations and records are long work."""
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

    # Short computations run in threads of the web server (`def`), long ones in their own threads.
    # Requests about rooms run on the event loop (`async def`).

    def room_of(game_id: str) -> Room:
        room = rooms.get(game_id)
        if room is None:
            raise HTTPException(404, "There is no such game.")
        return room

    async def state_of(room: Room) -> models.GameView:
        """Returns the state of the game once it is on disk."""
        await room.settled()
        return room.view()

    async def answered(size: int, work: Callable[..., BaseModel], *args: Any) -> Response:
        """Returns the result of `work`, done in another process for a large record."""
        if size > LARGE_RECORD:
            content = await records.run(as_json, work, *args)
        else:
            content = await run_in_threadpool(as_json, work, *args)
        return Response(content, media_type="application/json")

    @router.get("/catalog")
    async def get_catalog() -> catalog_models.Catalog:
        """Returns the games, sizes, rules and opponents."""
        return catalog()

    @router.get("/rules/{game}")
    def get_rules(
        game: Annotated[str, Path(max_length=40, pattern=r"^[a-z][a-z-]*$")],
    ) -> catalog_models.RulesText:
        """Returns the rules of a game in prose, as Markdown, with its diagrams as positions."""
        if game not in names():
            raise HTTPException(404, "There is no such game.")
        return rules_page(make(game))

    # -- positions --------------------------------------------------------------------------

    @router.post("/positions")
    def get_position(request: models.PositionRequest) -> models.PositionAnswer:
        """Returns the position after some moves, as a board shows it."""
        position = replay(request.spec, request.setup, request.moves)
        return models.PositionAnswer(
            game=game_info(position.game.spec), position=position_view(position, len(request.moves))
        )

    @router.post("/positions/line")
    def get_line(request: models.PositionRequest) -> models.PositionLine:
        """Returns the positions from the start to the last move, to look at and not to play on."""
        return line_view(request)

    @router.post("/positions/why-illegal/{move}")
    def why_illegal(
        move: Annotated[int, Path(ge=0, lt=1024)], request: models.PositionRequest
    ) -> models.IllegalAnswer:
        """Returns why a move is illegal in a position."""
        position = replay(request.spec, request.setup, request.moves)
        return models.IllegalAnswer(reason=position.why_illegal(move))

    @router.post("/positions/explain")
    async def get_explanation(request: models.PositionRequest) -> models.ExplanationView:
        """Explains a position in words and by marks on the board."""
        return await explaining.run(_explained, request)

    @router.post("/positions/count")
    async def get_count(request: models.CountRequest) -> models.CountView:
        """Counts a board of Go: with given dead stones, after a click, or as proposed."""
        return await explaining.run(counted, request)

    @router.post("/positions/estimate")
    async def get_estimate(request: models.PositionRequest) -> models.EstimateView:
        """Estimates who leads in a game of Go, by how much, and who owns each point."""
        return await explaining.run(estimated, request)

    @router.post("/positions/svg", response_class=Response, responses=PICTURE)
    def get_picture(request: models.PositionRequest, theme: Theme = "light") -> Response:
        """Returns a picture of a position."""
        position = replay(request.spec, request.setup, request.moves)
        return Response(position.svg(theme=theme), media_type="image/svg+xml")

    # -- games ------------------------------------------------------------------------------

    @router.post("/games", status_code=201)
    async def new_game(request: models.NewGame) -> models.GameView:
        """Starts a game."""
        room = await rooms.create(request)
        return await state_of(room)

    @router.get("/games")
    def list_games(
        limit: Annotated[int, Query(ge=1, le=100)] = 20, before: float | None = None
    ) -> models.GameList:
        """Returns the games changed last, newest first."""
        found = store.recent(limit, before)
        following = found[-1].updated if len(found) == limit else None
        return models.GameList(games=[summary_of(game) for game in found], next_before=following)

    @router.get("/games/{game_id}")
    async def get_game(game_id: GameId) -> models.GameView:
        """Returns the state of a game."""
        return await state_of(room_of(game_id))

    @router.delete("/games/{game_id}", status_code=204)
    async def delete_game(game_id: GameId) -> None:
        """Deletes a game permanently."""
        if not store.exists(game_id):
            raise HTTPException(404, "There is no such game.")
        await rooms.delete(game_id)

    @router.post("/games/{game_id}/moves")
    async def play(
        game_id: GameId, request: models.NewMove, key: SeatKey = None
    ) -> models.GameChange:
        """Makes a person's move."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.play(request, key))

    @router.post("/games/{game_id}/undo")
    async def undo(game_id: GameId, key: SeatKey = None) -> models.GameChange:
        """Takes back the last move of a person, and what engines played since."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.undo(key))

    @router.post("/games/{game_id}/retry")
    async def retry(game_id: GameId) -> models.GameChange:
        """Lets an engine that could not continue try again."""
        room = room_of(game_id)
        return await room.changed_by(room.retry)

    @router.post("/games/{game_id}/resign")
    async def resign(
        game_id: GameId, request: models.SeatRequest, key: SeatKey = None
    ) -> models.GameChange:
        """Ends a game by resignation."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.resign(request.player, key))

    @router.post("/games/{game_id}/agree")
    async def agree(
        game_id: GameId, request: models.Agreement, key: SeatKey = None
    ) -> models.GameChange:
        """Ends a game of Go after two passes, with these stones dead."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.agree(request, key))

    @router.post("/games/{game_id}/play-on")
    async def play_on(game_id: GameId, key: SeatKey = None) -> models.GameChange:
        """Takes back the two passes of a game of Go if the players do not agree."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.play_on(key))

    @router.get("/games/{game_id}/sgf")
    async def game_as_sgf(game_id: GameId) -> record_models.SgfText:
        """Returns the record of a game."""
        stored = store.load(game_id)
        if stored is None or loaded_game(stored.spec) is not None:
            stored = room_of(game_id).stored
        return record_models.SgfText(sgf=sgf_of(stored))

    # -- records ----------------------------------------------------------------------------

    @router.post("/records", response_model=record_models.RecordView)
    async def upload(request: record_models.RecordUpload) -> Response:
        """Reads an SGF text."""
        return await answered(len(request.sgf), read_record, request.sgf)

    @router.post("/records/sgf", response_model=record_models.SgfText)
    async def download(request: record_models.RecordDownload) -> Response:
        """Writes a move tree as SGF."""
        return await answered(len(request.nodes) * 20, write_record, request)

    return router


def _explained(request: models.PositionRequest) -> models.ExplanationView:
    position = replay(request.spec, request.setup, request.moves)
    return explanation_view(explain(position, EXPLAIN_SECONDS))

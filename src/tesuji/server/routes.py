"""The JSON API: ``/api/v1``."""

from __future__ import annotations

from importlib import resources
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Response

from tesuji.games import parse_spec
from tesuji.server import models
from tesuji.server.catalog import catalog
from tesuji.server.record_views import read_record, write_record
from tesuji.server.rooms import Room, Rooms
from tesuji.server.views import game_info, make_ending, position_view, replay
from tesuji.store import GameStore, StoredGame

GameId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
PROBLEMS = {
    status: {"model": models.Problem, "description": text}
    for status, text in (
        (400, "The request asks for something impossible."),
        (404, "There is no such game."),
        (409, "The game is not where the request believes it to be."),
        (422, "The request is malformed."),
    )
}


def api_routes(rooms: Rooms, store: GameStore) -> APIRouter:
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)  # type: ignore[arg-type]

    def room_of(game_id: str) -> Room:
        room = rooms.get(game_id)
        if room is None:
            raise HTTPException(404, "There is no such game.")
        return room

    @router.get("/catalog")
    async def get_catalog() -> models.Catalog:
        """Games, sizes, rules and opponents."""
        return catalog()

    @router.get("/rules/{game}")
    async def get_rules(
        game: Annotated[str, Path(max_length=40, pattern=r"^[a-z][a-z-]*$")],
    ) -> models.RulesText:
        """The rules of a game in prose, as Markdown."""
        titles = {known.name: known.title for known in catalog().games}
        if game not in titles:
            raise HTTPException(404, "There is no such game.")
        text = resources.files("tesuji.games") / game.replace("-", "_") / "rules.md"
        return models.RulesText(title=titles[game], markdown=text.read_text(encoding="utf-8"))

    # -- positions --------------------------------------------------------------------------

    @router.post("/positions")
    async def get_position(request: models.PositionRequest) -> models.PositionAnswer:
        """The position after some moves, as a board shows it."""
        position = replay(request.spec, request.setup, request.moves)
        return models.PositionAnswer(
            game=game_info(position.game.spec), position=position_view(position, len(request.moves))
        )

    @router.post("/positions/why-illegal/{move}")
    async def why_illegal(
        move: Annotated[int, Path(ge=0, lt=1024)], request: models.PositionRequest
    ) -> models.IllegalAnswer:
        """Why a move is not legal in a position."""
        position = replay(request.spec, request.setup, request.moves)
        return models.IllegalAnswer(reason=position.why_illegal(move))

    @router.post("/positions/svg", response_class=Response)
    async def get_picture(
        request: models.PositionRequest, theme: Annotated[str, Query(max_length=8)] = "light"
    ) -> Response:
        """A picture of a position."""
        position = replay(request.spec, request.setup, request.moves)
        return Response(position.svg(theme=theme), media_type="image/svg+xml")

    # -- games ------------------------------------------------------------------------------

    @router.post("/games", status_code=201)
    async def new_game(request: models.NewGame) -> models.GameView:
        """Starts a game."""
        return rooms.create(request).view()

    @router.get("/games")
    async def list_games(
        limit: Annotated[int, Query(ge=1, le=100)] = 20, before: float | None = None
    ) -> models.GameList:
        """The games changed last, newest first."""
        found = store.recent(limit, before)
        following = found[-1].updated if len(found) == limit else None
        return models.GameList(games=[_summary(game) for game in found], next_before=following)

    @router.get("/games/{game_id}")
    async def get_game(game_id: GameId) -> models.GameView:
        return room_of(game_id).view()

    @router.delete("/games/{game_id}", status_code=204)
    async def delete_game(game_id: GameId) -> None:
        room_of(game_id)
        rooms.delete(game_id)

    @router.post("/games/{game_id}/moves")
    async def play(game_id: GameId, request: models.NewMove) -> models.GameView:
        room = room_of(game_id)
        room.play(request)
        return room.view()

    @router.post("/games/{game_id}/undo")
    async def undo(game_id: GameId) -> models.GameView:
        room = room_of(game_id)
        room.undo()
        return room.view()

    @router.post("/games/{game_id}/resign")
    async def resign(game_id: GameId, request: models.SeatRequest) -> models.GameView:
        room = room_of(game_id)
        room.resign(request.player)
        return room.view()

    @router.get("/games/{game_id}/sgf")
    async def game_as_sgf(game_id: GameId) -> models.SgfText:
        stored = room_of(game_id).stored
        names = [seat["name"] or seat["level"] or "" for seat in stored.seats]
        setup = models.Setup(**stored.setup[0]) if stored.setup else None
        nodes = [models.TreeNode(parent=None, move=None)]
        for played in stored.moves:
            nodes.append(models.TreeNode(parent=len(nodes) - 1, move=played.move))
        return write_record(
            models.RecordDownload(
                spec=stored.spec, setup=setup, nodes=nodes, names=(names[0], names[1])
            )
        )

    # -- records ----------------------------------------------------------------------------

    @router.post("/records")
    async def upload(request: models.RecordUpload) -> models.RecordView:
        """Reads an SGF text."""
        return read_record(request.sgf)

    @router.post("/records/sgf")
    async def download(request: models.RecordDownload) -> models.SgfText:
        """Writes a move tree as SGF."""
        return write_record(request)

    return router


def _summary(stored: StoredGame) -> models.GameSummary:
    one, two = (models.Seat(**seat) for seat in stored.seats)
    ending = None
    if stored.outcome is not None:
        ending = make_ending(parse_spec(stored.spec), **stored.outcome)
    return models.GameSummary(
        id=stored.id,
        updated=stored.updated,
        status="finished" if stored.status == "finished" else "playing",
        spec=stored.spec,
        seats=(one, two),
        num_moves=len(stored.moves),
        ending=ending,
    )

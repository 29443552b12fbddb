"""Games shared by a link: opening one, joining it, offers to the other player, reactions."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException

from tesuji.server import models
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.room import Conflict
from tesuji.server.rooms import Rooms
from tesuji.server.routes import GameId, SeatKey
from tesuji.server.shared_room import SharedRoom
from tesuji.server.sharing import NotYours, new_key
from tesuji.server.sharing_models import (
    Invitation,
    Join,
    Joined,
    NewSharedGame,
    OfferAnswer,
    ReactionRequest,
)
from tesuji.server.views import kept_moves


def shared_routes(rooms: Rooms, address: str | None) -> APIRouter:
    """Returns the routes; `address` is where other machines reach the server."""
    router = APIRouter(prefix="/api/v1/shared", responses=PROBLEMS)

    def room_of(game_id: str) -> SharedRoom:
        room = rooms.shared(game_id)
        if room is None:
            raise HTTPException(404, "There is no such shared game.")
        return room

    @router.post("", status_code=201)
    async def open_game(request: NewSharedGame) -> Joined:
        """Opens a game that waits for a friend. The answer holds the key of one's own seat."""
        room, key = await rooms.share(request.game, request.seat)
        return Joined(game=room.stored.id, seat=request.seat, key=key)

    @router.get("/{game_id}")
    async def invitation(game_id: GameId, key: SeatKey = None) -> Invitation:
        """Returns the parts of the link to a game, for its players."""
        room = room_of(game_id)
        if room.sharing.seat_of(key) is None:
            raise NotYours("only the players of a game can invite others")
        return Invitation(
            game=game_id, invitation=str(room.sharing.stored["invitation"]), address=address
        )

    @router.post("/{game_id}/join")
    async def join(game_id: GameId, request: Join) -> Joined:
        """Takes the free seat, if there is one; else the asker may watch."""
        room = room_of(game_id)
        key = new_key()
        seat = room.join(request, key)
        await room.settled()
        return Joined(game=game_id, seat=seat, key=None if seat is None else key)

    @router.post("/{game_id}/rematch")
    async def rematch(game_id: GameId, key: SeatKey = None) -> models.GameChange:
        """Asks the other player for another game."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.offer_rematch(key))

    @router.post("/{game_id}/answer")
    async def answer(
        game_id: GameId, request: OfferAnswer, key: SeatKey = None
    ) -> models.GameChange:
        """Accepts or declines what the other player offers, or withdraws one's own offer."""
        room = room_of(game_id)
        before = room.stored.moves
        if room.answer(request.accept, key):
            if room.sharing.stored["next"] is not None:
                raise Conflict("the next game has begun already")
            room.go_on_in((await rooms.rematch(room)).stored.id)
        await room.settled()
        return models.GameChange.since(kept_moves(before, room.stored.moves), room.view())

    @router.post("/{game_id}/react")
    async def react(
        game_id: GameId, request: ReactionRequest, key: SeatKey = None
    ) -> models.GameChange:
        """Shows everybody what a player feels; once a second at most."""
        room = room_of(game_id)
        return await room.changed_by(lambda: room.react(request.sign, key))

    return router

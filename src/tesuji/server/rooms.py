"""Opens a room for each game that is being played or watched."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from tesuji.errors import TesujiError
from tesuji.games import Position, make
from tesuji.play import TimeControl
from tesuji.server import models
from tesuji.server.opponents import Opponents
from tesuji.server.room import Conflict, Room
from tesuji.server.shared_room import SharedRoom
from tesuji.server.sharing import new_invitation, new_key, sharing_of
from tesuji.server.thinkers import Thinkers
from tesuji.server.views import loaded_game, setup_of, start_position
from tesuji.store import Journal, StoredGame, StoredMove

RESUMED_FOR = 86400
"""Seconds after its last move within which a game with an engine continues by itself."""
MOST_PROBLEMS = 1000
"""The most failed games that are remembered; older ones try again when opened."""

MOST_WAITING = 200
"""Shared games that may wait for a friend at the same time."""

_log = logging.getLogger(__name__)


class Rooms:
    """The open rooms by the id of their game."""

    def __init__(self, journal: Journal, thinkers: Thinkers, opponents: Opponents) -> None:
        self._journal = journal
        self._thinkers = thinkers
        self._opponents = opponents
        self._open: dict[str, Room] = {}
        self._problems: dict[str, str] = {}
        """For closed rooms, why an engine could not continue."""

    def __len__(self) -> int:
        return len(self._open)

    async def create(
        self, request: models.NewGame, tickets: tuple[str | None, str | None] = (None, None)
    ) -> Room:
        """Starts a game and stores it.

        `tickets` are the secrets that let programs play their seats.
        """
        stored = self._journal.store.stamped(self._new_game(request, tickets))
        await asyncio.wrap_future(self._journal.save(stored, replaces=0.0))
        return self._enter(stored)

    async def share(self, request: models.NewGame, seat: int) -> tuple[SharedRoom, str]:
        """Starts a game that waits for a friend; the key is that of `seat`."""
        if any(player.kind != "human" for player in request.seats):
            raise TesujiError("a game shared by a link is for two people")
        if self._waiting() >= MOST_WAITING:
            raise Conflict(
                f"{MOST_WAITING} games wait for a friend already: delete some, or try again later"
            )
        key = new_key()
        sharing = sharing_of(new_invitation(), (key, None) if seat == 0 else (None, key))
        stored = self._new_game(request, (None, None)).changed(sharing=sharing)
        return await self._start_shared(stored), key

    async def rematch(self, room: SharedRoom) -> SharedRoom:
        """Starts the game after that of `room`; colours change, unless the board was set up."""
        before = room.stored
        assert before.sharing is not None
        seats, keys = before.seats, tuple(before.sharing["keys"])
        if before.setup is None:
            seats, keys = (seats[1], seats[0]), (keys[1], keys[0])
        sharing = before.sharing | {"keys": list(keys)}
        new = StoredGame(
            spec=before.spec, seats=seats, setup=before.setup, clock=before.clock, sharing=sharing
        )
        return await self._start_shared(new)

    async def _start_shared(self, new: StoredGame) -> SharedRoom:
        stored = self._journal.store.stamped(new)
        await asyncio.wrap_future(self._journal.save(stored, replaces=0.0))
        room = self._enter(stored)
        assert isinstance(room, SharedRoom)
        return room

    def _waiting(self) -> int:
        """Returns how many shared games wait for a friend."""
        unfinished = self._journal.store.unfinished()
        return sum(game.sharing is not None and None in game.sharing["keys"] for game in unfinished)

    def shared(self, game_id: str) -> SharedRoom | None:
        """Returns the room of a shared game; None for other games."""
        room = self.get(game_id)
        return room if isinstance(room, SharedRoom) else None

    def invitation(self, game_id: str) -> str | None:
        """Returns the invitation to a shared game, without opening its room."""
        room = self._open.get(game_id)
        stored = self._journal.store.load(game_id) if room is None else room.stored
        if stored is None or stored.sharing is None:
            return None
        return str(stored.sharing["invitation"])

    def get(self, game_id: str) -> Room | None:
        """Returns the room of a game, opened if necessary; None if there is no such game."""
        room = self._open.get(game_id)
        if room is not None and not room.is_gone:
            return room
        stored = self._journal.store.load(game_id)
        return self._enter(stored) if stored else None

    def resume_all(self) -> None:
        """Opens the games that were being played when the server stopped."""
        for stored in self._journal.store.unfinished():
            kinds = {seat["kind"] for seat in stored.seats}
            if "engine" not in kinds or stored.updated < time.time() - RESUMED_FOR:
                continue
            try:
                self.get(stored.id)
            except TesujiError as error:
                _log.warning("game %s cannot go on: %s", stored.id, error)

    def close_idle(self) -> None:
        """Closes rooms that nobody watches and in which nothing happens."""
        for game_id, room in list(self._open.items()):
            if room.is_idle or room.is_gone:
                room.close()
                del self._open[game_id]
                if room.problem is not None and not room.is_gone:
                    self._remember(game_id, room.problem)

    async def delete(self, game_id: str) -> None:
        room = self._open.pop(game_id, None)
        if room is not None:
            room.vanish()
        await asyncio.wrap_future(self._journal.delete(game_id))

    def close(self) -> None:
        for room in self._open.values():
            room.close()

    def _enter(self, stored: StoredGame) -> Room:
        if loaded_game(stored.spec) is None:
            raise TesujiError(
                f"the rules of {stored.spec} are not loaded: start the server with --game FILE"
            )
        kind = Room if stored.sharing is None else SharedRoom
        room = kind(stored, self._journal, self._thinkers, self._opponents)
        self._open[stored.id] = room
        room.wake(self._problems.pop(stored.id, None))
        return room

    def _remember(self, game_id: str, problem: str) -> None:
        self._problems[game_id] = problem
        if len(self._problems) > MOST_PROBLEMS:
            del self._problems[next(iter(self._problems))]

    def _new_game(
        self, request: models.NewGame, tickets: tuple[str | None, str | None]
    ) -> StoredGame:
        """Makes the requested game; raises `TesujiError` if it is not possible."""
        game = make(request.game, **request.options)
        for seat, ticket in zip(request.seats, tickets, strict=True):
            if seat.kind == "engine":
                self._opponents.spec_of(game, seat)
            if seat.kind == "program" and ticket is None:
                raise TesujiError("games of programs are opened at /api/v1/turns")
        setup = request.setup
        if request.handicap is not None:
            if setup is not None:
                raise TesujiError("a board that was set up cannot have handicap stones as well")
            setup = setup_of(game.handicap(request.handicap))
        game_id = secrets.token_urlsafe(9)
        one, two = (
            seat.model_dump() | ({"ticket": f"{game_id}.{ticket}"} if ticket else {})
            for seat, ticket in zip(request.seats, tickets, strict=True)
        )
        return StoredGame(
            id=game_id,
            spec=game.spec,
            seats=(one, two),
            clock=_agreed_clock(request.clock),
            setup=(setup.model_dump(),) if setup else None,
            moves=_already_played(start_position(game, setup), request.moves),
        )


def _agreed_clock(clock: models.ClockSetting | None) -> dict[str, float] | None:
    """Returns the clock setting to store; raises `TesujiError` for contradictory times."""
    if clock is None:
        return None
    content = clock.model_dump(exclude_defaults=True) | {"increment": clock.increment}
    TimeControl(**content)
    return content


def _already_played(position: Position, moves: list[int]) -> tuple[StoredMove, ...]:
    """Returns `moves` from `position` on; the game must not be over after them."""
    played = []
    for move in moves:
        played.append(StoredMove(move, int(position.to_move), 0.0))
        position = position.after(move)
    if position.is_over:
        raise TesujiError("the game is over in this position: there is nothing to play")
    return tuple(played)

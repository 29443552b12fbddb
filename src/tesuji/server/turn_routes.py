"""Implements the turn interface, over which programs and engines play each other.

Opening a game returns a ticket for each program's seat. With it a program asks whose turn it is
(and may wait for its own) and posts its moves. The game is stored like all others: it survives a
restart, and people can watch it in the browser.

The idea, and the form of a board of Dots and Boxes, come from a thesis that set two programs
against each other in this way: ones and zeros for the lines, alternating rows of horizontal lines
(ending in a zero) and of vertical lines.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.server import models, turn_models
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.room import Conflict, Room
from tesuji.server.rooms import Rooms

MAX_WAIT = 30.0
"""Seconds that a program may wait in one request."""
Ticket = Annotated[str, Path(max_length=80, pattern=r"^[A-Za-z0-9_-]{1,40}\.[0-9a-f]{32}$")]


def turn_routes(rooms: Rooms) -> APIRouter:
    router = APIRouter(prefix="/api/v1/turns", responses=PROBLEMS)

    def seat_of(ticket: str) -> tuple[Room, int]:
        game_id, _, _ = ticket.partition(".")
        room = rooms.get(game_id)
        if room is not None:
            for seat, stored in enumerate(room.stored.seats):
                if hmac.compare_digest(str(stored.get("ticket", "")), ticket):
                    return room, seat
        raise HTTPException(404, "There is no such ticket.")

    @router.post("", status_code=201)
    async def open_game(request: turn_models.NewTurns) -> turn_models.TurnTickets:
        """Opens a game for programs; each ticket lets its holder play one seat."""
        names = [name or f"Program {seat + 1}" for seat, name in enumerate(request.names)]
        seats = [
            models.SeatView(kind="program", name=names[seat])
            if level is None
            else models.SeatView(kind="engine", level=level)
            for seat, level in enumerate(request.engines)
        ]
        if all(seat.kind == "engine" for seat in seats):
            raise TesujiError("at least one seat must be a program's")
        new = models.NewGame(game=request.game, options=request.options, seats=(seats[0], seats[1]))
        secret = [secrets.token_hex(16) if seat.kind == "program" else None for seat in seats]
        room = await rooms.create(new, tickets=(secret[0], secret[1]))
        tickets = [seat.get("ticket") for seat in room.stored.seats]
        return turn_models.TurnTickets(game=room.stored.id, tickets=tickets)

    @router.get("/{ticket}")
    async def get_turn(
        ticket: Ticket, wait: Annotated[float, Query(ge=0, le=MAX_WAIT)] = 0
    ) -> turn_models.TurnView:
        """Returns whose turn it is; waits up to `wait` seconds for the asker's turn or the end."""
        room, seat = seat_of(ticket)
        if wait and not _concerns(room, seat):
            await _until_it_concerns(room, seat, wait)
        await room.settled()
        return _view(room, seat)

    @router.post("/{ticket}")
    async def play(ticket: Ticket, turn: turn_models.Turn) -> turn_models.TurnView:
        """Plays a move of the ticket's seat."""
        room, seat = seat_of(ticket)
        position = room.position
        move = _read_move(position.game, turn.position)
        if turn.board is not None and room.is_playing and int(position.to_move) == seat:
            expected = board_digits(position.after(move))
            if turn.board != expected:
                raise Conflict(f"after {turn.position} the board is {expected}, not {turn.board}")
        room.play_for_program(seat, move)
        await room.settled()
        return _view(room, seat)

    return router


def board_digits(position: Position) -> str:
    """Returns the board as a string: 1 and 0 for lines, X, O and . for stones; else empty."""
    shown, board = position.on_board(), position.game.board
    if shown is None or board is None:
        return ""
    if shown.stones is not None:
        return "".join(".XO"[stone + 1] for stone in shown.stones)
    drawn = set(shown.lines or ())
    digits, line = [], 0
    for row in range(2 * board.rows + 1):
        count = board.columns + row % 2
        digits += ["1" if line + column in drawn else "0" for column in range(count)]
        digits += ["0"] * (board.columns + 1 - count)
        line += count
    return "".join(digits)


def _read_move(game: Game, text: str) -> int:
    """Reads a move in notation, or its number."""
    if text.isascii() and text.isdigit():
        number = int(text)
        if number >= game.num_moves:
            raise TesujiError(f"{game.spec} has moves from 0 to {game.num_moves - 1}, not {text}")
        return number
    return game.parse_move(text)


def _concerns(room: Room, seat: int) -> bool:
    """Returns whether the holder of a seat must act, or has nothing more to wait for."""
    return not room.is_playing or int(room.position.to_move) == seat or room.is_gone


async def _until_it_concerns(room: Room, seat: int, seconds: float) -> None:
    changed = asyncio.Event()

    def look(view: models.GameView | None) -> None:
        if view is None or _concerns(room, seat):
            changed.set()

    room.watch(look)
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        pass
    finally:
        room.unwatch(look)


def _view(room: Room, seat: int) -> turn_models.TurnView:
    view = room.view()
    position = room.position
    ending = view.position.ending
    winner = None if ending is None or ending.winner is None else ending.winner + 1
    return turn_models.TurnView(
        game=view.id,
        player=seat + 1,
        turn=int(position.to_move) + 1 if room.is_playing else None,
        moves=[move.name for move in view.moves],
        last=view.moves[-1].name if view.moves else None,
        board=board_digits(position),
        full_board=position.text(),
        score=view.position.score,
        winner=winner,
        ending=None if ending is None else ending.text,
    )

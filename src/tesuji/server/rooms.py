"""Games being played: a room for each, where people and engines take turns.

A room keeps nothing that the database does not have: it can be thrown away and opened again, and
that is just what happens when the server is killed and restarted in the middle of a game.
Everything here runs on the event loop; engines think in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tesuji.errors import TesujiError
from tesuji.games import Position, parse_spec
from tesuji.games.go import Go
from tesuji.players import Player as Engine
from tesuji.players import TimeLeft, make_player
from tesuji.server import models
from tesuji.server.catalog import spec_of_level
from tesuji.server.views import game_info, make_ending, position_view, start_position
from tesuji.store import GameStore, PlayedMove, StoredGame
from tesuji.store.games import FINISHED, PLAYING

MAX_PLIES = 5000
Listener = Callable[[models.GameView], None]


class Conflict(TesujiError):
    """The game is not where the request believes it to be."""


class Room:
    """One game: its position, its engines, and who watches it."""

    def __init__(self, stored: StoredGame, store: GameStore, thinkers: ThreadPoolExecutor) -> None:
        self.stored = stored
        self.listeners: set[Listener] = set()
        self._store = store
        self._thinkers = thinkers
        self._game = parse_spec(stored.spec)
        self._setup = models.Setup(**stored.setup[0]) if stored.setup else None
        self._positions = [start_position(self._game, self._setup)]
        for played in stored.moves:
            self._positions.append(self._positions[-1].after(played.move))
        self._engines: dict[int, Engine] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._turn_began = time.monotonic()
        self._problem: str | None = None

    # -- what people see --------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def is_playing(self) -> bool:
        return self.stored.status == PLAYING

    def view(self) -> models.GameView:
        stored = self.stored
        info = game_info(stored.spec)
        position = position_view(self.position, len(stored.moves))
        if stored.outcome is not None:
            ending = make_ending(self._game, **stored.outcome)
            position = position.model_copy(update={"ending": ending, "legal": []})
        moves = [
            models.MoveView(
                move=played.move,
                player=played.player,
                name=info.move_names[played.move],
                seconds=played.seconds,
                value=played.value,
            )
            for played in stored.moves
        ]
        one, two = (models.Seat(**seat) for seat in stored.seats)
        return models.GameView(
            id=stored.id,
            created=stored.created,
            updated=stored.updated,
            status="playing" if self.is_playing else "finished",
            game=info,
            seats=(one, two),
            clock=self._clock_view(),
            moves=moves,
            setup=self._setup,
            position=position,
            thinking=self._thinking is not None,
            problem=self._problem,
        )

    def _clock_view(self) -> models.ClockView | None:
        clock = self.stored.clock
        if clock is None:
            return None
        one, two = self._remaining()
        running = int(self.position.to_move) if self.is_playing else None
        return models.ClockView(
            main=clock["main"], increment=clock["increment"], remaining=(one, two), running=running
        )

    def _announce(self) -> None:
        view = self.view()
        for listener in list(self.listeners):
            listener(view)

    # -- what people do ---------------------------------------------------------------------

    def play(self, request: models.NewMove) -> None:
        """A person's move."""
        self._must_be_playing()
        if request.ply != len(self.stored.moves):
            raise Conflict(f"the game has gone on: {len(self.stored.moves)} moves are played")
        if self._engine_to_move():
            raise Conflict("it is the engine's turn")
        self._play(request.move, value=None)

    def undo(self) -> None:
        """Takes back the last move, and the engine's answers with it."""
        if not self.stored.moves:
            raise Conflict("no move has been played yet")
        self._stop_thinking()
        keep = len(self.stored.moves) - 1
        humans = {seat for seat in (0, 1) if self.stored.seats[seat]["kind"] == "human"}
        while humans and keep > 0 and int(self._positions[keep].to_move) not in humans:
            keep -= 1
        del self._positions[keep + 1 :]
        self._save(moves=self.stored.moves[:keep], status=PLAYING, outcome=None)
        self._begin_turn()

    def resign(self, player: int | None) -> None:
        self._must_be_playing()
        humans = [seat for seat in (0, 1) if self.stored.seats[seat]["kind"] == "human"]
        if not humans:
            raise Conflict("no person plays in this game")
        if player is None:
            to_move = int(self.position.to_move)
            player = to_move if to_move in humans else humans[0]
        if player not in humans:
            raise Conflict("only a person can resign here")
        self._stop_thinking()
        self._finish(1 - player, "resignation")

    def close(self) -> None:
        self._stop_thinking()
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    # -- turns ------------------------------------------------------------------------------

    def wake(self) -> None:
        """Lets the game go on after the room was opened."""
        if self.is_playing and self._thinking is None:
            self._begin_turn()

    def _play(self, move: int, value: float | None) -> None:
        before = self.position
        after = before.after(move)  # raises when the move is illegal
        spent = time.monotonic() - self._turn_began
        player = int(before.to_move)
        remaining = self._remaining() if self.stored.clock else None
        if remaining is not None and self.stored.clock is not None:
            left = [*remaining]
            left[player] += self.stored.clock["increment"]
            remaining = (left[0], left[1])
        played = PlayedMove(move, player, round(spent, 3), value)
        self._positions.append(after)
        for engine in self._engines.values():
            engine.observe(before, move, after)
        self._save(moves=(*self.stored.moves, played), remaining=remaining, announce=False)
        outcome = after.outcome
        if outcome is not None:
            winner = None if outcome.winner is None else int(outcome.winner)
            self._finish(winner, outcome.reason, outcome.margin)
        elif len(self.stored.moves) >= MAX_PLIES:
            self._finish(None, f"{MAX_PLIES} moves were played")
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self._turn_began = time.monotonic()
        self._problem = None
        self._set_flag()
        if self._engine_to_move():
            self._thinking = asyncio.get_running_loop().create_task(self._let_engine_move())
        self._announce()

    async def _let_engine_move(self) -> None:
        seat = int(self.position.to_move)
        position = self.position
        loop = asyncio.get_running_loop()
        try:
            engine = self._engine(seat)
            choice = await loop.run_in_executor(
                self._thinkers, engine.choose, position, self._time_left(seat)
            )
        except TesujiError as error:
            self._thinking = None
            self._problem = str(error).splitlines()[0]
            self._announce()
            return
        self._thinking = None
        if position is not self.position or not self.is_playing:
            return  # taken back or resigned meanwhile
        if choice.move is None:
            self._finish(1 - seat, "resignation")
            return
        value = None if choice.value is None else choice.value.seen_by(position.to_move).number
        self._play(choice.move, value)

    def _engine_to_move(self) -> bool:
        return self.is_playing and self.stored.seats[int(self.position.to_move)]["kind"] == "engine"

    def _engine(self, seat: int) -> Engine:
        if seat not in self._engines:
            level = self.stored.seats[seat]["level"]
            engine = make_player(spec_of_level(self._game.name, level), self._game)
            engine.start(self._game, self.position)
            self._engines[seat] = engine
        return self._engines[seat]

    def _stop_thinking(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
        if self._thinking is None:
            return
        self._thinking.cancel()
        self._thinking = None
        for engine in self._engines.values():
            engine.stop()
        # An engine that was interrupted may be in any state: the next turn makes a new one.
        for engine in self._engines.values():
            with contextlib.suppress(TesujiError):
                self._thinkers.submit(engine.close)
        self._engines.clear()

    # -- clocks -----------------------------------------------------------------------------

    def _remaining(self) -> tuple[float, float]:
        clock = self.stored.clock
        assert clock is not None
        one, two = self.stored.remaining or (clock["main"], clock["main"])
        if self.is_playing:
            spent = time.monotonic() - self._turn_began
            if self.position.to_move == 0:
                one -= spent
            else:
                two -= spent
        return max(0.0, one), max(0.0, two)

    def _time_left(self, seat: int) -> TimeLeft | None:
        if self.stored.clock is None:
            return None
        return TimeLeft(main=self._remaining()[seat], increment=self.stored.clock["increment"])

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.stored.clock is None or not self.is_playing:
            return
        player = int(self.position.to_move)
        self._flag = asyncio.get_running_loop().call_later(
            self._remaining()[player], self._time_is_up, player, len(self.stored.moves)
        )

    def _time_is_up(self, player: int, ply: int) -> None:
        if self.is_playing and len(self.stored.moves) == ply:
            self._stop_thinking()
            self._finish(1 - player, "time")

    # -- bookkeeping ------------------------------------------------------------------------

    def _must_be_playing(self) -> None:
        if not self.is_playing:
            raise Conflict("the game is over")

    def _finish(self, winner: int | None, reason: str, margin: float | None = None) -> None:
        if margin is None:
            margin = 0.0 if winner is None else 1.0 - 2.0 * winner
        remaining = self._remaining() if self.stored.clock else None
        outcome = {"winner": winner, "margin": margin, "reason": reason}
        self._save(status=FINISHED, outcome=outcome, remaining=remaining, announce=False)
        self._set_flag()
        self.close()
        self._announce()

    def _save(self, *, announce: bool = True, **changes: object) -> None:
        self.stored = self._store.save(self.stored.changed(**changes))
        if announce:
            self._announce()


class Rooms:
    """All rooms that are open."""

    def __init__(self, store: GameStore, thinkers: ThreadPoolExecutor) -> None:
        self._store = store
        self._thinkers = thinkers
        self._open: dict[str, Room] = {}

    def create(self, request: models.NewGame) -> Room:
        from tesuji.games import make

        game = make(request.game, **request.options)
        for seat in request.seats:
            if seat.kind == "engine":
                spec_of_level(game.name, seat.level)
        setup = request.setup
        if request.handicap is not None:
            if not isinstance(game, Go):
                raise TesujiError(f"{game.name} has no handicap stones")
            if setup is not None:
                raise TesujiError("a board that was set up cannot have handicap stones as well")
            start = game.handicap(request.handicap)
            setup = models.Setup(stones=start.stones, to_move=int(start.to_move))
        moves = _already_played(start_position(game, setup), request.moves)
        one, two = (seat.model_dump() for seat in request.seats)
        clock = request.clock.model_dump() if request.clock else None
        stored = StoredGame(
            spec=game.spec,
            seats=(one, two),
            clock=clock,
            setup=(setup.model_dump(),) if setup else None,
            moves=moves,
        )
        return self._enter(self._store.save(stored))

    def get(self, game_id: str) -> Room | None:
        """The room of a game, opened again if it was closed; None if there is no such game."""
        if game_id in self._open:
            return self._open[game_id]
        stored = self._store.load(game_id)
        return self._enter(stored) if stored else None

    def resume_all(self) -> None:
        """Opens the games that were being played when the server stopped."""
        for stored in self._store.unfinished():
            kinds = {seat["kind"] for seat in stored.seats}
            if "engine" in kinds and stored.updated > time.time() - 86400:
                self.get(stored.id)

    def close_idle(self) -> None:
        """Forgets rooms that nobody watches and in which nothing happens."""
        for game_id, room in list(self._open.items()):
            if not room.listeners and room._thinking is None and room._flag is None:
                room.close()
                del self._open[game_id]

    def delete(self, game_id: str) -> None:
        room = self._open.pop(game_id, None)
        if room is not None:
            room.close()
        self._store.delete(game_id)

    def close(self) -> None:
        for room in self._open.values():
            room.close()

    def _enter(self, stored: StoredGame) -> Room:
        room = Room(stored, self._store, self._thinkers)
        self._open[stored.id] = room
        room.wake()
        return room


def _already_played(position: Position, moves: list[int]) -> tuple[PlayedMove, ...]:
    """`moves` from `position` on, which must leave something to play."""
    played = []
    for move in moves:
        played.append(PlayedMove(move, int(position.to_move), 0.0))
        position = position.after(move)
    if position.is_over:
        raise TesujiError("the game is over in this position: there is nothing to play")
    return tuple(played)

"""Runs one game, in which people and engines take turns.

A room keeps nothing that the database does not have, so it can be closed and opened again, as
happens when the server is restarted in the middle of a game. Everything here runs on the event
loop; engines and disk writes run in threads. Clients are told of a move once it is safe on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Position, Side
from tesuji.play import (
    ENGINE,
    PROGRAM,
    TIME,
    Ending,
    GameInProgress,
)
from tesuji.server import models
from tesuji.server.count_views import count_view
from tesuji.server.opponents import Opponents
from tesuji.server.stored_views import clock_of, progress_of, setup_view
from tesuji.server.thinkers import Thinker, Thinkers
from tesuji.server.views import (
    game_info,
    kept_moves,
    make_ending,
    position_view,
    seat_view,
)
from tesuji.store import ChangedMeanwhile, Journal, StoredGame, StoredMove
from tesuji.store.games import FINISHED, PLAYING

MAX_PLIES = 5000
COUNTING = "Both sides have passed: which stones are dead?"
Listener = Callable[[models.GameView | None], None]
"""Called with every new state of a game; None when the game is deleted."""

_log = logging.getLogger(__name__)


class Conflict(TesujiError):
    """Raised when the game has changed since the request was made."""


class Room:
    """One game: its position, its engines, and who watches it."""

    def __init__(
        self, stored: StoredGame, journal: Journal, thinkers: Thinkers, opponents: Opponents
    ) -> None:
        self.stored = stored
        self.is_gone = False
        """Whether the game was deleted."""
        self._journal = journal
        self._thinkers = thinkers
        self._opponents = opponents
        self._setup = setup_view(stored)
        self._progress = self._replay()
        self._listeners: set[Listener] = set()
        self._engines: dict[int, Thinker] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self.problem: str | None = None
        """Why the game cannot continue, if so."""
        self._unwritten = 0
        self._writing: asyncio.Future[None] | None = None
        """Done when everything is on disk; None if it is."""

    def _replay(self) -> GameInProgress:
        """Rebuilds the game from its stored state. Its clock runs while it is being played."""
        stored = self.stored
        progress = progress_of(stored)
        if (
            stored.agreed is None
            and self.is_playing
            and self._has_begun
            and not progress.is_counting
        ):
            progress.clock.begin(progress.to_move)
        return progress

    # -- what people see --------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self._progress.position

    @property
    def is_playing(self) -> bool:
        return self.stored.status == PLAYING

    @property
    def _has_begun(self) -> bool:
        """Whether all players have come."""
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and nothing will happen by itself."""
        busy = self._listeners or self._thinking or self._flag or self._writing
        return not busy

    def view(self) -> models.GameView:
        stored = self.stored
        info = game_info(stored.spec)
        position = position_view(self.position, len(stored.moves))
        counting, ending = self._progress.is_counting and self.is_playing, self._progress.ending
        count = None if ending is None or ending.count is None else count_view(ending.count)
        changes: dict[str, Any] = {}
        if stored.outcome is not None:
            names = self._progress.game.player_names
            changes = {"ending": make_ending(names, **stored.outcome), "legal": []}
        elif counting:
            changes = {"ending": None, "notes": [COUNTING, *position.notes[1:2]]}
        if count is not None:
            changes["notes"] = [*position.notes[:1], *count.sentences]
        position = position.model_copy(update=changes)
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
        one, two = map(seat_view, stored.seats)
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
            counting=counting,
            count=count,
            problem=self.problem,
        )

    def _clock_view(self) -> models.ClockView | None:
        clock, remaining = self.stored.clock, self._remaining()
        if clock is None or remaining is None:
            return None
        runs = self.is_playing and self._has_begun and not self._progress.is_counting
        running = int(self._progress.to_move) if runs else None
        agreed = self._progress.clock.control
        one, two = map(self._progress.clock.now, Side)
        return models.ClockView(
            main=clock["main"],
            increment=clock["increment"],
            period=agreed.period,
            period_moves=agreed.period_moves,
            periods=agreed.periods,
            remaining=remaining,
            moves_left=(one.moves, two.moves),
            periods_left=(one.periods, two.periods),
            running=running,
        )

    def watch(self, listener: Listener, key: str | None = None) -> None:
        """Tells `listener` the state of the game, now and whenever it changes.

        `key` is that of a seat in a shared game (`SharedRoom`), here and below.
        """
        self._listeners.add(listener)
        if self._writing is None:
            listener(self.view())

    def unwatch(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def _announce(self) -> None:
        """Sends the state to all listeners, or later if something is still being written."""
        if self._listeners and self._writing is None:
            view = self.view()
            for listener in list(self._listeners):
                listener(view)

    # -- what people do ---------------------------------------------------------------------

    def play(self, request: models.NewMove, key: str | None = None) -> None:
        """Makes a person's move."""
        self._must_be_playing()
        if request.ply != len(self.stored.moves):
            raise Conflict(f"the game has moved on: {len(self.stored.moves)} moves were played")
        if self._progress.to_move not in self._progress.people:
            raise Conflict(f"it is the {self._kind_to_move()}'s turn")
        self._play(request.move, value=None)

    def play_for_program(self, seat: int, move: int) -> None:
        """Makes a move of the program in `seat`."""
        self._must_be_playing()
        if self._progress.to_move != seat:
            raise Conflict("it is not this program's turn")
        self._play(move, value=None)

    def undo(self, key: str | None = None) -> None:
        """Takes back the last move of a person, and with it whatever engines played since.

        If only engines play it takes back one move. Clocks are reset to that moment.
        """
        if any(seat.kind == PROGRAM for seat in self._progress.seats):
            raise Conflict("moves of programs cannot be taken back")
        self._take_back(self._progress.people or list(Side))

    def _take_back(self, sides: Sequence[Side]) -> None:
        """Takes back the last move of `sides`, and with it whatever came after."""
        ply = self._progress.ply_before(sides)
        if ply is None:
            raise Conflict("there is no move to take back")
        self._dismiss_engines()
        moves = self.stored.moves[:ply]
        clock = self._progress.clock = clock_of(self.stored, None)
        clock.replay((Side(played.player), played.seconds) for played in moves)
        self._progress.take_back(ply)
        self._save(
            moves=moves, remaining=self._remaining(), status=PLAYING, outcome=None, agreed=None
        )
        self._begin_turn()

    def resign(self, player: int | None, key: str | None = None) -> None:
        self._must_be_playing()
        people = self._progress.people
        if not people:
            raise Conflict("no person plays in this game")
        if player is None:
            to_move = self._progress.to_move
            player = to_move if to_move in people else people[0]
        if player not in people:
            raise Conflict("only a person can resign here")
        self._end(self._progress.resign(Side(player)))

    def agree(self, agreement: models.Agreement, key: str | None = None) -> None:
        """Ends the game by agreement on dead stones. An engine accepts a person's marks."""
        self._must_be_counting()
        ending = self._progress.agree(agreement.dead, agreement.seki)
        self._save(agreed=agreement.model_dump(), **_ended(ending))
        self.close()

    def play_on(self, key: str | None = None) -> None:
        """Takes back the passes, because the players do not agree."""
        self._must_be_playing()
        if not self._progress.is_counting:
            raise Conflict("the game is already being played")
        self._dismiss_engines()
        self._progress.play_on()
        self._save(moves=self.stored.moves[: len(self._progress.steps)])
        self._begin_turn()

    def retry(self) -> None:
        """Lets an engine that could not continue try again."""
        self._must_be_playing()
        if self.problem is None:
            raise Conflict("the game is not stalled")
        self._begin_turn()

    async def settled(self) -> None:
        """Waits until everything is on disk; raises `TesujiError` if that fails."""
        while self._writing is not None:
            await asyncio.shield(self._writing)

    async def changed_by(self, act: Callable[[], object]) -> models.GameChange:
        """Runs `act` and returns the change of the game once it is on disk."""
        before = self.stored.moves
        act()
        await self.settled()
        return models.GameChange.since(kept_moves(before, self.stored.moves), self.view())

    def close(self) -> None:
        """Stops engines and clocks."""
        self._stop_flag()
        self._dismiss_engines()

    def vanish(self) -> None:
        """Closes the room of a deleted game."""
        self.is_gone = True
        self.close()
        for listener in list(self._listeners):
            listener(None)
        self._listeners.clear()

    # -- turns ------------------------------------------------------------------------------

    def wake(self, problem: str | None = None) -> None:
        """Continues the game after the room was opened.

        An engine that had a `problem` before is not started, since it would fail again at every
        visit; a client must request a `retry`.
        """
        if not self.is_playing or self._thinking is not None or self._progress.is_counting:
            return
        if not self._has_begun:
            return
        if problem is not None and self._engine_to_move():
            self.problem = problem
            self._set_flag()
        else:
            self._begin_turn()

    def _play(self, move: int, value: float | None) -> None:
        clock = self._progress.clock
        step = self._progress.play(move)  # raises if the move is illegal
        spent = clock.stop()
        clock.moved(step.side)
        played = StoredMove(move, int(step.side), round(spent, 3), value)
        changes: dict[str, Any] = {"moves": (*self.stored.moves, played)}
        if self.stored.clock is not None:
            changes["remaining"] = self._remaining()
        ending = self._progress.ending
        if ending is None and len(self._progress.steps) >= MAX_PLIES:
            ending = self._progress.end(Ending(None, f"{MAX_PLIES} moves were played"))
        if ending is not None:
            changes |= _ended(ending)
        self._save(**changes)
        if ending is not None or self._progress.is_counting:
            self.close()
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self._progress.clock.begin(self._progress.to_move)
        self.problem = None
        self._set_flag()
        if self._engine_to_move():
            self._thinking = asyncio.get_running_loop().create_task(self._let_engine_move())
        self._announce()

    async def _let_engine_move(self) -> None:
        game = self._progress
        side = game.to_move
        try:
            if side not in self._engines:
                spec = self._opponents.spec_of(game.game, seat_view(self.stored.seats[side]))
                self._engines[side] = Thinker(spec, game.game)
            choice = await self._thinkers.ask(
                self._engines[side],
                game,
                lambda: game.clock.left(side),
                for_person=bool(game.people),
            )
            await self.settled()  # otherwise fast engines would always be ahead of the disk
            self._thinking = None
            if choice.move is None:
                self._end(game.resign(side))
            else:
                value = choice.value
                self._play(choice.move, None if value is None else value.seen_by(side).number)
        except TesujiError as error:
            self._engine_failed(str(error).splitlines()[0])
        except Exception:  # a bug in an engine must not leave the game hanging
            _log.exception("an engine failed in game %s", self.stored.id)
            self._engine_failed("the engine failed; the log of the server says why")

    def _engine_failed(self, why: str) -> None:
        self._thinking = None
        self._dismiss_engines()
        self.problem = why
        self._announce()

    def _engine_to_move(self) -> bool:
        return self.is_playing and self._kind_to_move() == ENGINE

    def _kind_to_move(self) -> str:
        return self._progress.seats[self._progress.to_move].kind

    def _dismiss_engines(self) -> None:
        """Ends the engines, even a thinking one; the next turn makes new ones."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        for engine in self._engines.values():
            self._thinkers.dismiss(engine)
        self._engines.clear()

    # -- clocks -----------------------------------------------------------------------------

    def _remaining(self) -> tuple[float, float] | None:
        """Returns the seconds left to each player; None without a clock."""
        one, two = map(self._progress.clock.seconds, Side)
        return None if one is None or two is None else (one, two)

    def _set_flag(self) -> None:
        self._stop_flag()
        side = self._progress.to_move
        seconds = self._progress.clock.limit(side)
        if seconds is not None and self.is_playing:
            self._flag = asyncio.get_running_loop().call_later(seconds, self._lose_on_time, side)

    def _lose_on_time(self, side: Side) -> None:
        self._end(self._progress.lose(side, "time", TIME))

    def _stop_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    # -- bookkeeping ------------------------------------------------------------------------

    def _must_be_playing(self) -> None:
        if not self.is_playing:
            raise Conflict("the game is over")

    def _must_be_counting(self) -> None:
        self._must_be_playing()
        if not self._progress.is_counting:
            raise Conflict("the game is still being played: there is nothing to count yet")

    def _end(self, ending: Ending) -> None:
        """Ends the game for a reason other than the rules."""
        self._progress.clock.stop()
        self._save(remaining=self._remaining(), **_ended(ending))
        self.close()

    def _save(self, **changes: Any) -> None:
        """Stores the changes in the background, and then announces them."""
        before = self.stored
        self.stored = self._journal.store.stamped(before.changed(**changes))
        self._unwritten += 1
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_future()
        write = asyncio.wrap_future(self._journal.save(self.stored, before.updated))
        write.add_done_callback(self._written)

    def _written(self, write: asyncio.Future[None]) -> None:
        self._unwritten -= 1
        # Writes after a failed one fail as well, so that the last one decides.
        problem = write.exception()
        if self._unwritten:
            return
        writing, self._writing = self._writing, None
        assert writing is not None
        if problem is None:
            writing.set_result(None)
        else:
            writing.set_exception(problem)
            writing.exception()  # nobody has to wait for it
            self._go_back(problem)
        self._announce()

    def _go_back(self, problem: BaseException) -> None:
        """Reloads the game from the database."""
        self.close()
        try:
            stored = self._journal.store.load(self.stored.id)
        except Exception:  # the database cannot be reached at all
            _log.exception("game %s cannot be read", self.stored.id)
            return
        if stored is None:
            self.vanish()
            return
        self.stored = stored
        self._progress = self._replay()
        if isinstance(problem, ChangedMeanwhile):
            self.wake()
        else:
            self.problem = str(problem)  # an engine that moved again would fail again


def _ended(ending: Ending) -> dict[str, Any]:
    """Returns the changes of a stored game when it ends."""
    winner = None if ending.winner is None else int(ending.winner)
    outcome = {"winner": winner, "margin": ending.margin, "reason": ending.reason}
    return {"status": FINISHED, "outcome": outcome}

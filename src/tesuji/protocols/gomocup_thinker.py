"""Thinking under a manager's eyes: in time, within memory, and ended at once when it says END."""

from __future__ import annotations

import time
from collections.abc import Callable

from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.games.gomoku import GomokuPosition
from tesuji.play import AskedPlayer, Control, GameInProgress, Thought
from tesuji.players import Choice, Player
from tesuji.protocols.gomocup_limits import GomocupLimits
from tesuji.protocols.inbox import Inbox
from tesuji.search import Budget, search

PlayerMaker = Callable[[Game, GomocupLimits], Player]

SAME_BREATH = 0.25
"""Seconds. END, or the end of input, that follows a command within this time was written together
with it, by a script that wants an answer all the same."""
_SCRIPT_SECONDS = 0.4
"""What such a script gets for its answer."""
_SHARE = 0.97
"""Of the time for a move, after which a player that goes on thinking is no longer waited for."""
_STOP_SECONDS = 0.4
"""How long a player may take to obey a cancel."""


class Stopped(Exception):
    """The manager wants no answer any more."""


class GomocupThinker:
    """A player, made for the game at hand, and asked in a thread of its own."""

    def __init__(self, make_player: PlayerMaker, inbox: Inbox, say: Callable[[str], None]) -> None:
        self.limits = GomocupLimits()
        self._make_player = make_player
        self._inbox = inbox
        self._say = say
        self._asked: AskedPlayer | None = None
        self._made_for: tuple[str, int | None] | None = None
        self._game: GameInProgress | None = None
        """The game as the player has been told of it."""
        self._running: Thought[Choice] | None = None
        self._control = Control()
        """That of the running thought."""

    def prepare(self, game: Game) -> AskedPlayer:
        """The player for `game`, made anew when the game or the memory has changed."""
        wanted = (game.spec, self.limits.max_memory)
        if self._asked is None or self._made_for != wanted:
            if self._asked is not None:
                self._asked.close()
            self._asked = None
            self._asked = AskedPlayer(self._make_player(game, self.limits))
            self._made_for, self._game = wanted, GameInProgress(game)
        return self._asked

    def close(self) -> None:
        """Stops what still runs and lets the player go."""
        if self._asked is None:
            return
        if self._running is not None and not self._stop(self._running):
            return  # it will end with the process
        self._asked.close()

    def choose(self, position: Position, asked_at: float, share: float = 1.0) -> Choice:
        """The player's choice at `position`, for a command that came at `asked_at`.

        `share` is what it may take of the time that is left, where more decisions are to come.
        A player that is late is not waited for: the most valuable point is played instead.
        """
        player = self.prepare(position.game)
        self._finish_earlier(player)
        assert self._game is not None
        self._game.follow(position)
        player.follow(self._game)
        waited = max(time.monotonic() - asked_at, 0.0)
        time_left = self.limits.time_for_move(waited, share)
        control = self._control = Control()
        running = self._running = player.ask(
            lambda: player.choose(position, time_left, control), self._inbox.wake
        )
        self._wait(running, asked_at)
        self.limits.spent += time.monotonic() - asked_at
        if not running.done:
            self._say("MESSAGE out of time: this is the most valuable point, not a searched move")
            return Choice(_most_valuable(position))
        self._running = None
        return running.result()

    # -- waiting ----------------------------------------------------------------------------

    def _wait(self, running: Thought[Choice], asked_at: float) -> None:
        """Waits for the end of the thought, of its time, or of the session."""
        while not running.done:
            now = time.monotonic()
            limit = self.limits.seconds_to_answer()
            deadline = None if limit is None else asked_at + _SHARE * limit
            if self._inbox.wait(self._manager_is_gone, 0):
                self._leave(running, asked_at)
                return
            if deadline is not None and now >= deadline:
                self._control.cancel()
                # A moment for a player that obeys; what is left of the time for one that does not.
                running.wait(max(asked_at + (limit or 0) - now, 0) / 2)
                return
            wait = None if deadline is None else max(deadline - now, 0.001)
            self._inbox.wait(lambda: running.done or self._news_came(), wait)

    def _news_came(self) -> bool:
        """Whether the manager has said something that concerns a player who is thinking.

        INFO is obeyed at once: limits may change while we think.
        """
        lines = self._inbox.lines
        changed = False
        while lines and lines[0].text.strip()[:5].upper() == "INFO ":
            key, _, value = lines[0].text.strip()[5:].strip().partition(" ")
            if not self.limits.set(key.lower(), value.strip()):
                break  # for later
            lines.popleft()
            changed = True
        return changed or self._manager_is_gone()

    def _manager_is_gone(self) -> bool:
        return self._end_came_at() is not None

    def _end_came_at(self) -> float | None:
        """When the manager said END or closed our input."""
        for line in self._inbox.lines:
            if line.text.strip().upper() == "END":
                return line.when
        return self._inbox.ended_at

    def _leave(self, running: Thought[Choice], asked_at: float) -> None:
        """Ends the thought. Only a script, which has written all it has to say, gets an answer."""
        came_at = self._end_came_at()
        script = came_at is not None and came_at <= asked_at + SAME_BREATH
        if script:
            running.wait(_SCRIPT_SECONDS)
        stopped = self._stop(running)
        if not script or not stopped:
            raise Stopped

    def _stop(self, running: Thought[Choice]) -> bool:
        """Ends the running thought; returns whether it has obeyed."""
        if not running.done:
            self._control.cancel()
        return running.wait(_STOP_SECONDS)

    def _finish_earlier(self, player: AskedPlayer) -> None:
        """A player that was late once must have finished before it is asked again."""
        if self._running is None:
            return
        if not self._stop(self._running):
            raise TesujiError(f"{player.name} is still thinking about an earlier move")
        self._running = None
        player.forget()


def _most_valuable(position: Position) -> int:
    """A sensible move without thinking: what the engine of Gomoku looks at first."""
    if isinstance(position, GomokuPosition) and position.phase == "play":
        return search(position, "gomoku", Budget(nodes=1, memory=1 << 20)).moves[0].move
    return position.legal_moves()[0]

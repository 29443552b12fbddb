"""Lets a player think for a Gomocup manager: within time and memory, and until END."""

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
"""Seconds. END, or the end of input, within this time after a command was written together with it,
by a script that still wants an answer."""
_SCRIPT_SECONDS = 0.4
"""Seconds for the answer to such a script."""
_SHARE = 0.97
"""Share of the time for a move after which a player is no longer waited for."""
_STOP_SECONDS = 0.4
"""Seconds that a player may take to obey a cancel."""


class Stopped(Exception):
    """Raised when the manager no longer wants an answer."""


class GomocupThinker:
    """A player for the current game, asked in its own thread."""

    def __init__(self, make_player: PlayerMaker, inbox: Inbox, say: Callable[[str], None]) -> None:
        self.limits = GomocupLimits()
        self._make_player = make_player
        self._inbox = inbox
        self._say = say
        self._asked: AskedPlayer | None = None
        self._made_for: tuple[str, int | None] | None = None
        self._game: GameInProgress | None = None
        """The game as the player knows it."""
        self._running: Thought[Choice] | None = None
        self._control = Control()
        """The control of the running question."""

    def prepare(self, game: Game) -> AskedPlayer:
        """Returns the player for `game`, a new one if the game or the memory has changed."""
        wanted = (game.spec, self.limits.max_memory)
        if self._asked is None or self._made_for != wanted:
            if self._asked is not None:
                self._asked.close()
            self._asked = None
            self._asked = AskedPlayer(self._make_player(game, self.limits))
            self._made_for, self._game = wanted, GameInProgress(game)
        return self._asked

    def close(self) -> None:
        """Stops what still runs and closes the player."""
        if self._asked is None:
            return
        if self._running is not None and not self._stop(self._running):
            return  # it will end with the process
        self._asked.close()

    def choose(self, position: Position, asked_at: float, share: float = 1.0) -> Choice:
        """Returns the player's choice at `position`, for a command that came at `asked_at`.

        `share` is the part of the remaining time that it may take if more decisions follow. If the
        player is late, the most valuable point is played instead.
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
                # A moment for a player that obeys; the rest of the time for one that does not.
                running.wait(max(asked_at + (limit or 0) - now, 0) / 2)
                return
            wait = None if deadline is None else max(deadline - now, 0.001)
            self._inbox.wait(lambda: running.done or self._news_came(), wait)

    def _news_came(self) -> bool:
        """Returns whether the manager has sent something that concerns a thinking player.

        INFO takes effect at once, because limits may change while we think.
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
        """Returns when the manager sent END or closed our input."""
        for line in self._inbox.lines:
            if line.text.strip().upper() == "END":
                return line.when
        return self._inbox.ended_at

    def _leave(self, running: Thought[Choice], asked_at: float) -> None:
        """Ends the search; only a script, which has already sent everything, gets an answer."""
        came_at = self._end_came_at()
        script = came_at is not None and came_at <= asked_at + SAME_BREATH
        if script:
            running.wait(_SCRIPT_SECONDS)
        stopped = self._stop(running)
        if not script or not stopped:
            raise Stopped

    def _stop(self, running: Thought[Choice]) -> bool:
        """Stops the running search; returns whether it has ended."""
        if not running.done:
            self._control.cancel()
        return running.wait(_STOP_SECONDS)

    def _finish_earlier(self, player: AskedPlayer) -> None:
        """Waits for a player that was late before it is asked again."""
        if self._running is None:
            return
        if not self._stop(self._running):
            raise TesujiError(f"{player.name} is still thinking about an earlier move")
        self._running = None
        player.forget()


def _most_valuable(position: Position) -> int:
    """Returns a sensible move without a search: the engine's first candidate."""
    if isinstance(position, GomokuPosition) and position.phase == "play":
        return search(position, "gomoku", Budget(nodes=1, memory=1 << 20)).moves[0].move
    return position.legal_moves()[0]

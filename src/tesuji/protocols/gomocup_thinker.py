"""Thinking under a manager's eyes: in time, within memory, and ended at once when it says END."""

from __future__ import annotations

import time
from collections.abc import Callable

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.players import Choice, Player
from tesuji.protocols.gomocup_limits import Limits
from tesuji.protocols.inbox import Inbox
from tesuji.protocols.thought import Thought

PlayerMaker = Callable[[Game, Limits], Player]

SAME_BREATH = 0.25
"""Seconds. END, or the end of input, that follows a command within this time was written together
with it, by a script that wants an answer all the same."""
_SCRIPT_SECONDS = 0.4
"""What such a script gets for its answer."""
_SHARE = 0.97
"""Of the time for a move, after which a player that goes on thinking is no longer waited for."""
_STOP_SECONDS = 0.4
"""How long a player may take to obey `stop`."""
_STOP_AGAIN_SECONDS = 0.05


class Stopped(Exception):
    """The manager wants no answer any more."""


class Thinker:
    """A player, made for the game at hand, and asked in a thread of its own."""

    def __init__(self, make_player: PlayerMaker, inbox: Inbox, say: Callable[[str], None]) -> None:
        self.limits = Limits()
        self._make_player = make_player
        self._inbox = inbox
        self._say = say
        self._player: Player | None = None
        self._made_for: tuple[str, int | None] | None = None
        self._known: Position | None = None
        """The position that the player has last been told of."""
        self._running: Thought[Choice] | None = None

    def prepare(self, game: Game) -> Player:
        """The player for `game`, made anew when the game or the memory has changed."""
        wanted = (game.spec, self.limits.max_memory)
        if self._player is None or self._made_for != wanted:
            if self._player is not None:
                self._player.close()
            self._player = None
            self._player = self._make_player(game, self.limits)
            self._made_for, self._known = wanted, None
        return self._player

    def close(self) -> None:
        """Stops what still runs and lets the player go."""
        player, running = self._player, self._running
        if player is None:
            return
        if running is not None and not self._wait_stopped(player, running, _STOP_SECONDS):
            return  # it will end with the process
        player.close()

    def choose(self, position: Position, asked_at: float, share: float = 1.0) -> Choice:
        """The player's choice at `position`, for a command that came at `asked_at`.

        `share` is what it may take of the time that is left, where more decisions are to come.
        A player that is late is not waited for: the most valuable point is played instead.
        """
        player = self.prepare(position.game)
        self._finish_earlier(player)
        self._tell(player, position)
        waited = max(time.monotonic() - asked_at, 0.0)
        time_left = self.limits.time_for_move(waited, share)
        running = Thought(lambda: player.choose(position, time_left), self._inbox.wake)
        self._running = running
        self._wait(player, running, asked_at)
        self.limits.spent += time.monotonic() - asked_at
        if not running.done:
            self._say("MESSAGE out of time: this is the most valuable point, not a searched move")
            return Choice(_most_valuable(position))
        self._running = None
        return running.result()

    # -- waiting ----------------------------------------------------------------------------

    def _wait(self, player: Player, running: Thought[Choice], asked_at: float) -> None:
        """Waits for the end of the thought, of its time, or of the session."""
        while not running.done:
            now = time.monotonic()
            limit = self.limits.seconds_to_answer()
            deadline = None if limit is None else asked_at + _SHARE * limit
            if self._inbox.wait(self._manager_is_gone, 0):
                self._leave(player, running, asked_at)
                return
            if deadline is not None and now >= deadline:
                player.stop()
                # A moment for a player that obeys; what is left of the time for one that does not.
                self._inbox.wait(lambda: running.done, max(asked_at + (limit or 0) - now, 0) / 2)
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

    def _leave(self, player: Player, running: Thought[Choice], asked_at: float) -> None:
        """Ends the thought. Only a script, which has written all it has to say, gets an answer."""
        came_at = self._end_came_at()
        script = came_at is not None and came_at <= asked_at + SAME_BREATH
        if script:
            self._inbox.wait(lambda: running.done, _SCRIPT_SECONDS)
        stopped = self._wait_stopped(player, running, _STOP_SECONDS)
        if not script or not stopped:
            raise Stopped

    def _wait_stopped(self, player: Player, running: Thought[Choice], seconds: float) -> bool:
        """Stops the player, which may only just be about to begin, so it is told repeatedly."""
        deadline = time.monotonic() + seconds
        while not running.done and time.monotonic() < deadline:
            player.stop()
            self._inbox.wait(lambda: running.done, _STOP_AGAIN_SECONDS)
        return running.done

    def _finish_earlier(self, player: Player) -> None:
        """A player that was late once must have finished before it is asked again."""
        if self._running is None:
            return
        if not self._wait_stopped(player, self._running, _STOP_SECONDS):
            raise TesujiError(f"{player.name} does not stop thinking about an earlier move")
        self._running = None
        self._known = None

    # -- following the game -----------------------------------------------------------------

    def _tell(self, player: Player, position: Position) -> None:
        """Lets the player follow the game to `position`, or begin anew where it cannot."""
        known, self._known = self._known, position
        if known is not None:
            old, new = _moves(known), _moves(position)
            if old is not None and new is not None and new[: len(old)] == old:
                at = known
                for move in new[len(old) :]:
                    after = at.after(move)
                    player.observe(at, move, after)
                    at = after
                if at == position:
                    return
        player.start(position.game, position)


def _moves(position: Position) -> list[int] | None:
    """The moves of a game that began on the empty board."""
    if getattr(position, "setup", None) is not None:
        return None
    return list(getattr(position, "moves", ()))


def _most_valuable(position: Position) -> int:
    """A sensible move without thinking: blocks, fives, or the best windows of five."""
    if isinstance(position, core.GomokuPosition) and position.phase == "play":
        found = core.MonomialBoard(position).candidates(position.colour_to_place, 1)
        if found:
            return int(found[0])
    return position.legal_moves()[0]

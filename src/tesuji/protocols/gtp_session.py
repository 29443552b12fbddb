"""What a GTP session is about: the board, the clock, and the player who thinks for us."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tesuji.games import Game, Position
from tesuji.games import Player as Side
from tesuji.players import Choice, Player
from tesuji.players.base import Analyser
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.protocols.gtp_clock import GtpClock
from tesuji.protocols.gtp_inbox import Inbox
from tesuji.protocols.gtp_text import GtpFailure
from tesuji.protocols.thought import Thought
from tesuji.search.report import SearchReport

T = TypeVar("T")

_STOP_SECONDS = 5.0
"""How long a player may take to obey `stop`."""
_STOP_AGAIN_SECONDS = 0.1


class GtpSession:
    """The state that GTP commands work on."""

    def __init__(
        self,
        board: GtpBoard,
        make_player: Callable[[Game], Player],
        inbox: Inbox,
        write: Callable[[str], None],
    ) -> None:
        """`write` sends text to the controller at once."""
        self.board = board
        self.clock = GtpClock()
        self.inbox = inbox
        self.write = write
        self.asked_at = 0.0
        """When the command being handled arrived, by the monotonic clock."""
        self.ended = False
        """Set by ``quit``."""
        self._make_player = make_player
        self._player = make_player(board.game)
        self._player_game = board.game.spec
        self._known: Position | None = None
        """The position that the player has last been told of."""

    # -- the player -------------------------------------------------------------------------

    @property
    def player(self) -> Player:
        """The player, made anew when the size or rules of the game have changed."""
        spec = self.board.game.spec
        if spec != self._player_game:
            fresh = self._make_player(self.board.game)
            self._player.close()
            self._player, self._player_game, self._known = fresh, spec, None
        return self._player

    def forget(self) -> None:
        """Lets the player begin anew when it is next asked, whatever it has seen before."""
        self._known = None

    def close(self) -> None:
        self._player.close()

    def choose(
        self,
        position: Position,
        side: Side,
        reports: Callable[[SearchReport], None] | None = None,
        interval: float = 1.0,
    ) -> Choice:
        """The player's choice for `side`, on its clock.

        `reports` hears of the search behind it every `interval` seconds and at the end, where
        there is one.
        """
        player = self.player
        self._tell(player, position)
        time_left = self.clock.time_left(side)
        begun = time.monotonic()
        with _listening(player, reports, interval):
            choice = self._think(player, lambda: player.choose(position, time_left))
        self.clock.spent(side, time.monotonic() - begun)
        if reports is not None and choice.report is not None:
            reports(choice.report)
        return choice

    def analyse(
        self, position: Position, reports: Callable[[SearchReport], None], interval: float
    ) -> None:
        """Thinks, and reports every `interval` seconds, until the controller says anything."""
        player = self.analyser
        self._tell(player, position)
        with _listening(player, reports, interval):
            work = Thought(lambda: player.analyse(position), self.inbox.wake)
            self.inbox.wait(lambda: work.done or self.inbox.has_news)
            if work.done:  # all is known; the controller decides when it has seen enough
                reports(work.result())
                self.inbox.wait(lambda: self.inbox.has_news)
            self._stop(player, work)
        work.result()

    @property
    def analyser(self) -> Any:
        """The player, if it is one that can analyse."""
        player = self.player
        if not isinstance(player, Analyser):
            raise GtpFailure(f"{player.name} does not analyse; a search such as mcts does")
        return player

    def _tell(self, player: Player, position: Position) -> None:
        """Lets the player follow the game to `position`, or begin anew where it cannot."""
        missed = []
        at = position
        for step in reversed(self.board.steps):
            if at is self._known or at is not step.after:
                break
            missed.append(step)
            at = step.before
        if at is self._known:
            for step in reversed(missed):
                player.observe(step.before, step.move, step.after)
        else:
            player.start(self.board.game, position)
        self._known = position

    def _think(self, player: Player, work: Callable[[], T]) -> T:
        """Runs `work` while listening for a controller that no longer wants to wait."""
        running = Thought(work, self.inbox.wake)
        try:
            self.inbox.wait(lambda: running.done or self.inbox.wants_end(self.asked_at))
        finally:
            self._stop(player, running)
        return running.result()

    def _stop(self, player: Player, work: Thought[Any]) -> None:
        """Stops the player, which may only just be about to begin, so it is told repeatedly."""
        deadline = time.monotonic() + _STOP_SECONDS
        while not work.done:
            player.stop()
            self.inbox.wait(lambda: work.done, _STOP_AGAIN_SECONDS)
            if time.monotonic() > deadline:
                raise GtpFailure(f"{player.name} did not stop thinking when it was asked to")


@contextmanager
def _listening(
    player: Player, reports: Callable[[SearchReport], None] | None, interval: float
) -> Iterator[None]:
    """Lets `reports` hear what the player thinks, if it is one that tells."""
    if reports is None or not isinstance(player, Analyser):
        yield
        return
    player.on_progress, player.progress_interval = reports, interval
    try:
        yield
    finally:
        player.on_progress = None

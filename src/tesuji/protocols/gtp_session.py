"""Keeps the state of a GTP session: board, clock and player."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tesuji.games import Game, Position, Side
from tesuji.play import AskedPlayer, Clock, Control, Thought
from tesuji.players import Choice, Player
from tesuji.players.base import Analyser, keep_to
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.protocols.gtp_inbox import GtpInbox
from tesuji.protocols.gtp_text import GtpFailure
from tesuji.search.report import SearchReport

_STOP_SECONDS = 5.0
"""Seconds that a player may take to obey a cancel."""


class GtpSession:
    """The state that GTP commands work on."""

    def __init__(
        self,
        board: GtpBoard,
        make_player: Callable[[Game], Player],
        inbox: GtpInbox,
        write: Callable[[str], None],
    ) -> None:
        """`write` sends text to the controller at once."""
        self.board = board
        self.clock = Clock()
        self.inbox = inbox
        self.write = write
        self.asked_at = 0.0
        """When the command being handled arrived, by the monotonic clock."""
        self.ended = False
        """Set by ``quit``."""
        self._make_player = make_player
        self._asked = AskedPlayer(make_player(board.game))
        self._player_game = board.game.spec

    # -- the player -------------------------------------------------------------------------

    @property
    def player(self) -> AskedPlayer:
        """The player, a new one if the size or rules of the game have changed."""
        spec = self.board.game.spec
        if spec != self._player_game:
            fresh = AskedPlayer(self._make_player(self.board.game))
            self._asked.close()
            self._asked, self._player_game = fresh, spec
        return self._asked

    def forget(self) -> None:
        """Makes the player start from scratch when it is next asked."""
        self._asked.forget()

    def close(self) -> None:
        self._asked.close()

    def choose(
        self,
        position: Position,
        side: Side,
        reports: Callable[[SearchReport], None] | None = None,
        interval: float = 1.0,
    ) -> Choice:
        """Returns the player's choice for `side`, on its clock.

        `reports` is called with the search report every `interval` seconds and at the end, if the
        player searches. The player is stopped if the controller no longer wants to wait.
        """
        player, control = self.player, Control(reports, interval)
        player.follow(self.board.progress, position)
        time_left = self.clock.left(side)
        begun = time.monotonic()
        thought = player.ask(lambda: player.choose(position, time_left, control), self.inbox.wake)
        try:
            self.inbox.wait(lambda: thought.done or self.inbox.wants_end(self.asked_at))
        finally:
            self._stop(thought, control)
        choice = thought.result()
        self.clock.spend(side, time.monotonic() - begun)
        self.clock.moved(side)
        if reports is not None and choice.report is not None:
            reports(choice.report)
        return choice

    def analyse(
        self, position: Position, reports: Callable[[SearchReport], None], interval: float
    ) -> None:
        """Analyses and reports every `interval` seconds, until the next line of input."""
        player, control = self.analyser, Control(reports, interval)
        player.follow(self.board.progress, position)
        thought = player.ask(lambda: player.analyse(position, control), self.inbox.wake)
        self.inbox.wait(lambda: thought.done or self.inbox.has_news)
        if thought.done:  # everything is known; the controller decides when to end
            reports(thought.result())
            self.inbox.wait(lambda: self.inbox.has_news)
        self._stop(thought, control)
        thought.result()

    @property
    def analyser(self) -> AskedPlayer:
        """The player, if it is one that can analyse."""
        asked = self.player
        if not isinstance(asked.player, Analyser):
            raise GtpFailure(f"{asked.name} does not analyse; a search such as mcts does")
        return asked

    @contextmanager
    def kept_to(self, moves: tuple[int, ...]) -> Iterator[None]:
        """Has the player choose among `moves` for a while; empty: among all.

        Raises `TesujiError` for a player that chooses as it likes.
        """
        player = self.player.player
        if moves:
            keep_to(player, moves)
        try:
            yield
        finally:
            if moves:
                keep_to(player, ())

    def _stop(self, thought: Thought[Any], control: Control) -> None:
        """Stops a search and waits for its end."""
        if not thought.done:
            control.cancel()
            if not thought.wait(_STOP_SECONDS):
                name = self._asked.name
                raise GtpFailure(f"{name} did not stop thinking when asked to")

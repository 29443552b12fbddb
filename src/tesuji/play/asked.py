"""Asks players: an asked player follows a game and answers questions in its own thread.

The referee, the web room, GTP, Gomocup, the terminal and JSON analysis all use it; they differ in
what they do while they wait.
"""

from __future__ import annotations

import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.play.control import Control
from tesuji.play.game import GameInProgress, PlayedMove
from tesuji.players import Choice, Player, TimeLeft
from tesuji.players.base import Analyser
from tesuji.search import SearchReport
from tesuji.streams import OutputLost

T = TypeVar("T")


class Thought(Generic[T]):
    """A question to a player; it is done once it is answered or has failed."""

    def __init__(self, question: Callable[[], T], wake: Callable[[], None] | None = None) -> None:
        """`wake` is called, in the thinking thread, when it is done."""
        self.error: BaseException | None = None
        """What the question raised."""
        self._question = question
        self._wake = wake
        self._done = threading.Event()
        self._value: T

    def run(self) -> None:
        """Answers the question in this thread."""
        try:
            self._value = self._question()
        except BaseException as error:  # even SystemExit concerns this question only
            self.error = error
        self._done.set()
        if self._wake is not None:
            self._wake()

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until it is done, at most for `seconds`; returns whether it is."""
        return self._done.wait(seconds)

    def value(self) -> T:
        """Returns the answer of a finished question; raises what the question raised."""
        assert self.done
        if self.error is not None:
            raise self.error
        return self._value

    def result(self) -> T:
        """Returns the answer like `value`, for sessions that must survive a bug.

        A bug is printed in full and raised as a `TesujiError`, so that it ends one command and not
        the session.
        """
        error = self.error
        if error is None or isinstance(error, OutputLost | TesujiError):
            return self.value()
        traceback.print_exception(error, file=sys.stderr)
        raise TesujiError(f"internal error: {type(error).__name__}: {error}") from error


class AskedPlayer:
    """A player in one game.

    `start`, `follow`, `observe`, `choose` and `analyse` run in the thread that calls them; `ask`
    runs any of them in the player's own thread, one question after the other. That thread never
    prevents the program from ending.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.listens = type(player).observe is not Player.observe
        """Whether the player observes moves."""
        self._known: Position | None = None
        """The last position that the player was told."""
        self._questions: queue.SimpleQueue[Thought[Any] | None] | None = None

    @property
    def name(self) -> str:
        return str(self.player.name)

    # -- following a game -------------------------------------------------------------------

    def start(self, game: Game, position: Position) -> None:
        """Tells the player that a game begins at `position`."""
        self.player.start(game, position)
        self._known = position

    def observe(self, step: PlayedMove) -> None:
        """Tells the player a move."""
        if self.listens:
            self.player.observe(step.before, step.move, step.after)
        self._known = step.after

    def follow(self, game: GameInProgress, position: Position | None = None) -> None:
        """Tells the player all moves that it has missed, or a new start if that is not possible.

        `position` is the current one by default; a protocol may give one that no move has led to,
        such as one in which the turn was given to the other side.
        """
        at = position = game.position if position is None else position
        missed = []
        for step in reversed(game.steps):
            if at is self._known or at is not step.after:
                break
            missed.append(step)
            at = step.before
        if at is self._known:
            for step in reversed(missed):
                self.observe(step)
        else:
            self.start(game.game, position)

    def forget(self) -> None:
        """Makes the player start from the beginning when it next follows a game."""
        self._known = None

    # -- questions --------------------------------------------------------------------------

    def choose(
        self,
        position: Position,
        time_left: TimeLeft | None = None,
        control: Control | None = None,
    ) -> Choice:
        """Returns the player's choice at `position`, at once if `control` is cancelled."""
        with (control or Control()).over(self.player):
            return self.player.choose(position, time_left)

    def analyse(self, position: Position, control: Control) -> SearchReport:
        """Thinks about `position` until `control` is cancelled, or everything is known."""
        if not isinstance(self.player, Analyser):
            raise TesujiError(f"{self.name} does not analyse; a search such as mcts does")
        with control.over(self.player):
            return self.player.analyse(position)

    def ask(self, question: Callable[[], T], wake: Callable[[], None] | None = None) -> Thought[T]:
        """Answers `question` in the player's own thread; `wake` is called when it is done."""
        if self._questions is None:
            self._questions = queue.SimpleQueue()
            threading.Thread(
                target=_answer_all, args=(self._questions,), name=f"{self.name} thinks", daemon=True
            ).start()
        thought = Thought(question, wake)
        self._questions.put(thought)
        return thought

    def leave(self) -> None:
        """Ends the player's thread after its pending questions."""
        if self._questions is not None:
            self._questions.put(None)
            self._questions = None

    def close(self) -> None:
        """Frees the resources of the player."""
        self.leave()
        self.player.close()


def _answer_all(questions: queue.SimpleQueue[Thought[Any] | None]) -> None:
    while (thought := questions.get()) is not None:
        thought.run()

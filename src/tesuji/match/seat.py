"""A player at the board, as a referee sees it: somebody who may raise, hang or talk nonsense.

Everything is asked in a thread of its own, so that the referee can stop waiting. A thread that
never comes back is left behind; it cannot keep the program from ending.
"""

from __future__ import annotations

import contextlib
import dataclasses
import operator
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tesuji.games import Game, Position
from tesuji.players import CannotStart, Choice, Player, TimeLeft

START_SECONDS = 120.0
"""How long a player may take to get ready for a game: a program or a network is loaded."""
FOLLOW_SECONDS = 30.0
"""How long a player may take to hear of a move."""
CLOSE_SECONDS = 3.0
"""How long a player may take to end, its last thought included."""


class Fault(Exception):
    """What a player did wrong: `kind` for statistics, the message for people."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


TIME, ILLEGAL, ERROR, NONSENSE = "time", "illegal move", "error", "no move"
"""The kinds of faults: too slow, against the rules, an exception, an answer that is no choice."""


@dataclass(slots=True)
class _Answer:
    result: Any = None
    error: BaseException | None = None


class Seat:
    """One player during one game."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = str(player.name)
        self._questions: queue.SimpleQueue[tuple[threading.Event, _Answer, Any] | None]
        self._questions = queue.SimpleQueue()
        self._lost = False
        self._listens = type(player).observe is not Player.observe
        threading.Thread(target=self._work, name=f"seat of {self.name}", daemon=True).start()

    def start(self, game: Game, position: Position) -> None:
        """Gets the player ready; raises `CannotStart` when that fails."""
        try:
            self._ask(lambda: self.player.start(game, position), START_SECONDS, "getting ready")
        except Fault as fault:
            raise CannotStart(str(fault)) from fault

    def choose(
        self, position: Position, time_left: TimeLeft | None, patience: float | None
    ) -> tuple[Choice, float]:
        """The player's choice and the seconds it took; `patience` ends the waiting.

        Raises `Fault` for anything that is not a legal move or a resignation, and `CannotStart` for
        a program that only now turns out not to run.
        """
        began = time.perf_counter()
        choice = self._ask(lambda: self.player.choose(position, time_left), patience, "thinking")
        seconds = time.perf_counter() - began
        return _checked(choice, position), seconds

    def observe(self, before: Position, move: int, after: Position) -> float:
        """Tells the player of a move; the seconds that it took."""
        if not self._listens:
            return 0.0
        began = time.perf_counter()
        self._ask(lambda: self.player.observe(before, move, after), FOLLOW_SECONDS, "following")
        return time.perf_counter() - began

    def close(self) -> None:
        """Ends the player's life, whatever it says about that."""
        self._lost = False  # it may have come back since, because it was told to stop
        try:
            with contextlib.suppress(Fault):
                self._ask(self.player.close, CLOSE_SECONDS, "closing")
        finally:
            self._questions.put(None)

    def _ask(self, question: Callable[[], Any], patience: float | None, doing: str) -> Any:
        if self._lost:
            raise Fault(TIME, f"{self.name} never came back from an earlier question")
        done, answer = threading.Event(), _Answer()
        self._questions.put((done, answer, question))
        try:
            answered = done.wait(patience)
        except BaseException:
            self._stop()
            raise
        if not answered:
            self._lost = True
            self._stop()
            raise Fault(TIME, f"{self.name} did not answer within {patience:.3g} s while {doing}")
        if isinstance(answer.error, CannotStart):
            raise answer.error
        if answer.error is not None:
            error = answer.error
            text = " ".join(str(error).split()) or "no message"
            raise Fault(ERROR, f"{self.name} failed: {type(error).__name__}: {text}") from error
        return answer.result

    def _stop(self) -> None:
        """Asks the player to come to an end, without waiting for that either."""
        threading.Thread(target=self._stop_quietly, daemon=True).start()

    def _stop_quietly(self) -> None:
        with contextlib.suppress(Exception):  # nothing depends on it: the game is decided
            self.player.stop()

    def _work(self) -> None:
        while (item := self._questions.get()) is not None:
            done, answer, question = item
            try:
                answer.result = question()
            except BaseException as error:  # even SystemExit is only this player's fault
                answer.error = error
            done.set()


def _checked(choice: object, position: Position) -> Choice:
    """`choice` if it can be used."""
    if not isinstance(choice, Choice):
        raise Fault(NONSENSE, f"the answer is {choice!r:.80}, not a choice")
    if choice.move is None:
        return choice
    number: object = None if choice.value is None else getattr(choice.value, "number", "")
    if number is not None and not isinstance(number, int | float):
        raise Fault(NONSENSE, f"its value is {choice.value!r:.80}, not a value")
    try:
        move = operator.index(choice.move)
    except TypeError:
        raise Fault(NONSENSE, f"the move is {choice.move!r:.80}, not a number") from None
    if not position.is_legal(move):
        game = position.game
        known = 0 <= move < game.num_moves
        notation = game.format_move(move) if known else f"move number {move}"
        why = position.why_illegal(move) or "the rules do not allow it"
        raise Fault(ILLEGAL, f"{notation} is illegal: {why}")
    return dataclasses.replace(choice, move=move)

"""A player as a referee sees it: somebody who may raise, hang or answer with nonsense.

Everything is asked in the player's own thread, so that the referee can stop waiting. A thread that
never comes back is left behind.
"""

from __future__ import annotations

import contextlib
import dataclasses
import operator
import time
from collections.abc import Callable
from typing import Any

from tesuji.games import Game, Position
from tesuji.play import AskedPlayer, Control, Step
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


class UntrustedPlayer:
    """One player during one game."""

    def __init__(self, player: Player) -> None:
        self._asked = AskedPlayer(player)
        self.name = self._asked.name
        self._lost = False

    def start(self, game: Game, position: Position) -> None:
        """Gets the player ready; raises `CannotStart` when that fails."""
        try:
            self._ask(lambda _: self._asked.start(game, position), START_SECONDS, "getting ready")
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
        choice = self._ask(
            lambda control: self._asked.choose(position, time_left, control), patience, "thinking"
        )
        seconds = time.perf_counter() - began
        return _checked(choice, position), seconds

    def observe(self, step: Step) -> float:
        """Tells the player of a move; the seconds that it took."""
        if not self._asked.listens:
            return 0.0
        began = time.perf_counter()
        self._ask(lambda _: self._asked.observe(step), FOLLOW_SECONDS, "following")
        return time.perf_counter() - began

    def close(self) -> None:
        """Ends the player's life, whatever it says about that."""
        self._lost = False  # it may have come back since, because it was told to stop
        try:
            with contextlib.suppress(Fault):
                self._ask(lambda _: self._asked.player.close(), CLOSE_SECONDS, "closing")
        finally:
            self._asked.leave()

    def _ask(self, question: Callable[[Control], Any], patience: float | None, doing: str) -> Any:
        if self._lost:
            raise Fault(TIME, f"{self.name} has not answered an earlier request")
        control = Control()
        thought = self._asked.ask(lambda: question(control))
        try:
            answered = thought.wait(patience)
        except BaseException:
            control.cancel()
            raise
        if not answered:
            self._lost = True
            control.cancel()
            raise Fault(TIME, f"{self.name} did not answer within {patience:.3g} s while {doing}")
        error = thought.error
        if isinstance(error, CannotStart):
            raise error
        if error is not None:
            text = " ".join(str(error).split()) or "no message"
            raise Fault(ERROR, f"{self.name} failed: {type(error).__name__}: {text}") from error
        return thought.value()


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

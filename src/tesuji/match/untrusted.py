"""Guards a player that may raise, hang or give an invalid answer.

Everything runs in the player's own thread, so that the referee can stop waiting. A thread that
never returns is abandoned.
"""

from __future__ import annotations

import contextlib
import dataclasses
import operator
import time
from collections.abc import Callable
from typing import Any

from tesuji.games import Game, Position
from tesuji.play import AskedPlayer, Control, PlayedMove
from tesuji.players import CannotStart, Choice, Player, TimeLeft

START_SECONDS = 120.0
"""Seconds that a player may take to start, including loading a program or a network."""
FOLLOW_SECONDS = 30.0
"""Seconds that a player may take to observe a move."""
CLOSE_SECONDS = 3.0
"""Seconds that a player may take to close, including its last search."""


class Fault(Exception):
    """Raised for a fault of a player; `kind` is for statistics, the message for people."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


TIME, ILLEGAL, ERROR, NONSENSE = "time", "illegal move", "error", "no move"
"""The kinds of faults: too slow, illegal, an exception, an invalid answer."""


class UntrustedPlayer:
    """One player during one game."""

    def __init__(self, player: Player) -> None:
        self._asked = AskedPlayer(player)
        self.name = self._asked.name
        self._lost = False

    def start(self, game: Game, position: Position) -> None:
        """Starts the player; raises `CannotStart` if that fails."""
        try:
            self._ask(lambda _: self._asked.start(game, position), START_SECONDS, "getting ready")
        except Fault as fault:
            raise CannotStart(str(fault)) from fault

    def choose(
        self, position: Position, time_left: TimeLeft | None, patience: float | None
    ) -> tuple[Choice, float]:
        """Returns the player's choice and the seconds it took; waits at most `patience`.

        Raises `Fault` for anything but a legal move or a resignation, and `CannotStart` for a
        program that cannot be run.
        """
        began = time.perf_counter()
        choice = self._ask(
            lambda control: self._asked.choose(position, time_left, control), patience, "thinking"
        )
        seconds = time.perf_counter() - began
        return _checked(choice, position), seconds

    def observe(self, step: PlayedMove) -> float:
        """Tells the player a move; returns the seconds that it took."""
        if not self._asked.listens:
            return 0.0
        began = time.perf_counter()
        self._ask(lambda _: self._asked.observe(step), FOLLOW_SECONDS, "following")
        return time.perf_counter() - began

    def close(self) -> None:
        """Closes the player and ignores its errors."""
        self._lost = False  # it may have returned since, because it was told to stop
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
    """Returns `choice` if it is valid; raises `Fault` otherwise."""
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

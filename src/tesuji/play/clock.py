"""Time for thinking: what is agreed for a game, and a clock that runs by it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.games import Player as Side
from tesuji.players import TimeLeft

MOST_SECONDS = 1e8
"""Of a game or a move: three years, and no more than a thread can wait."""

_NO_TIME = 1e-9
"""Seconds of somebody whose time is up."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each player has, in seconds; None where there is no limit."""

    main: float | None = None
    """For the whole game."""
    increment: float = 0.0
    """Added to the main time after every own move."""
    per_move: float | None = None
    """Most that one move may take."""
    period: float = 0.0
    """When the main time is used up, so much for every `period_moves` moves: overtime.

    With several moves a period it is Canadian, with one Japanese byo-yomi. Periods are not counted:
    the time of one is all that a player has to know.
    """
    period_moves: int = 0

    def __post_init__(self) -> None:
        starts_in_overtime = self.main == 0 and self.period > 0
        for name, seconds in (("main", self.main), ("per_move", self.per_move)):
            if name == "main" and starts_in_overtime:
                continue
            if seconds is not None and not 0 < seconds <= MOST_SECONDS:
                raise TesujiError(
                    f"the {name} time is above 0 and at most {MOST_SECONDS:.0f} seconds, "
                    f"not {seconds}"
                )
        if not 0 <= self.increment <= MOST_SECONDS:
            raise TesujiError(
                f"the increment is from 0 to {MOST_SECONDS:.0f} seconds, not {self.increment}"
            )
        if self.increment and self.main is None:
            raise TesujiError("an increment needs a main time that it is added to")
        if (self.period > 0) != (self.period_moves > 0) or (self.period and self.main is None):
            raise TesujiError("overtime needs a main time, seconds and moves")

    @classmethod
    def parse(cls, text: str | None, per_move: float | None = None) -> TimeControl:
        """From ``"60"`` or ``"60+0.5"``: seconds for the game, and added after each move."""
        if text is None:
            return cls(per_move=per_move)
        number = r"(\d+(?:\.\d*)?|\.\d+)"
        found = re.fullmatch(rf"\s*{number}\s*(?:\+\s*{number}\s*)?", text, re.ASCII)
        if found is None:
            raise TesujiError(
                f"{text!r} is not a time; write seconds for the game and for each move, "
                "for example 60+0.5"
            )
        return cls(float(found[1]), float(found[2] or 0), per_move)

    @classmethod
    def overtime(cls, main: float, period: float, moves: int) -> TimeControl:
        """As GTP says it: `period` seconds for every `moves` moves when `main` is used up.

        A period without moves means no limit at all, and no period the main time alone.
        """
        if period > 0 and moves == 0:
            return cls()
        main = min(max(main, 0.0), MOST_SECONDS)
        if period > 0:
            return cls(main, period=min(period, MOST_SECONDS), period_moves=moves)
        return cls(max(main, _NO_TIME))

    @property
    def limits(self) -> bool:
        """Whether there is any limit."""
        return self.main is not None or self.per_move is not None


@dataclass(slots=True)
class _Left:
    """One side's time: main time, or that of a period in which `moves` are still to be made."""

    seconds: float | None
    moves: int = 0


class Clock:
    """The clock of one game: two times that run down.

    It runs by itself from `begin` to `stop`; who measures time otherwise says what was spent.
    """

    def __init__(
        self,
        control: TimeControl | None = None,
        remaining: tuple[float | None, float | None] | None = None,
    ) -> None:
        """`remaining` is the main time left to each side, where the game has gone on already."""
        self.control = control or TimeControl()
        self._agreed = control is not None
        self._left: list[_Left] = []
        self._running: tuple[Side, float] | None = None
        """Whose time runs, and since when."""
        self.restart()
        if remaining is not None:
            self._left = [_Left(seconds) for seconds in remaining]

    def set(self, control: TimeControl) -> None:
        """Agrees on other times, for a game that begins."""
        self.control, self._agreed = control, True
        self.restart()

    def restart(self) -> None:
        """Gives both sides what they have at the start of a game."""
        control = self.control
        fresh = (control.period, control.period_moves) if control.main == 0 else (control.main, 0)
        self._left = [_Left(*fresh) for _ in Side]
        self._running = None

    # -- what is left -----------------------------------------------------------------------

    def left(self, side: Side) -> TimeLeft | None:
        """What the coming move of `side` may take; None when nothing limits it."""
        control, seconds = self.control, self.seconds(side)
        moves = self._left[side].moves
        if seconds is not None and moves > 0:
            return TimeLeft(per_move=seconds / moves)
        if seconds is None and control.per_move is None:
            return None
        share = control.period / control.period_moves if control.period_moves else 0.0
        return TimeLeft(seconds, control.increment + share, control.per_move)

    def limit(self, side: Side) -> float | None:
        """The most seconds that `side` may spend now; None when nothing limits them."""
        limits = [at for at in (self.seconds(side), self.control.per_move) if at is not None]
        return min(limits) if limits else None

    def seconds(self, side: Side) -> float | None:
        """The main time left to `side`, or that of its period, never below 0."""
        seconds = self._left[side].seconds
        if seconds is None:
            return None
        if self._running is not None and self._running[0] == side:
            seconds -= self.elapsed
        return max(seconds, 0.0)

    # -- running ----------------------------------------------------------------------------

    def begin(self, side: Side) -> None:
        """Lets the time of `side` run from now on, and the other's stand still.

        A turn that begins once more, without a `stop`, costs nothing so far.
        """
        self._running = side, time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the running side began; 0 when the clock stands still."""
        return 0.0 if self._running is None else time.monotonic() - self._running[1]

    def stop(self) -> float:
        """Stops the clock; returns the seconds that the running side has spent."""
        spent = self.elapsed
        if self._running is not None:
            self.spend(self._running[0], spent)
            self._running = None
        return spent

    # -- told -------------------------------------------------------------------------------

    def spend(self, side: Side, seconds: float) -> None:
        """Takes `seconds` off the time of `side`."""
        left = self._left[side]
        if left.seconds is not None and self.control.limits:
            left.seconds -= seconds

    def moved(self, side: Side) -> None:
        """Gives `side`, which has made its move, the increment, or a new period when it is due.

        What it took beyond its time, within the referee's grace, is forgiven.
        """
        left, control = self._left[side], self.control
        if left.seconds is None or not control.limits:
            return
        if left.moves > 0:
            left.moves -= 1
            is_period_over = left.moves == 0 or left.seconds <= 0
        else:
            left.seconds = max(left.seconds, 0.0) + control.increment
            is_period_over = left.seconds <= 0
        if is_period_over and control.period > 0:
            left.seconds, left.moves = control.period, control.period_moves

    def replay(self, moves: Iterable[tuple[Side, float]]) -> None:
        """Spends what each move of a game took, from its start."""
        for side, seconds in moves:
            self.spend(side, seconds)
            self.moved(side)

    def tell(self, side: Side, seconds: float, moves: int = 0) -> None:
        """Takes what somebody else's clock says: main time, or a period's time for `moves`.

        A game that is agreed to have no limit has none.
        """
        if self.control.limits or not self._agreed:
            self._left[side] = _Left(max(0.0, seconds), moves)

"""Time for thinking: what is agreed for a game, and a clock that runs by it."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.games import Side
from tesuji.players import TimeLeft

MOST_SECONDS = 1e8
"""Of a game or a move: three years, and no more than a thread can wait."""

MOST_PERIODS = 1000
_NUMBER = r"(\d{1,9}(?:\.\d*)?|\.\d+)"
_OVERTIME = re.compile(
    rf"\s*{_NUMBER}\s*\+\s*(?:(\d{{1,4}})\s*x\s*{_NUMBER}|{_NUMBER}\s*/\s*(\d{{1,4}}))\s*",
    re.ASCII,
)
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

    With several moves a period it is Canadian: who makes them in time gets another period. With
    one it is Japanese byo-yomi: a move within the period costs nothing, and each period that is
    used up is gone, until all `periods` are.
    """
    period_moves: int = 0
    periods: int = 1
    """Of Japanese byo-yomi."""

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
            raise TesujiError("an increment needs a main time")
        if (self.period > 0) != (self.period_moves > 0) or (self.period and self.main is None):
            raise TesujiError("overtime needs a main time, seconds and moves")
        if not 0 <= self.period <= MOST_SECONDS:
            raise TesujiError(
                f"a period of overtime is at most {MOST_SECONDS:.0f} seconds, not {self.period}"
            )
        if not 1 <= self.periods <= MOST_PERIODS:
            raise TesujiError(f"there are from 1 to {MOST_PERIODS} periods, not {self.periods}")
        if self.periods > 1 and self.period_moves != 1:
            raise TesujiError("several periods need one move a period: Japanese byo-yomi")

    @classmethod
    def parse(cls, text: str | None, per_move: float | None = None) -> TimeControl:
        """From text: seconds for the game, and what is added or comes after them.

        ``"60"`` is 60 seconds for the game, ``"60+0.5"`` half a second more after each move,
        ``"600+5x30"`` five periods of 30 seconds after the main time (Japanese byo-yomi), and
        ``"600+300/25"`` 300 seconds for every 25 moves after it (Canadian).
        """
        if text is None:
            return cls(per_move=per_move)
        if (found := _OVERTIME.fullmatch(text)) is not None:
            main, count, period, seconds, moves = found.groups()
            if period is not None:
                return cls(float(main), 0.0, per_move, float(period), 1, int(count))
            return cls(float(main), 0.0, per_move, float(seconds), int(moves))
        number = r"(\d+(?:\.\d*)?|\.\d+)"
        found = re.fullmatch(rf"\s*{number}\s*(?:\+\s*{number}\s*)?", text, re.ASCII)
        if found is None:
            raise TesujiError(
                f"{text!r} is not a time; write seconds for the game and for each move, such as "
                "60+0.5, or overtime: 600+5x30 (Japanese), 600+300/25 (Canadian)"
            )
        return cls(float(found[1]), float(found[2] or 0), per_move)

    @classmethod
    def overtime(cls, main: float, period: float, moves: int, periods: int = 1) -> TimeControl:
        """As GTP says it: `period` seconds for every `moves` moves when `main` is used up.

        A period without moves means no limit at all, and no period the main time alone.
        """
        if period > 0 and moves == 0:
            return cls()
        main = min(max(main, 0.0), MOST_SECONDS)
        if period > 0:
            period = min(period, MOST_SECONDS)
            return cls(main, period=period, period_moves=moves, periods=periods)
        return cls(max(main, _NO_TIME))

    @property
    def limits(self) -> bool:
        """Whether there is any limit."""
        return self.main is not None or self.per_move is not None


@dataclass(slots=True)
class SideTime:
    """One side's time: main time, or that of a period in which `moves` are still to be made."""

    seconds: float | None
    moves: int = 0
    """0 in the main time."""
    periods: int = 0
    """Of overtime, the running one included; 0 in the main time."""


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
        self._left: list[SideTime] = []
        self._running: tuple[Side, float] | None = None
        """Whose time runs, and since when."""
        self.restart()
        if remaining is not None:
            self._left = [SideTime(seconds) for seconds in remaining]

    def set(self, control: TimeControl) -> None:
        """Agrees on other times, for a game that begins."""
        self.control, self._agreed = control, True
        self.restart()

    def restart(self) -> None:
        """Gives both sides what they have at the start of a game."""
        control = self.control
        fresh: tuple[float | None, int, int] = (control.main, 0, 0)
        if control.main == 0:
            fresh = (control.period, control.period_moves, control.periods)
        self._left = [SideTime(*fresh) for _ in Side]
        self._running = None

    # -- what is left -----------------------------------------------------------------------

    def left(self, side: Side) -> TimeLeft | None:
        """What the coming move of `side` may take; None when nothing limits it."""
        control, now = self.control, self.now(side)
        seconds = now.seconds
        if seconds is not None and now.moves > 0:
            return TimeLeft(per_move=seconds / now.moves)
        if seconds is None and control.per_move is None:
            return None
        share = control.period / control.period_moves if control.period_moves else 0.0
        return TimeLeft(seconds, control.increment + share, control.per_move)

    def limit(self, side: Side) -> float | None:
        """The most seconds that `side` may spend now; None when nothing limits them.

        That is all of its time until it loses: main time and every period that is left.
        """
        now, control = self.now(side), self.control
        seconds = now.seconds
        if seconds is not None:
            waiting = now.periods - 1 if now.moves else control.periods if control.period else 0
            seconds += waiting * control.period
        limits = [at for at in (seconds, control.per_move) if at is not None]
        return min(limits) if limits else None

    def seconds(self, side: Side) -> float | None:
        """The main time left to `side`, or that of its period, never below 0."""
        return self.now(side).seconds

    def now(self, side: Side) -> SideTime:
        """The time of `side` at this moment; its seconds are never below 0."""
        at = dataclasses.replace(self._left[side])
        if self._running is not None and self._running[0] == side:
            self._use(at, self.elapsed)
        if at.seconds is not None:
            at.seconds = max(at.seconds, 0.0)
        return at

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
        """Takes `seconds` off the time of `side`: main time first, then period by period."""
        if self.control.limits:
            self._use(self._left[side], seconds)

    def _use(self, left: SideTime, seconds: float) -> None:
        if left.seconds is None:
            return
        control = self.control
        left.seconds -= seconds
        if left.seconds <= 0 and control.period > 0 and left.moves == 0:
            left.seconds += control.period
            left.moves, left.periods = control.period_moves, control.periods
        while left.seconds <= 0 and left.periods > 1:
            left.seconds += control.period
            left.periods -= 1

    def moved(self, side: Side) -> None:
        """Gives `side`, which has made its move, the increment, or a new period when it is due.

        What it took beyond its time, within the referee's grace, is forgiven.
        """
        left, control = self._left[side], self.control
        if left.seconds is None or not control.limits:
            return
        if left.moves == 0:
            left.seconds = max(left.seconds, 0.0) + control.increment
            return
        left.moves -= 1
        if left.moves == 0 or left.seconds <= 0:
            left.seconds, left.moves = control.period, control.period_moves

    def replay(self, moves: Iterable[tuple[Side, float]]) -> None:
        """Spends what each move of a game took, from its start."""
        for side, seconds in moves:
            self.spend(side, seconds)
            self.moved(side)

    def tell(self, side: Side, seconds: float, moves: int = 0) -> None:
        """Takes what somebody else's clock says: main time, or a period's time for `moves`.

        Of Japanese byo-yomi the number of periods that are left stands in place of the moves. A
        game that is agreed to have no limit has none.
        """
        if not self.control.limits and self._agreed:
            return
        if moves > 0 and self.control.periods > 1:
            self._left[side] = SideTime(max(0.0, seconds), 1, moves)
        else:
            self._left[side] = SideTime(max(0.0, seconds), moves, int(moves > 0))

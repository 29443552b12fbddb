"""Defines time controls, and the clock of a game."""

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
"""The most time for a game or a move: three years, as long as a thread can wait."""

MOST_PERIODS = 1000
_NUMBER = r"(\d{1,9}(?:\.\d*)?|\.\d+)"
_OVERTIME = re.compile(
    rf"\s*{_NUMBER}\s*\+\s*(?:(\d{{1,4}})\s*x\s*{_NUMBER}|{_NUMBER}\s*/\s*(\d{{1,4}}))\s*",
    re.ASCII,
)
_NO_TIME = 1e-9
"""Seconds of a side whose time is up."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each player, in seconds; None for no limit."""

    main: float | None = None
    """For the whole game."""
    increment: float = 0.0
    """Added to the main time after every own move."""
    per_move: float | None = None
    """Most that one move may take."""
    period: float = 0.0
    """Overtime: the seconds for every `period_moves` moves once the main time is used up.

    With several moves per period it is Canadian: a player who makes them in time gets another
    period. With one it is Japanese byo-yomi: a move within the period costs nothing, and each
    period that is used up is lost, until all `periods` are.
    """
    period_moves: int = 0
    periods: int = 1
    """The number of periods in Japanese byo-yomi."""

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
        """Reads a time control: seconds for the game, and increment or overtime.

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
        """Returns a time control as GTP defines it: `period` seconds for every `moves` moves.

        It applies when `main` is used up. A period without moves means no limit at all; without a
        period there is only the main time.
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
    """One side's time: main time, or the time of a period for the next `moves` moves."""

    seconds: float | None
    moves: int = 0
    """0 in the main time."""
    periods: int = 0
    """Periods left, including the running one; 0 in the main time."""


class Clock:
    """The clock of one game, with a time for each side.

    It runs from `begin` to `stop`; callers that measure time themselves use `spend`.
    """

    def __init__(
        self,
        control: TimeControl | None = None,
        remaining: tuple[float | None, float | None] | None = None,
    ) -> None:
        """`remaining` is the main time left to each side, for a game already in progress."""
        self.control = control or TimeControl()
        self._agreed = control is not None
        self._left: list[SideTime] = []
        self._running: tuple[Side, float] | None = None
        """Whose time runs, and since when."""
        self.restart()
        if remaining is not None:
            self._left = [SideTime(seconds) for seconds in remaining]

    def set(self, control: TimeControl) -> None:
        """Sets another time control, for a new game."""
        self.control, self._agreed = control, True
        self.restart()

    def restart(self) -> None:
        """Resets both sides to the start of a game."""
        control = self.control
        fresh: tuple[float | None, int, int] = (control.main, 0, 0)
        if control.main == 0:
            fresh = (control.period, control.period_moves, control.periods)
        self._left = [SideTime(*fresh) for _ in Side]
        self._running = None

    # -- what is left -----------------------------------------------------------------------

    def left(self, side: Side) -> TimeLeft | None:
        """Returns the time for the next move of `side`; None for no limit."""
        control, now = self.control, self.now(side)
        seconds = now.seconds
        if seconds is not None and now.moves > 0:
            return TimeLeft(per_move=seconds / now.moves)
        if seconds is None and control.per_move is None:
            return None
        share = control.period / control.period_moves if control.period_moves else 0.0
        return TimeLeft(seconds, control.increment + share, control.per_move)

    def limit(self, side: Side) -> float | None:
        """Returns the most seconds that `side` may spend now; None for no limit.

        This is all of its time until it loses: main time and all periods left.
        """
        now, control = self.now(side), self.control
        seconds = now.seconds
        if seconds is not None:
            waiting = now.periods - 1 if now.moves else control.periods if control.period else 0
            seconds += waiting * control.period
        limits = [at for at in (seconds, control.per_move) if at is not None]
        return min(limits) if limits else None

    def seconds(self, side: Side) -> float | None:
        """Returns the main time left to `side`, or that of its period, never below 0."""
        return self.now(side).seconds

    def now(self, side: Side) -> SideTime:
        """Returns the time of `side` at this moment; its seconds are never below 0."""
        at = dataclasses.replace(self._left[side])
        if self._running is not None and self._running[0] == side:
            self._use(at, self.elapsed)
        if at.seconds is not None:
            at.seconds = max(at.seconds, 0.0)
        return at

    # -- running ----------------------------------------------------------------------------

    def begin(self, side: Side) -> None:
        """Starts the time of `side` and stops the other's.

        A turn that begins again without a `stop` has cost nothing.
        """
        self._running = side, time.monotonic()

    @property
    def elapsed(self) -> float:
        """Returns the seconds since the running side began; 0 if the clock is stopped."""
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
        """Adds the increment, or a new period if due, after a move of `side`.

        Time spent beyond the limit, within the referee's grace, is forgiven.
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
        """Spends the time of each move of a game, from its start."""
        for side, seconds in moves:
            self.spend(side, seconds)
            self.moved(side)

    def tell(self, side: Side, seconds: float, moves: int = 0) -> None:
        """Takes over an external clock: main time, or a period's time for `moves`.

        In Japanese byo-yomi `moves` is the number of periods left. A game without a limit ignores
        it.
        """
        if not self.control.limits and self._agreed:
            return
        if moves > 0 and self.control.periods > 1:
            self._left[side] = SideTime(max(0.0, seconds), 1, moves)
        else:
            self._left[side] = SideTime(max(0.0, seconds), moves, int(moves > 0))

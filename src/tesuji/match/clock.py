"""Time for thinking: what a match allows, and what is left of it in a game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.games import Player as Side
from tesuji.players import TimeLeft

MOST_SECONDS = 1e8
"""Of a game or a move: three years, and no more than a thread can wait."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each player has, in seconds; None where there is no limit."""

    main: float | None = None
    """For the whole game."""
    increment: float = 0.0
    """Added to the main time after every own move."""
    per_move: float | None = None
    """Most that one move may take."""

    def __post_init__(self) -> None:
        for name, seconds in (("main", self.main), ("per_move", self.per_move)):
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

    @property
    def limits(self) -> bool:
        """Whether there is any limit."""
        return self.main is not None or self.per_move is not None


class Clock:
    """The clock of one game: two times that run down."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._main = [control.main, control.main]

    def left(self, side: Side) -> TimeLeft | None:
        """What the coming move of `side` may take; None when nothing limits it."""
        if not self.control.limits:
            return None
        main = self._main[side]
        return TimeLeft(
            main=None if main is None else max(main, 0.0),
            increment=self.control.increment,
            per_move=self.control.per_move,
        )

    def limit(self, side: Side) -> float | None:
        """The most seconds that `side` may spend now; None when nothing limits them."""
        limits = [time for time in (self._main[side], self.control.per_move) if time is not None]
        return max(min(limits), 0.0) if limits else None

    def spend(self, side: Side, seconds: float) -> None:
        """Takes `seconds` off the main time of `side`."""
        main = self._main[side]
        if main is not None:
            self._main[side] = main - seconds

    def moved(self, side: Side) -> None:
        """`side` has made its move: it gets the increment.

        What it took beyond its time, within the referee's grace, is forgiven.
        """
        main = self._main[side]
        if main is not None:
            self._main[side] = max(main, 0.0) + self.control.increment

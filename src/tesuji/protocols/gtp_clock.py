"""The clock of a GTP game: time settings, what is left, and what that means for a move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tesuji.games import Player as Side
from tesuji.players import TimeLeft


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """How a game is timed, in seconds.

    After `main` is used up there are periods of `period` seconds, each for `stones` moves:
    Canadian overtime. With one stone a period and several `periods` it is Japanese byo-yomi.
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    periods: int = 1
    limited: bool = True

    @classmethod
    def gtp(cls, main: float, period: float, stones: int) -> TimeSettings:
        """As ``time_settings`` gives it: a period without stones means no limit at all."""
        return cls(main, period, stones, limited=not (period > 0 and stones == 0))


@dataclass(slots=True)
class _Left:
    """One side's time: `seconds` of main time, or of a period in which `stones` are to play."""

    seconds: float
    stones: int


@dataclass(slots=True)
class GtpClock:
    """Time left of both sides, as the controller says it or as we count it."""

    settings: TimeSettings | None = None
    """None until the controller gives any."""
    _left: dict[Side, _Left] = field(default_factory=dict)

    def set(self, settings: TimeSettings) -> None:
        self.settings = settings
        self._left.clear()

    def restart(self) -> None:
        """A new game begins with the same settings."""
        self._left.clear()

    def tell(self, side: Side, seconds: float, stones: int) -> None:
        """The controller says what is left: main time if `stones` is 0, else of a period."""
        self._left[side] = _Left(max(0.0, seconds), stones)

    def spent(self, side: Side, seconds: float) -> None:
        """A move of `side` took `seconds`."""
        settings = self.settings
        if settings is None or not settings.limited:
            return
        left = self._of(side, settings)
        if left.stones > 0:
            left.seconds -= seconds
            left.stones -= 1
            if left.stones == 0 or left.seconds <= 0:
                left.seconds, left.stones = settings.period, settings.stones
        else:
            left.seconds -= seconds
            if left.seconds <= 0 and settings.period > 0:
                left.seconds, left.stones = settings.period, settings.stones
            left.seconds = max(0.0, left.seconds)

    def time_left(self, side: Side) -> TimeLeft | None:
        """What the coming move of `side` may take; None where there is no limit."""
        settings = self.settings
        told = self._left.get(side)
        if settings is None:
            if told is None:
                return None
            settings = TimeSettings()
        elif not settings.limited:
            return None
        left = replace(self._of(side, settings))
        if left.stones > 0:
            return TimeLeft(per_move=left.seconds / left.stones)
        share = settings.period / settings.stones if settings.stones else 0.0
        return TimeLeft(main=left.seconds, increment=share)

    def _of(self, side: Side, settings: TimeSettings) -> _Left:
        if side not in self._left:
            in_overtime = settings.main <= 0 and settings.period > 0
            self._left[side] = (
                _Left(settings.period, settings.stones) if in_overtime else _Left(settings.main, 0)
            )
        return self._left[side]

"""Tracks the progress of a run: its stored state, its status for people, and its limits."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tesuji.learning.common.runs import Run, RunError

_FILE = "progress.json"
_LIVE = "live.json"
_LIVE_EVERY = 0.5
"""Seconds between two versions of the live file."""


@dataclass(slots=True)
class Progress:
    """The progress, stored in ``state/progress.json`` after each complete step."""

    generation: int = -1
    """The last one that was trained; -1 before the first network, number 0, exists."""
    best: int = 0
    """The network that plays."""
    competed: int = -1
    measured: int = -1
    """The last generations for which this is done."""
    games: int = 0
    """All games used for learning, including those kept for testing."""
    positions: int = 0
    """All positions used for training."""
    spent: float = 0.0
    """Seconds at work, over all sittings."""
    core_seconds: float = 0.0
    """Processor time of this process and of the playing processes, over all sittings. Matches
    played by other processes do not count."""
    planned: float | None = None
    """Seconds after which the run is to end, over all sittings."""

    @classmethod
    def of(cls, run: Run) -> Progress:
        data = run.load_state(_FILE)
        if data is None:
            return cls()
        try:
            return cls(**json.loads(data))
        except (ValueError, TypeError) as error:
            raise RunError(f"{run.path('state', _FILE)} is damaged: {error}") from error

    def save(self, run: Run) -> None:
        run.save_state(_FILE, json.dumps(dataclasses.asdict(self), indent=2).encode())


@dataclass(frozen=True, slots=True)
class Limits:
    """When a sitting ends; None for no limit."""

    generations: int | None = None
    """Of the whole run."""
    seconds: float | None = None
    """Of this sitting."""
    core_seconds: float | None = None
    """Processor time of this sitting, as in `Progress.core_seconds`."""


@dataclass(slots=True)
class Status:
    """The current status, for people."""

    phase: str = "starting"
    """"self-play", "training", "competition" or "measurement"."""
    generation: int = 0
    done: int = 0
    """Games or steps of this phase so far, of `total`."""
    total: int = 0
    phase_began: float = field(default_factory=time.monotonic)
    games_per_second: float = 0.0
    losses: dict[str, float] = field(default_factory=dict)
    """Losses of the last generation; names as in the metrics."""
    elo: float | None = None
    elo_error: float | None = None
    seconds_spent: float = 0.0
    seconds_left: float | None = None
    note: str = ""
    """The last notable event."""


Watch = Callable[[Status], None]


class LiveFile:
    """Tells other processes what a run is doing now, in ``state/live.json``."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._told = -_LIVE_EVERY

    def tell(
        self,
        status: Status,
        newest_game: Callable[[], Mapping[str, Any] | None],
        *,
        at_once: bool = False,
    ) -> None:
        """Writes the status and the newest game of self-play, unless it has just done so."""
        now = time.monotonic()
        if not at_once and now - self._told < _LIVE_EVERY:
            return
        self._told = now
        known = dataclasses.asdict(status)
        known["phase_seconds"] = now - known.pop("phase_began")
        content = {**known, "time": time.time(), "game": newest_game()}
        self._run.save_state(_LIVE, json.dumps(content).encode())


def read_live(run: Run) -> dict[str, Any]:
    """Returns what a run last told about itself; empty if it has told nothing."""
    try:
        data = run.load_state(_LIVE)
        found = json.loads(data) if data else {}
    except (ValueError, RunError):
        return {}
    return found if isinstance(found, dict) else {}


class RunClock:
    """Wall-clock and processor time spent on a run, and whether its limits are reached."""

    def __init__(
        self, progress: Progress, limits: Limits, played: Callable[[], float] = lambda: 0.0
    ) -> None:
        """`played` gives the processor time of playing processes in this sitting, in seconds."""
        self._before, self._core_before = progress.spent, progress.core_seconds
        self._began, self._cpu_began = time.monotonic(), time.process_time()
        self._limits = limits
        self._played = played

    @property
    def spent(self) -> float:
        """Seconds over all sittings."""
        return self._before + time.monotonic() - self._began

    @property
    def spent_before(self) -> float:
        """Seconds over all sittings before this one."""
        return self._before

    @property
    def planned(self) -> float | None:
        """Seconds over all sittings after which this one ends."""
        seconds = self._limits.seconds
        return None if seconds is None else self._before + seconds

    @property
    def core_spent(self) -> float:
        """Seconds of processor time over all sittings."""
        return self._core_before + self._core_now

    @property
    def _core_now(self) -> float:
        """Seconds of processor time in this sitting."""
        return time.process_time() - self._cpu_began + self._played()

    @property
    def is_over(self) -> bool:
        most = self._limits.core_seconds
        if most is not None and self._core_now >= most:
            return True
        return self.planned is not None and self.spent >= self.planned

    def share(self, generation: int) -> float:
        """Returns the part of the run that is over at `generation`, from 0 to 1; 0 if unlimited."""
        shares = [0.0]
        if self._limits.generations:
            shares.append(generation / self._limits.generations)
        if self.planned:
            shares.append(self.spent / self.planned)
        if self._limits.core_seconds is not None:
            shares.append(self.core_spent / (self._core_before + self._limits.core_seconds or 1.0))
        return min(max(shares), 1.0)

    def left(self, generation: int) -> float | None:
        """Estimates the seconds until the sitting ends."""
        found = []
        if self.planned is not None:
            found.append(self.planned - self.spent)
        most = self._limits.core_seconds
        if most is not None:
            pace = (time.monotonic() - self._began) / max(self._core_now, 1.0)
            found.append((most - self._core_now) * pace)
        total = self._limits.generations
        if total is not None and generation > 0:
            found.append((total - generation) * self.spent / generation)
        return max(min(found), 0.0) if found else None


def as_figures(**named: Any) -> dict[str, Any]:
    """Rounds numbers for metrics to five digits."""

    def short(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.5g}")
        if isinstance(value, dict):
            return {key: short(part) for key, part in value.items()}
        if isinstance(value, list):
            return [short(part) for part in value]
        return value

    return {name: short(value) for name, value in named.items()}

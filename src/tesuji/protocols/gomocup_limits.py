"""Tracks the limits of a Gomocup manager: time for a turn and a match, and memory."""

from __future__ import annotations

import dataclasses
import math
import os
from dataclasses import dataclass, field
from typing import Any

from tesuji.players import PlayerKind, TimeLeft

NO_LIMIT = 2**31 - 1
"""Milliseconds left of a match without a limit."""
MEGABYTE = 1 << 20
_RESERVE = 24 * MEGABYTE
"""Memory reserved for what is not counted: stacks, buffers, fragments."""
_AT_ONCE = 0.5
"""Seconds for a move that is wanted "as fast as possible"."""
_SMALLEST = 0.001


@dataclass(slots=True)
class GomocupLimits:
    """The values of INFO from the manager; None if not given."""

    timeout_turn: int | None = None
    """Milliseconds for a move; 0 means as fast as possible."""
    timeout_match: int | None = None
    """Milliseconds for all moves of a game; 0 is no limit."""
    time_left: int | None = None
    max_memory: int | None = None
    """Bytes; 0 is no limit."""
    game_type: int = 0
    folder: str | None = None
    spent: float = field(default=0.0)
    """Seconds that our moves of this game have taken, for managers without time_left."""

    def set(self, key: str, value: str) -> bool:
        """Sets a value, ignored if not a number; returns whether the key is known."""
        if key == "folder":
            self.folder = value
            return True
        if key not in ("timeout_turn", "timeout_match", "time_left", "max_memory", "game_type"):
            return False
        try:
            number = float(value)
        except ValueError:
            return True
        if math.isfinite(number):
            setattr(self, key, int(number))
        return True

    def time_for_move(self, waited: float, share: float) -> TimeLeft | None:
        """Returns the time for the next move, of which `waited` seconds are already gone.

        A decision that is only part of an answer gets its `share` of the time.
        """
        turn, match = self.timeout_turn, self._match_seconds()
        if turn is None and match is None:
            return None
        return TimeLeft(
            main=None if match is None else max(share * (match - waited), _SMALLEST),
            per_move=None if turn is None else max(share * (turn / 1000 - waited), 0.0),
        )

    def seconds_to_answer(self) -> float | None:
        """Returns the seconds after which an answer is too late; None for no limit."""
        limits = [limit for limit in (self._turn_seconds(), self._match_seconds()) if limit]
        return min(limits) if limits else None

    def _turn_seconds(self) -> float | None:
        if self.timeout_turn is None:
            return None
        return max(self.timeout_turn / 1000, 0.0) or _AT_ONCE

    def _match_seconds(self) -> float | None:
        if self.time_left is not None:
            return None if self.time_left >= NO_LIMIT else max(self.time_left / 1000, _SMALLEST)
        if self.timeout_match:
            return max(self.timeout_match / 1000 - self.spent, _SMALLEST)
        return None

    def fit_memory(self, kind: PlayerKind, options: Any) -> Any:
        """Returns the options of a player of `kind` with the `memory` (MB) left for it."""
        if not self.max_memory or "memory" not in kind.options:
            return options
        free = (self.max_memory - memory_in_use() - _RESERVE) // MEGABYTE
        return dataclasses.replace(options, memory=max(1, min(options.memory, free)))


def memory_in_use() -> int:
    """Returns the memory of this process in bytes, estimated if the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 64 * MEGABYTE

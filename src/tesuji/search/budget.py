"""Defines how much a search may spend."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tesuji import core
from tesuji.errors import TesujiError

_MOST = 2**62
_DEEPEST = 2**30


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search; None means no limit of that kind.

    A search stops at the first limit that it reaches, and at once when it knows the exact answer.
    One of simulations, nodes, seconds and depth is required, unless `stop` will be called.
    """

    simulations: int | None = None
    """Descents through the tree (MCTS)."""
    nodes: int | None = None
    """Positions looked at."""
    seconds: float | None = None
    """Wall-clock time."""
    depth: int | None = None
    """Plies (alpha-beta, proof search)."""
    memory: int = 256 << 20
    """Bytes that tree and tables may take together."""

    def __post_init__(self) -> None:
        for name in ("simulations", "nodes", "depth"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise TesujiError(f"{name} must be at least 1, got {count}")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise TesujiError(f"seconds must be above 0, got {self.seconds}")
        if self.memory < 1 << 20:
            raise TesujiError(f"memory must be at least 1 MB, got {self.memory} bytes")

    @property
    def is_limited(self) -> bool:
        """Whether the search ends by itself."""
        return any((self.simulations, self.nodes, self.seconds, self.depth))

    def for_core(self) -> Any:
        """Converts this budget for the core; larger limits are cut to its largest integer."""
        return core.Budget(
            simulations=min(self.simulations or 0, _MOST),
            nodes=min(self.nodes or 0, _MOST),
            seconds=self.seconds or 0.0,
            depth=min(self.depth or 0, _DEEPEST),
            memory=min(self.memory, _MOST),
        )

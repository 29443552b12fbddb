"""Defines the two players of combinatorial games."""

from __future__ import annotations

from enum import Enum


class Mover(Enum):
    """Left, who wants scores to be large (Black in Go), or Right, who wants them small."""

    LEFT = "Left"
    RIGHT = "Right"

    @property
    def other(self) -> Mover:
        return Mover.RIGHT if self is Mover.LEFT else Mover.LEFT

    @property
    def sign(self) -> int:
        """1 for Left and -1 for Right: the direction in which the player wants scores to go."""
        return 1 if self is Mover.LEFT else -1

"""Defines the exceptions for bad input; their messages can be shown to users as they are.

Everything a user can cause derives from `TesujiError`; a command prints its message in one line
and exits with status 2. Anything else that escapes is a defect of Tesuji.
"""

from __future__ import annotations

LONGEST_QUOTE = 100


def quoted(value: object) -> str:
    """Returns `value` in quotes, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


class TesujiError(ValueError):
    """Raised for input that cannot be used; the message says why and what is allowed."""


class SetupError(TesujiError):
    """Raised for an impossible size, option or placement of stones."""


class NotationError(TesujiError):
    """Raised for a text that does not name a move, a position or a size."""


class IllegalMoveError(TesujiError):
    """Raised for an illegal move; `position` and `move` hold where and what."""

    def __init__(self, message: str, position: object = None, move: int | None = None) -> None:
        super().__init__(message)
        self.position = position
        self.move = move


class RecordError(TesujiError):
    """Raised for a game record that cannot be read, written or replayed."""

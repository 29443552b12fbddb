"""What goes wrong because of an input, as exceptions whose message can be shown as it is.

Everything a user can cause derives from `TesujiError`; a command prints its message in one line
and exits with status 2. Anything else that escapes is a defect of Tesuji.
"""

from __future__ import annotations

LONGEST_QUOTE = 100


def quoted(value: object) -> str:
    """`value` as a message quotes it: nobody reads pages of what was wrong."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


class TesujiError(ValueError):
    """An input that cannot be used, with a message that says why and what would do."""


class SetupError(TesujiError):
    """A game or position that cannot exist: an impossible size, option or placement of stones."""


class NotationError(TesujiError):
    """A text that does not name a move, a position or a size."""


class IllegalMoveError(TesujiError):
    """A move that the rules forbid here. `position` and `move` say where and what."""

    def __init__(self, message: str, position: object = None, move: int | None = None) -> None:
        super().__init__(message)
        self.position = position
        self.move = move


class RecordError(TesujiError):
    """A game record that cannot be read, written or replayed."""

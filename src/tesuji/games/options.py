"""Reads the options of a game, given as text by commands and as values by Python."""

from __future__ import annotations

import operator
import re

from tesuji.errors import SetupError, quoted


def read_size(game: str, size: object, *, rectangular: bool) -> tuple[int, int]:
    """Returns (rows, columns) from ``9``, ``"9"``, ``"3x4"`` or ``(3, 4)``."""
    sides = _sides_of(size)
    if sides is None:
        example = "'9' or '3x4'" if rectangular else "'9'"
        raise SetupError(f"{quoted(size)} is not a size for {game}; write for example {example}")
    rows, columns = sides
    if rows != columns and not rectangular:
        raise SetupError(f"{game} is played on square boards, not on {rows}x{columns}")
    return sides


def _sides_of(size: object) -> tuple[int, int] | None:
    """Returns (rows, columns) if `size` is the size of a board of any kind."""
    if isinstance(size, str):
        found = re.fullmatch(r"\s*(\d{1,3})\s*(?:[xX×]\s*(\d{1,3}))?\s*", size, re.ASCII)
        return (int(found[1]), int(found[2] or found[1])) if found else None
    sides = size if isinstance(size, tuple) else (size, size)
    if len(sides) != 2 or any(isinstance(side, bool) for side in sides):
        return None
    try:
        rows, columns = (operator.index(side) for side in sides)  # numbers of NumPy too
    except TypeError:
        return None
    return (rows, columns) if max(abs(rows), abs(columns)) < 1000 else None


def write_size(rows: int, columns: int) -> str:
    """Returns ``"9"`` for a square, ``"3x4"`` otherwise."""
    return str(rows) if rows == columns else f"{rows}x{columns}"


def read_choice(game: str, option: str, value: object, choices: dict[str, object]) -> str:
    """Returns the choice called `value`; the error lists what there is."""
    text = str(value).strip().lower().replace("_", "-")
    if text not in choices:
        raise SetupError(
            f"{game} has no {option} called {quoted(value)}; there are: {', '.join(choices)}"
        )
    return text


def read_flag(game: str, option: str, value: object) -> bool:
    """Reads a flag given as a bool or in words."""
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text in {"1", "yes", "true", "on"}:
        return True
    if text in {"0", "no", "false", "off"}:
        return False
    raise SetupError(f"the option {option} of {game} must be 'yes' or 'no', got {quoted(value)}")


def read_number(game: str, option: str, value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        raise SetupError(
            f"the option {option} of {game} must be a number, got {quoted(value)}"
        ) from None

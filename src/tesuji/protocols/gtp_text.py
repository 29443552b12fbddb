"""Parses commands and writes answers of the Go Text Protocol, version 2."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.games import Side

_TAB = re.compile(r"\t")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_COMMAND = re.compile(r"(?:(\d+)(?: +|$))?(.*)", re.ASCII | re.DOTALL)
_SIDES = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}


class GtpFailure(TesujiError):
    """Raised when a command cannot be executed; the message follows the question mark."""


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """One command of the controller."""

    number: str
    """The controller's number for it, as written; may be empty."""
    name: str
    arguments: tuple[str, ...]
    text: str
    """Everything after the name, for the few commands that take a file name or JSON."""


def clean(line: str) -> str:
    """Returns a line of input without its comment and without control characters."""
    return _CONTROL.sub("", _TAB.sub(" ", line)).partition("#")[0].strip(" ")


def parse_command(line: str) -> GtpCommand | None:
    """Parses the command of a line; returns None if there is none."""
    text = clean(line)
    if not text:
        return None
    found = _COMMAND.fullmatch(text)
    assert found is not None  # every part may be empty
    name, _, rest = found[2].partition(" ")
    return GtpCommand(found[1] or "", name, tuple(rest.split()), rest.strip())


def is_interrupt(line: str) -> bool:
    """Returns whether the line is GoGui's request to stop: the comment ``# interrupt``."""
    head, mark, remark = line.partition("#")
    return bool(mark) and not head.strip() and remark.strip().lower() == "interrupt"


def answer(command: GtpCommand, text: str) -> str:
    """Returns a success, ready to be sent."""
    return f"={command.number}{_body(text)}\n\n"


def refusal(command: GtpCommand, reason: str) -> str:
    """Returns a failure, ready to be sent."""
    return f"?{command.number}{_body(reason)}\n\n"


def _body(text: str) -> str:
    """Returns the text after the status, without the empty lines that would end an answer."""
    lines = [_CONTROL.sub("", _TAB.sub(" ", line)).rstrip() for line in text.splitlines()]
    kept = "\n".join(filter(None, lines))
    if not kept:
        return ""
    return f" \n{kept}" if text.startswith("\n") else f" {kept}"


# -- arguments ------------------------------------------------------------------------------


def read_side(word: str) -> Side:
    side = _SIDES.get(word.lower())
    if side is None:
        raise GtpFailure(f"invalid color: {word[:40]!r} is neither b nor w")
    return side


def read_int(word: str, what: str, low: int = 0, high: int = 2**31 - 1) -> int:
    if re.fullmatch(r"[+-]?\d{1,10}", word, re.ASCII) and low <= int(word) <= high:
        return int(word)
    raise GtpFailure(
        f"syntax error: the {what} is a whole number from {low} to {high}, not {word!r}"
    )


def read_float(word: str, what: str) -> float:
    if re.fullmatch(r"[+-]?(\d{1,9}\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", word, re.ASCII):
        return float(word)
    raise GtpFailure(f"syntax error: the {what} is a number, not {word[:40]!r}")


def require(command: GtpCommand, least: int, most: int | None = None, usage: str = "") -> None:
    """Raises `GtpFailure` if a command has too few or too many arguments."""
    count = len(command.arguments)
    if count < least or (most is not None and count > most):
        hint = f"; usage: {command.name} {usage}" if usage else ""
        wrong = "missing argument" if count < least else "too many arguments"
        raise GtpFailure(f"syntax error: {wrong}{hint}")

"""What commands share: reading a game from the command line, printing tables and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.live import Live

from tesuji.errors import TesujiError
from tesuji.games import Game, make, make_from_file, names_file, parse_spec


def read_game(name: str, size: str | None = None, rules: str | None = None) -> Game:
    """The game of a command: a name with options, a whole spec such as ``go:size=9,komi=7``.

    Or a Python file that registers a game: ``examples/hex.py``.
    """
    if names_file(name):
        given = {"size": size, "rules": rules}
        return make_from_file(name, **{key: text for key, text in given.items() if text})
    if ":" not in name:
        return make(name, size=size, rules=rules)
    if size is not None or rules is not None:
        raise TesujiError(f"{name!r} says all about the game; leave out --size and --rules")
    return parse_spec(name)


def print_json(content: Any) -> None:
    """`content` on standard output, for machines."""
    print(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))


def note(sentence: str) -> None:
    """A sentence for people on standard error, where it does not disturb the output."""
    print(f"tesuji: {sentence}", file=sys.stderr)


class Screen(Protocol):
    """Something that shows how far a long command is."""

    def update(self, content: RenderableType) -> None: ...


class _NoScreen:
    def update(self, content: RenderableType) -> None:
        pass


@contextmanager
def live(wanted: bool = True) -> Iterator[Screen]:
    """A part of the terminal that can be written again and again; nothing without a terminal."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield _NoScreen()
        return
    with Live(console=console, transient=True, refresh_per_second=8) as display:
        yield display

"""Shares code among commands: reads a game from the command line, prints tables and JSON."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Protocol, TextIO

import typer
from rich.console import Console, RenderableType
from rich.live import Live
from rich.measure import Measurement

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game, make, make_from_file, names_file, parse_spec

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""The option of commands whose result other programs may read."""
_DRAWN_PER_SECOND = 8


def read_game(name: str, size: str | None = None, rules: str | None = None) -> Game:
    """Returns the game of a command, given as a name or as a spec such as ``go:size=9,komi=7``.

    It may also be a Python file that registers a game: ``examples/hex.py``.
    """
    if names_file(name):
        given = {"size": size, "rules": rules}
        return make_from_file(name, **{key: text for key, text in given.items() if text})
    if ":" not in name:
        return make(name, size=size, rules=rules)
    if size is not None or rules is not None:
        raise TesujiError(f"{name!r} already gives size and rules; leave out --size and --rules")
    return parse_spec(name)


def print_json(content: Any) -> None:
    """Prints `content` on standard output, for machines."""
    print(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(content: RenderableType) -> None:
    """Prints a table or a tree.

    If the terminal is narrower than its longest words, or has no size, lines get longer than the
    terminal so that no column is cut off.
    """
    console = Console()
    endless = console.options.update(max_width=10_000)
    needed = Measurement.get(console, endless, content).minimum
    if needed > console.width:
        console = Console(width=needed)
    console.print(content)


def write_file(path: Path, data: bytes) -> None:
    """Writes an output file and prints its name; ``-`` is standard output."""
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    write_atomically(path, data)
    print(f"wrote {path}")


def note(sentence: str) -> None:
    """Prints a sentence for people on standard error, apart from the output."""
    print(f"tesuji: {sentence}", file=sys.stderr)


Content = RenderableType | Callable[[], RenderableType]
"""What to show, or a function that makes it, called only if it will be seen."""


class Screen(Protocol):
    """Shows the progress of a long command."""

    def update(self, content: Content) -> None: ...

    def print(self, line: str) -> None:
        """Prints a line on standard output at once, above the progress."""


class _NoScreen:
    def update(self, content: Content) -> None:
        pass

    def print(self, line: str) -> None:
        print(line, flush=True)


class _Terminal:
    """Redraws a few times a second, however often it is updated."""

    def __init__(self, display: Live, output: TextIO) -> None:
        """`output` is standard output, which the display takes over if both are a terminal."""
        self._display = display
        self._output = output
        self._drawn = -math.inf

    def update(self, content: Content) -> None:
        if time.monotonic() - self._drawn >= 1 / _DRAWN_PER_SECOND:
            self._display.update(content() if callable(content) else content)
            self._drawn = time.monotonic()

    def print(self, line: str) -> None:
        if self._output.isatty():
            self._display.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            print(line, file=self._output, flush=True)


@contextmanager
def live(wanted: bool = True) -> Iterator[Screen]:
    """Yields a part of the terminal that can be rewritten; does nothing without a terminal."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield _NoScreen()
        return
    output = sys.stdout
    with Live(console=console, transient=True, refresh_per_second=_DRAWN_PER_SECOND) as display:
        yield _Terminal(display, output)

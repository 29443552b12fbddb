"""Asks a person, shows boards and waits for engines in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext, suppress
from typing import TypeVar

from rich.console import Console
from rich.markup import escape

from tesuji.cli.play_view import board, scene
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.play import AskedPlayer, Control

T = TypeVar("T")

_STOP_SECONDS = 5.0
"""Seconds that an engine may take to stop after Ctrl-C."""


class PlayStopped(TesujiError):
    """Raised when an engine was stopped before it had a move."""


class Terminal:
    """A terminal with colours and a spinner, or plain text if it is not a screen."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.on_screen = sys.stdin.isatty() and self.console.is_terminal
        """Whether a person sits at a screen."""
        utf8 = (self.console.encoding or "").lower().replace("-", "") == "utf8"
        self._coloured = self.on_screen and utf8 and self.console.color_system is not None
        if self.on_screen:
            with suppress(ImportError):
                import readline  # noqa: F401  (gives `input` a history and arrow keys)

    def say(self, text: str = "") -> None:
        """Prints a line unchanged."""
        self.console.print(escape(text), soft_wrap=True)

    def show(self, position: Position, notes: Sequence[str]) -> None:
        """Shows the board with notes, which may have rich's markup."""
        if self._coloured:
            self.console.clear()
            # Soft wrapping: wide lines are wrapped instead of cut off.
            self.console.print(scene(position, notes, self.console.width), soft_wrap=True)
            self.console.print()
            return
        print(f"\n{position.text()}")

    def show_counted(
        self, position: Position, owners: Sequence[int], dead: Collection[int], plain: str
    ) -> None:
        """Shows a board with owners and dead stones; `plain` is used without colours."""
        if self._coloured:
            self.console.print(board(position, owners, dead), soft_wrap=True)
        else:
            print(f"\n{plain}")

    def ask(self, prompt: str) -> str | None:
        """Returns a line from the person; None at the end of input.

        The first Ctrl-C prints how to leave, the second one leaves.
        """
        warned = False
        while True:
            try:
                return self._read(prompt)
            except KeyboardInterrupt:
                if warned:
                    raise
                warned = True
                self.say("\nCtrl-C once more leaves the game; so does quit.")

    def _read(self, prompt: str) -> str | None:
        if self.on_screen:
            with suppress(EOFError):
                return input(prompt).strip()
            print()
            return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print(line.rstrip("\n"), flush=True)  # piped input is shown, so that a log can be read
        return line.strip() if line else None

    def think(self, asked: AskedPlayer, label: str, work: Callable[[Control], T]) -> T:
        """Returns the result of an engine's `work`, with a spinner.

        The first Ctrl-C asks the engine to answer at once, the second one leaves. Raises
        `PlayStopped` if it was stopped before it had an answer.
        """
        control = Control()
        thought = asked.ask(lambda: work(control))
        hint = f"{escape(label)} [dim](Ctrl-C: move now)[/dim]"
        with self.console.status(hint) if self.on_screen else nullcontext():
            try:
                thought.wait()
            except KeyboardInterrupt:
                control.cancel()
                thought.wait(_STOP_SECONDS)
        if not thought.done:
            raise PlayStopped(f"{asked.name} did not stop thinking when asked to")
        try:
            return thought.result()
        except TesujiError as error:
            if control.is_cancelled:
                raise PlayStopped(str(error).splitlines()[0]) from error
            raise

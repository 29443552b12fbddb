"""The terminal of a game: asking a person, showing a board, and waiting for an engine."""

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
"""How long an engine may take to obey Ctrl-C."""


class PlayStopped(TesujiError):
    """An engine was stopped and has no move to show for it."""


class Terminal:
    """Where a game is played: with colours and a spinner on a screen, else plain text."""

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
        """Prints a line as it is."""
        self.console.print(escape(text), soft_wrap=True)

    def show(self, position: Position, notes: Sequence[str]) -> None:
        """Shows the board with notes, which may have rich's markup."""
        if self._coloured:
            self.console.clear()
            # Soft wrapping: what is wider than the screen goes on below, and is not cut off.
            self.console.print(scene(position, notes, self.console.width), soft_wrap=True)
            self.console.print()
            return
        print(f"\n{position.text()}")

    def show_counted(
        self, position: Position, owners: Sequence[int], dead: Collection[int], plain: str
    ) -> None:
        """Shows a board with what everybody owns and the dead stones; `plain` without colours."""
        if self._coloured:
            self.console.print(board(position, owners, dead), soft_wrap=True)
        else:
            print(f"\n{plain}")

    def ask(self, prompt: str) -> str | None:
        """A line from the person; None at the end of input.

        One Ctrl-C only says how to leave, the second leaves.
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
        """The result of an engine's `work`, with a spinner.

        One Ctrl-C asks the engine to answer at once, the second leaves. Raises `PlayStopped` when
        it was stopped and had no answer.
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

"""Defines octal games, of which Kayles is one."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

from tesuji.errors import SetupError, quoted
from tesuji.games.contract import Position, Side
from tesuji.games.drawing import Theme
from tesuji.games.normal_play._heaps import HeapGame, draw_rows
from tesuji.games.normal_play._normal_play import NormalPlayPosition
from tesuji.games.registry import register

Rows = tuple[bytes, ...]
"""The rows of pins: 1 where one stands, 0 where one stood."""


@register("octal")
class OctalGame(HeapGame):
    """A move takes neighbouring pins out of a row, and a code says how many and where.

    Digit k of the code allows to take k pins: 1 if nothing of their row is left, 2 if pins are left
    on one side of them, 4 if on both sides; allowances add up. Kayles is 0.77 and Dawson's Kayles
    is 0.07.
    """

    name = "octal"
    tagline = "Take pins out of rows, as an octal code allows."
    default_heaps = "10"
    default_code = "0.77"
    most, largest = 6, 40

    def __init__(self, heaps: object = None, code: object = None) -> None:
        super().__init__(heaps)
        self.code = str(self.default_code if code is None else code)
        if not re.fullmatch(r"0?\.[0-7]{1,9}", self.code, re.ASCII):
            raise SetupError(
                f"an octal code is a point and 1 to 9 digits from 0 to 7, such as 0.77, "
                f"got {quoted(self.code)}"
            )
        self.digits = tuple(int(digit) for digit in self.code.partition(".")[2])

    @property
    def spec(self) -> str:
        return f"{super().spec},code={self.code}"

    @property
    def start(self) -> Rows:
        return tuple(b"\1" * heap for heap in self.heaps)

    @property
    def num_moves(self) -> int:
        return max(1, sum(self.heaps) * len(self.digits))

    def moves(self, state: Rows, side: Side) -> dict[int, Rows]:
        """Takes k pins from place p on as move p · digits + k - 1; places go on from row to row."""
        found, before = {}, 0
        for number, row in enumerate(state):
            for place in range(len(row)):
                for taken, digit in enumerate(self.digits, 1):
                    end = place + taken
                    if row[place:end] != b"\1" * taken:
                        break
                    sides = (place > 0 and row[place - 1]) + (end < len(row) and row[end])
                    if digit >> sides & 1:
                        left = row[:place] + bytes(taken) + row[end:]
                        move = (before + place) * len(self.digits) + taken - 1
                        found[move] = (*state[:number], left, *state[number + 1 :])
            before += len(row)
        return found

    def parts(self, state: Rows) -> list[Rows]:
        return [(run,) for row in state for run in row.split(b"\0") if run]

    def key(self, state: Any) -> tuple[Hashable, bool]:
        runs = sorted(len(run) for (run,) in self.parts(state))
        return (self.digits, tuple(runs)), False

    def drawn(self, state: Rows) -> str:
        rows = ("".join("|" if pin else "." for pin in row) for row in state)
        return "\n".join(f"{number}: {row}" for number, row in enumerate(rows, 1))

    def svg(self, position: Position, *, theme: Theme = "auto") -> str:  # type: ignore[override]
        assert isinstance(position, NormalPlayPosition)
        rows = [[bool(pin) for pin in row] for row in position.state]
        return draw_rows(rows, title=position.text(), theme=theme)

    def format_move(self, move: int) -> str:
        place, taken = divmod(move, len(self.digits))
        number = 0
        while number + 1 < len(self.heaps) and place >= self.heaps[number]:
            place -= self.heaps[number]
            number += 1
        first, last = place + 1, place + taken + 1
        return f"{number + 1}:{first}" + (f"-{last}" if taken else "")

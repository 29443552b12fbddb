"""Names and numbers the lines of Dots and Boxes, and converts the matrix of the thesis.

Lines are numbered in reading order: the horizontal lines of the first row of dots, then the
vertical lines of the first row of boxes, and so on. Each has a name of two letters, one small and
one capital, as in the thesis of Pignaton da Costa (2022), section 2.1: ``aA`` is horizontal, in
the box column ``a`` of the dot row ``A``; ``Bc`` is vertical, in the box row ``B`` of the dot
column ``c``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tesuji.errors import NotationError, SetupError

_SMALL = "abcdefghijklmnopqrstuvwxyz"
MAX_SIDE = 16


@dataclass(frozen=True, slots=True)
class LineNames:
    """Names of the lines of a board with `rows` x `columns` boxes.

    >>> LineNames(3, 3).format(0), LineNames(3, 3).parse("Bc")
    ('aA', 12)
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.columns <= MAX_SIDE):
            raise SetupError(
                f"a board of {self.rows}x{self.columns} boxes has no notation; "
                f"rows and columns go from 1 to {MAX_SIDE}"
            )

    @property
    def num_lines(self) -> int:
        return self.rows * (self.columns + 1) + self.columns * (self.rows + 1)

    @property
    def num_boxes(self) -> int:
        return self.rows * self.columns

    @property
    def small(self) -> str:
        """The letters of the dot columns, from left to right."""
        return _SMALL[: self.columns + 1]

    @property
    def capital(self) -> str:
        """The letters of the dot rows, from the top."""
        return _SMALL[: self.rows + 1].upper()

    def horizontal(self, dot_row: int, column: int) -> int:
        """Returns the number of a horizontal line, in the box column `column`."""
        return dot_row * (2 * self.columns + 1) + column

    def vertical(self, row: int, dot_column: int) -> int:
        """Returns the number of a vertical line, in the box row `row`."""
        return row * (2 * self.columns + 1) + self.columns + dot_column

    def sides(self, box: int) -> tuple[int, int, int, int]:
        """Returns the lines above, left, right and below a box, numbered in reading order."""
        row, column = divmod(box, self.columns)
        return (
            self.horizontal(row, column),
            self.vertical(row, column),
            self.vertical(row, column + 1),
            self.horizontal(row + 1, column),
        )

    def place(self, line: int) -> tuple[bool, int, int]:
        """Returns (whether it is horizontal, row, column) of a line."""
        row, rest = divmod(self.check(line), 2 * self.columns + 1)
        horizontal = rest < self.columns
        return horizontal, row, rest if horizontal else rest - self.columns

    def format(self, line: int) -> str:
        """Returns the name of `line`."""
        horizontal, row, column = self.place(line)
        small, capital = self.small[column], self.capital[row]
        return small + capital if horizontal else capital + small

    def parse(self, text: str) -> int:
        """Returns the line that `text` names; raises `NotationError` if there is none."""
        name = text.strip()
        if re.fullmatch("[a-z][A-Z]", name):
            column, row = self.small.find(name[0]), self.capital.find(name[1])
            if not 0 <= column < self.columns:
                raise self._unreadable(text, f"horizontal lines have columns {self._to(-2)}")
            if row < 0:
                raise self._unreadable(text, f"horizontal lines have rows {self._to(-1, True)}")
            return self.horizontal(row, column)
        if re.fullmatch("[A-Z][a-z]", name):
            row, column = self.capital.find(name[0]), self.small.find(name[1])
            if not 0 <= row < self.rows:
                raise self._unreadable(text, f"vertical lines have rows {self._to(-2, True)}")
            if column < 0:
                raise self._unreadable(text, f"vertical lines have columns {self._to(-1)}")
            return self.vertical(row, column)
        raise self._unreadable(
            text,
            "a line has one small and one capital letter, the small one first when it is "
            "horizontal and last when it is vertical",
        )

    def check(self, line: int) -> int:
        """Returns `line`; raises `SetupError` if the board has no such line."""
        if not 0 <= line < self.num_lines:
            raise SetupError(
                f"there is no line {line} on a board of {self.rows}x{self.columns} boxes, "
                f"which has {self.num_lines}"
            )
        return line

    def _to(self, last: int, rows: bool = False) -> str:
        letters = self.capital if rows else self.small
        return letters[0] if letters[0] == letters[last] else f"{letters[0]} to {letters[last]}"

    def _unreadable(self, text: str, reason: str) -> NotationError:
        level, upright = self.format(0), self.format(self.vertical(self.rows - 1, 1))
        return NotationError(
            f"{text!r} does not name a line of this board: {reason}; "
            f"write for example {level!r} or {upright!r}"
        )


def seed_matrix(lines: Collection[int], rows: int, columns: int) -> list[list[int]]:
    """Returns the drawn lines as a matrix of 2·rows+1 rows and columns+1 columns.

    1 stands for a line. Even rows hold horizontal lines and end in an unused 0; odd rows hold
    vertical lines. For 3x3 boxes this is the 7x4 input of the thesis (sections 2.1 and 4.5).
    """
    names = LineNames(rows, columns)
    matrix = [[0] * (columns + 1) for _ in range(2 * rows + 1)]
    for line in lines:
        horizontal, row, column = names.place(line)
        matrix[2 * row + (not horizontal)][column] = 1
    return matrix


def lines_of_seed_matrix(matrix: Sequence[Sequence[int]]) -> tuple[int, int, set[int]]:
    """Returns (rows, columns, drawn lines): the inverse of `seed_matrix`."""
    if len(matrix) < 3 or len(matrix) % 2 == 0:
        raise SetupError(f"a matrix of {len(matrix)} rows is not a board; use 3, 5, 7, ... rows")
    names = LineNames(len(matrix) // 2, len(matrix[0]) - 1)
    lines = set()
    for index, entries in enumerate(matrix):
        row, upright = divmod(index, 2)
        if len(entries) != names.columns + 1:
            raise SetupError(
                f"row {index} of the matrix has {len(entries)} entries, row 0 has "
                f"{names.columns + 1}"
            )
        for column, entry in enumerate(entries):
            if entry not in (0, 1) or (entry and not upright and column == names.columns):
                raise SetupError(
                    f"row {index} of the matrix has {entry!r} at its entry {column}, "
                    "where that value is not allowed"
                )
            if entry:
                place = names.vertical if upright else names.horizontal
                lines.add(place(row, column))
    return names.rows, names.columns, lines

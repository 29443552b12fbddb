"""Writes boards with black and white stones as text, and names their points.

A point is ``row * columns + column`` with row 0 at the top; stones are a sequence with one entry
a point: -1 empty, 0 black, 1 white. People count rows from the bottom, so that A1 is at the bottom
left, but from the top in some games.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tesuji.errors import NotationError, SetupError

EMPTY, BLACK, WHITE = -1, 0, 1

_SYMBOLS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_MEANINGS = (
    dict.fromkeys("Xx#Bb●", BLACK) | dict.fromkeys("OoWw○", WHITE) | dict.fromkeys(".+,·", EMPTY)
)


@dataclass(frozen=True, slots=True)
class PointNames:
    """Names of the points of a board: a column letter from the left, and a row number.

    >>> PointNames(9, 9, skip_i=True).format(8)
    'J9'
    """

    rows: int
    columns: int
    skip_i: bool
    """Whether the letter I is left out, as players of Go do."""
    from_top: bool = False
    """Whether rows are counted from the top, as players of Reversi do."""

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= 22 and 1 <= self.columns <= 22):
            raise SetupError(
                f"a board of {self.rows}x{self.columns} points has no notation; "
                "rows and columns go from 1 to 22"
            )

    @property
    def letters(self) -> str:
        """The letters of the columns, from left to right."""
        alphabet = "ABCDEFGHJKLMNOPQRSTUVWXYZ" if self.skip_i else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return alphabet[: self.columns]

    @property
    def num_points(self) -> int:
        return self.rows * self.columns

    def number(self, row: int) -> int:
        """Returns the printed number of row `row`, which counts from 0 at the top."""
        return row + 1 if self.from_top else self.rows - row

    def format(self, point: int) -> str:
        """Returns the name of `point`."""
        row, column = divmod(self.check(point), self.columns)
        return f"{self.letters[column]}{self.number(row)}"

    def parse(self, text: str) -> int:
        """Returns the point that `text` names; raises `NotationError` if there is none."""
        found = re.fullmatch(r"\s*([A-Za-z])\s*(\d{1,3})\s*", text, re.ASCII)
        if found is None:
            raise self._unreadable(text, "a point is the letter of a column and a row number")
        letter, number = found[1].upper(), int(found[2])
        column = self.letters.find(letter)
        if column < 0 and letter == "I" and self.columns > 8:
            raise self._unreadable(text, "the letter I is skipped: J follows H")
        if column < 0:
            raise self._unreadable(text, f"the columns of this board are {self._columns_in_words}")
        if not 1 <= number <= self.rows:
            raise self._unreadable(text, f"the rows of this board are 1 to {self.rows}")
        row = number - 1 if self.from_top else self.rows - number
        return row * self.columns + column

    def check(self, point: int) -> int:
        """Returns `point`; raises `SetupError` if it is not on the board."""
        if not 0 <= point < self.num_points:
            raise SetupError(f"there is no point {point} on a board of {self.rows}x{self.columns}")
        return point

    @property
    def _columns_in_words(self) -> str:
        skipped = " without I" if self.skip_i and self.columns > 8 else ""
        return f"{self.letters[0]} to {self.letters[-1]}{skipped}"

    def _unreadable(self, text: str, reason: str) -> NotationError:
        example = self.format(self.rows // 2 * self.columns + self.columns // 2)
        return NotationError(
            f"{text!r} does not name a point: {reason}; write for example {example!r}"
        )


def star_points(rows: int, columns: int) -> frozenset[int]:
    """Returns the points with a dot: corners on larger boards, the centre, sides from size 17."""
    chosen = set(itertools.product(_star_lines(rows), _star_lines(columns)))
    if rows % 2 and columns % 2 and min(rows, columns) >= 3:
        chosen.add((rows // 2, columns // 2))
    return frozenset(row * columns + column for row, column in chosen)


def _star_lines(length: int) -> list[int]:
    if length < 7:
        return []
    edge = 3 if length >= 13 else 2
    middle = [length // 2] if length % 2 and length >= 17 else []
    return [edge, *middle, length - 1 - edge]


# -- text -----------------------------------------------------------------------------------


def board_text(
    stones: Sequence[int],
    names: PointNames,
    *,
    last_move: int | None = None,
    stars: Collection[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """Returns the board in text, e.g. for a terminal: X black, O white, the last move in brackets.

    `notes` are written to the right of the board, one beside each row from the top.
    """
    check_stones(stones, names)
    header = "   " + " ".join(names.letters)
    written = [header]
    for row in range(names.rows):
        gaps = [" "] * (names.columns + 1)
        cells = []
        for column in range(names.columns):
            point = row * names.columns + column
            empty_star = stones[point] == EMPTY and point in stars
            cells.append("+" if empty_star else _SYMBOLS[stones[point]])
            if point == last_move:
                gaps[column : column + 2] = "()"
        middle = "".join(gap + cell for gap, cell in zip(gaps, cells, strict=False))
        written.append(f"{names.number(row):2}{middle}{gaps[-1]}{names.number(row)}")
    written.append(header)
    width = max(map(len, written))
    for index, note in enumerate(notes, start=1):
        if index == len(written):
            written.append("")
        written[index] = f"{written[index]:<{width}}   {' '.join(note.split())}"
    return "\n".join(map(str.rstrip, written))


def parse_board(text: str, names: PointNames) -> list[int]:
    """Returns the stones of a diagram, as `board_text` writes it or typed by hand.

    Rows consist of ``X O .`` with or without spaces and coordinates; ``B b #`` also mean black,
    ``W w`` white and ``+`` an empty point.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    headers = [
        index
        for index, line in enumerate(lines)
        if "".join(line.split()[: names.columns]).upper() == names.letters
    ]
    if len(headers) > 1:
        lines = lines[headers[0] + 1 : headers[1]]
    elif headers:
        del lines[headers[0]]
    if len(lines) != names.rows:
        quoted = f"; the last row is {lines[-1].strip()!r}" if lines else ""
        raise NotationError(
            f"the diagram has {len(lines)} rows, this board has {names.rows}{quoted}"
        )
    return [stone for row, line in enumerate(lines) for stone in _read_row(line, row, names)]


def _read_row(line: str, row: int, names: PointNames) -> list[int]:
    found = re.fullmatch(r"\s*(\d*)([^\d]*)(\d*)(.*)", line, re.ASCII)
    assert found is not None  # every part may be empty
    left, middle, right, rest = found.groups()
    stones = []
    for symbol in re.sub(r"[\s()|]", "", middle):
        if symbol not in _MEANINGS:
            raise NotationError(
                f"the row {line.strip()!r} has {symbol!r} in it; a point is 'X', 'O' or '.'"
            )
        stones.append(_MEANINGS[symbol])
    if len(stones) != names.columns:
        raise NotationError(
            f"the row {line.strip()!r} has {len(stones)} points, this board has {names.columns} "
            "columns"
        )
    expected = str(names.number(row))
    if any(number not in ("", expected) for number in (left, right)) or (rest and not right):
        raise NotationError(f"the row {line.strip()!r} stands where row {expected} belongs")
    return stones


def check_stones(stones: Sequence[int], names: PointNames) -> None:
    """Raises `SetupError` if `stones` cannot be on the board of `names`."""
    if len(stones) != names.num_points:
        raise SetupError(
            f"{len(stones)} points were given for a board of {names.rows}x{names.columns}, "
            f"which has {names.num_points}"
        )
    for point, stone in enumerate(stones):
        if stone not in _SYMBOLS:
            raise SetupError(
                f"{stone!r} at {names.format(point)} is not -1 (empty), 0 (black) or 1 (white)"
            )

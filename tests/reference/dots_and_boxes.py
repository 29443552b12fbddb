"""Dots and Boxes: who closes a box scores it and moves again."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Self

from tests.reference import FIRST, SECOND, Board, IllegalMoveError, opponent_of

Dot = tuple[int, int]
"""Row and column of a dot; there is one row and one column more of dots than of boxes."""

Line = frozenset[Dot]
"""A line is the set of the two dots at its ends."""


@dataclass(frozen=True)
class ReferenceDotsAndBoxes:
    """A position on `rows` x `columns` boxes. A move is the number of a line in `all_lines`."""

    rows: int
    columns: int
    drawn: Board
    """1 for each line that is drawn, 0 for the others."""
    to_move: int = FIRST
    scores: tuple[int, int] = (0, 0)
    """The boxes of the first and of the second player."""

    @classmethod
    def start(cls, rows: int, columns: int) -> Self:
        """No line drawn, player 0 to move."""
        return cls.set_up(rows, columns, (0,) * len(all_lines(rows, columns)))

    @classmethod
    def set_up(
        cls,
        rows: int,
        columns: int,
        board: Board,
        to_move: int = FIRST,
        scores: tuple[int, int] = (0, 0),
    ) -> Self:
        """Given lines and scores."""
        if rows < 1 or columns < 1:
            raise ValueError(f"there are no boxes on a {rows}x{columns} board")
        lines = len(all_lines(rows, columns))
        if len(board) != lines or not set(board) <= {0, 1}:
            raise ValueError(f"the board must be {lines} numbers, each 0 or 1")
        return cls(rows, columns, board, to_move, scores)

    def board(self) -> Board:
        return self.drawn

    def legal_moves(self) -> list[int]:
        return [move for move, drawn in enumerate(self.drawn) if not drawn]

    @property
    def is_over(self) -> bool:
        return all(self.drawn)

    @property
    def margin(self) -> float:
        return float(self.scores[FIRST] - self.scores[SECOND]) if self.is_over else 0.0

    @property
    def winner(self) -> int | None:
        if self.margin == 0:
            return None
        return FIRST if self.margin > 0 else SECOND

    def after(self, move: int) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(move, "there is no such line, or it is already drawn")
        drawn = (*self.drawn[:move], 1, *self.drawn[move + 1 :])
        closed = self._closed_boxes(drawn) - self._closed_boxes(self.drawn)
        scores = list(self.scores)
        scores[self.to_move] += closed
        to_move = self.to_move if closed else opponent_of(self.to_move)
        return type(self)(self.rows, self.columns, drawn, to_move, (scores[0], scores[1]))

    def _closed_boxes(self, drawn: Board) -> int:
        lines = all_lines(self.rows, self.columns)
        drawn_lines = {line for line, is_drawn in zip(lines, drawn, strict=True) if is_drawn}
        boxes = product(range(self.rows), range(self.columns))
        return sum(sides_of_box(row, column) <= drawn_lines for row, column in boxes)


@cache
def all_lines(rows: int, columns: int) -> tuple[Line, ...]:
    """The lines in reading order.

    Each row of horizontal lines is followed by the row of vertical lines that hang from it; none
    hang from the last.
    """
    lines: list[Line] = []
    for row in range(rows + 1):
        lines += [horizontal(row, column) for column in range(columns)]
        if row < rows:
            lines += [vertical(row, column) for column in range(columns + 1)]
    return tuple(lines)


def horizontal(row: int, column: int) -> Line:
    """The line from a dot to the dot on its right."""
    return frozenset({(row, column), (row, column + 1)})


def vertical(row: int, column: int) -> Line:
    """The line from a dot to the dot below it."""
    return frozenset({(row, column), (row + 1, column)})


def sides_of_box(row: int, column: int) -> set[Line]:
    """The four lines round the box whose upper left dot is given."""
    return {
        horizontal(row, column),
        horizontal(row + 1, column),
        vertical(row, column),
        vertical(row, column + 1),
    }

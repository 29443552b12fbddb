"""Gomoku: five in a row, by free, standard, renju or caro rules, with or without Swap2."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal, Self

from tests.reference import (
    EMPTY,
    FIRST,
    SECOND,
    Board,
    IllegalMoveError,
    check_board,
    opponent_of,
    sign_of,
    with_cell,
)

Rules = Literal["freestyle", "standard", "renju", "caro"]

Stage = Literal["first three", "first choice", "two more", "second choice", "play"]
"""Where a game stands in the Swap2 opening; a game without it is at "play" throughout."""

BLACK = FIRST
WHITE = SECOND

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Line = tuple[int, ...]
"""The cells of a whole row, column or diagonal of the board, in order."""


@dataclass(frozen=True)
class ReferenceGomoku:
    """A position of Gomoku. A move is the number of a cell: row * size + column.

    In the Swap2 opening, three more moves follow the cells: take black, take white, and place two
    more stones. Without it, player 0 is Black.
    """

    size: int
    rules: Rules
    stones: Board
    """Colours, not players: 0 for Black, 1 for White."""
    to_move: int = FIRST
    black: int = FIRST
    """The player who has the black stones; in the opening, not yet of any meaning."""
    stage: Stage = "play"
    victor: int | None = None
    """The player who has made a winning row."""

    @classmethod
    def start(cls, size: int, rules: Rules = "freestyle", swap2: bool = False) -> Self:
        """The empty board, player 0 to move."""
        position = cls.set_up(size, (EMPTY,) * (size * size), FIRST, rules)
        return replace(position, stage="first three") if swap2 else position

    @classmethod
    def set_up(cls, size: int, board: Board, to_move: int, rules: Rules = "freestyle") -> Self:
        """A given board without an opening. Rows that are already there decide nothing."""
        if size < 5:
            raise ValueError(f"five in a row do not fit on size {size}")
        check_board(board, size * size)
        return cls(size, rules, board, to_move)

    @property
    def take_black(self) -> int:
        return self.size * self.size

    @property
    def take_white(self) -> int:
        return self.size * self.size + 1

    @property
    def place_two_more(self) -> int:
        return self.size * self.size + 2

    def board(self) -> Board:
        return self.stones

    @property
    def colour_to_move(self) -> int:
        """The colour of the next stone; in the opening Black and White alternate, too."""
        if self.stage == "play":
            return BLACK if self.to_move == self.black else WHITE
        return BLACK if self._stones_placed % 2 == 0 else WHITE

    def legal_moves(self) -> list[int]:
        return list(self._legal_moves)

    @property
    def is_over(self) -> bool:
        return not self._legal_moves

    @property
    def winner(self) -> int | None:
        return self.victor

    @property
    def margin(self) -> float:
        return sign_of(self.winner)

    def why_illegal(self, move: int) -> str | None:
        """The clause of the rules that forbids a move, or None if the move is legal."""
        if self.victor is not None:
            return "the game is over"
        if self.stage == "first choice":
            choices = (self.take_black, self.take_white, self.place_two_more)
            return None if move in choices else "it is time to choose a colour or two more stones"
        if self.stage == "second choice":
            choices_left = (self.take_black, self.take_white)
            return None if move in choices_left else "it is time to choose a colour"
        if not 0 <= move < len(self.stones):
            return "there is no such cell"
        if self.stones[move] != EMPTY:
            return "the cell is occupied"
        if self.rules == "renju" and self.stage == "play" and self.colour_to_move == BLACK:
            return foul_of_black(self.stones, self.size, move)
        return None

    def after(self, move: int) -> Self:
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMoveError(move, reason)
        if self.stage in ("first choice", "second choice"):
            return self._after_choice(move)
        placed = replace(self, stones=with_cell(self.stones, move, self.colour_to_move))
        if self.stage == "play":
            return self._after_stone_of_play(placed, move)
        return self._after_stone_of_opening(placed)

    def _after_stone_of_play(self, placed: Self, move: int) -> Self:
        victor = self.to_move if wins(self.rules, placed.stones, self.size, move) else None
        return replace(placed, to_move=opponent_of(self.to_move), victor=victor)

    def _after_stone_of_opening(self, placed: Self) -> Self:
        if self.stage == "first three" and placed._stones_placed == 3:
            return replace(placed, stage="first choice", to_move=SECOND)
        if self.stage == "two more" and placed._stones_placed == 5:
            return replace(placed, stage="second choice", to_move=FIRST)
        return placed

    def _after_choice(self, choice: int) -> Self:
        if choice == self.place_two_more:
            return replace(self, stage="two more")
        black = self.to_move if choice == self.take_black else opponent_of(self.to_move)
        return replace(self, stage="play", black=black, to_move=opponent_of(black))

    @property
    def _stones_placed(self) -> int:
        return len(self.stones) - self.stones.count(EMPTY)

    @cached_property
    def _legal_moves(self) -> tuple[int, ...]:
        moves = range(self.place_two_more + 1)
        return tuple(move for move in moves if self.why_illegal(move) is None)


# Lines and runs


@cache
def lines_through(size: int, cell: int) -> tuple[Line, ...]:
    """The row, the column and the two diagonals that a cell lies on, each in full."""
    return tuple(line_through(size, cell, direction) for direction in DIRECTIONS)


def line_through(size: int, cell: int, direction: tuple[int, int]) -> Line:
    """The cells of the board that lie in a direction from a cell, forwards and backwards."""
    row, column = divmod(cell, size)
    steps = range(-size, size + 1)
    cells = [(row + step * direction[0], column + step * direction[1]) for step in steps]
    return tuple(r * size + c for r, c in cells if 0 <= r < size and 0 <= c < size)


def run_through(board: Board, line: Line, cell: int) -> Line:
    """The unbroken row of stones of one colour on a line to which the stone at `cell` belongs."""
    first = last = line.index(cell)
    while first > 0 and board[line[first - 1]] == board[cell]:
        first -= 1
    while last + 1 < len(line) and board[line[last + 1]] == board[cell]:
        last += 1
    return line[first : last + 1]


def cells_beyond(line: Line, run: Line) -> list[int]:
    """The cells of the line next to the two ends of a run; none where the edge is."""
    before, after = line.index(run[0]) - 1, line.index(run[-1]) + 1
    return [line[index] for index in (before, after) if 0 <= index < len(line)]


# Winning rows


def wins(rules: Rules, board: Board, size: int, cell: int) -> bool:
    """Whether the stone just placed at `cell` makes a winning row."""
    is_winning = WINNING_ROWS[rules]
    return any(
        is_winning(board, line, run_through(board, line, cell))
        for line in lines_through(size, cell)
    )


def five_or_more(board: Board, line: Line, run: Line) -> bool:
    return len(run) >= 5


def exactly_five(board: Board, line: Line, run: Line) -> bool:
    return len(run) == 5


def exactly_five_for_black(board: Board, line: Line, run: Line) -> bool:
    return len(run) == 5 if board[run[0]] == BLACK else len(run) >= 5


def five_with_an_unblocked_end(board: Board, line: Line, run: Line) -> bool:
    """Six or more, or exactly five without opposing stones at both ends. Edges do not block."""
    other = opponent_of(board[run[0]])
    blocked_ends = sum(board[cell] == other for cell in cells_beyond(line, run))
    return len(run) > 5 or (len(run) == 5 and blocked_ends < 2)


WINNING_ROWS: dict[Rules, Callable[[Board, Line, Line], bool]] = {
    "freestyle": five_or_more,
    "standard": exactly_five,
    "renju": exactly_five_for_black,
    "caro": five_with_an_unblocked_end,
}


# Black's fouls in renju


def foul_of_black(board: Board, size: int, cell: int) -> str | None:
    """What forbids Black to place a stone at an empty cell, or None if nothing does."""
    placed = with_cell(board, cell, BLACK)
    if makes_five(placed, size, cell):
        return None
    if makes_overline(placed, size, cell):
        return "overline"
    if len(fours(placed, size, cell)) >= 2:
        return "double four"
    if len(threes(placed, size, cell)) >= 2:
        return "double three"
    return None


def makes_five(placed: Board, size: int, cell: int) -> bool:
    """Whether the stone at `cell` belongs to a row of exactly five."""
    return any(len(run_through(placed, line, cell)) == 5 for line in lines_through(size, cell))


def makes_overline(placed: Board, size: int, cell: int) -> bool:
    """Whether the stone at `cell` belongs to a row of six or more."""
    return any(len(run_through(placed, line, cell)) > 5 for line in lines_through(size, cell))


def fours(placed: Board, size: int, cell: int) -> set[frozenset[int]]:
    """The fours that the black stone at `cell` belongs to, each as the set of its stones.

    A four is four stones on a line which one more stone turns into exactly five. One with two such
    ways (a straight four) is still one set; two different sets may lie on the same line.
    """
    return {
        frozenset(five) - {extension}
        for line in lines_through(size, cell)
        for extension in line
        if placed[extension] == EMPTY
        for five in [run_through(with_cell(placed, extension, BLACK), line, extension)]
        if len(five) == 5 and cell in five
    }


def threes(placed: Board, size: int, cell: int) -> set[frozenset[int]]:
    """The threes that the black stone at `cell` belongs to, each as the set of its stones.

    A three is three stones on a line which one more stone turns into a straight four, where that
    stone may be placed and does not make a five.
    """
    return {
        frozenset(four) - {extension}
        for line in lines_through(size, cell)
        for extension in line
        if placed[extension] == EMPTY
        for extended in [with_cell(placed, extension, BLACK)]
        for four in [run_through(extended, line, cell)]
        if extension in four
        and is_straight_four(extended, line, four)
        and not makes_five(extended, size, extension)
        and foul_of_black(placed, size, extension) is None
    }


def is_straight_four(board: Board, line: Line, run: Line) -> bool:
    """Whether a run is four stones that can become exactly five at either end."""
    fives = [
        cell
        for cell in cells_beyond(line, run)
        if board[cell] == EMPTY and len(run_through(with_cell(board, cell, BLACK), line, cell)) == 5
    ]
    return len(run) == 4 and len(fives) == 2

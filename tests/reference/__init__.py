"""Slow, plain implementations of the rules, against which the fast ones are tested.

Nothing here is shared with the fast rules: each file follows the written rules clause by clause,
works on whole boards, and prefers an enumeration that is easily seen to be right to one that is
quick. Read `torus`, `go`, `dots_and_boxes`, `gomoku` and `reversi` for the games, `perft` for
counts of positions.
"""

from typing import Protocol, Self

Board = tuple[int, ...]
"""Contents of the cells in reading order: row 0 at the top, cell = row * columns + column."""

EMPTY = -1
FIRST = 0
SECOND = 1


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in the position in which it was tried."""

    def __init__(self, move: int, reason: str) -> None:
        super().__init__(f"move {move} is illegal: {reason}")
        self.move = move
        self.reason = reason


class ReferencePosition(Protocol):
    """What the games have in common. A position is an immutable value, history included."""

    @property
    def to_move(self) -> int:
        """The player whose turn it is: 0 or 1. After the end, whoever would have moved."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def winner(self) -> int | None:
        """The player who won; None for a draw and for a game that is still going on."""

    @property
    def margin(self) -> float:
        """The lead of player 0 at the end, in points, or +1, 0, -1 in a game without points.

        0.0 as long as the game goes on.
        """

    def legal_moves(self) -> list[int]:
        """All legal moves in increasing order; none when the game is over."""

    def after(self, move: int) -> Self:
        """The position that a legal move leads to. Raises `IllegalMoveError` for any other."""

    def board(self) -> Board:
        """-1 empty, 0 first, 1 second at each cell (Dots and Boxes: 0 or 1 for each line)."""


def opponent_of(player: int) -> int:
    """The other player or colour."""
    return 1 - player


def sign_of(winner: int | None) -> float:
    """The margin of a game that has a winner but no points."""
    return {FIRST: 1.0, SECOND: -1.0, None: 0.0}[winner]


def with_cell(board: Board, cell: int, content: int) -> Board:
    """The board with one cell changed."""
    return (*board[:cell], content, *board[cell + 1 :])


def draw_board(board: Board, columns: int) -> str:
    """The board as text: X for 0, O for 1, a dot for an empty cell, one line for each row."""
    letters = "".join({EMPTY: ".", FIRST: "X", SECOND: "O"}[content] for content in board)
    return "\n".join(letters[i : i + columns] for i in range(0, len(letters), columns))


def read_board(text: str) -> Board:
    """The inverse of `draw_board`; white space does not matter."""
    contents = {".": EMPTY, "X": FIRST, "O": SECOND}
    return tuple(contents[letter] for letter in "".join(text.split()))


def check_board(board: Board, cells: int) -> None:
    """Refuses a board of the wrong length or with unknown contents."""
    if len(board) != cells:
        raise ValueError(f"the board has {len(board)} cells; the rules ask for {cells}")
    unknown = set(board) - {EMPTY, FIRST, SECOND}
    if unknown:
        raise ValueError(f"unknown contents {sorted(unknown)} on the board; use -1, 0 and 1")

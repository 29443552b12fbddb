"""Torus: surround one stone on a board without edges."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from tests.reference import (
    EMPTY,
    FIRST,
    Board,
    IllegalMoveError,
    check_board,
    opponent_of,
    sign_of,
    with_cell,
)

Direction = tuple[int, int]
"""Rows down and columns to the right for one step."""

ORTHOGONALS: tuple[Direction, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONALS: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
DIAGONAL_LINES: tuple[tuple[Direction, Direction], ...] = (
    ((-1, -1), (1, 1)),
    ((-1, 1), (1, -1)),
)


@dataclass(frozen=True)
class ReferenceTorus:
    """A position of Torus. A move is the number of a point: row * size + column."""

    size: int
    stones: Board
    to_move: int
    history: frozenset[Board]
    """Every board of the game so far, the first and the present one included."""
    surrounder: int | None = None
    """The player who has surrounded a stone, which ends the game."""

    @classmethod
    def start(cls, size: int) -> Self:
        """The empty board, Black (player 0) to move."""
        return cls.set_up(size, (EMPTY,) * (size * size), FIRST)

    @classmethod
    def set_up(cls, size: int, board: Board, to_move: int, earlier: Iterable[Board] = ()) -> Self:
        """A given board, at which the game begins unless `earlier` boards are named.

        A stone that the given board already shows surrounded decides nothing by itself: a player
        wins by a move.
        """
        if not 4 <= size <= 19:
            raise ValueError(f"Torus is played on sizes 4 to 19, not {size}")
        check_board(board, size * size)
        return cls(size, board, to_move, frozenset(earlier) | {board})

    def board(self) -> Board:
        return self.stones

    def legal_moves(self) -> list[int]:
        if self.surrounder is not None:
            return []
        return list(self._boards_after_legal_moves)

    @property
    def is_over(self) -> bool:
        return not self.legal_moves()

    @property
    def winner(self) -> int | None:
        if self.surrounder is not None:
            return self.surrounder
        return opponent_of(self.to_move) if self.is_over else None

    @property
    def margin(self) -> float:
        return sign_of(self.winner)

    def after(self, move: int) -> Self:
        if self.surrounder is not None:
            raise IllegalMoveError(move, "the game is over")
        if move not in self._boards_after_legal_moves:
            raise IllegalMoveError(move, self.why_illegal(move) or "")
        board = self._boards_after_legal_moves[move]
        wins = surrounds_a_passive_stone(board, self.size, active=self.to_move)
        return type(self)(
            self.size,
            board,
            opponent_of(self.to_move),
            self.history | {board},
            self.to_move if wins else None,
        )

    def why_illegal(self, move: int) -> str | None:
        """The clause of the rules that forbids a move, or None if the move is legal."""
        if not 0 <= move < len(self.stones):
            return "there is no such point"
        if self.stones[move] != EMPTY:
            return "the point is occupied"
        active = self.to_move
        board = board_after_captures(self.stones, self.size, move, active)
        if surrounds_a_passive_stone(board, self.size, active):
            return None
        if could_be_captured(board, self.size, move):
            return "the new stone stands flanked on a diagonal"
        if is_surrounded(board, self.size, move):
            return "the new stone stands surrounded"
        if board in self.history:
            return "the board repeats an earlier one"
        return None

    @cached_property
    def _boards_after_legal_moves(self) -> dict[int, Board]:
        return {
            move: board_after_captures(self.stones, self.size, move, self.to_move)
            for move in range(len(self.stones))
            if self.why_illegal(move) is None
        }


def neighbour(size: int, point: int, direction: Direction) -> int:
    """The next point in a direction; the board wraps round at its edges."""
    row, column = divmod(point, size)
    return (row + direction[0]) % size * size + (column + direction[1]) % size


def board_after_captures(board: Board, size: int, point: int, active: int) -> Board:
    """Places an active stone and takes off everything that it captures, all at once."""
    placed = with_cell(board, point, active)
    captured = captured_stones(placed, size, point)
    return tuple(EMPTY if p in captured else content for p, content in enumerate(placed))


def captured_stones(placed: Board, size: int, point: int) -> set[int]:
    """The stones captured by the stone just placed at `point`, in the four diagonal directions."""
    return {
        stone
        for direction in DIAGONALS
        for stone in captured_in_direction(placed, size, point, direction)
    }


def captured_in_direction(placed: Board, size: int, point: int, direction: Direction) -> list[int]:
    """The run of passive stones next to `point`, if another active stone ends it."""
    active = placed[point]
    run = []
    end = neighbour(size, point, direction)
    while placed[end] == opponent_of(active):
        run.append(end)
        end = neighbour(size, end, direction)
    ends_in_another_active_stone = placed[end] == active and end != point
    return run if ends_in_another_active_stone else []


def is_surrounded(board: Board, size: int, stone: int) -> bool:
    """Whether the stone has stones of the other colour on all four sides."""
    other = opponent_of(board[stone])
    return all(board[neighbour(size, stone, side)] == other for side in ORTHOGONALS)


def surrounds_a_passive_stone(board: Board, size: int, active: int) -> bool:
    """Whether any stone of the passive player is surrounded, wherever it stands."""
    passive = opponent_of(active)
    return any(
        content == passive and is_surrounded(board, size, point)
        for point, content in enumerate(board)
    )


def could_be_captured(board: Board, size: int, stone: int) -> bool:
    """Whether two different opposing stones flank the stone's run on one of its diagonals."""
    for forwards, backwards in DIAGONAL_LINES:
        one = end_of_own_run(board, size, stone, forwards)
        two = end_of_own_run(board, size, stone, backwards)
        if one is None or two is None or one == two:
            continue
        if board[one] == board[two] == opponent_of(board[stone]):
            return True
    return False


def end_of_own_run(board: Board, size: int, stone: int, direction: Direction) -> int | None:
    """The first point in a direction without a stone of the same colour; None if there is none."""
    point = neighbour(size, stone, direction)
    while board[point] == board[stone]:
        if point == stone:
            return None
        point = neighbour(size, point, direction)
    return point

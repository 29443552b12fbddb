"""Reversi: enclose discs of the opponent in a straight line and turn them over."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from tests.reference import (
    EMPTY,
    FIRST,
    SECOND,
    Board,
    IllegalMoveError,
    check_board,
    opponent_of,
)

DIRECTIONS = [
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
]


@dataclass(frozen=True)
class ReferenceReversi:
    """A position of Reversi. A move is a square, row * size + column, or size * size: a pass."""

    size: int
    discs: Board
    to_move: int

    @classmethod
    def start(cls, size: int) -> Self:
        """Four discs in the middle, White's on the diagonal that falls to the right."""
        middle = {size // 2 - 1, size // 2}
        discs = [EMPTY] * (size * size)
        for row in middle:
            for column in middle:
                discs[row * size + column] = SECOND if row == column else FIRST
        return cls.set_up(size, tuple(discs), FIRST)

    @classmethod
    def set_up(cls, size: int, board: Board, to_move: int) -> Self:
        """A given board."""
        if size not in (4, 6, 8):
            raise ValueError(f"Reversi is played on sizes 4, 6 and 8, not {size}")
        check_board(board, size * size)
        return cls(size, board, to_move)

    def board(self) -> Board:
        return self.discs

    @cached_property
    def _moves(self) -> list[int]:
        placed = squares_for(self.discs, self.size, self.to_move)
        if placed or not squares_for(self.discs, self.size, opponent_of(self.to_move)):
            return placed
        return [self.size * self.size]

    def legal_moves(self) -> list[int]:
        return list(self._moves)

    @property
    def is_over(self) -> bool:
        return not self._moves

    @property
    def winner(self) -> int | None:
        return None if self.margin == 0 else FIRST if self.margin > 0 else SECOND

    @property
    def margin(self) -> float:
        return float(self.discs.count(FIRST) - self.discs.count(SECOND)) if self.is_over else 0.0

    def after(self, move: int) -> Self:
        if move not in self._moves:
            raise IllegalMoveError(
                move, "it turns no disc over, or it is a pass that is not forced"
            )
        discs = list(self.discs)
        if move < len(discs):
            for square in [move, *turned_by(self.discs, self.size, move, self.to_move)]:
                discs[square] = self.to_move
        return type(self)(self.size, tuple(discs), opponent_of(self.to_move))


def squares_for(discs: Board, size: int, player: int) -> list[int]:
    """The empty squares where a disc of `player` turns over at least one other."""
    empty = [square for square, disc in enumerate(discs) if disc == EMPTY]
    return [square for square in empty if turned_by(discs, size, square, player)]


def turned_by(discs: Board, size: int, square: int, player: int) -> list[int]:
    """The discs that a disc of `player` on `square` encloses, in all directions."""
    turned: list[int] = []
    for down, right in DIRECTIONS:
        row, column = divmod(square, size)
        line: list[int] = []
        while True:
            row, column = row + down, column + right
            if not (0 <= row < size and 0 <= column < size):
                break
            disc = discs[row * size + column]
            if disc == player:
                turned += line
            if disc != opponent_of(player):
                break
            line.append(row * size + column)
    return turned

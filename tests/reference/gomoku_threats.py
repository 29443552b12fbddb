"""Forced wins of Gomoku by plain recursion: slow, simple, and sharing nothing with the core.

Only for freestyle and standard rules, where no move is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class SlowBoard:
    """Stones as a list (-1 empty), changed in place."""

    def __init__(self, stones: list[int], size: int, exact: bool) -> None:
        """With `exact`, only rows of exactly five win."""
        self.stones = list(stones)
        self.size = size
        self.exact = exact

    def row_through(self, point: int, colour: int, down: int, right: int) -> int:
        """The length of the row that a stone of `colour` at `point` belongs to."""
        length = 1
        for sign in (1, -1):
            row, column = divmod(point, self.size)
            while True:
                row, column = row + sign * down, column + sign * right
                inside = 0 <= row < self.size and 0 <= column < self.size
                if not inside or self.stones[row * self.size + column] != colour:
                    break
                length += 1
        return length

    def wins_at(self, point: int, colour: int) -> bool:
        """Whether a stone of `colour` on the empty `point` completes a winning row."""
        rows = (self.row_through(point, colour, *step) for step in DIRECTIONS)
        return any(row == 5 if self.exact else row >= 5 for row in rows)

    def empty(self) -> list[int]:
        return [point for point, stone in enumerate(self.stones) if stone < 0]

    def five_points(self, colour: int) -> list[int]:
        return [point for point in self.empty() if self.wins_at(point, colour)]

    def with_stone(self, point: int, colour: int) -> SlowBoard:
        other = SlowBoard(self.stones, self.size, self.exact)
        other.stones[point] = colour
        return other

    def double_fours(self, colour: int) -> Iterator[int]:
        """Points after which `colour` could complete a five in two places."""
        for point in self.empty():
            if len(self.with_stone(point, colour).five_points(colour)) >= 2:
                yield point


def wins_by_fours(board: SlowBoard, colour: int, max_fours: int) -> bool:
    """Whether `colour`, to move, wins by at most `max_fours` fours before the five."""
    if board.five_points(colour):
        return True
    threatened = board.five_points(1 - colour)
    if max_fours == 0 or len(threatened) > 1:
        return False
    for point in threatened or board.empty():
        after = board.with_stone(point, colour)
        fives = after.five_points(colour)
        if len(fives) >= 2:
            return True
        if len(fives) == 1:
            answered = after.with_stone(fives[0], 1 - colour)
            if wins_by_fours(answered, colour, max_fours - 1):
                return True
    return False


def wins_by_threats(board: SlowBoard, colour: int, max_moves: int) -> bool:
    """Whether `colour`, to move, wins by fours and open threes in `max_moves` own moves at most.

    Every reply of the opponent is tried.
    """
    if board.five_points(colour):
        return max_moves >= 1
    if max_moves <= 1:
        return False
    threatened = board.five_points(1 - colour)
    if len(threatened) > 1:
        return False
    for point in threatened or board.empty():
        after = board.with_stone(point, colour)
        if not after.five_points(colour) and not any(after.double_fours(colour)):
            continue
        if _all_replies_lose(after, colour, max_moves - 1):
            return True
    return False


def _all_replies_lose(board: SlowBoard, colour: int, max_moves: int) -> bool:
    """Whether `colour` wins against whatever the opponent, to move, plays."""
    replies = board.empty()
    if not replies or board.five_points(1 - colour):
        return False
    return all(
        wins_by_threats(board.with_stone(reply, 1 - colour), colour, max_moves) for reply in replies
    )

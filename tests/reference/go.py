"""Go on any rectangle, with positional superko or simple ko, area or territory scoring."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, Self

from tests.reference import (
    EMPTY,
    FIRST,
    SECOND,
    Board,
    IllegalMoveError,
    check_board,
    opponent_of,
    with_cell,
)

Ko = Literal["positional", "simple"]
Scoring = Literal["area", "territory"]


@dataclass(frozen=True)
class GoRules:
    """The size of the board and the options of the rules; `komi` is given to White."""

    rows: int
    columns: int
    komi: float = 0.0
    ko: Ko = "positional"
    scoring: Scoring = "area"

    @property
    def points(self) -> int:
        return self.rows * self.columns


@dataclass(frozen=True)
class ReferenceGo:
    """A position of Go. A move is the number of a point, row * columns + column, or the pass."""

    rules: GoRules
    stones: Board
    to_move: int
    barred: frozenset[Board]
    """The boards that placing a stone may not bring back.

    With positional superko, every board of the game so far; with simple ko, the one that stood
    before the opponent's last move.
    """
    prisoners: tuple[int, int] = (0, 0)
    """Stones that Black and White have captured."""
    passes: int = 0
    """How many passes in a row have just been made."""

    @classmethod
    def start(
        cls,
        rows: int,
        columns: int,
        komi: float = 0.0,
        ko: Ko = "positional",
        scoring: Scoring = "area",
    ) -> Self:
        """The empty board, Black (player 0) to move."""
        rules = GoRules(rows, columns, komi, ko, scoring)
        return cls.set_up(rules, (EMPTY,) * rules.points, FIRST)

    @classmethod
    def set_up(
        cls,
        rules: GoRules,
        board: Board,
        to_move: int,
        earlier: Iterable[Board] = (),
        prisoners: tuple[int, int] = (0, 0),
    ) -> Self:
        """A given board, with the `earlier` boards that the ko rule also bars."""
        check_board(board, rules.points)
        if not is_legal_board(board, rules.rows, rules.columns):
            raise ValueError("the board has a stone without liberties")
        barred = frozenset(earlier) | ({board} if rules.ko == "positional" else set())
        return cls(rules, board, to_move, barred, prisoners)

    @property
    def pass_move(self) -> int:
        return self.rules.points

    def board(self) -> Board:
        return self.stones

    @property
    def is_over(self) -> bool:
        return self.passes == 2

    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return [*self._boards_after_stones, self.pass_move]

    def after(self, move: int) -> Self:
        if self.is_over:
            raise IllegalMoveError(move, "the game is over")
        if move == self.pass_move:
            return self._next(self.stones, self.prisoners, self.passes + 1)
        if move not in self._boards_after_stones:
            raise IllegalMoveError(move, self.why_illegal(move) or "")
        board = self._boards_after_stones[move]
        taken = stones_taken(self.stones, board, passive=opponent_of(self.to_move))
        black, white = self.prisoners
        prisoners = (black + taken, white) if self.to_move == FIRST else (black, white + taken)
        return self._next(board, prisoners, passes=0)

    def why_illegal(self, move: int) -> str | None:
        """The clause of the rules that forbids a move, or None if the move is legal."""
        if self.is_over:
            return "the game is over"
        if move == self.pass_move:
            return None
        if not 0 <= move < self.rules.points:
            return "there is no such point"
        if self.stones[move] != EMPTY:
            return "the point is occupied"
        board = self._board_after_stone(move)
        if not liberties(board, self.rules.rows, self.rules.columns, move):
            return "suicide"
        if board in self.barred:
            return "ko"
        return None

    def score(self, dead: Collection[int] = ()) -> float:
        """Black's lead, komi counted, once the `dead` stones have been taken off the board."""
        black, white = self.points_of_players(dead)
        return black - white - self.rules.komi

    def points_of_players(self, dead: Collection[int] = ()) -> tuple[int, int]:
        """The points of Black and of White, without komi."""
        board = tuple(EMPTY if p in dead else content for p, content in enumerate(self.stones))
        points = [0, 0]
        for owner, size in owned_regions(board, self.rules.rows, self.rules.columns):
            points[owner] += size
        for colour in (FIRST, SECOND):
            if self.rules.scoring == "area":
                points[colour] += board.count(colour)
            else:
                other = opponent_of(colour)
                points[colour] += self.prisoners[colour]
                points[colour] += sum(self.stones[p] == other for p in set(dead))
        return points[FIRST], points[SECOND]

    @property
    def margin(self) -> float:
        return self.score() if self.is_over else 0.0

    @property
    def winner(self) -> int | None:
        if self.margin == 0:
            return None
        return FIRST if self.margin > 0 else SECOND

    def _next(self, board: Board, prisoners: tuple[int, int], passes: int) -> Self:
        if self.rules.ko == "positional":
            barred = self.barred | {board}
        else:
            barred = frozenset({self.stones})
        next_player = opponent_of(self.to_move)
        return type(self)(self.rules, board, next_player, barred, prisoners, passes)

    def _board_after_stone(self, point: int) -> Board:
        rules = self.rules
        return board_after_stone(self.stones, rules.rows, rules.columns, point, self.to_move)

    @cached_property
    def _boards_after_stones(self) -> dict[int, Board]:
        return {
            point: self._board_after_stone(point)
            for point in range(self.rules.points)
            if self.why_illegal(point) is None
        }


def neighbours(rows: int, columns: int, point: int) -> list[int]:
    """The two to four points next to a point."""
    row, column = divmod(point, columns)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * columns + c for r, c in around if 0 <= r < rows and 0 <= c < columns]


def chain(board: Board, rows: int, columns: int, point: int) -> set[int]:
    """All points that are connected with `point` through points of the same content."""
    found = {point}
    to_visit = [point]
    while to_visit:
        for near in neighbours(rows, columns, to_visit.pop()):
            if board[near] == board[point] and near not in found:
                found.add(near)
                to_visit.append(near)
    return found


def contents_beside(board: Board, rows: int, columns: int, points: set[int]) -> dict[int, int]:
    """The points next to a set of points but outside it, each with its content."""
    return {
        near: board[near]
        for point in points
        for near in neighbours(rows, columns, point)
        if near not in points
    }


def liberties(board: Board, rows: int, columns: int, point: int) -> set[int]:
    """The empty points next to the chain of stones at `point`."""
    beside = contents_beside(board, rows, columns, chain(board, rows, columns, point))
    return {near for near, content in beside.items() if content == EMPTY}


def board_after_stone(board: Board, rows: int, columns: int, point: int, active: int) -> Board:
    """Places a stone and takes off the opposing chains without liberties."""
    placed = with_cell(board, point, active)
    captured = {
        stone
        for near in neighbours(rows, columns, point)
        if placed[near] == opponent_of(active) and not liberties(placed, rows, columns, near)
        for stone in chain(placed, rows, columns, near)
    }
    return tuple(EMPTY if p in captured else content for p, content in enumerate(placed))


def stones_taken(before: Board, after: Board, passive: int) -> int:
    """How many passive stones a move has taken off the board."""
    return before.count(passive) - after.count(passive)


def owned_regions(board: Board, rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Owner and size of each empty region that stones of only one colour border."""
    seen: set[int] = set()
    for point, content in enumerate(board):
        if content != EMPTY or point in seen:
            continue
        region = chain(board, rows, columns, point)
        seen |= region
        colours = set(contents_beside(board, rows, columns, region).values())
        if len(colours) == 1:
            yield colours.pop(), len(region)


def is_legal_board(board: Board, rows: int, columns: int) -> bool:
    """Whether every stone's chain has a liberty."""
    return all(
        content == EMPTY or liberties(board, rows, columns, point)
        for point, content in enumerate(board)
    )


def count_legal_boards(rows: int, columns: int) -> int:
    """The number of boards on which every chain has a liberty, reachable or not."""
    boards = product((EMPTY, FIRST, SECOND), repeat=rows * columns)
    return sum(is_legal_board(board, rows, columns) for board in boards)


KNOWN_LEGAL_BOARDS: dict[tuple[int, int], int] = {
    (1, 1): 1,
    (1, 2): 5,
    (1, 3): 15,
    (1, 4): 41,
    (1, 5): 113,
    (2, 2): 57,
    (2, 3): 489,
    (3, 3): 12675,
}
"""Counts published by Tromp and Farnebäck in 'Combinatorics of Go'."""


def count_games(rows: int, columns: int) -> int:
    """The number of ways to play on from the empty board without repeating a board.

    Either player may place the next stone (the other can have passed), and a game may stop at any
    time; passes are not counted.
    """
    rules = GoRules(rows, columns)

    def count_from(board: Board, earlier: frozenset[Board]) -> int:
        games = 1
        for player in (FIRST, SECOND):
            position = ReferenceGo.set_up(rules, board, player, earlier)
            for point in position.legal_moves():
                if point != position.pass_move:
                    games += count_from(position.after(point).board(), earlier | {board})
        return games

    return count_from((EMPTY,) * rules.points, frozenset())


KNOWN_GAMES: dict[tuple[int, int], int] = {(1, 1): 1, (1, 2): 9, (1, 3): 907}
"""Also from 'Combinatorics of Go', where suicide is allowed; on so small a board, it only ever
leads to a board that has been there before."""


def check_known_facts() -> None:
    """Compares this file with the published numbers; raises AssertionError on a difference."""
    for (rows, columns), known in KNOWN_LEGAL_BOARDS.items():
        counted = count_legal_boards(rows, columns)
        assert counted == known, f"{rows}x{columns}: {counted} legal boards, known are {known}"
    for (rows, columns), known in KNOWN_GAMES.items():
        counted = count_games(rows, columns)
        assert counted == known, f"{rows}x{columns}: {counted} games, known are {known}"


if __name__ == "__main__":
    check_known_facts()

"""Monomials of Gomoku, recomputed from the bare board every time: slow and plain.

A monomial is a tuple of five cells in a line. Boards are those of ``tests.reference.gomoku``.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference import EMPTY, Board, opponent_of
from tests.reference.gomoku import DIRECTIONS, Line, Rules

LENGTH = 5
DEAD = 128

Cell = tuple[int, int]


def cell_at(size: int, row: int, column: int) -> int | None:
    """The number of a cell; None beyond the edge."""
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def along(size: int, cell: int, direction: Cell, steps: int) -> int | None:
    row, column = divmod(cell, size)
    return cell_at(size, row + steps * direction[0], column + steps * direction[1])


def monomials(size: int) -> Iterator[tuple[Line, tuple[int | None, int | None], int]]:
    """All windows of five: their cells, the cells beyond their ends, and their direction."""
    for number, direction in enumerate(DIRECTIONS):
        for cell in range(size * size):
            cells = [along(size, cell, direction, step) for step in range(LENGTH)]
            if None in cells:
                continue
            ends = (along(size, cell, direction, -1), along(size, cell, direction, LENGTH))
            yield tuple(c for c in cells if c is not None), ends, number


def state(
    board: Board,
    colour: int,
    cells: Line,
    ends: tuple[int | None, int | None],
    rules: Rules = "freestyle",
) -> int:
    """The row 4x + y of a monomial of `colour`; DEAD when it can no longer become a five."""
    opponent = opponent_of(colour)
    if any(board[cell] == opponent for cell in cells):
        return DEAD
    beyond = [None if end is None else board[end] for end in ends]
    exact = rules == "standard" or (rules == "renju" and colour == 0)
    if exact and colour in beyond:
        return DEAD
    if rules == "caro" and beyond == [opponent, opponent]:
        return DEAD
    x = sum(1 << i for i, cell in enumerate(cells) if board[cell] == colour)
    y = sum(1 << i for i, stone in enumerate(beyond) if stone in (None, opponent))
    return 4 * x + y


def score(row: int) -> int:
    """2 to the power of the stones; 0 when dead."""
    return 0 if row == DEAD else 2 ** (row >> 2).bit_count()


def rank(row: int) -> int:
    """0 to 9: by stones, and odd where no straight four can come of it. -1: five, 10: dead."""
    if row == DEAD:
        return 10
    places = ["closed" if row & 1 else "free"]
    places += ["own" if row >> (2 + i) & 1 else "free" for i in range(LENGTH)]
    places += ["closed" if row & 2 else "free"]
    stones = places.count("own")
    if stones == LENGTH:
        return -1
    return 2 * (4 - stones) + (0 if _can_be_straight_four(places) else 1)


def _can_be_straight_four(places: list[str]) -> bool:
    """Whether some six of the seven places can become: free, four stones, free."""
    if places.count("own") == 4:
        return any(
            places[i] == "free" and places[i + 1 : i + 5] == ["own"] * 4 and places[i + 5] == "free"
            for i in range(2)
        )
    inner = [i for i in range(1, 6) if places[i] == "free"]
    return any(_can_be_straight_four([*places[:i], "own", *places[i + 1 :]]) for i in inner)


def value(board: Board, size: int, colour: int, cell: int, rules: Rules = "freestyle") -> int:
    """v(p): the sum of the scores of the monomials that cover a cell."""
    return sum(
        score(state(board, colour, cells, ends, rules))
        for cells, ends, _ in monomials(size)
        if cell in cells
    )


# -- points -----------------------------------------------------------------------------------


def configuration(
    board: Board, size: int, colour: int, cell: int, direction: int
) -> tuple[int, int, int, int] | None:
    """One orientation of a free cell: (cells before, after, bits of own stones, closed ends).

    The cells are those that the opponent does not hold, up to four each way; None where they do
    not suffice for five.
    """
    opponent = opponent_of(colour)
    room, closed = [0, 0], [False, False]
    for side, sign in enumerate((-1, 1)):
        for step in range(1, LENGTH + 1):
            other = along(size, cell, DIRECTIONS[direction], sign * step)
            if other is None or board[other] == opponent:
                closed[side] = True
                break
            if step < LENGTH:
                room[side] += 1
    before, after = room
    if before + after < LENGTH - 1:
        return None
    offsets = [-4, -3, -2, -1, 1, 2, 3, 4]
    stones = 0
    for bit, offset in enumerate(offsets):
        other = along(size, cell, DIRECTIONS[direction], offset)
        if -before <= offset <= after and other is not None and board[other] == colour:
            stones |= 1 << bit
    return before, after, stones, closed[0] + 2 * closed[1]


def makes(before: int, after: int, stones: int) -> str:
    """What a stone on the point of a configuration makes, judged on a line of characters."""
    line = ["#"] * 4 + ["X"] + ["#"] * 4
    for bit, place in enumerate((0, 1, 2, 3, 5, 6, 7, 8)):
        if 4 - before <= place <= 4 + after:
            line[place] = "X" if stones >> bit & 1 else "."
    windows = [range(start, start + LENGTH) for start in range(LENGTH)]
    windows = [w for w in windows if all(line[i] != "#" for i in w)]

    def most(now: list[str]) -> int:
        return max(sum(now[i] == "X" for i in window) for window in windows)

    def fifths(now: list[str]) -> set[int]:
        return {
            i
            for window in windows
            if sum(now[j] == "X" for j in window) == 4
            for i in window
            if now[i] == "."
        }

    count = most(line)
    if count == 5:
        return "five"
    if count == 4:
        return "double-four" if len(fifths(line)) > 1 else "four"
    if count == 3:
        extended = [[*line[:i], "X", *line[i + 1 :]] for i in range(9) if line[i] == "."]
        return "open-three" if any(len(fifths(e)) > 1 for e in extended) else "blocked-three"
    return "two" if count == 2 else "nothing"


def combos(board: Board, size: int, colour: int) -> list[int]:
    """The free cells that make two winning threats at once."""
    found = []
    for cell in range(size * size):
        if board[cell] != EMPTY:
            continue
        threats = 0
        for direction in range(4):
            configured = configuration(board, size, colour, cell, direction)
            if configured is None:
                continue
            made = makes(*configured[:3])
            threats += {"open-three": 1, "four": 1, "double-four": 2, "five": 2}.get(made, 0)
        if threats >= 2:
            found.append(cell)
    return found

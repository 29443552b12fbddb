"""Counts of move sequences and positions at each depth: golden numbers for the fast rules.

`python -m tests.reference.perft` prints the table of `golden_table` as JSON;
`python -m tests.reference.perft FILE` writes it to a file instead.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from tests.reference import Board, ReferencePosition
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes, all_lines
from tests.reference.go import ReferenceGo, check_known_facts
from tests.reference.gomoku import ReferenceGomoku, Rules
from tests.reference.reversi import ReferenceReversi
from tests.reference.torus import ReferenceTorus

P = TypeVar("P", bound=ReferencePosition)

Cell = tuple[int, int]

Key = tuple[Board, int, tuple[int, ...]]
"""What makes two positions the same: board, player to move, and the scores if there are any."""

Orbit = Callable[[Board], set[Board]]
"""A function that gives all images of a board under the symmetries of its game, itself included."""

Counts = dict[str, list[int]]


def perft(position: P, depth: int) -> list[int]:
    """The number of move sequences of each length 0..depth. Sequences stop when the game ends."""
    return [sum(level.values()) for level in levels(position, depth)]


def perft_unique(position: P, depth: int) -> list[int]:
    """The number of different keys (not counting history) after each number of moves 0..depth."""
    return [len(keys_of(level)) for level in levels(position, depth)]


def perft_symmetric(position: P, depth: int, orbit: Orbit) -> list[int]:
    """The number of different keys up to symmetry after each number of moves 0..depth."""
    return [count_orbits(keys_of(level), orbit) for level in levels(position, depth)]


def count_all(position: P, depth: int, orbit: Orbit) -> Counts:
    """`perft`, `perft_unique` and `perft_symmetric` of a position in one go."""
    counts: Counts = {"sequences": [], "positions": [], "orbits": []}
    for level in levels(position, depth):
        keys = keys_of(level)
        counts["sequences"].append(sum(level.values()))
        counts["positions"].append(len(keys))
        counts["orbits"].append(count_orbits(keys, orbit))
    return counts


def levels(position: P, depth: int) -> Iterator[Counter[P]]:
    """For each number of moves 0..depth, the positions and how many sequences lead to each.

    Positions are merged only when they are equal in everything, history included, so nothing that
    depends on history is lost.
    """
    level = Counter({position: 1})
    yield level
    for _ in range(depth):
        following: Counter[P] = Counter()
        for parent, sequences in level.items():
            for move in parent.legal_moves():
                following[parent.after(move)] += sequences
        level = following
        yield level


def key_of(position: ReferencePosition) -> Key:
    """The board, the player to move and, in Dots and Boxes, the scores."""
    scores = position.scores if isinstance(position, ReferenceDotsAndBoxes) else ()
    return position.board(), position.to_move, scores


def keys_of(positions: Iterable[ReferencePosition]) -> set[Key]:
    return {key_of(position) for position in positions}


def count_orbits(keys: set[Key], orbit: Orbit) -> int:
    """How many classes the keys fall into when the images of a board count as one."""
    covered: set[Key] = set()
    classes = 0
    for key in keys:
        if key not in covered:
            classes += 1
            board, to_move, scores = key
            covered |= {(image, to_move, scores) for image in orbit(board)}
    return classes


# Symmetries. A map says for each index of a board which index it goes to.

Map = tuple[int, ...]


def image_of(board: Board, symmetry: Map) -> Board:
    """The board after each of its contents has gone where the map sends it."""
    image = [0] * len(board)
    for source, target in enumerate(symmetry):
        image[target] = board[source]
    return tuple(image)


def orbit_under(maps: Iterable[Map]) -> Orbit:
    """The orbit function of a group that is given by all of its maps."""
    group = tuple(maps)
    return lambda board: {image_of(board, symmetry) for symmetry in group}


def representative(board: Board, orbit: Orbit) -> Board:
    """The least of all images of a board: equal for two boards exactly if they are equivalent."""
    return min(orbit(board))


def turns_and_mirrors(rows: int, columns: int) -> list[Callable[[Cell], Cell]]:
    """The symmetries of a rectangle of cells: 8 if it is square, otherwise 4."""
    bottom, right = rows - 1, columns - 1
    of_any: list[Callable[[Cell], Cell]] = [
        lambda cell: (cell[0], cell[1]),
        lambda cell: (cell[0], right - cell[1]),
        lambda cell: (bottom - cell[0], cell[1]),
        lambda cell: (bottom - cell[0], right - cell[1]),
    ]
    of_squares: list[Callable[[Cell], Cell]] = [
        lambda cell: (cell[1], cell[0]),
        lambda cell: (cell[1], right - cell[0]),
        lambda cell: (bottom - cell[1], cell[0]),
        lambda cell: (bottom - cell[1], right - cell[0]),
    ]
    return of_any + of_squares if rows == columns else of_any


def rectangle_maps(rows: int, columns: int) -> list[Map]:
    """Maps of the cells of a board: Go, Gomoku and Reversi."""
    return [
        tuple(
            row * columns + column
            for row, column in (symmetry(divmod(cell, columns)) for cell in range(rows * columns))
        )
        for symmetry in turns_and_mirrors(rows, columns)
    ]


def torus_maps(size: int) -> list[Map]:
    """The 8 * size * size maps of a torus: each turn or mirror, followed by each shift."""
    return [
        tuple(
            (row + down) % size * size + (column + right) % size
            for row, column in (symmetry(divmod(cell, size)) for cell in range(size * size))
        )
        for symmetry in turns_and_mirrors(size, size)
        for down in range(size)
        for right in range(size)
    ]


def line_maps(rows: int, columns: int) -> list[Map]:
    """Maps of the lines of Dots and Boxes: a line goes where its two dots go."""
    lines = all_lines(rows, columns)
    return [
        tuple(lines.index(frozenset(symmetry(dot) for dot in line)) for line in lines)
        for symmetry in turns_and_mirrors(rows + 1, columns + 1)
    ]


@cache
def torus_orbit(size: int) -> Orbit:
    return orbit_under(torus_maps(size))


@cache
def rectangle_orbit(rows: int, columns: int) -> Orbit:
    return orbit_under(rectangle_maps(rows, columns))


@cache
def dots_and_boxes_orbit(rows: int, columns: int) -> Orbit:
    return orbit_under(line_maps(rows, columns))


# The golden table. A key names a game, its options and the moves made before counting begins.


def golden_table() -> dict[str, Counts]:
    """All golden counts by name."""
    return {name: counts for entries in GOLDEN for name, counts in entries()}


Entry = tuple[str, Counts]


def torus_entries() -> Iterator[Entry]:
    for size, depth, moves in TORUS:
        start = ReferenceTorus.start(size)
        counts = count_all(play(start, moves), depth, torus_orbit(size))
        yield f"torus/size={size}{moves_in_name(moves)}", counts


def go_entries() -> Iterator[Entry]:
    for rows, columns, depth, moves in GO:
        orbit = rectangle_orbit(rows, columns)
        for ko in ("positional", "simple"):
            start = ReferenceGo.start(rows, columns, ko=ko)
            name = f"go/size={rows}x{columns},ko={ko}{moves_in_name(moves)}"
            yield name, count_all(play(start, moves), depth, orbit)


def dots_and_boxes_entries() -> Iterator[Entry]:
    for rows, columns, depth in DOTS_AND_BOXES:
        start = ReferenceDotsAndBoxes.start(rows, columns)
        counts = count_all(start, depth, dots_and_boxes_orbit(rows, columns))
        yield f"dots-and-boxes/size={rows}x{columns}", counts


def gomoku_entries() -> Iterator[Entry]:
    for size, rules, swap2, depth, moves in GOMOKU:
        start = ReferenceGomoku.start(size, rules, swap2)
        name = f"gomoku/size={size},rules={rules}{',swap2' if swap2 else ''}{moves_in_name(moves)}"
        yield name, count_all(play(start, moves), depth, rectangle_orbit(size, size))


def reversi_entries() -> Iterator[Entry]:
    for size, depth, moves in REVERSI:
        start = ReferenceReversi.start(size)
        counts = count_all(play(start, moves), depth, rectangle_orbit(size, size))
        yield f"reversi/size={size}{moves_in_name(moves)}", counts


def play(position: P, moves: Iterable[int]) -> P:
    """The position after a number of moves."""
    for move in moves:
        position = position.after(move)
    return position


def moves_in_name(moves: tuple[int, ...]) -> str:
    return "/moves=" + "-".join(map(str, moves)) if moves else ""


Moves = tuple[int, ...]

# Late positions in which captures, ko, fouls and wins are at hand; found by random play.
# fmt: off
TORUS_5: Moves = (17, 9, 21, 0, 23, 7, 11, 2, 18, 19, 16, 4, 3, 15, 1, 21, 8, 5, 7, 12)
TORUS_9: Moves = (
    69, 23, 15, 37, 41, 59, 2, 70, 52, 44, 62, 39, 3, 66, 1, 68, 27, 75, 28, 65, 17, 56, 61, 5, 35,
    43, 80, 63, 16, 25, 12, 9, 73, 34, 53, 31, 10, 48, 51, 47, 7, 77, 6, 42, 32, 8, 63, 30, 38, 24,
)
GO_5X5: Moves = (
    9, 10, 20, 4, 11, 8, 21, 19, 15, 1, 3, 18, 24, 5, 6, 16, 0, 10, 25, 2, 17, 7, 12, 13, 22, 5, 23,
    25, 0, 4,
)
RENJU_9: Moves = (
    76, 10, 5, 51, 38, 6, 48, 0, 66, 1, 57, 15, 7, 49, 61, 2, 42, 18, 31, 25, 3, 33, 40, 80,
)
# Black threatens, from top to bottom, a five between two white stones, a six, and a free five.
FIVES_7: Moves = (
    1, 0, 2, 6, 3, 8, 4, 10, 14, 12, 15, 21, 16, 23, 18, 25, 19, 36, 29, 38, 30, 42, 31, 44, 32, 47,
)
# Somebody has to pass in many lines of play from here.
REVERSI_6: Moves = (
    27, 26, 31, 10, 7, 13, 8, 3, 19, 12, 2, 33, 18, 25, 32, 0, 34, 24, 1, 30, 22, 28, 4, 35,
)
# fmt: on

TORUS: list[tuple[int, int, Moves]] = [
    (4, 4, ()),
    (5, 4, ()),
    (9, 2, ()),
    (5, 5, TORUS_5),
    (9, 2, TORUS_9),
]
GO: list[tuple[int, int, int, Moves]] = [
    (2, 2, 9, ()),
    (2, 3, 6, ()),
    (3, 3, 5, ()),
    (5, 5, 3, ()),
    (5, 5, 6, GO_5X5),
]
DOTS_AND_BOXES: list[tuple[int, int, int]] = [
    (1, 1, 4),
    (1, 2, 7),
    (2, 2, 12),
    (2, 3, 7),
    (3, 3, 5),
]
GOMOKU: list[tuple[int, Rules, bool, int, Moves]] = [
    (5, "freestyle", False, 4, ()),
    (6, "freestyle", False, 4, ()),
    (7, "renju", False, 3, ()),
    (5, "freestyle", True, 3, ()),
    (5, "freestyle", True, 5, (12, 0, 24)),
    (7, "freestyle", False, 3, FIVES_7),
    (7, "standard", False, 3, FIVES_7),
    (7, "caro", False, 3, FIVES_7),
    (7, "renju", False, 3, FIVES_7),
    (9, "renju", False, 2, RENJU_9),
]
REVERSI: list[tuple[int, int, Moves]] = [
    (4, 12, ()),
    (6, 6, ()),
    (8, 6, ()),
    (6, 8, REVERSI_6),
]
GOLDEN = (torus_entries, go_entries, dots_and_boxes_entries, gomoku_entries, reversi_entries)


def main(arguments: list[str]) -> None:
    check_known_facts()
    lines = [f"{json.dumps(name)}: {json.dumps(counts)}" for name, counts in golden_table().items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    if arguments:
        Path(arguments[0]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1:])

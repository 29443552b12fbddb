"""Provides boards of squares for games of normal play: parts, symmetries, pictures and text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from tesuji.errors import NotationError, SetupError, quoted
from tesuji.games.contract import Position, Side
from tesuji.games.drawing import (
    Markup,
    Palette,
    Theme,
    circle,
    document,
    label,
    rect,
    surface,
    surface_rules,
)
from tesuji.games.normal_play._normal_play import NormalPlayGame, NormalPlayPosition
from tesuji.games.options import read_size, write_size

GONE, EMPTY, LEFT, RIGHT, ONLY_LEFT, ONLY_RIGHT, TOP, BOTTOM, WEST, EAST = range(10)
"""What a square can hold: nothing any more, nothing yet, a piece, a place for one side only, or one
half of a domino."""
SYMBOLS = "#.LRlr^v<>"
"""How text shows them."""
_SYNONYMS = {"X": LEFT, "T": LEFT, "O": RIGHT, "F": RIGHT, "_": EMPTY, " ": None}
SIDES_EXCHANGED = bytes.maketrans(
    bytes((LEFT, RIGHT, ONLY_LEFT, ONLY_RIGHT)), bytes((RIGHT, LEFT, ONLY_RIGHT, ONLY_LEFT))
)
"""Translates the contents of squares to those with the two sides exchanged."""


class Grid(NamedTuple):
    """A board of squares, row by row from the top."""

    rows: int
    columns: int
    cells: bytes

    def with_cells(self, changed: dict[int, int]) -> Grid:
        """Returns this board with other contents of some squares."""
        cells = bytearray(self.cells)
        for cell, content in changed.items():
            cells[cell] = content
        return self._replace(cells=bytes(cells))

    def lines(self) -> list[bytes]:
        """Returns the contents of the squares, row by row."""
        width = self.columns
        return [self.cells[at : at + width] for at in range(0, len(self.cells), width)]

    def parts(self, alive: Collection[int]) -> Iterator[Grid]:
        """Yields each connected group of squares that hold one of `alive`, cut out."""
        near = neighbours(self.rows, self.columns)
        left = {cell for cell, content in enumerate(self.cells) if content in alive}
        while left:
            group = [left.pop()]
            for cell in group:  # grows while we walk along it
                found = left.intersection(near[cell])
                left -= found
                group += found
            yield self._cut_out(group)

    def _cut_out(self, group: list[int]) -> Grid:
        rows = [cell // self.columns for cell in group]
        columns = [cell % self.columns for cell in group]
        top, first = min(rows), min(columns)
        height, width = max(rows) - top + 1, max(columns) - first + 1
        cells = bytearray(height * width)
        for cell, row, column in zip(group, rows, columns, strict=True):
            cells[(row - top) * width + column - first] = self.cells[cell]
        return Grid(height, width, bytes(cells))

    def key(self) -> tuple[Hashable, bool]:
        """Returns the least of all images, mirrored, turned and with the sides exchanged."""
        swapped = self.cells.translate(SIDES_EXCHANGED)
        views = _views(self.rows, self.columns)
        return min(
            ((rows, columns, bytes(view(cells))), negative)
            for rows, columns, _, view in views
            for cells, negative in ((self.cells, False), (swapped, True))
        )

    def turning_key(self) -> tuple[Hashable, bool]:
        """Returns the least of all images, if a quarter turn exchanges the sides."""
        return min(
            ((rows, columns, bytes(view(self.cells))), turned)
            for rows, columns, turned, view in _views(self.rows, self.columns)
        )


_View = tuple[int, int, bool, Callable[[bytes], Iterable[int]]]


@cache
def _views(rows: int, columns: int) -> tuple[_View, ...]:
    """Returns rows, columns, whether it is turned, and the view of each of the eight symmetries."""
    found: list[_View] = []
    for upside_down, mirrored in itertools.product((1, -1), repeat=2):
        plain = [
            [row * columns + column for column in range(columns)[::mirrored]]
            for row in range(rows)[::upside_down]
        ]
        for turned in (False, True):
            lines = list(zip(*plain, strict=True)) if turned else plain
            order = [cell for line in lines for cell in line]
            view = itemgetter(*order) if len(order) > 1 else _only_cell
            found.append((len(lines), len(lines[0]), turned, view))
    return tuple(found)


def _only_cell(cells: bytes) -> bytes:
    return cells


Rays = tuple[tuple[int, ...], ...]
"""The squares in each direction: up, left, right and down."""


@cache
def rays(rows: int, columns: int) -> tuple[Rays, ...]:
    """Returns the squares in each direction from each square, the nearest first."""
    found = []
    for row, column in itertools.product(range(rows), range(columns)):
        up = tuple(y * columns + column for y in reversed(range(row)))
        left = tuple(row * columns + x for x in reversed(range(column)))
        right = tuple(row * columns + x for x in range(column + 1, columns))
        down = tuple(y * columns + column for y in range(row + 1, rows))
        found.append((up, left, right, down))
    return tuple(found)


@cache
def neighbours(rows: int, columns: int) -> Rays:
    """Returns the squares beside each square."""
    return tuple(tuple(line[0] for line in lines if line) for lines in rays(rows, columns))


class GridGame(NormalPlayGame):
    """A game of normal play on squares. Implement `name`, `num_moves`, `moves` and `filled`."""

    largest = 12
    """The most rows and columns."""

    def __init__(self, size: object = None) -> None:
        size = self.default_size if size is None else size
        self.rows, self.columns = read_size(self.name, size, rectangular=True)
        if min(self.rows, self.columns) < 1 or max(self.rows, self.columns) > self.largest:
            raise SetupError(
                f"a board of {self.name} has 1 to {self.largest} rows and columns, "
                f"got {write_size(self.rows, self.columns)}"
            )

    @property
    def spec(self) -> str:
        return f"{self.name}:size={write_size(self.rows, self.columns)}"

    @property
    def num_cells(self) -> int:
        return self.rows * self.columns

    @property
    def start(self) -> Grid:
        return Grid(self.rows, self.columns, self.filled())

    def filled(self) -> bytes:
        """Returns the contents of the squares at the start."""
        return bytes([EMPTY]) * self.num_cells

    def cell_name(self, cell: int) -> str:
        """Returns the name of a square: A1 is at the top left."""
        return f"{chr(ord('A') + cell % self.columns)}{cell // self.columns + 1}"

    def parse(self, diagram: str, to_move: Side = Side.FIRST) -> NormalPlayPosition:
        """Reads rows of squares such as ``LR. / R.L``, of any size; X and O stand for L and R."""
        state = read_grid(diagram)
        return NormalPlayPosition(state, type(self)((state.rows, state.columns)), to_move)

    def drawn(self, state: Any) -> str:
        return "\n".join(" ".join(SYMBOLS[cell] for cell in row) for row in state.lines())

    def svg(self, position: Position, *, theme: Theme = "auto") -> str:  # type: ignore[override]
        assert isinstance(position, NormalPlayPosition)
        return draw(position.state, title=position.text(), theme=theme)


def read_grid(diagram: str) -> Grid:
    """Reads rows of squares; lines about the turn, with which text ends, are left out."""
    lines = [line.strip() for line in diagram.replace("/", "\n").splitlines()]
    rows = [_contents(line) for line in lines if line and not line.endswith(" move")]
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise NotationError(f"the rows of {quoted(diagram)} have different lengths, or none")
    return Grid(len(rows), len(rows[0]), b"".join(rows))


def _contents(line: str) -> bytes:
    found = bytearray()
    for symbol in line:
        content = _SYNONYMS.get(symbol, SYMBOLS.find(symbol))
        if content is None:
            continue
        if content < 0:
            raise NotationError(f"{quoted(symbol)} in {quoted(line)} is not one of {SYMBOLS}, X, O")
        found.append(content)
    return bytes(found)


# -- pictures ---------------------------------------------------------------------------------

_SQUARE = 44.0
_EDGE = 26.0
_DOMINO = {TOP: (0, 0, 0, 8), BOTTOM: (0, -8, 0, 8), WEST: (0, 0, 8, 0), EAST: (-8, 0, 8, 0)}
"""How far the half of a domino reaches beyond its square: x, y, width, height."""


def draw(state: Grid, *, title: str, theme: Theme) -> str:
    """Returns a picture of a board: Left's pieces are blue and Right's red."""
    width, height = (2 * _EDGE + _SQUARE * side for side in (state.columns, state.rows))
    body = [surface(width, height, wooden=False)]
    body += [
        label(_EDGE + _SQUARE * (column + 0.5), _EDGE / 2 + 2, chr(ord("A") + column), "co", 12)
        for column in range(state.columns)
    ]
    body += [
        label(_EDGE / 2, _EDGE + _SQUARE * (row + 0.5), str(row + 1), "co", 12)
        for row in range(state.rows)
    ]
    for cell, content in enumerate(state.cells):
        row, column = divmod(cell, state.columns)
        body += _square(_EDGE + _SQUARE * column, _EDGE + _SQUARE * row, content)
    return document(body, width=width, height=height, title=title, rules=_rules, theme=theme)


def _square(x: float, y: float, content: int) -> list[Markup]:
    found = [rect(x, y, _SQUARE, _SQUARE, "go" if content == GONE else "sq")]
    middle = _SQUARE / 2
    if content in (LEFT, RIGHT):
        found.append(circle(x + middle, y + middle, 0.38 * _SQUARE, _side(content == LEFT)))
    elif content in (ONLY_LEFT, ONLY_RIGHT):
        found.append(circle(x + middle, y + middle, 0.12 * _SQUARE, _side(content == ONLY_LEFT)))
    elif content in _DOMINO:
        dx, dy, more_x, more_y = _DOMINO[content]
        found.append(
            rect(x + 5 + dx, y + 5 + dy, _SQUARE - 10 + more_x, _SQUARE - 10 + more_y,
                 _side(content in (TOP, BOTTOM)), rx=6)
        )  # fmt: skip
    return found


def _side(is_left: bool) -> str:
    return "le" if is_left else "ri"


def _rules(palette: Palette) -> dict[str, str]:
    return surface_rules(palette, wooden=False) | {
        ".sq": f"fill:none;stroke:{palette.line};stroke-width:1",
        ".go": f"fill:{palette.line};fill-opacity:0.35;stroke:{palette.line};stroke-width:1",
        ".le": f"fill:{palette.first}",
        ".ri": f"fill:{palette.second}",
    }

"""Draws a game in a terminal: a coloured board with a panel, or plain text.

`board` colours boards of stones and of lines; a game without such a board shows its plain text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tesuji.games import Position
from tesuji.games.line_names import LineNames
from tesuji.games.presentation import Board, OnBoard
from tesuji.games.stones_text import PointNames

_WOOD = "on #d8b06a"
_LAST = "on #b5793a"
_LINE = "on #7fb069"
_STONES = {0: "#101010", 1: "#ffffff"}
_BOXES = {0: "bold #ffffff on #2b6cb0", 1: "bold #ffffff on #c05621"}
_LABELS = "dim"
DEAD = {0: "x", 1: "o"}
"""How a dead stone is shown."""
_GAP = 3
"""Columns between a board and its notes."""


def scene(position: Position, notes: Sequence[str], width: int) -> RenderableType:
    """Returns the board with `notes` beside it, or below it if `width` is too small."""
    shown = board(position)
    said = [Text.from_markup(note) for note in notes]
    beside = max((note.cell_len for note in said), default=0)
    if max(line.cell_len for line in shown.split()) + _GAP + beside > width:
        return Group(shown, "", *said)
    grid = Grid.grid(padding=(0, _GAP))
    grid.add_row(shown, Group(*said))
    return grid


def board(position: Position, owners: Sequence[int] = (), dead: Collection[int] = ()) -> Text:
    """Returns the board in colours; on a counted one also owners and dead stones."""
    board, on_board = position.game.board, position.on_board()
    if board is None or on_board is None:
        return Text(position.text())
    last = position.last_move
    if board.kind == "stones":
        return _stones(board, on_board, last, owners, dead)
    return _boxes(board, on_board, last)


def _stones(
    board: Board, on_board: OnBoard, last: int | None, owners: Sequence[int], dead: Collection[int]
) -> Text:
    rows, columns = board.rows, board.columns
    names = PointNames(rows, columns, board.skips_letter_i, board.rows_from_top)
    stones = on_board.stones or ()
    text = Text(no_wrap=True)
    header = "    " + " ".join(names.letters) + "\n"
    text.append(header, _LABELS)
    for row in range(rows):
        text.append(f"{names.number(row):2} ", _LABELS)
        text.append(" ", _WOOD)
        for column in range(columns):
            point = row * columns + column
            ground = _LAST if point == last else _WOOD
            ground = _LINE if point in on_board.highlight else ground
            stone = stones[point]
            if point in dead:
                text.append(DEAD[stone], f"bold {_STONES[stone]} {ground}")
            elif stone < 0 and owners and owners[point] >= 0:
                text.append("■", f"{_STONES[owners[point]]} {ground}")
            elif stone >= 0:
                text.append("●", f"{_STONES[stone]} {ground}")
            elif point in on_board.forbidden:
                text.append("×", f"#a02020 {ground}")
            else:
                text.append("+" if point in board.stars else "·", f"#6b4a1f {ground}")
            text.append(" ", _WOOD)
        text.append(f" {names.number(row)}\n", _LABELS)
    text.append(header.rstrip("\n"), _LABELS)
    return text


def _boxes(board: Board, on_board: OnBoard, last: int | None) -> Text:
    rows, columns = board.rows, board.columns
    names = LineNames(rows, columns)
    drawn = frozenset(on_board.lines or ())
    owners = on_board.owners or (-1,) * (rows * columns)

    def style(line: int) -> str:
        return "bold #e0a030" if line == last else "bold"

    text = Text(no_wrap=True)
    text.append("    " + "   ".join(names.small[:columns]) + "\n", _LABELS)
    for row in range(rows + 1):
        text.append("  ●", "bold")
        for column in range(columns):
            line = names.horizontal(row, column)
            text.append("━━━" if line in drawn else "   ", style(line))
            text.append("●", "bold")
        text.append(f" {names.capital[row]}\n", _LABELS)
        if row == rows:
            break
        text.append(f"{names.capital[row]} ", _LABELS)
        for column in range(columns + 1):
            line = names.vertical(row, column)
            text.append("┃" if line in drawn else " ", style(line))
            if column < columns:
                owner = owners[row * columns + column]
                text.append("   " if owner < 0 else f" {owner + 1} ", _BOXES.get(owner, ""))
        text.append("\n")
    text.append("  " + "   ".join(names.small), _LABELS)
    return text


def tally(position: Position) -> tuple[str, str]:
    """Returns each side's boxes or prisoners in words; empty if there is nothing to count."""
    board, on_board = position.game.board, position.on_board()
    if board is None or on_board is None or on_board.score is None:
        return "", ""
    first, second = on_board.score
    return f"{board.counts} {first:g}", f"{board.counts} {second:g}"

"""Reads the diagrams in the rules of a game, so that they can be drawn and played on.

A diagram is a fenced block of Markdown that begins with ```` ```diagram size=5 to_move=second ````:
the options of the board, and who moves. Below stands the board in text. It may show fewer rows and
columns than the board has, and is then put into its middle; small letters label empty points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tesuji.errors import NotationError
from tesuji.games.contract import Position, Side
from tesuji.games.presentation import Board
from tesuji.games.registry import make

_FENCE = re.compile(r"(?ms)^([ ]*)```diagram[ ]?([^\n]*)\n(.*?)^[ ]*```[ ]*$")
_EMPTY = "."


@dataclass(frozen=True)
class Diagram:
    """A position in a page of rules."""

    position: Position
    labels: Mapping[int, str]
    """Letters on empty points, by move."""


def read_diagrams(game: str, page: str) -> tuple[str, list[Diagram]]:
    """Returns the page with its diagrams numbered from 0, and the diagrams."""
    found: list[Diagram] = []

    def number(fence: re.Match[str]) -> str:
        indent, options, body = fence.groups()
        found.append(_read(game, options, body))
        return f"{indent}```diagram {len(found) - 1}\n{body}{indent}```"

    return _FENCE.sub(number, page), found


def plain_diagrams(page: str) -> str:
    """Returns the page with its diagrams as plain text, for programs that do not draw them."""
    return re.sub(r"(?m)^([ ]*)```diagram\b[^\n]*$", r"\1```text", page)


def _read(name: str, options: str, body: str) -> Diagram:
    words = dict(word.split("=", 1) for word in options.split())
    mover = Side.SECOND if words.pop("to_move", "first") == "second" else Side.FIRST
    game = make(name, **words)
    board = game.board
    if board is None or board.kind != "stones":
        return Diagram(game.parse(body, mover), {})
    rows = _in_the_middle([line.split() for line in body.splitlines() if line.strip()], board)
    cells = [cell for row in rows for cell in row]
    labels = {point: cell for point, cell in enumerate(cells) if cell.islower()}
    text = "\n".join(" ".join(_EMPTY if cell.islower() else cell for cell in row) for row in rows)
    return Diagram(game.parse(text, mover), labels)


def _in_the_middle(shown: list[list[str]], board: Board) -> list[list[str]]:
    """Returns all rows of the board, with those that are shown in its middle."""
    width = max(map(len, shown))
    if len(shown) > board.rows or width > board.columns:
        raise NotationError(
            f"the diagram shows {len(shown)}x{width} points, the board has "
            f"{board.rows}x{board.columns}"
        )
    top, left = (board.rows - len(shown)) // 2, (board.columns - width) // 2
    rows = [[_EMPTY] * board.columns for _ in range(board.rows)]
    for row, cells in enumerate(shown, start=top):
        rows[row][left : left + len(cells)] = cells
    return rows

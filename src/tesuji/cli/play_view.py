"""How a game looks in a terminal: a coloured board with a panel, or plain text where colours fail.

`board` colours the boards of the built-in games; every other game shows its plain text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tesuji.games import Position
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count
from tesuji.games.stone_game import StoneGame
from tesuji.games.stones_text import star_points

_WOOD = "on #d8b06a"
_LAST = "on #b5793a"
_LINE = "on #7fb069"
_STONES = {0: "#101010", 1: "#ffffff"}
_BOXES = {0: "bold #ffffff on #2b6cb0", 1: "bold #ffffff on #c05621"}
_LABELS = "dim"
_DEAD = {0: "x", 1: "o"}
"""How a dead stone is shown."""
_TERRITORY = {0: "+", 1: "-", -1: "."}
"""How plain text shows an empty point by its owner."""
_GAP = 3
"""Columns between a board and its notes."""


def scene(position: Position, notes: Sequence[str], width: int) -> RenderableType:
    """The board with `notes` beside it, or below it on a screen of too few columns, `width`."""
    shown = board(position)
    said = [Text.from_markup(note) for note in notes]
    beside = max((note.cell_len for note in said), default=0)
    if max(line.cell_len for line in shown.split()) + _GAP + beside > width:
        return Group(shown, "", *said)
    grid = Grid.grid(padding=(0, _GAP))
    grid.add_row(shown, Group(*said))
    return grid


def board(position: Position, count: Count | None = None) -> Text:
    """The board in colours; with a `count` of Go also territory and dead stones."""
    game = position.game
    if isinstance(game, StoneGame):
        return _stones(position, game, count)
    if isinstance(game, DotsAndBoxes):
        return _boxes(position, game)
    return Text(position.text())


def counted_text(position: GoPosition, count: Count) -> str:
    """A counted board of Go in plain text."""
    game, dead = position.game, set(count.dead)
    header = "   " + " ".join(game.points.letters)
    lines = [header]
    for row in range(game.rows):
        cells = []
        for point in range(row * game.columns, (row + 1) * game.columns):
            stone = count.stones[point]
            if stone < 0:
                cells.append(_TERRITORY[count.owner[point]])
            else:
                cells.append(_DEAD[stone] if point in dead else "XO"[stone])
        number = game.rows - row
        lines.append(f"{number:2} {' '.join(cells)} {number}")
    return "\n".join([*lines, header, "+ Black's, - White's, x and o dead stones"])


def _stones(position: Any, game: StoneGame, count: Count | None = None) -> Text:
    owner = () if count is None else count.owner
    dead = frozenset(() if count is None else count.dead)
    names = game.points
    stones = position.stones
    stars = star_points(game.rows, game.columns) if game.name != "torus" else frozenset()
    winning = frozenset(getattr(position, "winning_line", None) or ())
    forbidden = frozenset(getattr(position, "forbidden_points", None) or ())
    text = Text(no_wrap=True)
    header = "    " + " ".join(names.letters) + "\n"
    text.append(header, _LABELS)
    for row in range(game.rows):
        text.append(f"{game.rows - row:2} ", _LABELS)
        text.append(" ", _WOOD)
        for column in range(game.columns):
            point = row * game.columns + column
            ground = _LAST if point == position.last_move else _WOOD
            ground = _LINE if point in winning else ground
            stone = stones[point]
            if point in dead:
                text.append(_DEAD[stone], f"bold {_STONES[stone]} {ground}")
            elif stone < 0 and owner and owner[point] >= 0:
                text.append("■", f"{_STONES[owner[point]]} {ground}")
            elif stone >= 0:
                text.append("●", f"{_STONES[stone]} {ground}")
            elif point in forbidden:
                text.append("×", f"#a02020 {ground}")
            else:
                text.append("+" if point in stars else "·", f"#6b4a1f {ground}")
            text.append(" ", _WOOD)
        text.append(f" {game.rows - row}\n", _LABELS)
    text.append(header.rstrip("\n"), _LABELS)
    return text


def _boxes(position: Any, game: DotsAndBoxes) -> Text:
    names = game.lines
    drawn = frozenset(position.lines)
    text = Text(no_wrap=True)
    text.append("    " + "   ".join(names.small[: game.columns]) + "\n", _LABELS)
    for row in range(game.rows + 1):
        text.append("  ●", "bold")
        for column in range(game.columns):
            line = names.horizontal(row, column)
            text.append("━━━" if line in drawn else "   ", _style(line, position))
            text.append("●", "bold")
        text.append(f" {names.capital[row]}\n", _LABELS)
        if row == game.rows:
            break
        text.append(f"{names.capital[row]} ", _LABELS)
        for column in range(game.columns + 1):
            line = names.vertical(row, column)
            text.append("┃" if line in drawn else " ", _style(line, position))
            if column < game.columns:
                owner = position.owners[row * game.columns + column]
                text.append("   " if owner < 0 else f" {owner + 1} ", _BOXES.get(owner, ""))
        text.append("\n")
    text.append("  " + "   ".join(names.small), _LABELS)
    return text


def _style(line: int, position: Any) -> str:
    return "bold #e0a030" if line == position.last_move else "bold"


def tally(position: Any) -> tuple[str, str]:
    """What each side has to show for itself, in words; empty where there is nothing to count."""
    if hasattr(position, "prisoners"):
        black, white = position.prisoners
        return f"prisoners {black}", f"prisoners {white}"
    if hasattr(position, "scores"):
        first, second = position.scores
        return f"boxes {first}", f"boxes {second}"
    return "", ""

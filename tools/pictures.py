"""Draws the pictures of the documentation, docs/pictures/*.svg."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import Position, Side, make
from tesuji.search import Budget
from tesuji.theory.torus import Trouble, find_win, troubled_stones
from tesuji.theory.torus.solver import solve

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIDE = 300
GAP = 12


def boards() -> list[Position]:
    """Draws one position of each game."""
    return [
        make("torus").initial().play("E5 F6 D4 G5 E7 G7 C6 D8 H5 B3"),
        make("go", size=9).initial().play("E5 C3 G3 G6 C6 F7 D3 D2 C2 C4 D4 B2 E2 C1"),
        make("gomoku").initial().play("H8 I9 H9 H7 I8 G8 J7 G10 K6 L5"),
        make("dots-and-boxes", size=4).initial().play("aA bC dA cE Ab bB Ac bA"),
        make("reversi").initial().play("F5 D6 C5 F4 E3 C6 E6 F7 G5 B5 B6 A6 C7 F3 D3 G4"),
    ]


def side_by_side(pictures: list[str]) -> str:
    """Puts several SVG pictures into one."""
    width = len(pictures) * (SIDE + GAP) - GAP
    parts = [
        re.sub(r"<svg ", f'<svg x="{index * (SIDE + GAP)}" y="0" ', picture, count=1)
        for index, picture in enumerate(pictures)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}" width="{width}">'
    return f"{head}{''.join(parts)}</svg>\n"


LONG_WIN = """
. . . O X X . X .
. . . X O . . . .
O . . . O . X . .
. O O . . . O . .
. . . . . . . . O
. . . . X . . . .
X O . . . . X . .
X . X O X X . . .
. . . . . . . . .
"""


def torus_replies() -> str:
    """Draws the 4x4 torus after one stone and marks the replies that win."""
    position: Any = make("torus", size=4).initial().play("A1")
    solution = solve(position, Budget(seconds=600))
    won = {move: "circle" for move, value in solution.moves.items() if value == 1}
    return str(position.svg(theme="light", size=SIDE, marks=won))


def torus_long_win() -> str:
    """Draws a win by threats alone, numbered; a point played twice keeps its first number."""
    game: Any = make("torus")
    position = game.parse(LONG_WIN.strip(), Side.FIRST)
    labels: dict[int, str] = {}
    for number, move in enumerate(find_win(position, None, seconds=10).line, 1):
        labels.setdefault(move, str(number))
    return str(position.svg(theme="light", size=SIDE + 60, labels=labels))


def torus_trouble() -> str:
    """Stones that are threatened (triangle), in danger (square) and in peril (cross)."""
    position: Any = make("torus").initial().play("C7 C6 D6 G3 G4 E5 B6 F3 G2 H8")
    shapes = {
        Trouble.THREATENED: "triangle",
        Trouble.IN_DANGER: "square",
        Trouble.IN_PERIL: "cross",
    }
    marks = {stone.point: shapes[stone.trouble] for stone in troubled_stones(position)}
    return str(position.svg(theme="light", size=SIDE + 60, marks=marks))


def main() -> None:
    (FOLDER / "torus").mkdir(parents=True, exist_ok=True)
    pictures = [position.svg(theme="light", size=SIDE) for position in boards()]
    write_atomically(FOLDER / "boards.svg", side_by_side(pictures).encode())
    write_atomically(FOLDER / "torus" / "replies-4x4.svg", torus_replies().encode())
    write_atomically(FOLDER / "torus" / "long-win.svg", torus_long_win().encode())
    write_atomically(FOLDER / "torus" / "trouble.svg", torus_trouble().encode())


if __name__ == "__main__":
    run(main)

"""Draws the pictures of the documentation, docs/pictures/*.svg."""

from __future__ import annotations

import re
from pathlib import Path

from tesuji.files import write_atomically
from tesuji.games import Position, make

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIDE = 300
GAP = 12


def boards() -> list[Position]:
    """One position of each game."""
    return [
        make("torus").initial().play("E5 F6 D4 G5 E7 G7 C6 D8 H5 B3"),
        make("go", size=9).initial().play("E5 C3 G3 G6 C6 F7 D3 D2 C2 C4 D4 B2 E2 C1"),
        make("gomoku").initial().play("H8 I9 H9 H7 I8 G8 J7 G10 K6 L5"),
        make("dots-and-boxes", size=4).initial().play("aA bC dA cE Ab bB Ac bA"),
    ]


def side_by_side(pictures: list[str]) -> str:
    """Several SVG pictures in one."""
    width = len(pictures) * (SIDE + GAP) - GAP
    parts = [
        re.sub(r"<svg ", f'<svg x="{index * (SIDE + GAP)}" y="0" ', picture, count=1)
        for index, picture in enumerate(pictures)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}" width="{width}">'
    return f"{head}{''.join(parts)}</svg>\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = [position.svg(theme="light", size=SIDE) for position in boards()]
    write_atomically(FOLDER / "boards.svg", side_by_side(pictures).encode())


if __name__ == "__main__":
    main()

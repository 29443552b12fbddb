"""Reads a position from the command line: a drawn board, moves, or both."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side

Diagram = Annotated[
    str | None,
    typer.Option(
        metavar="DIAGRAM", help="A board diagram, a file with one, or - for standard input."
    ),
]
ToMove = Annotated[str, typer.Option(help="Who moves in the diagram: first or second.")]
Moves = Annotated[str, typer.Option(help='Moves from that position, e.g. "C3 C4 D4" or "aA Bb".')]


def read_position(game: Game, diagram: str | None, to_move: str, moves: str) -> Position:
    """Returns the position that the options describe; raises `TesujiError` if there is none."""
    position = game.initial()
    if to_move not in {"first", "second"}:
        raise TesujiError(f"--to-move must be first or second, got {to_move!r}")
    if diagram is not None:
        mover = Side.FIRST if to_move == "first" else Side.SECOND
        position = game.parse(_read_diagram(diagram), mover)
    return position.play(moves)


def _read_diagram(diagram: str) -> str:
    if diagram == "-":
        return sys.stdin.read()
    try:
        if "\n" not in diagram and os.path.isfile(diagram):
            return Path(diagram).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TesujiError(f"cannot read {diagram}: {error}") from error
    return diagram

"""Positions drawn as diagrams, played in the fast rules and in the slow ones at the same time.

A diagram has one line for each row, X for Black, O for White and a dot for an empty point; white
space between points does not matter. Letters other than X and O name empty points for the reader
and for `point_named`.
"""

from __future__ import annotations

import re
from typing import Any

from tests.reference import Board, ReferencePosition
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes
from tests.reference.go import GoRules, ReferenceGo
from tests.reference.gomoku import ReferenceGomoku
from tests.reference.reversi import ReferenceReversi
from tests.reference.torus import ReferenceTorus
from tesuji.games import Side, make

FINISHED = """
. X X O . O . O .
X X X O O O O O O
. X O O . X . O .
X X X O O O O O O
X . X X X O . . .
X X O O X O O O O
. X O . O X X X O
X X O O O X . X X
. X O . O X X . X
"""
"""A game of Go on 9×9 that has ended, with one dead stone, at F7."""


def rows_of(diagram: str) -> list[str]:
    """The rows of a diagram without spaces."""
    return ["".join(line.split()) for line in diagram.strip().splitlines()]


def set_up(name: str, diagram: str, to_move: Side = Side.FIRST, **options: Any) -> Any:
    """The position of a diagram, on a board of its size, checked against the slow rules."""
    rows = rows_of(diagram)
    square = len(rows) == len(rows[0])
    size = str(len(rows)) if square else f"{len(rows)}x{len(rows[0])}"
    game: Any = make(name, size=size, **options)
    position = game.parse("\n".join(re.sub("[^XO]", ".", row) for row in rows), to_move)
    return checked(position)


def point_named(diagram: str, letter: str) -> int:
    """The number of the point that a letter marks in a diagram."""
    return "".join(rows_of(diagram)).index(letter)


def play(position: Any, moves: str) -> Any:
    """The position after some moves in notation, checked against the slow rules at every one."""
    for move in moves.split():
        position = checked(position.play(move))
    return position


def why_not(position: Any, move: str) -> str | None:
    """Why a move in notation is illegal here; None when it is legal."""
    reason: str | None = position.why_illegal(position.game.parse_move(move))
    return reason


def drawn(position: Any) -> list[str]:
    """The board as the rows of a diagram."""
    letters = "".join(".XO"[stone + 1] for stone in position.stones)
    columns = position.game.columns
    return [letters[i : i + columns] for i in range(0, len(letters), columns)]


def checked(position: Any) -> Any:
    """`position`, after the slow rules have said the same of it."""
    slow = slow_twin(position)
    assert position.legal_moves() == slow.legal_moves(), position.text()
    assert position.is_over == slow.is_over, position.text()
    assert board_of(position) == slow.board(), position.text()
    if position.outcome is None:
        assert position.to_move == slow.to_move, position.text()
    else:
        assert position.outcome.winner == slow.winner, position.text()
        assert position.outcome.margin == slow.margin, position.text()
    return position


def board_of(position: Any) -> Board:
    if position.game.name == "dots-and-boxes":
        return tuple(int(line in position.lines) for line in range(position.game.num_moves))
    return tuple(position.stones)


def slow_twin(position: Any) -> ReferencePosition:
    """The same game, played again from its start or set-up by the slow rules."""
    slow = _start_of_twin(position)
    for move in position.moves:
        slow = slow.after(move)
    return slow


def _start_of_twin(position: Any) -> ReferencePosition:
    name, rules = position.game.name, position.rules
    start = position.setup
    if name == "torus":
        if start is None:
            return ReferenceTorus.start(rules.size)
        return ReferenceTorus.set_up(rules.size, tuple(start[0]), start[1])
    if name == "reversi":
        if start is None:
            return ReferenceReversi.start(rules.size)
        return ReferenceReversi.set_up(rules.size, tuple(start[0]), start[1])
    if name == "gomoku":
        if start is None:
            return ReferenceGomoku.start(rules.size, rules.variant, rules.swap2)
        return ReferenceGomoku.set_up(rules.size, tuple(start[0]), start[1], rules.variant)
    if name == "dots-and-boxes":
        if start is None:
            return ReferenceDotsAndBoxes.start(rules.rows, rules.columns)
        lines, owners, to_move = start
        board = tuple(int(line in lines) for line in range(rules.num_moves))
        scores = (owners.count(0), owners.count(1))
        return ReferenceDotsAndBoxes.set_up(rules.rows, rules.columns, board, to_move, scores)
    options = GoRules(
        rules.rows,
        rules.columns,
        rules.komi,
        "positional" if rules.superko else "simple",
        "territory" if rules.territory else "area",
    )
    stones, to_move, prisoners = start or ([-1] * options.points, 0, (0, 0))
    return ReferenceGo.set_up(
        options, tuple(stones), to_move, prisoners=(prisoners[0], prisoners[1])
    )

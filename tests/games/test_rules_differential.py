"""The fast rules against the slow ones: random games, compared at every ply."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.reference import ReferencePosition
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes
from tests.reference.go import ReferenceGo
from tests.reference.gomoku import ReferenceGomoku
from tests.reference.reversi import ReferenceReversi
from tests.reference.torus import ReferenceTorus
from tesuji.games import make

pytestmark = pytest.mark.core


@dataclass(frozen=True)
class Case:
    """A game in both implementations, and how many random games to compare."""

    name: str
    options: dict[str, Any]
    reference: Callable[[], ReferencePosition]
    games: int
    max_plies: int = 400

    def __str__(self) -> str:
        return "-".join([self.name, *map(str, self.options.values())])


def torus(size: int, games: int) -> Case:
    return Case("torus", {"size": size}, lambda: ReferenceTorus.start(size), games)


def go(rows: int, columns: int, games: int, ko: str = "positional", scoring: str = "area") -> Case:
    options = {"size": f"{rows}x{columns}", "ko": ko, "scoring": scoring, "komi": 0.5}

    def start() -> ReferencePosition:
        return ReferenceGo.start(rows, columns, 0.5, ko, scoring)  # type: ignore[arg-type]

    return Case("go", options, start, games, max_plies=6 * rows * columns)


def dots(rows: int, columns: int, games: int) -> Case:
    options = {"size": f"{rows}x{columns}"}
    return Case(
        "dots-and-boxes", options, lambda: ReferenceDotsAndBoxes.start(rows, columns), games
    )


def gomoku(size: int, rules: str, games: int, swap2: bool = False) -> Case:
    options = {"size": size, "rules": rules, "swap2": swap2}

    def start() -> ReferencePosition:
        return ReferenceGomoku.start(size, rules, swap2)  # type: ignore[arg-type]

    return Case("gomoku", options, start, games)


def reversi(size: int, games: int) -> Case:
    return Case("reversi", {"size": size}, lambda: ReferenceReversi.start(size), games)


CASES = [
    torus(4, 600),
    torus(5, 400),
    torus(6, 200),
    torus(8, 40),
    torus(9, 25),
    torus(19, 1),
    go(2, 2, 2000),
    go(2, 3, 1500),
    go(3, 3, 1000),
    go(3, 4, 500, scoring="territory"),
    go(3, 3, 800, ko="simple"),
    go(5, 5, 150),
    go(5, 4, 150, ko="simple", scoring="territory"),
    go(9, 9, 8),
    dots(1, 1, 100),
    dots(1, 4, 500),
    dots(2, 2, 1000),
    dots(2, 3, 1000),
    dots(3, 3, 800),
    dots(5, 4, 200),
    dots(8, 8, 30),
    gomoku(5, "freestyle", 500),
    gomoku(6, "standard", 500),
    gomoku(7, "caro", 300),
    gomoku(8, "freestyle", 150, swap2=True),
    gomoku(7, "renju", 60),
    gomoku(9, "renju", 20),
    gomoku(15, "standard", 15),
    gomoku(22, "freestyle", 3),
    reversi(4, 500),
    reversi(6, 100),
    reversi(8, 40),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_games_agree(case: Case) -> None:
    rng = random.Random(str(case))
    game = make(case.name, **case.options)
    for _ in range(case.games):
        slow, fast = case.reference(), game.initial()
        for _ply in range(case.max_plies):
            compare(fast, slow)
            if slow.is_over:
                break
            move = rng.choice(slow.legal_moves())
            slow, fast = slow.after(move), fast.after(move)


def compare(fast: Any, slow: ReferencePosition) -> None:
    """Asserts that both implementations see the same position."""
    assert fast.legal_moves() == slow.legal_moves(), fast.text()
    assert fast.is_over == slow.is_over, fast.text()
    board = tuple(fast.stones) if hasattr(fast, "stones") else drawn_lines(fast)
    assert board == slow.board(), fast.text()
    if not slow.is_over:
        assert fast.to_move == slow.to_move, fast.text()
        return
    assert fast.outcome.winner == slow.winner, fast.text()
    assert fast.outcome.margin == slow.margin, fast.text()


def drawn_lines(position: Any) -> tuple[int, ...]:
    drawn = set(position.lines)
    return tuple(int(line in drawn) for line in range(position.game.num_moves))

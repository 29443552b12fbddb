"""Exact values of small tori against brute force by the slow rules, superko included."""

from __future__ import annotations

import json
import random

import pytest

from tests.kit.cli import invoke
from tests.reference.torus import ReferenceTorus
from tests.search.test_torus_win import random_position
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import make
from tesuji.search import Budget
from tesuji.theory.torus.solver import solve

pytestmark = pytest.mark.core


class TooLong(Exception):
    pass


def wins(slow: ReferenceTorus, nodes: list[int]) -> bool:
    """Brute force to the end of every line: whether the player to move wins."""
    nodes[0] -= 1
    if nodes[0] < 0:
        raise TooLong
    if slow.is_over:
        return slow.winner == slow.to_move
    return any(not wins(slow.after(move), nodes) for move in slow.legal_moves())


def test_agrees_with_brute_force() -> None:
    dice = random.Random(2)
    solved: list[int | None] = []
    while len(solved) < 12:
        fast, slow = random_position(4, dice.randint(8, 16), dice)
        if fast.is_over:
            continue
        try:
            truth = {move: not wins(slow.after(move), [600]) for move in slow.legal_moves()}
        except TooLong:
            continue
        solution = solve(fast, Budget(seconds=60, memory=1 << 24))
        assert solution.moves == {move: 1 if won else -1 for move, won in truth.items()}
        assert solution.value == (1 if any(truth.values()) else -1)
        solved.append(solution.value)
    assert {1, -1} <= set(solved)


def test_the_second_player_wins_on_four_by_four() -> None:
    answer = invoke("solve", "torus", "--size", "4", "--json")
    found = json.loads(answer.output)
    assert found["value"] == -1
    assert set(found["moves"].values()) == {-1}
    assert len(found["moves"]) == 16


def test_limits_are_kept() -> None:
    solution = solve(make("torus", size=6).initial(), Budget(nodes=2000, memory=1 << 22))  # type: ignore[arg-type]
    assert (solution.value, solution.moves) == (None, {})
    control = core.SearchControl(core.Budget(nodes=10))
    with pytest.raises(SetupError, match="at most 8"):
        core.prove_torus_start(9, 0, control)


@pytest.mark.slow
def test_with_and_without_symmetry() -> None:
    """The same winner with each position for itself, and the replies that win."""
    solution = solve(make("torus", size=4).initial().play("A1"), Budget(seconds=600))  # type: ignore[arg-type]
    game = make("torus", size=4)
    winning = {game.format_move(move) for move, value in solution.moves.items() if value == 1}
    assert winning == {"A3", "C1", "C3"}

"""The score of best play on whole boards, against a search of all moves to the end."""

from __future__ import annotations

import random

import pytest

from tesuji.games import Position, Side, make
from tesuji.games.go import GoPosition
from tesuji.search import Budget, Proof, search
from tesuji.theory.certain import exact_score
from tesuji.theory.go_endgames.whole_board import exact_lead

pytestmark = pytest.mark.core

DAME = """
. X X O .
X X O O O
. X O . O
X X X O O
. X . O .
"""
"""One point is left, C1: worth a point to each."""


def board(text: str, to_move: Side = Side.FIRST, **options: object) -> GoPosition:
    position = make("go", size=5, **{"komi": 0.5, **options}).parse(text, to_move)
    assert isinstance(position, GoPosition)
    return position


def late_positions(count: int, seed: int) -> list[Position]:
    """Positions of games on 3x4 whose players look a little ahead."""
    dice = random.Random(seed)
    game = make("go", size="3x4", komi=0.5)
    found: list[Position] = []
    while len(found) < count:
        position = game.initial()
        for _ in range(dice.randrange(8, 24)):
            if position.is_over:
                break
            move = dice.choice(position.legal_moves())
            if dice.random() < 0.7:
                report = search(position, "mcts", Budget(simulations=40), seed=dice.randrange(99))
                move = report.moves[0].move
            position = position.after(move)
        if not position.is_over:
            found.append(position)
    return found


def test_it_is_what_a_search_to_the_end_finds() -> None:
    known = 0
    for position in late_positions(60, seed=5):
        score = exact_score(position)
        if score is None:
            continue
        found = search(position, "alphabeta", Budget(nodes=3_000_000))
        assert found.proof is not Proof.UNKNOWN
        assert found.score is not None
        known += 1
        assert score == (found.score if position.to_move == Side.FIRST else -found.score)
    assert known >= 20


def test_the_last_point_belongs_to_whoever_moves() -> None:
    black, white = (exact_lead(board(DAME, side)) for side in Side)
    assert black is not None
    assert white is not None
    assert black - white == 2
    assert black == board(DAME).play("C1").score().margin


def test_what_is_not_proven_is_not_told() -> None:
    game = make("go", size=9)
    assert exact_score(game.initial()) is None
    assert exact_score(game.initial().play("E5 C3 G7")) is None
    # By territory the search does not count, and agreements are not foreseen.
    assert exact_lead(board(DAME, rules="japanese")) is None
    dead = DAME.replace("X X O O O", "X X O X O", 1)
    assert exact_lead(board(dead, rules="chinese")) is None
    assert exact_lead(board(DAME, rules="chinese")) is not None


def test_a_pass_may_be_answered_by_ending_the_game() -> None:
    start = board(DAME, Side.SECOND)
    passed = start.play("pass")
    assert exact_lead(passed) is None  # Black has better to do than to end it
    settled = start.play("C1").play("pass")
    assert exact_lead(settled) == exact_lead(settled.play("pass")) == settled.score().margin

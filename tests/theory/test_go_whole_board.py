"""The score of best play on whole boards, against a search of all moves to the end."""

from __future__ import annotations

import dataclasses
import random

import pytest

from tesuji.analysis import review_game, with_exact_scores
from tesuji.games import Position, Side, make
from tesuji.games.go import GoPosition
from tesuji.search import Budget, Proof, SearchReport, search
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


def searched(position: Position) -> SearchReport:
    return search(position, "mcts", Budget(simulations=30), seed=1)


def test_a_review_tells_proven_losses_from_estimates() -> None:
    start = board(DAME)
    moves = [start.game.parse_move(name) for name in ("A1", "C1", "pass", "pass")]
    given_away, taken, *passes = review_game(start, moves, searched)
    assert given_away.points_proven
    assert given_away.points_lost == 2
    assert start.game.format_move(given_away.best) == "C1"
    assert given_away.line[0] == given_away.best
    assert taken.points_proven
    assert taken.points_lost == 0
    assert all(one.points_lost == 0 for one in passes if one.points_proven)
    opening = make("go", size=9).initial()
    (estimated,) = review_game(opening, [40], searched)
    assert not estimated.points_proven


def test_a_report_gets_scores_and_a_best_move_that_is_proven() -> None:
    report = searched(board(DAME))
    plain = make("go", size=9).initial()
    assert with_exact_scores(searched(plain)).score is None
    found = with_exact_scores(dataclasses.replace(report, score=None))
    assert found.best is not None
    assert found.best.notation == "C1"
    assert found.score == found.best.score == exact_lead(board(DAME))
    assert {move.move for move in found.moves} == {move.move for move in report.moves}

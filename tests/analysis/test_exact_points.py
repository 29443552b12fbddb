"""Points lost in the endgame of Go: proven, estimated, and agreed on."""

from __future__ import annotations

import dataclasses

from tesuji.analysis import review_game, with_exact_scores
from tesuji.games import Position, Side, make
from tesuji.games.go import GoPosition
from tesuji.search import Budget, SearchReport, search
from tesuji.theory.go_endgames.whole_board import exact_lead


def board() -> GoPosition:
    """One point is left, C1: worth a point to each."""
    text = """
. X X O .
X X O O O
. X O . O
X X X O O
. X . O .
"""
    position = make("go", size=5, komi=0.5).parse(text, Side.FIRST)
    assert isinstance(position, GoPosition)
    return position


def searched(position: Position) -> SearchReport:
    return search(position, "mcts", Budget(simulations=30), seed=1)


def test_a_review_tells_proven_losses_from_estimates() -> None:
    start = board()
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
    report = searched(board())
    plain = make("go", size=9).initial()
    assert with_exact_scores(searched(plain)).score is None
    found = with_exact_scores(dataclasses.replace(report, score=None))
    assert found.best is not None
    assert found.best.notation == "C1"
    assert found.score == found.best.score == exact_lead(board())
    assert {move.move for move in found.moves} == {move.move for move in report.moves}


def test_passes_that_end_a_game_are_judged_by_what_is_agreed() -> None:
    text = """
. . X O . . .
. O X O . . .
. . X O . . .
. X X O O . .
. . X O . . .
. . X O . . .
. . X O . . .
"""
    start = make("go", size=7, rules="chinese", komi=0.5).parse(text, Side.SECOND)
    assert isinstance(start, GoPosition)
    moves = [start.game.pass_move] * 2
    agreed = start.score(["B6"]).margin
    assert agreed > start.score().margin  # as it stands, the dead stone spoils the corner
    white, black = review_game(start, moves, searched)
    assert (white.lead, black.lead) == (-agreed, agreed)
    assert black.points_lost == 0
    assert black.verdict.value == "best"
    assert not white.points_proven

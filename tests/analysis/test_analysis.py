"""Ratings and reviews: chances of the right player, and what a move gave away."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random

import pytest

from tesuji.analysis import (
    Calibration,
    Verdict,
    calibration_of,
    chance_in,
    chance_of,
    compare_moves,
    explain,
    rate_moves,
    review_game,
)
from tesuji.analysis.calibration import IDENTITY, evidence, fit
from tesuji.games import Position, Side, Value, make, parse_spec
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.players import make_player
from tesuji.search import Budget, MoveReport, Proof, SearchReport, search
from tesuji.theory.certain import certain_report
from tesuji.theory.dots_and_boxes import Table


def reported(position: Position, values: dict[int, float], **fields: object) -> SearchReport:
    """A report in which the moves have these values for the player to move, best first."""
    order = sorted(values, key=lambda move: -values[move])
    moves = tuple(
        MoveReport(
            move=move,
            notation=position.game.format_move(move),
            visits=10,
            value=Value(values[move], position.to_move),
            prior=0.0,
            proof=Proof.UNKNOWN,
            score=None,
            line=(move,),
            line_notation=(),
        )
        for move in order
    )
    report = SearchReport(
        position=position,
        value=Value(values[order[0]], position.to_move),
        proof=Proof.UNKNOWN,
        score=None,
        moves=moves,
        simulations=100,
        nodes=100,
        seconds=0.1,
        depth=1,
        memory=0,
    )
    return dataclasses.replace(report, **fields)  # type: ignore[arg-type]


def test_chances() -> None:
    assert chance_of(Value(1.0, Side.FIRST)) == 1
    assert chance_of(Value(-1.0, Side.SECOND)) == 0
    assert chance_of(Value(0.0, Side.FIRST)) == 0.5


def test_ratings_of_moves() -> None:
    position = make("gomoku").initial()
    report = reported(position, {1: 0.5, 2: 0.0, 3: -0.5, 4: -1.0, 5: 0.2})
    moves = {move.move: move for move in report.moves}
    changed = (
        dataclasses.replace(moves[1], proof=Proof.WIN),
        moves[5],
        dataclasses.replace(moves[2], proof=Proof.DRAW, visits=0),
        moves[3],
        dataclasses.replace(moves[4], visits=0, value=Value(0.9, position.to_move)),
    )
    ratings = rate_moves(dataclasses.replace(report, moves=changed))
    # The move that nobody looked at has no rating.
    assert ratings == pytest.approx({1: 100, 5: 60, 2: 50, 3: 25})
    lost = dataclasses.replace(moves[1], proof=Proof.LOSS)
    assert rate_moves(dataclasses.replace(report, moves=(lost,))) == {1: 0}
    # However sure a search is, only a proof is certain.
    sure = dataclasses.replace(moves[1], value=Value(1.0, position.to_move))
    assert rate_moves(dataclasses.replace(report, moves=(sure,)))[1] < 100


def test_moves_that_were_not_searched_have_no_rating() -> None:
    report = reported(make("gomoku").initial(), {1: 0.3, 2: 0.1})
    blank = tuple(dataclasses.replace(move, visits=0) for move in report.moves)
    assert rate_moves(dataclasses.replace(report, moves=blank)) == {}
    bounded = (report.moves[0], dataclasses.replace(report.moves[1], is_bound=True))
    assert list(rate_moves(dataclasses.replace(report, moves=bounded))) == [1]


def test_losing_moves_beside_a_winning_one_are_not_rated_100() -> None:
    position = make("gomoku").initial().play("H8 A1 H9 A2 H10 O15")
    known = certain_report(position)
    assert known is not None
    assert rate_moves(known) == {known.moves[0].move: 100.0}


def test_alpha_beta_rates_only_the_moves_that_it_has_values_for() -> None:
    position = make("gomoku", size=9).initial().play("E5 D4")
    for lines in (1, 3):
        report = search(position, "gomoku", Budget(nodes=5000), lines=lines)
        assert len(rate_moves(report)) == lines
    torus = make("torus", size=6).initial().play("A1 B2")
    assert len(rate_moves(search(torus, "alphabeta", Budget(nodes=2000)))) == 1
    every = search(torus, "alphabeta", Budget(nodes=2000), all_moves_exact=True)
    assert len(rate_moves(every)) > 10


@pytest.mark.parametrize(
    ("game", "moves"),
    [("gomoku", "H8 A1 H9 A2 H10 O15"), ("torus:size=6", "C3 D4 D5 A1 C4 A3 E4 B6")],
)
def test_words_rating_and_line_of_a_proven_win_agree(game: str, moves: str) -> None:
    position = parse_spec(game).initial().play(moves)
    words = next(remark for remark in explain(position).remarks if remark.sequence)
    with make_player("best:effort=0.05", position.game) as player:
        report = player.choose(position).report
    assert rate_moves(report)[words.sequence[0]] == 100
    assert chance_in(report) == 1
    assert report.line == words.sequence


def test_a_review_looks_at_each_position_once_and_from_the_right_side() -> None:
    start = make("gomoku").initial()
    asked: list[Position] = []
    values = [{0: 0.2, 1: 0.1}, {1: 0.6, 2: -0.9}, {2: 0.5, 3: 0.4}]

    def judge(position: Position) -> SearchReport:
        asked.append(position)
        return reported(position, values[len(asked) - 1])

    first, second = list(review_game(start, [0, 2], judge))
    assert [len(position.moves) for position in asked] == [0, 1, 2]  # type: ignore[attr-defined]
    # After the first move the opponent's value is 0.6: the chance of the mover is 0.2.
    assert (first.ply, first.player) == (0, Side.FIRST)
    assert first.chance == pytest.approx(0.2)
    assert (first.best, first.loss, first.verdict) == (0, 0, Verdict.BEST)
    assert (second.player, second.best, second.line) == (Side.SECOND, 1, (1,))
    assert second.chance == pytest.approx(0.25)
    assert second.loss == pytest.approx(0.8 - 0.25)
    assert second.verdict is Verdict.BLUNDER


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        (-0.5, Verdict.BEST),
        (-0.6, Verdict.BEST),
        (-0.42, Verdict.GOOD),
        (-0.35, Verdict.INACCURACY),
        (-0.2, Verdict.MISTAKE),
        (0.0, Verdict.BLUNDER),
    ],
)
def test_verdicts_by_what_was_lost(after: float, verdict: Verdict) -> None:
    """The best move has the value 0.5; `after` is the opponent's value after the other one."""
    start = make("gomoku").initial()
    reports = iter([{0: 0.5, 1: 0.2}, {2: after, 3: after - 0.1}])
    (judged,) = review_game(start, [1], lambda position: reported(position, next(reports)))
    assert judged.verdict is verdict


def test_the_same_player_again_keeps_the_sign() -> None:
    """In Dots and Boxes the value after closing a box is the mover's own."""
    game = make("dots-and-boxes", size="1x2")
    start = game.initial()
    for line in game.rules.lines_of(0)[:3]:  # type: ignore[attr-defined]
        start = start.after(line)
    closing = game.rules.lines_of(0)[3]  # type: ignore[attr-defined]
    after = start.after(closing)
    assert after.to_move == start.to_move
    other = next(move for move in start.legal_moves() if move != closing)
    reports = iter([{closing: 0.4, other: 0.0}, {after.legal_moves()[0]: 0.8}])
    (judged,) = review_game(start, [closing], lambda position: reported(position, next(reports)))
    assert judged.chance == pytest.approx(0.9)
    assert judged.verdict is Verdict.BEST


def test_the_end_of_a_game_needs_no_search() -> None:
    position = make("go", size=5).initial().after(25)
    asked = []

    def judge(position: Position) -> SearchReport:
        asked.append(position)
        return reported(position, {0: 0.9, 25: -1.0})

    (judged,) = review_game(position, [25], judge)
    assert len(asked) == 1
    assert judged.chance == 1.0  # White wins the empty board by komi
    assert judged.loss == 0


def test_the_only_move_is_forced() -> None:
    position = make("dots-and-boxes", size=1).initial().play(0, 1, 2)
    only = position.legal_moves()
    assert len(only) == 1
    (judged,) = review_game(position, only, lambda at: reported(at, {only[0]: 0.0}))
    assert judged.verdict is Verdict.FORCED


def test_no_moves_no_search() -> None:
    nobody = iter(())
    assert list(review_game(make("gomoku").initial(), [], lambda _: next(nobody))) == []


def test_an_impossible_move_is_complained_about() -> None:
    from tesuji.errors import IllegalMoveError

    start = make("gomoku").initial()
    with pytest.raises(IllegalMoveError):
        list(review_game(start, [0, 0], lambda at: reported(at, {3: 0.0})))


def test_a_missed_win_is_a_blunder() -> None:
    """With the real search: four in a row, and the winning fifth is not played."""
    start = make("gomoku", size=7).initial().play("A1 B7 A2 C7 A3 D7 A4 E7")
    far = start.game.parse_move("G1")

    def judge(position: Position) -> SearchReport:
        return search(position, "mcts", Budget(simulations=2000), seed=1)

    (judged,) = review_game(start, [far], judge)
    assert judged.best == start.game.parse_move("A5")
    assert judged.best_chance == pytest.approx(1.0)
    assert judged.verdict is Verdict.BLUNDER
    (judged,) = review_game(start, [judged.best], judge)
    assert (judged.verdict, judged.chance) == (Verdict.BEST, 1.0)


# -- calibration ------------------------------------------------------------------------------


VALUES = [i / 50 - 0.98 for i in range(99)]


def test_fit_finds_what_made_the_results() -> None:
    def truth(value: float) -> float:
        x = evidence(value)
        return 1 / (1 + math.exp(-(2.0 * x if x < 0 else 0.5 * x) + 0.4))

    found = fit(VALUES * 20, [truth(value) for value in VALUES] * 20)
    for value in VALUES:
        assert found.chance(value) == pytest.approx(truth(value), abs=0.02)
    assert 0.5 < fit([0.1] * 5, [1.0] * 5).chance(0.1) < 1  # every game won: still finite


def test_fit_finds_what_it_is_worth_to_have_begun() -> None:
    truth = Calibration(((-5.0, -6.0), (0.0, 0.1), (5.0, 4.0)), first=-0.5)
    pairs = [(value, mover) for value in VALUES for mover in Side] * 20
    results = [truth.chance(value, mover) for value, mover in pairs]
    found = fit([value for value, _ in pairs], results, [mover for _, mover in pairs])
    assert found.first == pytest.approx(-0.5, abs=0.02)
    for value, mover in pairs:
        assert found.chance(value, mover) == pytest.approx(truth.chance(value, mover), abs=0.02)


def test_chances_always_rise_with_the_value() -> None:
    # Large values that are worth less than small ones would bend the curve down again.
    results = [0.5 + 0.5 * value if abs(value) < 0.3 else 0.5 - 0.1 * value for value in VALUES]
    found = fit(VALUES, results)
    chances = [found.chance(value) for value in (-0.999, *VALUES, 0.999)]
    assert all(one < other for one, other in itertools.pairwise(chances))


def test_what_was_not_measured_is_taken_at_its_word() -> None:
    gomoku = make("gomoku")
    assert calibration_of(gomoku, "nobody") == IDENTITY
    assert calibration_of(make("torus"), "alphazero:net=mine.onnx,sims=10") == IDENTITY
    for value in (-1.0, -0.3, 0.0, 0.9, 1.0):
        assert IDENTITY.chance(value) == pytest.approx((value + 1) / 2, abs=1e-9)


@pytest.mark.parametrize("engine", ["mcts:sims=400", "torus:nodes=10000"])
def test_measured_chances_keep_the_order(engine: str) -> None:
    calibration = calibration_of(make("torus"), engine)
    assert calibration != IDENTITY
    chances = [calibration.chance(i / 20 - 1) for i in range(41)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0, 1)


def test_chances_of_both_players_add_up() -> None:
    position = make("torus").initial()
    report = reported(position, {1: 0.3, 2: -0.2})
    other = report.value.seen_by(Side.SECOND)
    assert chance_in(report) + chance_in(report, other) == pytest.approx(1)
    assert rate_moves(report)[1] == pytest.approx(100 * chance_in(report))


def test_comparison_of_moves() -> None:
    position = make("torus").initial()
    compared = compare_moves(reported(position, {1: 0.3, 2: -0.2, 3: 0.0}))
    assert (compared[1], compared[2]) == (100, 0)
    assert 0 < compared[3] < 100
    assert compare_moves(reported(position, {1: 0.3, 2: 0.3})) == {1: 100, 2: 100}


def test_where_a_board_is_solved_boxes_count_too() -> None:
    game = DotsAndBoxes(3, 3)
    dice = random.Random(4)
    table = Table.of(game)
    for _ in range(4):
        position: DotsAndBoxesPosition = game.initial()
        moves = []
        while not position.is_over:
            moves.append(dice.choice(position.legal_moves()))
            position = position.after(moves[-1])
        at = game.initial()
        for judged in review_game(game.initial(), moves, _exactly):
            lost = table.value(at) - table.move_values(at)[judged.move]
            assert judged.points_lost == lost
            if len(at.legal_moves()) > 1:
                assert (judged.verdict is Verdict.BEST) == (lost == 0)
            assert table.move_values(at)[judged.best] == table.value(at)
            at = at.after(judged.move)


def _exactly(position: Position) -> SearchReport:
    report = certain_report(position)
    assert report is not None
    assert report.best is not None
    assert report.score == report.best.score
    return report


def test_exact_reports_are_for_solved_boards_only() -> None:
    assert certain_report(make("torus").initial()) is None
    assert certain_report(make("dots-and-boxes", size=9).initial()) is None
    end = make("dots-and-boxes", size=1).initial().play("aA aB Aa Ab")
    assert certain_report(end) is None

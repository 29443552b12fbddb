"""Elo, its error, the sequential test and Bradley–Terry ratings against known values."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.errors import TesujiError
from tesuji.match import Sprt, Tally, elo_of, estimate, expected_score, rate


@pytest.mark.parametrize(
    ("elo", "score"),
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11)],
)
def test_elo_is_logistic(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)


def test_an_even_score_is_plus_zero() -> None:
    assert f"{elo_of(0.5):+.0f}" == "+0"


def test_an_estimate_by_hand() -> None:
    """60 wins, 20 draws, 20 losses: score 0.7, variance 0.16 a game."""
    found = estimate([1.0] * 60 + [0.5] * 20 + [0.0] * 20)
    assert found is not None
    assert found.score == pytest.approx(0.7)
    assert found.score_deviation == pytest.approx(0.04)
    assert found.elo == pytest.approx(147.19, abs=0.01)
    slope = 400 / math.log(10) / (0.7 * 0.3)
    assert found.elo_error == pytest.approx(1.959964 * 0.04 * slope)


def test_all_won_is_finite_and_no_games_are_nothing() -> None:
    assert estimate([]) is None
    for games in (1, 2, 20, 1000):
        found = estimate([1.0] * games)
        assert found is not None
        assert found.elo == pytest.approx(elo_of((games + 0.5) / (games + 1)))
        assert 0 < found.elo_error < math.inf
        lost = estimate([0.0] * games)
        assert lost is not None
        assert lost.elo == pytest.approx(-found.elo)
    drawn = estimate([0.5] * 10)
    assert drawn is not None
    assert drawn.elo == pytest.approx(0)
    assert drawn.elo_error > 0


def test_pairs_take_the_luck_of_the_opening_out() -> None:
    """Whoever moves first wins: single games vary, pairs never do."""
    points = [1.0, 0.0] * 50
    alone, paired = estimate(points), estimate(points, [1.0] * 50)
    assert alone is not None
    assert paired is not None
    assert paired.elo == alone.elo == 0
    assert paired.elo_error < alone.elo_error / 4


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60))
def test_the_view_of_the_other_player_is_the_opposite(points: list[float]) -> None:
    pairs = [points[i] + points[i + 1] for i in range(0, len(points) - 1, 2)]
    mine = estimate(points, pairs)
    theirs = estimate([1 - p for p in points], [2 - p for p in pairs])
    assert mine is not None
    assert theirs is not None
    assert mine.elo == pytest.approx(-theirs.elo, abs=1e-6)
    assert mine.elo_error == pytest.approx(theirs.elo_error)
    tally = Tally.of(points)
    assert tally.games == len(points)
    assert tally.points == sum(points)


def test_the_bounds_of_the_sequential_test() -> None:
    test = Sprt(0, 10)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)
    assert test.llr([]) == 0


def test_the_likelihood_ratio_of_wins_only_is_that_of_coins() -> None:
    llr = Sprt(0, 100).llr([1.0] * 4)
    assert llr == pytest.approx(4 * math.log(expected_score(100) / 0.5), abs=1e-3)


def test_with_many_games_the_likelihood_ratio_is_the_normal_one() -> None:
    points = [1.0] * 600 + [0.5] * 200 + [0.0] * 500
    random.Random(1).shuffle(points)
    score = sum(points) / 1300
    variance = sum((p - score) ** 2 for p in points) / 1300
    s0, s1 = expected_score(0), expected_score(10)
    normal = 1300 * (s1 - s0) * (2 * score - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).llr(points) == pytest.approx(normal, rel=0.02)
    pairs = [points[i] + points[i + 1] for i in range(0, 1300, 2)]
    assert Sprt(0, 10).llr(points, pairs) == pytest.approx(normal, rel=0.1)


@pytest.mark.parametrize(("true_elo", "accepted"), [(0.0, "elo0"), (60.0, "elo1")])
def test_the_sequential_test_is_usually_right(true_elo: float, accepted: str) -> None:
    test, right = Sprt(0, 60), 0
    for trial in range(40):
        dice = random.Random(f"{true_elo} {trial}")
        points: list[float] = []
        while (verdict := test.verdict(points)) is None:
            points += [float(dice.random() < expected_score(true_elo)) for _ in range(2)]
        right += verdict == accepted
    assert right >= 34


@pytest.mark.parametrize("text", ["", "5", "a,b", "5,0", "1,1", "0,inf"])
def test_bad_tests_are_refused(text: str) -> None:
    with pytest.raises(TesujiError):
        Sprt.parse(text)


def test_ratings_agree_with_choix() -> None:
    """The same 360 games in choix 0.4.1: opt_pairwise with the same prior, and ilsr_pairwise."""
    won = {"ab": 49, "ac": 48, "ad": 58, "bc": 32, "bd": 54, "cd": 56}
    games = [
        (pair[0], pair[1], float(number < wins))
        for pair, wins in won.items()
        for number in range(60)
    ]
    expected = {"a": 284.129, "b": 42.046, "c": 38.132, "d": -364.308}
    found = rate("abcd", games)
    assert [rating.name for rating in found] == list("abcd")
    for rating in found:
        assert rating.elo == pytest.approx(expected[rating.name], abs=1e-3)
        assert rating.games == 180
    without_prior = {"a": 284.635, "b": 42.197, "c": 38.277, "d": -365.110}
    for rating in rate("abcd", games, prior=1e7):
        assert rating.elo == pytest.approx(without_prior[rating.name], abs=2e-3)


def test_two_players_have_the_elo_of_their_score() -> None:
    games = [("x", "y", 1.0)] * 60 + [("x", "y", 0.5)] * 20 + [("y", "x", 1.0)] * 20
    x, y = rate(["x", "y"], games, prior=1e7)
    assert x.elo - y.elo == pytest.approx(elo_of(0.7), abs=1e-3)
    assert (x.games, x.points) == (100, 70)
    assert x.error == pytest.approx(y.error)


def test_extreme_ladders_have_ratings_too() -> None:
    nobody_played = rate(["x", "y"], [])
    assert [rating.elo for rating in nobody_played] == [0, 0]
    unbeaten = rate(["x", "y", "z"], [("x", "y", 1.0)] * 1000)
    assert unbeaten[0].name == "x"
    assert 500 < unbeaten[0].elo < 5000
    assert all(math.isfinite(rating.error) for rating in unbeaten)

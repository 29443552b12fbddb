"""Sums: exact play, and how close play by temperatures comes to it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.kit.cgt_games import forms
from tesuji.theory.cgt import (
    Form,
    GameError,
    Mover,
    ShortGame,
    Sum,
    coupon_stack,
    forecast,
    guaranteed_score,
    hotstrat,
    number,
    orthodox_line,
    parse,
    sentestrat,
    thermograph,
    thermostrat,
)

games = forms(2, least=1).map(Form.value)
sums = st.lists(games, min_size=1, max_size=4)
sides = st.sampled_from(Mover)


class TestExactPlay:
    @given(sums, sides)
    @settings(max_examples=80, deadline=None)
    def test_scores_are_the_stops_of_the_sum(self, parts: list[ShortGame], first: Mover) -> None:
        total = sum(parts, number(0))
        stop = total.left_stop if first is Mover.LEFT else total.right_stop
        assert Sum.of(parts).score(first) == stop

    @given(sums, sides, st.lists(st.integers(0, 5), max_size=3))
    @settings(max_examples=60, deadline=None)
    def test_pruning_changes_nothing(
        self, parts: list[ShortGame], first: Mover, coupons: list[int]
    ) -> None:
        position = Sum.of(parts, coupons)
        assert position.score(first) == brute_force(position, first)

    @given(sums, sides)
    @settings(max_examples=40, deadline=None)
    def test_best_moves_are_those_that_keep_the_score(
        self, parts: list[ShortGame], first: Mover
    ) -> None:
        position = Sum.of(parts)
        best = {str(move) for move in position.best_moves(first)}
        for move in position.moves(first):
            kept = position.after(move).score(first.other) == position.score(first)
            assert kept == (str(move) in best)

    def test_figure_2_7(self) -> None:
        """White does better at A, worth 5, than at C, worth 6; with a third place it is C."""
        top, centre, bottom = parse("{7|-3}"), parse("{15|9||0}"), parse("{4|-4}")
        assert thermograph(top).temperature == 5
        assert thermograph(centre).temperature == 6
        left_board, right_board = Sum.of([top, centre]), Sum.of([top, centre, bottom])
        assert left_board.score(Mover.RIGHT) == 6
        assert {move.component for move in left_board.best_moves(Mover.RIGHT)} == {top}
        assert {move.component for move in right_board.best_moves(Mover.RIGHT)} == {centre}
        by_heat = guaranteed_score(left_board, Mover.RIGHT, sentestrat, Mover.RIGHT)
        assert by_heat == 7

    def test_opposites_cancel_and_numbers_add_up(self) -> None:
        game = parse("{3||2|1}")
        assert Sum.of([game, -game, 2, number("1/2")]) == Sum((), Fraction(5, 2))

    def test_what_cannot_be_played(self) -> None:
        empty = Sum.of([3])
        with pytest.raises(GameError, match="over"):
            hotstrat(empty, Mover.LEFT)
        move = Sum.of([parse("+-1")]).moves(Mover.LEFT)[0]
        with pytest.raises(GameError, match="no component"):
            empty.after(move)
        with pytest.raises(GameError, match="at least 0"):
            Sum.of([], [-1])


def brute_force(position: Sum, mover: Mover) -> Fraction:
    if position.is_over:
        return position.points
    results = [brute_force(position.after(m), mover.other) for m in position.moves(mover)]
    return max(results) if mover is Mover.LEFT else min(results)


class TestPlayByTemperatures:
    @given(sums, sides, sides)
    @settings(max_examples=150, deadline=None)
    def test_sentestrat_loses_at_most_half_the_temperature(
        self, parts: list[ShortGame], player: Mover, first: Mover
    ) -> None:
        """Theorem 2.3.1, by brute force over all that the opponent can do."""
        position = Sum.of(parts)
        reached = guaranteed_score(position, player, sentestrat, first)
        heat = max(position.temperature, Fraction(0))
        assert player.sign * (forecast(position, first) - reached) <= heat / 2
        assert player.sign * (position.score(first) - reached) >= 0

    @given(sums, sides)
    @settings(max_examples=100, deadline=None)
    @example([parse("{1*|0}"), parse("{5/2||2|0}"), parse("{5/2||2|0}")], Mover.RIGHT)
    def test_thermostrat_loses_at_most_the_temperature(
        self, parts: list[ShortGame], player: Mover
    ) -> None:
        position = Sum.of(parts)
        reached = guaranteed_score(position, player, thermostrat, player.other)
        heat = max(position.temperature, Fraction(0))
        assert player.sign * (position.mean - reached) <= heat

    def test_playing_in_the_hottest_place_can_lose_more(self) -> None:
        """Answering a threat matters: without it hot play is worse than sentestrat."""
        worse = 0
        for text in ("{0||-4|-40}", "{0||-3|-20}", "{1||-5|-60}"):
            position = Sum.of([parse(text), parse("+-7"), parse("+-6"), parse("{12|-12||-13}")])
            careful = guaranteed_score(position, Mover.LEFT, sentestrat, Mover.RIGHT)
            hot = guaranteed_score(position, Mover.LEFT, hotstrat, Mover.RIGHT)
            worse += careful >= hot
        assert worse == 3


class TestCoupons:
    def test_stack(self) -> None:
        assert [str(c) for c in coupon_stack(2, "1/2")] == ["2", "3/2", "1", "1/2"]
        assert coupon_stack("5/4", 1) == (Fraction(5, 4), Fraction(1, 4))
        with pytest.raises(GameError, match="cannot be made"):
            coupon_stack(1, 0)

    @given(games, sides)
    @settings(max_examples=40, deadline=None)
    def test_enriched_play_meets_the_walls(self, game: ShortGame, first: Mover) -> None:
        """Definition 2.4.1: the score beside a fine stack, less half of t, is the wall at t."""
        step = Fraction(1, 8)
        graph = thermograph(game)
        for t in (Fraction(1), Fraction(5, 2), Fraction(5)):
            enriched = Sum.of([game], coupon_stack(t, step)).score(first) - first.sign * t / 2
            wall = graph.left if first is Mover.LEFT else graph.right
            assert abs(enriched - wall(t)) <= 2 * step

    @given(sums, sides)
    @settings(max_examples=25, deadline=None)
    def test_forecast_is_reached_beside_a_stack(self, parts: list[ShortGame], first: Mover) -> None:
        step = Fraction(1, 4)
        bare = Sum.of(parts[:2])
        position = bare.enriched(max(bare.temperature, Fraction(1)), step)
        score = guaranteed_score(position, first, sentestrat, first)
        assert abs(score - forecast(position, first)) <= 4 * step
        assert abs(position.score(first) - forecast(position, first)) <= 4 * step

    def test_orthodox_line(self) -> None:
        position = Sum.of([parse("{7||6|0}"), parse("{5|-5}")], coupons=[3, 2, 1])
        moves, score = orthodox_line(position, Mover.LEFT)
        assert [str(move) for move in moves] == [
            "±5 -> 5",
            "coupon ±3 -> -3",
            "coupon ±2 -> 2",
            "{7||6|0} -> {6|0}",
            "{6|0} -> 6",
            "coupon ±1 -> -1",
        ]
        assert score == 9

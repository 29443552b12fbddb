"""Short games: a group with an order, one object for each value, and the values of the books."""

from __future__ import annotations

import copy
import gc
import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.cgt_games import all_small, forms
from tesuji.theory import cgt
from tesuji.theory.cgt import (
    Form,
    GameError,
    GameTooDeepError,
    Order,
    OutcomeClass,
    ShortGame,
    atomic_weight,
    cool,
    from_options,
    heat,
    left_incentives,
    miny,
    node,
    number,
    overheat,
    parse,
    plus_minus,
    right_incentives,
    score,
    star,
    switch,
    temperature,
    tiny,
    up,
)

values = forms(3).map(Form.value)
dyadics = st.builds(Fraction, st.integers(-64, 64), st.sampled_from([1, 2, 4, 8, 16]))


def unfolded(game: Form, *, left: bool) -> tuple[Form, ...]:
    if game.score is None:
        return game.left if left else game.right
    value = number(game.score)
    options = value.left if left else value.right
    return tuple(score(option.left_stop) for option in options)


def left_second(form: Form) -> bool:
    """Whether Left wins when Right moves first: Right has no move to where Left, first, loses."""
    return all(
        any(left_second(answer) for answer in unfolded(option, left=True))
        for option in unfolded(form, left=False)
    )


class TestGroup:
    @given(values, values, values)
    @settings(max_examples=60, deadline=None)
    def test_sums_associate_and_commute(self, a: ShortGame, b: ShortGame, c: ShortGame) -> None:
        assert (a + b) + c is a + (b + c)
        assert a + b is b + a

    @given(values, values)
    @settings(max_examples=100, deadline=None)
    def test_negatives(self, a: ShortGame, b: ShortGame) -> None:
        assert a - a is number(0)
        mirror = -a
        assert -mirror is a
        assert -(a + b) is -a - b
        assert a + 0 is a

    @given(values, values, values)
    @settings(max_examples=60, deadline=None)
    def test_order_survives_addition(self, a: ShortGame, b: ShortGame, c: ShortGame) -> None:
        assert (a + c).compare(b + c) is a.compare(b)

    @given(values, st.integers(-4, 4))
    @settings(max_examples=60, deadline=None)
    def test_multiples(self, a: ShortGame, n: int) -> None:
        total = number(0)
        for _ in range(abs(n)):
            total = total + (a if n > 0 else -a)
        assert a * n is total is n * a


class TestOrder:
    @given(values, values)
    @settings(max_examples=150, deadline=None)
    def test_comparison_is_the_outcome_of_the_difference(self, a: ShortGame, b: ShortGame) -> None:
        order = a.compare(b)
        assert order is (a - b).compare(0)
        assert (a <= b, a >= b, a < b, a > b, a == b, a.confused_with(b)) == (
            order in (Order.LESS, Order.EQUAL),
            order in (Order.GREATER, Order.EQUAL),
            order is Order.LESS,
            order is Order.GREATER,
            order is Order.EQUAL,
            order is Order.CONFUSED,
        )

    @given(forms(2))
    @settings(max_examples=80, deadline=None)
    def test_outcome_by_playing_it_out(self, form: Form) -> None:
        first = any(left_second(option) for option in unfolded(form, left=True))
        second = left_second(form)
        expected = {
            (True, True): OutcomeClass.LEFT,
            (False, False): OutcomeClass.RIGHT,
            (True, False): OutcomeClass.NEXT,
            (False, True): OutcomeClass.PREVIOUS,
        }[first, second]
        assert form.value().outcome is expected

    @given(dyadics, dyadics)
    def test_numbers_are_ordered_and_added_as_numbers(self, x: Fraction, y: Fraction) -> None:
        assert (number(x) < number(y)) == (x < y)
        assert number(x) + number(y) == x + y
        assert number(x) + y == x + y == y + number(x)

    @given(values, dyadics)
    @settings(max_examples=100, deadline=None)
    def test_stops_bound_the_game(self, game: ShortGame, x: Fraction) -> None:
        if x > game.left_stop:
            assert game < x
        if x < game.right_stop:
            assert game > x
        if game.right_stop < x < game.left_stop:
            assert game.confused_with(x)


class TestCanonicalForms:
    @given(forms(3), values)
    @settings(max_examples=150, deadline=None)
    def test_equal_games_are_one_object(self, form: Form, other: ShortGame) -> None:
        value = form.value()
        assert value + other - other is value
        if form.score is None:  # a gift horse, an option that is no improvement, changes nothing
            left = [option.value() for option in form.left]
            right = [option.value() for option in form.right]
            if not other >= value:
                assert from_options([*left, other], right) is value
            if not other <= value:
                assert from_options(left, [other, *right]) is value

    @given(values)
    @settings(max_examples=100, deadline=None)
    def test_nothing_is_dominated_or_reversible(self, value: ShortGame) -> None:
        for game in value.followers():
            assert from_options(game.left, game.right) is game
            for option in game.left:
                assert not any(option <= other for other in game.left if other is not option)
                assert not any(reply <= game for reply in option.right)
            for option in game.right:
                assert not any(option >= other for other in game.right if other is not option)
                assert not any(reply >= game for reply in option.left)

    def test_number_of_games_born_by_each_day(self) -> None:
        games = [number(0)]
        counts = [1]
        for _ in range(3):
            sides = antichains(games)
            games = list({from_options(left, right) for left in sides for right in sides})
            counts.append(len(games))
        assert counts == [1, 4, 22, 1474]
        assert max(game.birthday() for game in games) == 3

    def test_birthdays(self) -> None:
        days = {"0": 0, "1": 1, "*": 1, "1/2": 2, "^": 2, "*2": 2, "+-1": 2, "-3/4": 3, "5": 5}
        assert {text: parse(text).birthday() for text in days} == days

    def test_reversible_options_are_bypassed(self) -> None:
        assert parse("{*|*}") == 0
        assert parse("{0,*|*}") is up()
        assert parse("{^|v}") is parse("{0|0}")
        assert parse("{1|-1||-1}").left_stop == -1

    def test_values_are_forgotten_and_found_again(self) -> None:
        text = "{17|3||2|-31/8}"
        parse(text)
        gc.collect()
        assert str(parse(text)) == text

    def test_copies_and_pickles_are_the_same_object(self) -> None:
        game = parse("{3||2|1}") + up(2, 3)
        assert copy.deepcopy(game) is game
        assert pickle.loads(pickle.dumps(game)) is game

    def test_big_numbers_cost_nothing(self) -> None:
        game = from_options([10**9], [-(10**9)])
        assert game + game == 0
        assert game.birthday() == 10**9 + 1
        assert number(10**30).left == (number(10**30 - 1),)

    def test_depth_is_guarded(self) -> None:
        game = parse("^") * 150
        with pytest.raises(GameTooDeepError, match="deeper than"):
            game + game
        chain = score(0)
        for n in range(5000):
            chain = node([n], [chain])
        with pytest.raises(GameTooDeepError):
            chain.value()

    def test_what_is_no_game(self) -> None:
        with pytest.raises(GameError, match="power of two"):
            number("1/3")
        with pytest.raises(GameError, match="exact"):
            number(0.5)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="make games with"):
            ShortGame()


def antichains(games: list[ShortGame]) -> list[list[ShortGame]]:
    """All sets of games of which no two are comparable."""
    found: list[list[ShortGame]] = [[]]
    for game in games:
        found += [
            [*chain, game] for chain in found if all(game.confused_with(other) for other in chain)
        ]
    return found


class TestKnownValues:
    def test_nimbers(self) -> None:
        for a in range(6):
            for b in range(6):
                assert star(a) + star(b) is star(a ^ b)

    def test_ups(self) -> None:
        assert up() > 0
        assert up().confused_with(star())
        assert up(2) > star()
        assert up() > star(2)
        assert up(1, 1) is parse("{0,*|0}")
        assert up(2) is parse("{0|^*}")
        assert all(up() * n < Fraction(1, 1024) for n in range(1, 8))

    def test_tiny_games_are_smaller_than_all_ups_and_than_each_other(self) -> None:
        sizes = [tiny(2), tiny(1), tiny(Fraction(1, 2)), up()]
        for small, large in pairwise(sizes):
            assert small > 0
            assert small * 9 < large
        assert miny(3) is -tiny(3)

    def test_switches(self) -> None:
        assert switch(3) + switch(3) == 0
        assert switch(4, 0) == 2 + switch(2)
        assert plus_minus(up()) is parse("{^|v}")
        assert switch(1).confused_with(0)
        assert switch(2, 1) > 0

    def test_number_avoidance(self) -> None:
        game = parse("{5||2|-3}")
        assert (game + 7).left_stop == game.left_stop + 7
        assert (game + 7).left == tuple(option + 7 for option in game.left)

    def test_infinitesimals(self) -> None:
        for text in ("0", "*", "^", "v3*2", "tiny(2)"):
            assert parse(text).is_infinitesimal
        assert not parse("1/1024").is_infinitesimal
        assert parse("3^*").is_numberish
        assert not parse("{1|0}").is_numberish

    def test_incentives(self) -> None:
        assert left_incentives(parse("{3|1}")) == [parse("{2|0}")]
        assert right_incentives(number(1)) == []
        assert left_incentives(number("1/2")) == [number("-1/2")]


class TestCoolingAndHeating:
    def test_cooling_a_switch(self) -> None:
        game = parse("{5|-1}")
        assert str(cool(game, 1)) == "{4|0}"
        assert cool(game, 3) is 2 + star()
        assert cool(game, 4) == 2
        with pytest.raises(GameError, match="of 0 or more"):
            cool(game, -1)

    @given(values, values, st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(5, 2)]))
    @settings(max_examples=60, deadline=None)
    def test_cooling_is_additive(self, a: ShortGame, b: ShortGame, t: Fraction) -> None:
        assert cool(a + b, t) is cool(a, t) + cool(b, t)

    @given(all_small(3).map(Form.value))
    @settings(max_examples=60, deadline=None)
    def test_heating_undoes_cooling(self, game: ShortGame) -> None:
        heated = heat(game, 3)
        assert cool(heated, 3) is game

    def test_chilled_go_corridors(self) -> None:
        """A corridor of n points, {n-1 | shorter}, chills to n - 2 + 1/2^(n-1)."""
        corridor = star()
        for n in range(2, 8):
            corridor = from_options([n - 1], [corridor])
            assert cool(corridor, 1) == n - 2 + Fraction(1, 2 ** (n - 1))
            assert temperature(corridor) == 1 - Fraction(1, 2 ** (n - 1))

    def test_warming_undoes_chilling(self) -> None:
        for text in ("0", "1/2", "5/4", "^", "{2|-1}", "-3/8"):
            game = parse(text)
            assert cool(overheat(game, 1 + star(), 1), 1) is game


class TestAtomicWeights:
    def test_of_ups(self) -> None:
        for n in range(-4, 5):
            for heap in range(4):
                assert atomic_weight(up(n, heap)) == n

    @given(all_small(3).map(Form.value), all_small(3).map(Form.value))
    @settings(max_examples=80, deadline=None)
    def test_are_additive(self, a: ShortGame, b: ShortGame) -> None:
        assert atomic_weight(a + b) is atomic_weight(a) + atomic_weight(b)

    @given(all_small(3).map(Form.value))
    @settings(max_examples=80, deadline=None)
    def test_two_ahead_rule(self, game: ShortGame) -> None:
        weight = atomic_weight(game)
        if weight >= 2:
            assert game > 0
        if weight >= 1:
            assert game > 0 or game.confused_with(0)

    def test_only_all_small_games_have_one(self) -> None:
        with pytest.raises(GameError, match="all-small"):
            atomic_weight(parse("{1|0}"))


def test_everything_exported_exists() -> None:
    assert all(hasattr(cgt, name) for name in cgt.__all__)
    assert len(set(cgt.__all__)) == len(cgt.__all__)

"""Kos: the values of the books, phantom exits, and play against a real stack of coupons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tesuji.theory.cgt import (
    Form,
    GameError,
    LoopError,
    LoopyGame,
    Mover,
    Thermograph,
    analyse_ko,
    chain_ko,
    ko_thermograph,
    ko_thermographs,
    parse_form,
    phantom_form,
    thermograph,
)

third = Fraction(1, 3)
KOMASTERS = [None, Mover.LEFT, Mover.RIGHT]

APPROACH_KO = LoopyGame(
    {
        "black's ko": ([15], ["white's ko", "black's direct ko"]),
        "white's ko": (["black's ko"], ["white's direct ko"]),
        "black's direct ko": ([14], ["white's direct ko"]),
        "white's direct ko": (["black's direct ko"], [-12]),
    }
)
ENDLESS_ROUND = LoopyGame(
    {
        "d3": ([40], ["d2"]),
        "d2": (["d3"], ["d1"]),
        "d1": (["d2"], ["u1"]),
        "u1": (["u2"], [-40]),
        "u2": (["u3"], ["u1"]),
        "u3": (["d3"], ["u2"]),
    }
)


class TestSimpleKo:
    @pytest.mark.parametrize("komaster", KOMASTERS)
    def test_one_point_ko(self, komaster: Mover | None) -> None:
        """1/3 in territory counting, 4/3 in area counting, whoever is komaster."""
        territory, area = chain_ko(1, 0), chain_ko(2, -2)
        for name, mean in (("k1", third), ("k2", 2 * third)):
            graph = ko_thermograph(territory, name, komaster)
            assert (graph.mean, graph.temperature) == (mean, third)
            assert ko_thermograph(area, name, komaster).temperature == 4 * third

    def test_walls_depend_on_the_komaster(self) -> None:
        ko = chain_ko(30, 0)
        ts = [Fraction(t) for t in (0, 3, 6, 10, 15)]

        def walls(komaster: Mover | None) -> tuple[list[Fraction], list[Fraction]]:
            graph = ko_thermograph(ko, "k1", komaster)
            return [graph.left(t) for t in ts], [graph.right(t) for t in ts]

        winning, losing = [*(30 - 2 * t for t in ts[:4]), 10], [*ts[:4], 10]
        assert walls(None) == walls(Mover.LEFT) == (winning, losing)
        assert walls(Mover.RIGHT) == (losing, losing)

    def test_a_ko_worth_playing_for(self) -> None:
        """A ko that is one option of a larger position."""
        game = LoopyGame({"start": (["k2"], [-6]), "k1": (["k2"], [0]), "k2": ([9], ["k1"])})
        graph = ko_thermograph(game, "start")
        assert graph.mean == 0
        assert graph.temperature == 6


class TestPhantomExits:
    @pytest.mark.parametrize("stages", [1, 2, 3, 5])
    def test_agree_with_the_full_method_on_chains(self, stages: int) -> None:
        game = chain_ko(7, -5, stages)
        for place, name in enumerate(game.positions, 1):
            simple, full = thermograph(phantom_form(game, name)), ko_thermograph(game, name)
            share = Fraction(12, stages + 2)
            assert simple.mean == full.mean == -5 + place * share
            assert full.temperature == share
            if place in (1, len(game.positions)):
                assert simple.temperature == share

    def test_exits_may_be_games(self) -> None:
        exit_left, exit_right = parse_form("{14|10}"), parse_form("{-3|-9}")
        game = LoopyGame({"a": (["b"], [exit_right]), "b": ([exit_left], ["a"])})
        simple, full = thermograph(phantom_form(game, "a")), ko_thermograph(game, "a")
        assert simple.mean == full.mean == 0
        assert simple.temperature == full.temperature == 6

    def test_refuse_what_they_are_not_for(self) -> None:
        with pytest.raises(LoopError, match="ko_thermograph"):
            phantom_form(APPROACH_KO, "black's ko")


class TestMultiStageKos:
    def test_placid_whoever_is_komaster(self) -> None:
        report = analyse_ko(chain_ko(9, 0, stages=2), "k2")
        assert report.placid
        assert {(g.mean, g.temperature) for g in report.graphs.values()} == {
            (Fraction(9, 2), Fraction(9, 4))
        }

    def test_a_second_exit_that_is_sente(self) -> None:
        """In the middle Right also has a move that threatens -40, which Left answers to 5.

        So the middle is worth 5 there, while without that exit it would be worth 6.
        """
        sente = parse_form("{5|-40}")
        game = LoopyGame({"k1": (["k2"], [0]), "k2": (["k3"], ["k1", sente]), "k3": ([12], ["k2"])})
        with pytest.raises(LoopError):
            phantom_form(game, "k2")
        assert ko_thermograph(chain_ko(12, 0, stages=2), "k2").mean == 6
        assert ko_thermograph(game, "k2").mean == 5
        assert ko_thermograph(game, "k3").mean == Fraction(17, 2)

    @pytest.mark.parametrize("exit_score", [1, 2])
    @pytest.mark.parametrize("komaster", KOMASTERS)
    def test_a_second_exit_that_is_gote(self, exit_score: int, komaster: Mover | None) -> None:
        """From the middle of a ko between 12 and 0, Right can also end it at once at e.

        By way of the first stage Right gets to 0 with one more move, which costs 2t instead of
        e + t: worse at temperatures above e. So k2 and k3 are an ordinary ko between 12 and e,
        three moves apart. From k1 Left's capture is answered at e: Left gets e in sente, which
        Right can prevent by moving to 0.
        """
        e = exit_score
        game = LoopyGame({"k1": (["k2"], [0]), "k2": (["k3"], ["k1", e]), "k3": ([12], ["k2"])})
        graphs, warnings = ko_thermographs(game, komaster)
        share = Fraction(12 - e, 3)
        assert not warnings
        assert {name: (graph.mean, graph.temperature) for name, graph in graphs.items()} == {
            "k1": (e, e),
            "k2": (e + share, share),
            "k3": (e + 2 * share, share),
        }

    def test_a_second_exit_that_is_too_dear(self) -> None:
        """An end at 4 is no better than what the stage before is worth: the plain ko is left."""
        game = LoopyGame({"k1": (["k2"], [0]), "k2": (["k3"], ["k1", 4]), "k3": ([12], ["k2"])})
        graphs, _ = ko_thermographs(game)
        assert [graph.mean for graph in graphs.values()] == [3, 6, 9]
        assert {graph.temperature for graph in graphs.values()} == {3}

    def test_a_sente_exit_in_three_stages(self) -> None:
        """In the third of four positions between 20 and 0, Right threatens -60; Left answers to 10.

        That is what k3 is worth, up to the temperature at which Left's two moves from there to 20
        cost as much: 20 - 2t = 10. From k4 Right's move leads there, so it is halfway to 20. Below
        it the exit is where Left arrives after winning: k1 and k2 are a ko between 10 and 0.
        """
        sente = parse_form("{10|-60}")
        game = LoopyGame(
            {
                "k1": (["k2"], [0]),
                "k2": (["k3"], ["k1"]),
                "k3": (["k4"], ["k2", sente]),
                "k4": ([20], ["k3"]),
            }
        )
        graphs, warnings = ko_thermographs(game)
        assert not warnings
        assert {name: (graph.mean, graph.temperature) for name, graph in graphs.items()} == {
            "k1": (10 * third, 10 * third),
            "k2": (20 * third, 10 * third),
            "k3": (10, 5),
            "k4": (15, 5),
        }
        with pytest.raises(LoopError):
            phantom_form(game, "k3")


class TestHyperactivePositions:
    def test_approach_ko(self) -> None:
        """The published count: 14 if Black is komaster, 8¼ with moves worth 6¾ if White is."""
        report = analyse_ko(APPROACH_KO, "black's ko")
        black, white = report.graphs[Mover.LEFT], report.graphs[Mover.RIGHT]
        assert black.mean == 14
        assert black.temperature == 1
        assert (white.mean, white.temperature) == (Fraction(33, 4), Fraction(27, 4))
        assert report.hyperactive
        assert not report.placid
        assert any("hyperactive" in warning and "33/4" in warning for warning in report.warnings)

    def test_endless_round_has_half_slopes(self) -> None:
        """As in the beast of appendix C: each player in turn moves elsewhere twice running."""
        graph = ko_thermograph(ENDLESS_ROUND, "d2")
        assert graph.right.slopes()[0] == Fraction(1, 2)
        assert ko_thermograph(ENDLESS_ROUND, "u2").left.slopes()[0] == Fraction(-1, 2)
        warnings = " ".join(analyse_ko(ENDLESS_ROUND, "d2").warnings)
        assert "fractional slope" in warnings
        assert "endless round" in warnings

    def test_komaster_never_does_worse(self) -> None:
        for game in (APPROACH_KO, chain_ko(9, -3, 3)):
            left, _ = ko_thermographs(game, Mover.LEFT)
            none, _ = ko_thermographs(game, None)
            right, _ = ko_thermographs(game, Mover.RIGHT)
            for name in game.positions:
                assert left[name].mean >= none[name].mean >= right[name].mean


class TestAgainstCoupons:
    """Optimal play beside a real stack of coupons, step by step."""

    @given(st.data())
    @settings(max_examples=25, deadline=None)
    def test_random_kos(self, data: st.DataObject) -> None:
        game = data.draw(kos())
        komaster = data.draw(st.sampled_from(KOMASTERS))
        try:
            graphs, warnings = ko_thermographs(game, komaster)
        except LoopError:
            assume(False)
        assume(not warnings)
        steps = 12
        for t, worth in coupon_play(game, graphs, komaster, steps, Fraction(3)):
            for (name, side), value in worth.items():
                wall = graphs[name].left if side is Mover.LEFT else graphs[name].right
                assert abs(wall(t) - value) <= Fraction(20, steps)


@st.composite
def kos(draw: st.DrawFn) -> LoopyGame:
    """Chains with exits for either player at the ends and here and there between."""
    size = draw(st.integers(2, 3))
    names = [f"n{i}" for i in range(size)]
    points = st.integers(-6, 6)
    positions = {}
    for i, name in enumerate(names):
        left: list[str | int] = [names[i + 1]] if i + 1 < size else [draw(points) + 4]
        right: list[str | int] = [names[i - 1]] if i else [draw(points) - 4]
        left += draw(st.lists(points, max_size=1))
        right += draw(st.lists(points, max_size=1))
        positions[name] = (left, right)
    return LoopyGame(positions)


def coupon_play(
    game: LoopyGame,
    graphs: dict[str, Thermograph],
    komaster: Mover | None,
    steps: int,
    highest: Fraction,
) -> list[tuple[Fraction, dict[tuple[str, Mover], Fraction]]]:
    """The worths of all positions beside stacks of rising height, as the walls have them.

    Starts from the walls at temperature -1; coupons are 1/steps apart.
    """
    stack = Fraction(-1, 2)  # what the coupons alone give to the player who moves first
    before = {
        (name, side, obliged): (graph.left if side is Mover.LEFT else graph.right)(-1)
        + side.sign * stack
        for name, graph in graphs.items()
        for side in Mover
        for obliged in (False, True)
    }
    for _ in range(30):  # the obliged komaster's worths at -1 settle
        before = level(game, komaster, Fraction(-1), stack, before)
    found: list[tuple[Fraction, dict[tuple[str, Mover], Fraction]]] = []
    for index in count(1):
        t = -1 + Fraction(index, steps)
        if t > highest:
            return found
        stack = t - stack
        before = level(game, komaster, t, stack, before)
        free = {(n, s): v - s.sign * stack for (n, s, obliged), v in before.items() if not obliged}
        found.append((t, free))
    raise AssertionError


def level(
    game: LoopyGame,
    komaster: Mover | None,
    coupon: Fraction,
    stack: Fraction,
    before: dict[tuple[str, Mover, bool], Fraction],
) -> dict[tuple[str, Mover, bool], Fraction]:
    """The score of each position with a coupon on top, from those without it."""
    memo: dict[tuple[str, Mover, str | None, bool], Fraction] = {}

    def play(name: str, mover: Mover, banned: str | None, obliged: bool) -> Fraction:
        key = (name, mover, banned, obliged)
        if key in memo:
            return memo[key]
        results = []
        for option in game.options(name, mover):
            if isinstance(option, Form):
                assert option.score is not None
                results.append(option.score + mover.other.sign * stack)
            elif option != banned or (mover is komaster and not obliged):
                back = name if name in game.options(option, mover.other) else None
                results.append(play(option, mover.other, back, obliged or option == banned))
        if not (results and obliged and mover is komaster):
            results.append(mover.sign * coupon + before[name, mover.other, obliged])
        best: Callable[[list[Fraction]], Fraction] = max if mover is Mover.LEFT else min
        memo[key] = best(results)
        return memo[key]

    return {
        (name, side, obliged): play(name, side, None, obliged)
        for name in game.positions
        for side in Mover
        for obliged in (False, True)
    }


class TestGraphs:
    def test_loop_free_graphs_are_ordinary_games(self) -> None:
        game = LoopyGame({"top": (["mid", 3], [-2]), "mid": ([9], [1])})
        assert ko_thermograph(game, "top") == thermograph(parse_form("{{9|1},3|-2}"))
        assert game.kos == ()

    def test_components_come_lower_first(self) -> None:
        game = LoopyGame(
            {"x": (["a"], ["b"]), "a": (["b"], [0]), "b": ([1], ["a"]), "y": (["x"], ["x"])}
        )
        assert [set(group) for group in game.components()] == [{"a", "b"}, {"x"}, {"y"}]

    def test_what_cannot_be(self) -> None:
        with pytest.raises(GameError, match="not described"):
            LoopyGame({"a": (["b"], [0])})
        with pytest.raises(LoopError, match="changes nothing"):
            LoopyGame({"a": (["a"], [0])})
        with pytest.raises(GameError, match="there are: 'k1'"):
            ko_thermograph(chain_ko(1, 0), "k9")
        with pytest.raises(GameError, match="stage"):
            chain_ko(1, 0, 0)

    def test_triple_ko_is_refused(self) -> None:
        """Three kos at once, with no end: the players go round without a move elsewhere."""
        states = [f"{n:03b}" for n in range(8)]

        def flipped(state: str, old: str, new: str) -> list[str | int]:
            return [state[:i] + new + state[i + 1 :] for i in range(3) if state[i] == old]

        game = LoopyGame(
            {
                state: (flipped(state, "0", "1") or [9], flipped(state, "1", "0") or [-9])
                for state in states
            }
        )
        with pytest.raises(LoopError, match="superko"):
            ko_thermograph(game, "010")
        assert not analyse_ko(game, "010").placid

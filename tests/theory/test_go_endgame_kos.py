"""Kos in real positions: by hand, by the theory of kos, and by play beside coupons.

Nobody has ko threats. Marked points are the region, as in the tests of textbook positions.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.reference.go_coupons import CouponPlay
from tests.reference.go_local import LoopFound, TinyRegion
from tests.search.test_go_local_search import random_region, searched
from tests.theory.test_go_endgame_textbook import analysed, points, values
from tesuji.theory.cgt import LoopyGame, chain_ko, ko_thermographs

pytestmark = pytest.mark.core

ONE_STAGE = ["Xo*O.", "X*xO."]
"""Black takes a stone and fills (2 points), or White fills (-2)."""
TWO_STAGES = ["oo*oX.|o*oxX.", "oox*X.|o*oxX.", "oox*X.|ox*xX."]
"""Stairs of two kos: Black fills after the second one (2), White after the first (-6)."""
THREE_STAGES = ["*o*oX.|o*oxX.", "*ox*X.|o*oxX.", "*ox*X.|ox*xX.", "x*x*X.|ox*xX."]
"""The same with a third one in the corner: all 6 points more for Black."""
BELOW = {1: ("XXOO.", "....."), 2: ("OOXXX.", "......")}


def with_surroundings(top: str) -> list[str]:
    rows = top.split("|")
    return [*rows, *BELOW[len(rows)]]


class TestStages:
    """A ko of n stages is n + 2 moves from end to end: a move gains that part of the swing."""

    @pytest.mark.parametrize(
        ("tops", "left", "right"),
        [
            pytest.param(ONE_STAGE, 2, -2, id="one stage: 4/3 by area, 1/3 by territory"),
            pytest.param(TWO_STAGES, 2, -6, id="two stages"),
            pytest.param(THREE_STAGES, 6, -6, id="three stages"),
        ],
    )
    def test_every_stage(self, tops: list[str], left: int, right: int) -> None:
        share = Fraction(left - right, len(tops) + 1)
        theory, _ = ko_thermographs(chain_ko(left, right, len(tops) - 1))
        for place, top in enumerate(tops, 1):
            report = analysed(*with_surroundings(top))
            assert report.exact
            assert report.kind == "ko"
            assert report.temperature == report.territory_temperature + 1 == share
            assert report.mean == right + place * share == theory[f"k{place}"].mean
            assert report.after_black == report.mean + share
            assert report.after_white == report.mean - share

    def test_where_the_moves_are(self) -> None:
        """Each takes a ko on, or fills behind: at the end of the stairs, or at their beginning."""
        moves = [points(analysed(*with_surroundings(top)), (top[:6],)) for top in TWO_STAGES]
        first, second, end = (0, 2), (1, 1), (1, 2)
        # Points are counted in rows of six here as well.
        assert moves[0] == ({first}, {first})
        assert moves[1] == ({second}, {(0, 3)})
        assert moves[2] == ({end}, {end})


def test_two_kos_of_equal_size() -> None:
    """Each is worth -2/3 as it stands; exchanged colours make it 2/3, and the sum 0."""
    rows = ("Xo*OO*oX", "XXOOOOXX", "........")
    report = analysed(*rows)
    assert values(report) == [Fraction(-4, 3), Fraction(4, 3), 0, Fraction(-8, 3)]
    rows = ("Xo*OX*xO", "XXOOXXOO", "........")
    report = analysed(*rows)
    assert values(report) == [0, Fraction(4, 3), Fraction(4, 3), Fraction(-4, 3)]
    assert points(report, rows) == ({(0, 2), (0, 5)}, {(0, 2), (0, 5)})


class TestApproachKo:
    """White has to approach before the ko decides about all eight points."""

    BLACKS_KO = ("xo**X.", "*xxxO.", "XOOOO.", "......")
    WHITES_KO = ("*o**X.", "oxxxO.", "XOOOO.", "......")
    BLACKS_DIRECT_KO = ("xo*oX.", "*xxxO.", "XOOOO.", "......")
    WHITES_DIRECT_KO = ("*o*oX.", "oxxxO.", "XOOOO.", "......")
    THEORY = LoopyGame(
        {
            "BLACKS_KO": ([8], ["WHITES_KO", "BLACKS_DIRECT_KO"]),
            "WHITES_KO": (["BLACKS_KO"], ["WHITES_DIRECT_KO"]),
            "BLACKS_DIRECT_KO": ([8], ["WHITES_DIRECT_KO"]),
            "WHITES_DIRECT_KO": (["BLACKS_DIRECT_KO"], [-8]),
        }
    )

    @pytest.mark.parametrize("name", THEORY.positions)
    def test_as_the_theory_has_it(self, name: str) -> None:
        graph = ko_thermographs(self.THEORY)[0][name]
        report = analysed(*getattr(self, name))
        assert report.exact
        assert [report.mean, report.temperature] == [graph.mean, graph.temperature]

    def test_without_threats_white_does_not_get_far(self) -> None:
        """Taken or approached, Black ends it; of the direct ko White is two moves behind."""
        report = analysed(*self.BLACKS_KO)
        assert values(report) == [8, 0, 8, 8]
        third = Fraction(16, 3)
        assert values(analysed(*self.BLACKS_DIRECT_KO))[:2] == [8 - third, third]
        assert values(analysed(*self.WHITES_DIRECT_KO))[:2] == [8 - 2 * third, third]
        report = analysed(*self.WHITES_KO)
        assert values(report) == [8 - third, third, 8, 8 - 2 * third]
        # Black retakes, or connects out where White would have to approach.
        assert points(report, self.WHITES_KO)[0] == {(0, 0), (0, 3)}


class TestDoubleKo:
    """Both have an eye and hold one of two kos: whoever takes the other's is answered by a capture.

    So it is a seki. Whoever holds both kos and is to move captures everything, 27 points; to move
    for the other side brings the seki back.
    """

    BELOW = ("oooxxxxxooX.", "XXoooooooXX.", ".XXXXXXXXX..", "............")

    def test_theory(self) -> None:
        game = LoopyGame(
            {
                "both": ([27], ["first", "second"]),
                "first": (["both"], ["none"]),
                "second": (["both"], ["none"]),
                "none": (["first", "second"], [-27]),
            }
        )
        graphs, warnings = ko_thermographs(game)
        half = Fraction(27, 2)
        assert [graph.mean for graph in graphs.values()] == [half, 0, 0, -half]
        assert [graph.temperature for graph in graphs.values()] == [half, -1, -1, half]
        assert any("seki" in warning for warning in warnings)

    @pytest.mark.parametrize(
        ("top", "mean", "temperature"),
        [
            pytest.param("*ox*x*xo*oX.", 10 - 17, 0, id="one each"),
            pytest.param("*ox*x*x*xoX.", (27 - 7) // 2, 17, id="both Black's"),
            pytest.param("*o*ox*xo*oX.", (-27 - 7) // 2, 10, id="both White's"),
        ],
    )
    def test_nothing_wrong_is_called_exact(self, top: str, mean: int, temperature: int) -> None:
        """The players can go round in it, which is more than bounds can prove."""
        report = analysed(top, *self.BELOW, nodes=400)
        assert not report.exact or values(report)[:2] == [mean, temperature]


class TestAgainstCoupons:
    """Small regions in which a ko can come up, against play with real coupons."""

    @staticmethod
    def compare(seed: int, wanted: int, step: float) -> None:
        rng = random.Random(seed)
        compared = 0
        while compared < wanted:
            region, state = random_region(rng)
            try:
                play = CouponPlay(region, state)
                if not play.has_ko:
                    continue
                mean, temperature = play.mean_and_temperature(step, len(state) + 1)
            except (LoopFound, OverflowError):
                continue
            shown = (region.neighbours, region.walls, state)
            found_mean, found_temperature, is_exact, parts = searched(region, state)
            assert is_exact, shown
            assert abs(found_mean - mean) < 2 * step, shown
            if parts < 2:  # a sum may be cooler than its hottest part
                assert abs(found_temperature - temperature) < 4 * step, shown
            compared += 1

    def test_random_regions(self) -> None:
        self.compare(seed=1, wanted=60, step=1 / 24)

    @pytest.mark.slow
    def test_many_random_regions(self) -> None:
        self.compare(seed=2, wanted=1000, step=1 / 24)

    def test_a_ban_does_not_hide_other_moves(self) -> None:
        """White's best move leads to two kos at once: { 6 | 2/9 }, of which White's are a pair.

        What White may do when one of them was just taken is not known until it is looked at.
        """
        neighbours = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]
        region = TinyRegion(neighbours, {4}, {0})
        after_black, after_white = Fraction(6), Fraction(2, 9)
        assert searched(region, tuple(".O..XO"))[0] == after_white
        mean, temperature, is_exact, _ = searched(region, tuple("....XO"))
        assert mean == (after_black + after_white) / 2
        assert temperature == (after_black - after_white) / 2
        assert is_exact
        assert abs(CouponPlay(region, tuple("....XO")).walls(1 / 24, 7)[-1][1] - mean) < 1 / 12

"""Positions whose values every textbook of Go gives, counted by area.

Marked points are the region: ``*`` empty, ``x`` Black's and ``o`` White's stones in it; other
stones live. Values were worked out by hand.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tesuji.search import Budget
from tesuji.theory.go_endgames import StoneGrid
from tesuji.theory.go_endgames.analysis import analyse_board_region
from tesuji.theory.go_endgames.report import RegionReport

pytestmark = pytest.mark.core


def analysed(*rows: str, nodes: int = 20_000) -> RegionReport:
    stones = {".": -1, "*": -1, "x": 0, "X": 0, "o": 1, "O": 1}
    board = StoneGrid(len(rows), len(rows[0]), [stones[point] for row in rows for point in row])
    region = [number for number, point in enumerate("".join(rows)) if point in "*xo"]
    return analyse_board_region(board, region, Budget(nodes=nodes))


def values(report: RegionReport) -> list[Fraction]:
    """Mean and temperature; what is expected after Black's and after White's move."""
    return [report.mean, report.temperature, report.after_black, report.after_white]


def points(report: RegionReport, rows: tuple[str, ...]) -> tuple[set[tuple[int, int]], ...]:
    """The best moves of Black and of White as (row, column)."""
    columns = len(rows[0])
    return tuple(
        {divmod(point, columns) for point in moves}
        for moves in (report.black_moves, report.white_moves)
    )


TWO_STONES_EACH = (".Ox*oX.", ".Ox*oX.")
"""Two stones each with two liberties in common: whoever fills one is captured."""
FOUR_AGAINST_THREE = (".Ox*oX.", ".Ox*oX.", ".OxxoX.", ".OOOXX.", ".......")
AN_EYE_EACH = (".Ox*x*o*oX.", ".OxxxxoooX.", ".OOOOOXXXX.", "...........")
TWO_POINT_EYE = (".Ox**xO.", ".OxxxxO.", ".OOOOOO.", "........")
STRAIGHT_FOUR = (".Ox****xO.", ".OxxxxxxO.", ".OOOOOOOO.", "..........")
SQUARE_FOUR = (".Ox**xO.", ".Ox**xO.", ".OxxxxO.", ".OOOOOO.", "........")


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        pytest.param(TWO_STONES_EACH, 0, id="seki"),
        pytest.param(FOUR_AGAINST_THREE, 4 - 3, id="seki of four stones against three"),
        pytest.param(AN_EYE_EACH, (6 + 1) - (5 + 1), id="seki with an eye each"),
        pytest.param(TWO_POINT_EYE, -8, id="two-point eye: dead"),
        pytest.param(STRAIGHT_FOUR, 12, id="straight four: alive"),
        pytest.param(SQUARE_FOUR, -12, id="square four: dead"),
    ],
)
def test_nothing_is_left_to_play_for(rows: tuple[str, ...], score: int) -> None:
    report = analysed(*rows)
    assert report.exact
    assert report.kind == "settled"
    assert values(report) == [score, 0, score, score]


STRAIGHT_THREE = (".Ox***xO.", ".OxxxxxO.", ".OOOOOOO.", ".........")
BULKY_FIVE = (".Ox***xO.", ".Ox**xxO.", ".OxxxxOO.", ".OOOOOO..", ".........")
BENT_FOUR_IN_THE_CORNER = ("***xO.", "*xxxO.", "xxOOO.", "OOO...", "......")
SNAPBACK = (".OO*ooX.", ".OX*oXX.", ".OXXXXX.", "........")
UNDER_THE_STONES = ("oo*O.", "ooxO.", "XXOO.", "XXX..", ".....")
CONNECT_AND_DIE = ("o*oooX.", "oXXX*X.", "*XXXOX.", "OX.XOX.", "OXXXOX.", "OOOOOOO", ".......")
A_LIBERTY_EACH = (".O*x*o*X.", ".OOxxoXX.", ".OOOOXXX.", ".........")
SHORT_OF_A_LIBERTY = (".OOx*o*X.", ".OOxxoXX.", ".OOOOXXX.", ".........")


class TestLifeAndDeath:
    def test_straight_three_is_ten_points_for_either(self) -> None:
        report = analysed(*STRAIGHT_THREE)
        assert report.kind == "gote"
        assert values(report) == [0, 10, 10, -10]
        assert points(report, STRAIGHT_THREE) == ({(0, 4)}, {(0, 4)})

    def test_a_bulky_five_lives_by_three_moves_and_dies_by_one(self) -> None:
        """What is left to Black is a bent or a crooked four; a square or a pyramid would die."""
        report = analysed(*BULKY_FIVE)
        assert report.exact
        assert values(report) == [0, 14, 14, -14]
        assert points(report, BULKY_FIVE) == ({(0, 3), (0, 4), (1, 4)}, {(0, 4)})

    def test_a_bent_four_in_the_corner_is_a_ko(self) -> None:
        """White's move leads to a ko for ten points either way, of which Black is a move behind."""
        report = analysed(*BENT_FOUR_IN_THE_CORNER)
        assert values(report) == [Fraction(10, 3), Fraction(20, 3), 10, Fraction(-10, 3)]
        assert points(report, BENT_FOUR_IN_THE_CORNER) == ({(0, 0), (0, 1)}, {(0, 1)})


def test_snapback() -> None:
    """The stone thrown in is taken back with four; filling the other liberty lets them connect."""
    report = analysed(*SNAPBACK)
    assert values(report) == [Fraction(1, 2), Fraction(9, 2), 5, -4]
    assert points(report, SNAPBACK) == ({(0, 3)}, {(0, 3)})


def test_under_the_stones() -> None:
    """Black takes four, White cuts where they stood and takes two: { 6 | -3 || -6 }."""
    report = analysed(*UNDER_THE_STONES)
    assert report.kind == "black sente"
    assert values(report) == [-3, 3, -3, -6]
    line = [divmod(move.point, 5) for move in report.black_line]
    assert line[:2] == [(0, 2), (1, 1)]


def test_connect_and_die() -> None:
    """White's two and three stones have one liberty each outside and one between them (oiotoshi).

    Once Black has taken one of the outside liberties, connecting leaves all with the other. So
    Black plays at that of the three stones, White saves the two, and what is left is { 2 | -6 }:
    Black takes the three, or White connects. From the other side it would be { 0 | -6 }. White's
    first move at any of the three points makes it -6.
    """
    report = analysed(*CONNECT_AND_DIE)
    assert report.exact
    assert values(report)[:2] == [-2, 4]
    assert points(report, CONNECT_AND_DIE) == ({(1, 4)}, {(0, 1), (2, 0), (1, 4)})
    line = [divmod(move.point, 7) for move in report.black_line]
    assert line[:2] == [(1, 4), (2, 0)]


class TestShortageOfLiberties:
    def test_a_race_with_a_liberty_each(self) -> None:
        """Whoever moves first fills the other's outside liberty, is answered, and captures.

        That is 6 points: all eight but for the answer's.
        """
        report = analysed(*A_LIBERTY_EACH)
        assert values(report) == [0, 6, 6, -6]
        assert points(report, A_LIBERTY_EACH) == ({(0, 6)}, {(0, 2)})

    def test_without_it_nothing_is_left_to_do(self) -> None:
        """Damezumari: Black cannot play between, and is captured when filling from outside.

        That exchange is Black's right, and White cannot do better: to fill there would take the
        last liberty of White's own stones. Of seven points White has six.
        """
        report = analysed(*SHORT_OF_A_LIBERTY)
        assert report.kind == "settled"
        assert values(report) == [-5, 0, -5, -5]


def test_equal_moves_in_separate_parts_are_all_best() -> None:
    """Two neutral points, each a part of its own."""
    rows = ("X*O.O*X", "XXO.OXX", ".......")
    report = analysed(*rows)
    assert values(report)[:2] == [0, 1]
    assert points(report, rows) == ({(0, 1), (0, 5)}, {(0, 1), (0, 5)})

"""Thermographs against the definition of cooling, the thesis's figures, and known values."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.cgt_games import forms
from tesuji.errors import SetupError
from tesuji.theory.cgt import (
    Form,
    GameError,
    ShortGame,
    Thermograph,
    Wall,
    from_options,
    node,
    number,
    parse,
    parse_form,
    score,
    thermograph,
)
from tesuji.theory.cgt.mixed import mixed

half, third = Fraction(1, 2), Fraction(1, 3)


def mean_and_temperature(text: str) -> tuple[Fraction | int, Fraction | int]:
    graph = thermograph(parse_form(text))
    return graph.mean, graph.temperature


class TestAgainstCooling:
    @given(forms(3), st.integers(0, 40))
    @settings(max_examples=120, deadline=None)
    def test_walls_are_the_stops_of_the_cooled_game(self, form: Form, step: int) -> None:
        t = Fraction(step, 8)
        graph, cooled = thermograph(form), cooled_by_definition(form.value(), t)
        assert (graph.left(t), graph.right(t)) == (cooled.left_stop, cooled.right_stop)

    @given(forms(4))
    @settings(max_examples=120, deadline=None)
    def test_a_form_has_the_thermograph_of_its_value(self, form: Form) -> None:
        assert thermograph(form) == thermograph(form.value())

    @given(forms(4))
    @settings(max_examples=120, deadline=None)
    def test_shape(self, form: Form) -> None:
        graph = thermograph(form)
        assert graph.has_mast
        assert set(graph.left.slopes()) <= {0, -1}
        assert set(graph.right.slopes()) <= {0, 1}
        for t, _ in (*graph.left.points, *graph.right.points):
            assert graph.left(t) >= graph.right(t)
        assert thermograph(-form) == -graph

    @given(forms(3).map(Form.value), forms(3).map(Form.value))
    @settings(max_examples=60, deadline=None)
    def test_means_add_up_and_temperatures_do_not_exceed_the_larger(
        self, a: ShortGame, b: ShortGame
    ) -> None:
        one, two, both = thermograph(a), thermograph(b), thermograph(a + b)
        assert both.mean == one.mean + two.mean
        assert both.temperature <= max(one.temperature, two.temperature)


def cooled_by_definition(game: ShortGame, t: Fraction) -> ShortGame:
    """G_t by definition 2.1.6: frozen at the first temperature where it is close to a number.

    With integers at the ends and at most three moves these are multiples of 1/8.
    """
    if game.is_number:
        return game
    for eighths in range(int(t * 8) + 1):
        heat = Fraction(eighths, 8)
        taxed = from_options(
            [cooled_by_definition(option, heat) - heat for option in game.left],
            [cooled_by_definition(option, heat) + heat for option in game.right],
        )
        if taxed.is_numberish and heat < t:
            return number(taxed.left_stop)
    return taxed


class TestThesis:
    def test_figure_2_4(self) -> None:
        assert mean_and_temperature("{0|0}") == (0, 0)  # A
        assert mean_and_temperature("{1|0}") == (half, half)  # B
        assert mean_and_temperature("{1||0|0}") == (half, half)  # B with the dame after it
        assert mean_and_temperature("{0|-4}") == (-2, 2)  # C

    def test_area_counting_makes_every_move_worth_one_more(self) -> None:
        for text in ("{0|0}", "{1||0|0}", "{0|-4}", "{7||6|0}", "{11||10|6|||2}"):
            territory, area = thermograph(parse_form(text)), thermograph(in_area(parse_form(text)))
            assert (area.mean, area.temperature) == (territory.mean, territory.temperature + 1)
        assert mean_and_temperature("{1|-1}")[1] == 1  # A
        assert mean_and_temperature("{2||0|-2}")[1] == Fraction(3, 2)  # B
        assert mean_and_temperature("{1|-5}")[1] == 3  # C

    def test_figure_2_6_privilege(self) -> None:
        """White's move threatens more than it takes: the score is 6, not the average 5."""
        assert mean_and_temperature("{7||6|0}") == (6, 1)

    def test_figure_2_8_thermograph(self) -> None:
        graph = thermograph(parse_form("{7||6|0}"))
        assert [graph.left(t) for t in (0, half, 1, 5)] == [7, Fraction(13, 2), 6, 6]
        assert [graph.right(t) for t in (0, half, 1, 5)] == [6, 6, 6, 6]

    def test_figure_6_1_sente(self) -> None:
        """In G1 Left's move is sente, so that what it threatens may as well be infinite."""
        assert mean_and_temperature("{20|4||2}") == (4, 2)
        assert mean_and_temperature("{1000000|4||2}") == (4, 2)

    def test_figure_6_1_gote(self) -> None:
        """In G2 it is gote of temperature 4; an infinite threat would make it 8 and 6."""
        assert mean_and_temperature("{11||10|6|||2}") == (6, 4)
        assert mean_and_temperature("{1000000||10|6|||2}") == (8, 6)
        assert mean_and_temperature("{10|6}")[1] == 2


def in_area(form: Form) -> Form:
    """The same game with a point for each move."""
    counted: dict[tuple[Form, int], Form] = {}

    def visit(here: Form, moves: int) -> Form:
        if (here, moves) not in counted:
            if here.score is not None:
                counted[here, moves] = score(here.score + moves)
            else:
                counted[here, moves] = node(
                    [visit(option, moves + 1) for option in here.left],
                    [visit(option, moves - 1) for option in here.right],
                )
        return counted[here, moves]

    return visit(form, 0)


class TestKnownValues:
    @pytest.mark.parametrize(
        ("text", "mean", "temperature"),
        [
            ("{3||2|1}", Fraction(9, 4), Fraction(3, 4)),
            ("{5|-3}", 1, 4),
            ("{0||0|-9}", 0, 0),
            ("{9|0||0}", 0, 0),
            ("^", 0, 0),
            ("*7", 0, 0),
            ("{10||5|0}", Fraction(25, 4), Fraction(15, 4)),
            ("{4|1||0|-3}", half, 2),
            ("{1|-1||-2}", -1, 1),
        ],
    )
    def test_hot_games(self, text: str, mean: Fraction, temperature: Fraction) -> None:
        assert mean_and_temperature(text) == (mean, temperature)

    def test_numbers_have_temperatures_below_zero(self) -> None:
        for k in range(6):
            graph = thermograph(number(Fraction(2**k + 1, 2**k)))
            assert graph.temperature == (-1 if k == 0 else Fraction(-1, 2**k))
        assert thermograph(score(half)).temperature == -1

    def test_go_corridors(self) -> None:
        """The swing of a move into a corridor of 1, 2, 3 points: 1, 1½, 1¾."""
        corridor: Form = score(0)
        swings = []
        for length in range(1, 5):
            corridor = node([length], [corridor])
            swings.append(2 * thermograph(corridor).temperature)
        assert swings == [1, Fraction(3, 2), Fraction(7, 4), Fraction(15, 8)]

    def test_any_rational_score(self) -> None:
        graph = thermograph(parse_form("{2/3|1/7}"))
        assert (graph.mean, graph.temperature) == (Fraction(17, 42), Fraction(11, 42))

    def test_deep_trees(self) -> None:
        form: Form = score(0)
        for n in range(1, 3000):
            form = node([1], [form]) if n % 2 else node([form], [-1])
        assert thermograph(form).has_mast


class TestWalls:
    def test_values_between_the_bends(self) -> None:
        wall = thermograph(parse("{3||2|1}")).left
        assert [wall(t) for t in (-1, 0, "1/2")] == [4, 3, Fraction(5, 2)]
        assert wall("3/4") == wall(9) == Fraction(9, 4)
        with pytest.raises(GameError, match="-1"):
            wall(-2)

    def test_points_without_a_bend_are_left_out(self) -> None:
        points = [(Fraction(t), Fraction(-t)) for t in range(-1, 4)]
        assert Wall.through(points, Fraction(0)).points == (points[0], points[-1])


class TestPictures:
    graphs = (thermograph(parse("{3||2|1}")), thermograph(0), thermograph(parse("{900|-1/64}")))

    @pytest.mark.parametrize("graph", graphs)
    def test_are_well_formed_and_say_what_matters(self, graph: Thermograph) -> None:
        svg = graph.svg(title="A <b>ko</b>")
        root = ElementTree.fromstring(svg)
        texts = ["".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")]
        assert "A <b>ko</b>" in texts
        assert f"t = {mixed(graph.temperature)}".replace("-", "−") in texts
        assert f"mean {mixed(graph.mean)}".replace("-", "−") in texts
        assert svg == graph.svg(title="A <b>ko</b>")

    def test_scores_grow_to_the_left(self) -> None:
        svg = thermograph(parse("{3|1}")).svg(theme="light")
        place = {
            name: float(re.findall(rf'd="M([0-9.]+)[^"]*" class="{name}"', svg)[0])
            for name in ("lw", "rw")
        }
        assert place["lw"] < place["rw"]

    def test_themes(self) -> None:
        graph = self.graphs[0]
        assert "prefers-color-scheme" in graph._repr_svg_()
        assert "prefers-color-scheme" not in graph.svg(theme="dark")
        with pytest.raises(SetupError, match="theme"):
            graph.svg(theme="blue")  # type: ignore[arg-type]

    def test_matplotlib_is_wanted_only_for_its_own_drawing(self) -> None:
        try:
            import matplotlib  # type: ignore[import-not-found,unused-ignore]  # noqa: F401
        except ImportError:
            with pytest.raises(SetupError, match="matplotlib"):
                self.graphs[0].plot()
        else:
            assert self.graphs[0].plot().get_xlabel() == "score"

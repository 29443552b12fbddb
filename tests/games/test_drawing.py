"""Pictures: well-formed, safe, reproducible, independent of each other, and telling."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji.errors import SetupError
from tesuji.games import drawing
from tesuji.games.dots_and_boxes import drawing as dots
from tesuji.games.line_names import LineNames
from tesuji.games.stones import Mark, PointNames, board_svg, star_points

SVG = "{http://www.w3.org/2000/svg}"
GO_5 = PointNames(5, 5, skip_i=True)
MARKS: list[Mark] = ["triangle", "square", "circle", "cross", "dot"]
NASTY = "<script>alert('x')</script>&\"\0]]>"


def stones_picture(**style: Any) -> str:
    return board_svg([0, 1, *[-1] * 23], GO_5, **style)


def boxes_picture(**style: Any) -> str:
    return dots.board_svg(range(4), [0], 1, 1, **style)


def text_picture(**style: Any) -> str:
    return drawing.text_svg(". X O", **style)


Picture = Callable[..., str]
every_picture = pytest.mark.parametrize("draw", [stones_picture, boxes_picture, text_picture])


def read(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in read(svg).iter(f"{SVG}text")]


@every_picture
class TestEveryPicture:
    def test_has_what_a_reader_needs(self, draw: Picture) -> None:
        root = read(draw(title="A <b>title</b>"))
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[0].text == "A <b>title</b>"
        assert len((root.get("viewBox") or "").split()) == 4
        assert read(draw())[0].text

    def test_is_reproducible(self, draw: Picture) -> None:
        assert draw() == draw()

    def test_all_styles_and_identifiers_are_scoped(self, draw: Picture) -> None:
        svg = draw()
        scope = read(svg).get("class")
        assert scope
        style = read(svg).find(f"{SVG}style")
        assert style is not None
        assert style.text
        rules = re.sub(r"@media[^{]*\{(.*)\}", r"\1", style.text)
        for rule in filter(None, rules.split("}")):
            assert rule.startswith(f".{scope} ")
        for name in re.findall(r'id="([^"]*)"|url\(#([^)]*)\)', svg):
            assert "".join(name).startswith(f"{scope}-")

    def test_different_pictures_have_different_scopes(self, draw: Picture) -> None:
        pictures = [draw(), draw(title="another"), draw(theme="light"), draw(theme="dark")]
        assert len({read(svg).get("class") for svg in pictures}) == 4

    def test_themes(self, draw: Picture) -> None:
        light, dark, auto = (draw(theme=theme) for theme in ("light", "dark", "auto"))
        assert "prefers-color-scheme" not in light + dark
        assert auto.count("prefers-color-scheme") == 1
        assert drawing.LIGHT.ink in light
        assert drawing.DARK.ink in dark
        assert drawing.LIGHT.ink in auto
        assert drawing.DARK.ink in auto
        paper = draw(theme="paper")
        assert drawing.PAPER.ink in paper
        assert "prefers-color-scheme" not in paper
        with pytest.raises(SetupError, match="'blue'; there are: light, dark, paper, auto"):
            draw(theme="blue")

    def test_an_unknown_option_is_an_error(self, draw: Picture) -> None:
        with pytest.raises(TypeError):
            draw(colour="red")

    def test_no_text_gets_out_of_its_place(self, draw: Picture) -> None:
        svg = draw(title=NASTY)
        assert "<script" not in svg
        assert "\0" not in svg
        assert read(svg)[0].text == NASTY.replace("\0", "\ufffd")


class TestText:
    @given(st.text())
    def test_any_text_can_be_drawn(self, text: str) -> None:
        read(drawing.text_svg(text, title=text))

    def test_lines_and_spaces_are_kept(self) -> None:
        root = read(drawing.text_svg("  a\n\n\tb"))
        spans = [span.text for span in root.iter(f"{SVG}tspan")]
        assert spans == ["  a", "        b"]


class TestStones:
    @given(
        st.data(),
        st.sampled_from(["light", "dark", "paper", "auto"]),
        st.integers(0, 2),
        st.booleans(),
        st.booleans(),
    )
    @settings(max_examples=60)
    def test_any_board_can_be_drawn(
        self, data: st.DataObject, theme: drawing.Theme, wrap: int, border: bool, letters: bool
    ) -> None:
        rows, columns = data.draw(st.integers(2, 9)), data.draw(st.integers(2, 22))
        names = PointNames(rows, columns, skip_i=data.draw(st.booleans()))
        count = names.num_points
        places = st.integers(0, count - 1)
        svg = board_svg(
            data.draw(st.lists(st.sampled_from((-1, 0, 1)), min_size=count, max_size=count)),
            names,
            theme=theme,
            last_move=data.draw(st.none() | places),
            marks=data.draw(st.dictionaries(places, st.sampled_from(MARKS), max_size=5)),
            labels=data.draw(st.dictionaries(places, st.text(max_size=5), max_size=5)),
            heat=data.draw(st.dictionaries(places, st.floats(0, 1), max_size=5)),
            highlight=data.draw(st.sets(places, max_size=5)),
            forbidden=data.draw(st.sets(places, max_size=5)),
            stars=star_points(rows, columns),
            wrap=wrap,
            border=border,
            coordinates=letters,
        )
        assert max(float(read(svg).attrib[side]) for side in ("width", "height")) == 480

    def test_labels_are_escaped_and_coordinates_drawn(self) -> None:
        written = texts(stones_picture(labels={7: "<script>"}))
        assert "<script>" in written
        assert written.count("A") == written.count("5") == 2
        assert texts(stones_picture(coordinates=False)) == []

    def test_stones_are_repeated_around_a_torus(self) -> None:
        def stones(svg: str, class_: str) -> int:
            return sum(part.get("class") == class_ for part in read(svg).iter(f"{SVG}circle"))

        assert stones(stones_picture(), "sb") == 1
        # The corner stone is seen in all four corners of a margin of one row and column.
        assert stones(stones_picture(wrap=1), "sb") == 4
        assert stones(stones_picture(wrap=1), "sw") == 2
        assert stones(stones_picture(wrap=5), "sw") == 9

    def test_only_a_board_with_an_edge_has_a_border(self) -> None:
        assert 'class="bo"' in stones_picture()
        assert 'class="bo"' not in stones_picture(border=False)
        assert 'class="bo"' not in stones_picture(wrap=1)

    def test_marks_differ_in_shape(self) -> None:
        pictures = [stones_picture(marks={12: mark}, theme="light") for mark in MARKS]
        pictures += [stones_picture(last_move=12), stones_picture(forbidden=[12])]
        shapes = {
            re.sub(r"t[0-9a-f]{12}", "", re.sub(r"<style>.*</style>", "", svg)) for svg in pictures
        }
        assert len(shapes) == 7

    @pytest.mark.parametrize(
        ("style", "reason"),
        [
            ({"marks": {0: "star"}}, "'star'; there are: triangle, square, circle, cross, dot"),
            ({"marks": {25: "dot"}}, "no point 25"),
            ({"labels": {-1: "a"}}, "no point -1"),
            ({"last_move": 25}, "no point 25"),
            ({"heat": {12: 1.5}}, "the heat of C3 is 1.5"),
            ({"heat": {12: float("nan")}}, "the heat of C3 is nan"),
            ({"wrap": -1}, "shorter side, got -1"),
            ({"wrap": 6}, "shorter side, got 6"),
            ({"size": 0}, "0 pixels"),
        ],
    )
    def test_what_cannot_be_drawn(self, style: dict[str, Any], reason: str) -> None:
        with pytest.raises(SetupError) as caught:
            stones_picture(**style)
        assert reason in str(caught.value)


class TestBoxes:
    @given(st.data(), st.integers(1, 6), st.integers(1, 6))
    @settings(max_examples=40)
    def test_any_board_can_be_drawn(self, data: st.DataObject, rows: int, columns: int) -> None:
        names = LineNames(rows, columns)
        line = st.integers(0, names.num_lines - 1)
        lines = data.draw(st.sets(line))
        owners = [
            data.draw(st.sampled_from((0, 1))) if lines.issuperset(names.sides(box)) else -1
            for box in range(names.num_boxes)
        ]
        read(
            dots.board_svg(
                lines,
                owners,
                rows,
                columns,
                last_move=data.draw(st.none() | line),
                heat=data.draw(st.dictionaries(line, st.floats(0, 1), max_size=5)),
                labels=data.draw(st.dictionaries(line, st.text(max_size=5), max_size=5)),
                highlight=data.draw(st.sets(st.integers(0, names.num_boxes - 1))),
                coordinates=data.draw(st.booleans()),
            )
        )

    def test_owners_show_their_initial_and_pattern(self) -> None:
        first, second = (dots.board_svg(range(4), [player], 1, 1) for player in (0, 1))
        assert "1" in texts(first)
        assert "2" in texts(second)
        assert 'class="ha0"' in first
        assert 'class="ha1"' in second
        assert "<Z>" in texts(boxes_picture(initials=("<Z>", "B")))

    def test_letters_as_in_the_text(self) -> None:
        assert texts(dots.board_svg([], [-1, -1], 1, 2)) == [*"abAabcAB"]

    @pytest.mark.parametrize(
        ("style", "reason"),
        [
            ({"last_move": 4}, "no line 4"),
            ({"labels": {9: "x"}}, "no line 9"),
            ({"heat": {0: -0.1}}, "the heat of aA is -0.1"),
            ({"highlight": [1]}, "no box 1"),
        ],
    )
    def test_what_cannot_be_drawn(self, style: dict[str, Any], reason: str) -> None:
        with pytest.raises(SetupError) as caught:
            boxes_picture(**style)
        assert reason in str(caught.value)


class TestColours:
    @pytest.mark.parametrize("palette", [drawing.LIGHT, drawing.DARK])
    def test_the_heat_scale_changes_brightness_in_one_direction(
        self, palette: drawing.Palette
    ) -> None:
        steps = range(drawing.HEAT_STEPS + 1)
        shades = [drawing._brightness(drawing.heat_colour(palette, step)) for step in steps]
        assert shades in (sorted(shades), sorted(shades, reverse=True))

    @pytest.mark.parametrize("palette", [drawing.LIGHT, drawing.DARK])
    def test_text_can_be_read(self, palette: drawing.Palette) -> None:
        """At least 4.5 to 1, the contrast that accessibility guidelines ask for."""
        for ground in (*palette.board, *palette.paper):
            assert contrast(palette.ink, ground) >= 4.5
            assert contrast(palette.muted, ground) >= 3.0
        for step in range(drawing.HEAT_STEPS + 1):
            colour = drawing.heat_colour(palette, step)
            assert contrast(drawing.ink_on(colour), colour) >= 4.5

    def test_numbers_are_short(self) -> None:
        written = [drawing.number(value) for value in (1.0, 0.126, -0.001, 20, 1e-9)]
        assert written == ["1", "0.13", "0", "20", "0"]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(drawing._brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)

"""Games in text: whatever is written can be read, and says what the books say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.cgt_games import all_small, forms
from tesuji.errors import NotationError
from tesuji.theory import cgt
from tesuji.theory.cgt import Form, ShortGame, node, parse, parse_form, score, up, write

ATOMS = ["0", "-1", "3/4", "*", "*3", "^", "v2", "^3*2", "+-2", "tiny(2)", "miny(1)", "{3||2|1}"]


@given(forms(4).map(Form.value), st.booleans())
@settings(max_examples=200, deadline=None)
def test_values_come_back(game: ShortGame, unicode: bool) -> None:
    assert parse(write(game, unicode=unicode)) is game


@given(all_small(3).map(Form.value), st.integers(-3, 3), st.booleans())
@settings(max_examples=100, deadline=None)
def test_small_values_come_back(game: ShortGame, n: int, unicode: bool) -> None:
    assert parse(write(game + n, unicode=unicode)) is game + n


@given(forms(4))
@settings(max_examples=200, deadline=None)
def test_forms_come_back_as_they_are(form: Form) -> None:
    assert parse_form(str(form)) is form


@given(st.sampled_from(ATOMS), st.sampled_from(ATOMS))
def test_sums_and_differences(one: str, two: str) -> None:
    a, b = parse(one), parse(two)
    assert parse(f"({one}) + ({two})") is a + b
    assert parse(f"({one})-({two})") is a - b
    assert parse(f"{{{one}|{two}}}") is cgt.from_options([a], [b])


def test_names() -> None:
    names = {
        "{|}": "0",
        "{0|}": "1",
        "{0|1}": "1/2",
        "{0|0}": "*",
        "{0,*|0,*}": "*2",
        "{0|*}": "^",
        "{*|0}": "v",
        "{0|^*}": "^2",
        "{1|1}": "1*",
        "{0||0|-4}": "tiny(4)",
        "{4|0||0}": "miny(4)",
        "{5|-5}": "+-5",
        "{3|1}": "{3|1}",
        "{3|{2|1}}": "{3||2|1}",
        "{{4|3}|{2|1}}": "{4|3||2|1}",
        "{{{4|3}|2}|{1|0}}": "{4|3||2|||1|0}",
        "{1,{2|0}|-1}": "{1,{2|0}|-1}",
    }
    assert {text: write(parse(text)) for text in names} == names


def test_names_in_unicode() -> None:
    names = {"^": "↑", "v*": "↓*", "^3": "3·↑", "2+^2*": "2+2·↑*", "+-5": "±5", "tiny(4)": "⧾4"}
    assert {text: write(parse(text), unicode=True) for text in names} == names
    assert parse("⇑⋆") is up(2, 1)
    assert parse("−1/2") == parse("-0.5")


def test_signs_belong_to_numbers() -> None:
    assert parse("-1^") is parse("^") - 1
    assert parse("2-1^") is 1 - parse("^")
    assert parse("1+-3") == -2
    assert parse("1++-3") is parse("{4|-2}")
    assert parse("--^") is up()
    assert parse("2.^") is up(2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "one game"),
        ("{1|2", "not closed"),
        ("1}", "closes nothing"),
        ("{1,2}", "need a bar"),
        ("{1|2|3}", "two runs of 1 bars"),
        ("{1,|2}", "comma"),
        ("1 2", "without a sign"),
        ("1/0", "divides by zero"),
        ("{1|2}|3", "in braces"),
        ("(1|2)", "one game"),
        ("1+", "not followed by a game"),
        ("+-", "not followed by a game"),
        ("tiny+1", "no game follows"),
        ("{x|1}", "'x' is not expected"),
        ("*9999", "nimbers"),
    ],
)
def test_what_is_no_game_is_said(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse(text)


@given(st.text(alphabet="{}()|,+-*^v0123/ ±", max_size=20))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_form(text)
    except cgt.GameError:
        return
    except NotationError as error:
        message = str(error)
    else:
        return
    assert repr(text) in message


def test_nesting_has_no_limit() -> None:
    depth = 3000
    assert parse_form("{0|" * depth + "0" + "}" * depth).score is None


def test_what_is_too_long_is_not_written() -> None:
    form: Form = score(0)
    for n in range(40):
        form = node([form, n], [form])
    with pytest.raises(NotationError, match="characters"):
        str(form)


def test_examples_in_the_documentation() -> None:
    for module in pkgutil.iter_modules(cgt.__path__, f"{cgt.__name__}."):
        assert doctest.testmod(importlib.import_module(module.name)).failed == 0
    assert doctest.testmod(cgt).failed == 0

"""Whatever text or value comes in, it is used or refused with a `TesujiError`: nothing else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import examples.hex  # noqa: F401  (registers the game)
from tesuji.errors import TesujiError
from tesuji.games import Side, make, parse_spec

pytestmark = pytest.mark.core

SPECS = [
    "torus:size=4",
    "torus:size=9",
    "go:size=5",
    "go:size=19x3",
    "dots-and-boxes:size=2",
    "dots-and-boxes:size=3x2",
    "gomoku:size=5",
    "gomoku:size=22,swap2=yes",
    "hex:size=3",
]
DRAWABLE = [spec for spec in SPECS if not spec.startswith("hex")]

NOTATION = st.text(max_size=12) | st.text(alphabet="abcABCZz0123456789 -pstake\n", max_size=12)
DIAGRAM = (
    st.text(max_size=80)
    | st.text(alphabet="XO.+# ()12\nAB", max_size=120)
    | st.text(alphabet="o-+| 12:ABab\n", max_size=120)
)
VALUE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["5", "3x4", "9x0", "0x9", "renju", "japanese", "simple", "yes", "-1", "7.5"])
    | st.tuples(st.integers(), st.integers())
    | st.tuples(st.text(max_size=3), st.none())
)
OPTION = st.sampled_from(["size", "rules", "komi", "ko", "scoring", "swap2", "name", "self", "x"])
GAME = st.sampled_from(["torus", "go", "dots-and-boxes", "gomoku", "hex", "", "core", "Go"])


@pytest.mark.parametrize("spec", SPECS)
@given(text=NOTATION)
@settings(max_examples=60, deadline=None)
def test_a_move_is_read_or_refused(spec: str, text: str) -> None:
    game = parse_spec(spec)
    with contextlib.suppress(TesujiError):
        move = game.parse_move(text)
        assert 0 <= move < game.num_moves
        assert game.parse_move(game.format_move(move)) == move


@pytest.mark.parametrize("spec", SPECS)
@given(texts=st.lists(NOTATION, max_size=5))
@settings(max_examples=30, deadline=None)
def test_moves_are_played_or_refused(spec: str, texts: list[str]) -> None:
    position = parse_spec(spec).initial()
    with contextlib.suppress(TesujiError):
        position = position.play(*texts)
        assert position.text()


@pytest.mark.parametrize("spec", DRAWABLE)
@given(diagram=DIAGRAM, to_move=st.sampled_from(list(Side)))
@settings(max_examples=60, deadline=None)
def test_a_diagram_is_read_or_refused(spec: str, diagram: str, to_move: Side) -> None:
    game: Any = parse_spec(spec)
    with contextlib.suppress(TesujiError):
        position = game.parse(diagram, to_move)
        assert game.parse(position.text(), to_move) == position


@pytest.mark.parametrize("spec", [spec for spec in DRAWABLE if not spec.startswith("dots")])
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_stones_are_set_up_or_refused(spec: str, data: st.DataObject) -> None:
    """What is accepted can be played on and drawn."""
    game: Any = parse_spec(spec)
    points = game.rows * game.columns
    exact = st.lists(st.sampled_from([-1, -1, 0, 1]), min_size=points, max_size=points)
    stones = data.draw(exact | st.lists(st.integers(), max_size=30))
    with contextlib.suppress(TesujiError):
        position = game.setup(stones, data.draw(st.sampled_from(list(Side))))
        assert position.stones == stones
        for move in position.legal_moves()[:3]:
            position.after(move).text()


@given(
    lines=st.lists(st.integers(-2, 14), max_size=14),
    owners=st.none() | st.lists(st.integers(-2, 2), min_size=4, max_size=4),
)
@settings(max_examples=200, deadline=None)
def test_any_lines_are_set_up_or_refused(lines: list[int], owners: list[int] | None) -> None:
    game: Any = make("dots-and-boxes", size=2)
    with contextlib.suppress(TesujiError):
        position = game.setup(lines, owners)
        assert set(position.lines) == set(lines)
        assert game.parse(position.text()) == position


@given(name=GAME, options=st.dictionaries(OPTION, VALUE, max_size=3))
@settings(max_examples=500, deadline=None)
def test_options_make_a_game_or_are_refused(name: str, options: dict[str, object]) -> None:
    complaint = "none"
    try:
        game = make(name, **options)
        assert parse_spec(game.spec) == game
    except TesujiError as error:
        complaint = str(error)
    assert len(complaint.splitlines()) == 1


@given(st.text(max_size=20) | st.from_regex(r"(go|torus|gomoku):([a-z]{1,6}=[^,]{0,6},?){0,3}"))
@settings(max_examples=300, deadline=None)
def test_a_spec_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(TesujiError):
        game = parse_spec(text)
        assert parse_spec(game.spec) == game

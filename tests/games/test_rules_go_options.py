"""Go, continued: sizes, komi, rule sets, set-ups, handicap."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.games.test_rules_go import SUICIDE, WHITE, go, named
from tests.kit.positions import play, why_not
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import make

pytestmark = pytest.mark.core

# -- sizes, komi, rule sets, handicap ---------------------------------------------------------


class TestOptions:
    @pytest.mark.parametrize("size", ["2", "5", "19", "2x19", "19x2", "9x13"])
    def test_sizes(self, size: str) -> None:
        game: Any = make("go", size=size)
        assert len(game.initial().legal_moves()) == game.rows * game.columns + 1
        assert game.num_symmetries == (8 if game.rows == game.columns else 4)

    @pytest.mark.parametrize("size", ["1", "20", "1x5", "5x20", "9x0", "0"])
    def test_sizes_that_are_refused(self, size: str) -> None:
        with pytest.raises(SetupError, match="has 2 to 19 rows and columns, not"):
            make("go", size=size)

    def test_rectangles_count_rows_first(self) -> None:
        game: Any = make("go", size="3x5")
        assert (game.rows, game.columns) == (3, 5)
        assert game.format_move(4) == "E3"
        after = play(go(". . . X O\n. . . . .\n. . . . ."), "E2")
        assert after.prisoners == (1, 0)
        edge = go(
            """
            . . . O O
            . . . O X
            . . . O ."""
        )
        assert why_not(edge, "E1") == SUICIDE

    @pytest.mark.parametrize("komi", [7.25, 0.1, 1000.5, -2000, math.inf, math.nan, "1e400"])
    def test_komi_that_is_refused(self, komi: object) -> None:
        with pytest.raises(SetupError, match=r"multiple of 0\.5 between -1000 and 1000"):
            make("go", size=9, komi=komi)
        with pytest.raises(SetupError, match="the option komi of go must be a number, got 'much'"):
            make("go", size=9, komi="much")

    @pytest.mark.parametrize(
        ("rules", "spec"),
        [
            ("tromp-taylor", "go:size=9,komi=7.5"),
            ("chinese", "go:size=9,komi=7.5,ko=simple"),
            ("japanese", "go:size=9,komi=6.5,ko=simple,scoring=territory"),
        ],
    )
    def test_rule_sets(self, rules: str, spec: str) -> None:
        assert make("go", size=9, rules=rules).spec == spec
        changed = make("go", size=9, rules=rules, komi=0, ko="positional", scoring="area")
        assert changed.spec == "go:size=9,komi=0"

    def test_unknown_options(self) -> None:
        with pytest.raises(SetupError, match="no rules called 'ing'; there are: tromp-taylor"):
            make("go", rules="ing")
        with pytest.raises(SetupError, match="no ko called 'super'; there are: positional, simple"):
            make("go", ko="super")
        with pytest.raises(SetupError, match="no option 'handicap'; it has: size, rules"):
            make("go", handicap=2)

    def test_rules_belong_to_a_position(self) -> None:
        assert make("go", size=9).initial() != make("go", size=9, komi=0).initial()
        assert make("go", size=9).initial() != make("go", size=9, rules="chinese").initial()


class TestSetUp:
    def test_a_chain_without_a_liberty_is_refused(self) -> None:
        game: Any = make("go", size=3)
        with pytest.raises(SetupError, match="row 0, column 0 of the set-up has no liberty"):
            game.parse("X O .\nO . .\n. . .")
        with pytest.raises(SetupError, match="no liberty"):
            game.parse("X X X\nX X X\nX X X")

    def test_values_that_are_refused(self) -> None:
        game: Any = make("go", size=3)
        with pytest.raises(SetupError, match="8 points were given"):
            game.setup([-1] * 8)
        with pytest.raises(SetupError, match="2 at A3 is not"):
            game.setup([2] + [-1] * 8)
        with pytest.raises(SetupError, match="a player is 0 or 1, not 2"):
            game.setup([-1] * 9, 2)
        with pytest.raises(SetupError, match="there cannot be -1 prisoners"):
            core.GoPosition(game.rules, [-1] * 9, 0, [-1, 0])

    @pytest.mark.parametrize("point", [-1, 9])
    def test_points_off_the_board(self, point: int) -> None:
        position: Any = make("go", size=3).initial()
        with pytest.raises(IndexError, match=f"there is no point {point}"):
            position.liberties(point)
        with pytest.raises(IndexError, match=f"there is no point {point}"):
            position.chain(point)


class TestHandicap:
    @pytest.mark.parametrize(
        ("size", "corner", "middle"),
        [(9, ("C", "G", "3", "7"), ("E", "5")), (13, ("D", "K", "4", "10"), ("G", "7"))],
    )
    def test_small_boards(
        self, size: int, corner: tuple[str, ...], middle: tuple[str, str]
    ) -> None:
        self._check(size, corner, middle)

    def test_the_usual_board(self) -> None:
        self._check(19, ("D", "Q", "4", "16"), ("K", "10"))

    def _check(self, size: int, corner: tuple[str, ...], middle: tuple[str, str]) -> None:
        left, right, low, high = corner
        column, row = middle
        centre = column + row
        opposite = {right + high, left + low}
        corners = opposite | {right + low, left + high}
        sides = {left + row, right + row}
        expected = {
            2: opposite,
            4: corners,
            5: corners | {centre},
            6: corners | sides,
            7: corners | sides | {centre},
            8: corners | sides | {column + low, column + high},
            9: corners | sides | {column + low, column + high, centre},
        }
        game: Any = make("go", size=size)
        for count, names in expected.items():
            position = game.handicap(count)
            stones = [point for point in range(size**2) if position.stones[point] == 0]
            assert named(game, stones) == names
            assert position.to_move == WHITE
            assert position.stones.count(1) == 0
        three = game.handicap(3).stones
        assert three.count(0) == 3
        assert named(game, [point for point in range(size**2) if three[point] == 0]) < corners

    @pytest.mark.parametrize(
        ("size", "count", "message"),
        [
            ("9", 1, "on 9x9 is 2 to 9 stones, not 1"),
            ("9", 0, "on 9x9 is 2 to 9 stones, not 0"),
            ("19", 10, "on 19x19 is 2 to 9 stones, not 10"),
            ("7", 5, "on 7x7 is 2 to 4 stones, not 5"),
            ("8", 5, "on 8x8 is 2 to 4 stones, not 5"),
            ("6", 2, "needs a board of at least 7x7, not 6x6"),
            ("9x13", 2, "on square boards only, not on 9x13"),
        ],
    )
    def test_refusals(self, size: str, count: int, message: str) -> None:
        game: Any = make("go", size=size)
        with pytest.raises(SetupError, match=message):
            game.handicap(count)

    def test_four_stones_on_an_even_board(self) -> None:
        game: Any = make("go", size=8)
        stones = game.handicap(4).stones
        assert named(game, [point for point in range(64) if stones[point] == 0]) == {
            "C3",
            "F3",
            "C6",
            "F6",
        }

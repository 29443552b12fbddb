"""Positions explained in remarks: what they point at, and that every sentence is true."""

from __future__ import annotations

import random

import pytest

from tesuji.analysis import Explanation, Remark, explain, explained_games, register_explainer
from tesuji.games import Game, Outcome, Position, Side, make
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.games.go import Go
from tesuji.theory.dots_and_boxes import Table

pytestmark = pytest.mark.core


def of_kind(explanation: Explanation, kind: str) -> list[Remark]:
    return [remark for remark in explanation.remarks if remark.kind == kind]


# -- the frame --------------------------------------------------------------------------------


def test_all_remarks_point_at_things_that_exist() -> None:
    dice = random.Random(5)
    for spec in ("go", "dots-and-boxes"):
        game = make(spec, size=5)
        for _ in range(20):
            position = game.initial()
            for _ in range(dice.randrange(24)):
                if not position.is_over:
                    position = position.after(dice.choice(position.legal_moves()))
            found = explain(position, 0.05)
            for remark in found.remarks:
                assert remark.text.endswith("."), remark
                assert all(0 <= line < game.num_moves for line in (*remark.lines, *remark.sequence))
                assert all(0 <= point < 25 for point in remark.points)
            assert set(found.scores) <= set(position.legal_moves())


class _Nim(Position):
    """One heap; who takes the last wins."""

    def __init__(self, heap: int = 3, mover: Side = Side.FIRST) -> None:
        self.heap, self.mover = heap, mover

    @property
    def game(self) -> Game:
        return _NimGame()

    @property
    def to_move(self) -> Side:
        return self.mover

    def legal_moves(self) -> list[int]:
        return list(range(self.heap))

    def after(self, move: int) -> _Nim:
        return _Nim(self.heap - move - 1, self.mover.other)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.heap else Outcome(self.mover.other, 1, "last one")


class _NimGame(Game):
    name = "test-nim"
    num_moves = 3

    def initial(self) -> _Nim:
        return _Nim()


def test_a_game_without_theory_has_nothing_to_say_until_it_registers_an_explainer() -> None:
    assert explain(_Nim()) == Explanation()

    @register_explainer("test-nim")
    def explain_nim(position: _Nim, seconds: float) -> Explanation:
        return Explanation((Remark("win", "Take all.", position.to_move, sequence=(2,)),))

    assert "test-nim" in explained_games()
    assert explain(_Nim()).sentences == ["Take all."]
    assert explain(_Nim(0)) == Explanation()  # the game is over


# -- Go ---------------------------------------------------------------------------------------


def test_stones_in_atari_and_how_they_are_captured() -> None:
    go = Go(5)
    position = go.parse(
        """
        . . . . .
        . O O . .
        O X X O .
        . O . . .
        . . . . .
        """,
        Side.FIRST,
    )
    (mine,) = of_kind(explain(position), "atari")
    assert (mine.player, mine.points, mine.tone) == (Side.FIRST, (11, 12), "danger")
    assert mine.text == "Black's 2 stones at B3 are in atari: White captures them at C2."
    (theirs,) = of_kind(explain(position.play("E1")), "capture")
    assert theirs.player is Side.SECOND
    assert theirs.text == "White can capture Black's 2 stones at B3 at C2."


def test_a_ko_is_named() -> None:
    go = Go(5)
    position = go.parse(
        """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        """
    ).play("C3")
    (ko,) = of_kind(explain(position), "ko")
    assert ko.points == (11,)
    assert ko.player is Side.SECOND


def test_ownership_knows_walls_and_living_groups() -> None:
    go = Go(5, komi=0)
    position = go.parse(
        """
        . X O . .
        X X O O O
        . X O . .
        X X O O O
        . X O . .
        """
    )
    found = explain(position)
    assert all(value > 0.95 for value in found.ownership[0::5])
    assert all(value < -0.95 for value in found.ownership[4::5])
    (balance,) = of_kind(found, "balance")
    assert balance.player is Side.SECOND  # 10 points against 15


# -- Dots and Boxes -----------------------------------------------------------------------------


def test_net_scores_are_those_of_the_table() -> None:
    game = DotsAndBoxes(3, 3)
    dice = random.Random(2)
    table = Table.of(game)
    for _ in range(10):
        position = game.initial()
        for _ in range(dice.randrange(20)):
            position = position.after(dice.choice(position.legal_moves()))
        if position.is_over:
            continue
        found = explain(position)
        assert dict(found.scores) == table.move_values(position)
        assert found.value == table.value(position)


def test_chains_loops_and_loony_lines_are_marked() -> None:
    position = make("dots-and-boxes", size="3x3").initial().play("aA bA aC bC Aa Ac Ba Bc")
    found = explain(position)
    (loop,) = of_kind(found, "loop")
    assert sorted(loop.points) == [0, 1, 3, 4]
    (loony,) = of_kind(found, "loony")
    assert set(loony.lines) == set(loop.lines)
    assert of_kind(found, "control")
    assert of_kind(found, "long-chain-rule")


def test_a_large_board_is_explained_without_a_search() -> None:
    found = explain(make("dots-and-boxes", size="9x9").initial())
    assert found.value is None
    assert not found.scores
    assert of_kind(found, "long-chain-rule")


# -- Torus ----------------------------------------------------------------------------------------


def test_stones_in_peril_and_forced_wins_on_the_torus() -> None:
    position = make("torus", size=9).initial().play("C3 C4 D4 A1 B4")
    found = explain(position)
    assert [remark.tone for remark in of_kind(found, "must-save")] == ["warning"]
    won = explain(position.play("A2"))  # what had to be saved was not
    (win,) = of_kind(won, "win")
    assert win.sequence == (position.game.parse_move("C5"),)
    assert win.player is Side.FIRST

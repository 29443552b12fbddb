"""Peril, danger and threat as they are defined, the filter of moves, and what overlays show."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kit.positions import point_named, set_up
from tests.search.test_torus_win import move_wins, random_position, wins_within
from tesuji.games import Side, make
from tesuji.theory.torus import (
    Trouble,
    decisive_moves,
    explain,
    moves_to_consider,
    saving_moves,
    trouble_at,
    troubled_stones,
)

pytestmark = pytest.mark.core


@pytest.mark.parametrize(
    ("around", "trouble"),
    [
        (". . . .", None),
        ("X . . .", Trouble.THREATENED),
        ("X O . .", Trouble.THREATENED),
        ("X O O .", Trouble.THREATENED),
        ("X O O O", None),
        ("X X . .", Trouble.IN_DANGER),
        ("X X O .", Trouble.IN_DANGER),
        ("X X O O", None),
        ("X X X .", Trouble.IN_PERIL),
        ("X X X O", None),
        ("O O . .", None),
    ],
)
def test_definitions(around: str, trouble: Trouble | None) -> None:
    """A white stone with these four neighbours, in every order and across the seams."""
    sides = around.split()
    for turn in range(4):
        up, right, down, left = sides[turn:] + sides[:turn]
        for row, column in ((3, 3), (0, 0), (6, 2)):
            board = [["."] * 7 for _ in range(7)]
            board[row][column] = "O"
            board[(row - 1) % 7][column] = up
            board[row][(column + 1) % 7] = right
            board[(row + 1) % 7][column] = down
            board[row][(column - 1) % 7] = left
            position = set_up("torus", "\n".join(" ".join(line) for line in board))
            found = trouble_at(position, 7 * row + column)
            assert (None if found is None else found.trouble) == trouble
            if found is not None:
                assert found.player is Side.SECOND
                assert len(found.enemies) == sides.count("X")
                assert len(found.liberties) == sides.count(".")


def test_saving_moves() -> None:
    diagram = """
    . . . . . . .
    b . X . . . .
    . X O a . . .
    . . X . . . .
    . . . O . . .
    . . . . . . .
    . . . . . . .
    """
    # White may fill the last liberty, or capture two of the stones on their diagonal.
    position = set_up("torus", diagram, Side.SECOND)
    assert position.captures_of(point_named(diagram, "b")) == [15, 23]
    assert saving_moves(position) == [point_named(diagram, "b"), point_named(diagram, "a")]
    black = set_up("torus", diagram, Side.FIRST)
    assert saving_moves(black) is None
    assert decisive_moves(black) == [point_named(diagram, "a")]


def test_slow_definitions_agree_with_the_rules() -> None:
    """Saving moves are those after which the opponent does not win; by the slow rules."""
    dice = random.Random(8)
    perils = 0
    for _ in range(200):
        fast, slow = random_position(5, dice.randint(8, 18), dice)
        if fast.is_over:
            continue
        saving = saving_moves(fast)
        if saving is None:
            continue
        perils += 1
        lasting = [move for move in slow.legal_moves() if not _loses_at_once(slow, move)]
        assert set(lasting) <= set(saving)
    assert perils > 10


def _loses_at_once(slow: Any, move: int) -> bool:
    after = slow.after(move)
    return not after.is_over and any(
        (end := after.after(reply)).is_over and end.surrounder is not None
        for reply in after.legal_moves()
    )


def test_filter_of_moves() -> None:
    dice = random.Random(9)
    kinds = {"win": 0, "save": 0, "all": 0}
    for _ in range(60):
        fast, slow = random_position(4, dice.randint(2, 12), dice)
        if fast.is_over:
            continue
        legal = slow.legal_moves()
        winning = [m for m in legal if move_wins(slow, m, 1 if wins_within(slow, 1) else 3)]
        lasting = [m for m in legal if not _loses_at_once(slow, m)]
        expected = winning or lasting or legal
        kinds["win" if winning else "save" if len(lasting) < len(legal) else "all"] += 1
        assert moves_to_consider(fast) == expected
    assert min(kinds.values()) >= 3


def test_the_first_two_moves() -> None:
    game = make("torus")
    start: Any = game.initial()
    assert moves_to_consider(start) == [game.parse_move("A1")]
    second = start.play("E5")
    considered = set(moves_to_consider(second))
    for move in second.legal_moves():
        images = set()
        for symmetry in range(game.num_symmetries):
            under = game.move_under(symmetry)
            if under[game.parse_move("E5")] == game.parse_move("E5"):
                images.add(int(under[move]))
        assert len(considered & images) == 1


def test_decisive_moves_put_into_inescapable_peril() -> None:
    position: Any = make("torus").initial().play("C3 C4 D4 A1 B4 C5 C6 E8")
    decisive = decisive_moves(position)
    assert decisive
    for move in decisive:
        stones = troubled_stones(position.after(move))
        assert any(s.trouble is Trouble.IN_PERIL and s.player is Side.SECOND for s in stones)


def test_explanations() -> None:
    position: Any = make("torus").initial().play("C3 C4 D4 A1 B4")
    kinds = [remark.kind for remark in explain(position)]
    assert kinds == ["must-save", "in-peril", "threatened", "threatened", "threatened"]
    peril = explain(position)[1]
    assert (peril.player, [position.game.format_move(p) for p in peril.points]) == (1, ["C4"])
    assert "wins with C5" in peril.text
    won = explain(position.play("E8"))[0]
    assert (won.kind, won.text) == ("win", "Black wins at once with C5.")
    assert explain(position.play("E8 C5")) == []
    assert explain(make("torus").initial()) == []  # type: ignore[arg-type]

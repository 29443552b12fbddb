"""The two ways to place a stone with captures agree: chains kept up to date, and floods of sets."""

from __future__ import annotations

import random

import pytest

from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import make
from tesuji.games.go import Go, GoPosition
from tesuji.search import Budget
from tesuji.server.temperature_views import region_view
from tesuji.theory.go_endgames import StoneGrid, analyse_region


@pytest.mark.parametrize("size", ["2", "3x5", "5", "9", "19"])
def test_boards_after_moves_of_random_games(size: str) -> None:
    dice = random.Random(1)
    game = make("go", size=size, ko="simple")
    assert isinstance(game, Go)
    captures = 0
    for _ in range(3 if size == "19" else 20):
        position = game.initial()
        assert isinstance(position, GoPosition)
        while not position.is_over and len(position.past()) < 300:
            legal = [move for move in position.legal_moves() if move != game.pass_move]
            if not legal:
                break
            move = dice.choice(legal)
            before, colour = position.stones, int(position.to_move)
            position = position.after(move)
            after = core.go_board_after(game.rows, game.columns, before, move, colour)
            assert tuple(after) == tuple(position.stones)
            assert StoneGrid(game.rows, game.columns, before).after(move, colour).stones == tuple(
                after
            )
            captures += sum(stone >= 0 for stone in before) >= sum(stone >= 0 for stone in after)
    assert captures > 10


def test_suicide_and_boards_that_are_none() -> None:
    stones = [-1, 1, 1, 1]
    assert core.go_board_after(2, 2, stones, 0, 1) == [1, 1, 1, 1]
    assert core.go_board_after(2, 2, stones, 0, 1, suicide=True) == [-1, -1, -1, -1]
    assert core.go_board_after(2, 2, stones, 0, 0) == [0, -1, -1, -1]
    for wrong in ((2, 3, stones, 0, 0), (2, 2, stones, 4, 0), (2, 2, stones, 0, 2)):
        with pytest.raises(SetupError):
            core.go_board_after(*wrong)


def test_the_pictures_of_a_tree_are_those_of_its_moves() -> None:
    """What the search says that moves take is what the rules take on the whole board."""
    game = make("go", size="5")
    assert isinstance(game, Go)
    rows = [".XO..", "XO.O.", ".XO..", ".XO..", ".XO.."]  # a ko
    stones = [".XO".index(stone) - 1 for row in rows for stone in row]
    position = GoPosition(game.rules, stones, 0, (0, 0))
    report = analyse_region(position, [6, 7], Budget(nodes=20_000, memory=64 << 20))
    view = region_view(position, report)
    boards = [StoneGrid(5, 5, stones)]
    for node in view.tree[1:]:
        assert node.parent is not None
        assert node.move is not None
        assert node.player is not None
        boards.append(boards[node.parent].after(node.move, node.player))
        changed = {p: s for p, s in enumerate(boards[-1].stones) if s != stones[p]}
        assert node.stones == changed
    assert any(-1 in node.stones.values() for node in view.tree)

"""Torus, continued: superko, the end, set-ups, symmetries."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.games.test_rules_torus import BLACK, FLANKED, REPEATS, WHITE, torus
from tests.kit.positions import drawn, play, rows_of, why_not
from tesuji.errors import IllegalMoveError, SetupError
from tesuji.games import make

pytestmark = pytest.mark.core

# -- superko --------------------------------------------------------------------------------

KO = """
    O . . . . .
    . a . . . .
    . . O . . .
    . . . X . .
    . . . . . .
    . . . . . ."""

# Black can take at a and at b, White at c; what is taken can be retaken.
TRIPLE_KO = """
    O . . . O . . . .
    . a . . . b . . .
    . . O . . . O . .
    . . . X . . . X .
    . . . . . . . . .
    . O . . . . . . .
    . . X . . . . . .
    . . . c . . . . .
    . . . . X . . . ."""


class TestSuperko:
    def test_a_ko_cannot_be_retaken_at_once(self) -> None:
        taken = play(torus(KO), "B5")
        assert taken.captures_of(14) == [7]
        assert why_not(taken, "C4") == REPEATS
        with pytest.raises(IllegalMoveError, match="C4 is illegal for White: it would repeat"):
            taken.play("C4")

    def test_it_can_after_an_exchange_elsewhere(self) -> None:
        exchanged = play(torus(KO), "B5 F3 F6")
        assert why_not(exchanged, "C4") is None
        retaken = play(exchanged, "C4")
        assert retaken.stones[7] == -1

    def test_three_kos_make_a_cycle_of_six_boards(self) -> None:
        """Each move retakes a ko that was taken three moves before; the sixth closes the cycle."""
        position = torus(TRIPLE_KO)
        moves = ["B8", "D2", "F8", "C7", "C3", "G7"]
        for move in moves[:-1]:
            assert why_not(position, move) is None
            position = play(position, move)
        assert why_not(position, moves[-1]) == REPEATS

    def test_whose_turn_it_was_does_not_matter(self) -> None:
        """The board of `KO` is forbidden to both players; the first board counts too."""
        position = play(torus(KO), "B5 F3 F6 C4")
        assert position.stones.count(1) == 3
        assert why_not(play(position, "A1 C1"), "B5") is None

    def test_a_board_that_another_game_had_is_allowed(self) -> None:
        """History belongs to the position: set up afresh, the ko may be taken at once."""
        taken = play(torus(KO), "B5")
        afresh = taken.game.setup(taken.stones, taken.to_move)
        assert why_not(afresh, "C4") is None
        assert taken == afresh
        assert hash(taken) == hash(afresh)

    def test_turned_boards_are_different_boards(self) -> None:
        """A symmetric image of an earlier board is no repetition."""
        position = play(make("torus", size=5).initial(), "C3 C4")
        assert len(position.legal_moves()) == 23

    def test_a_symmetry_turns_the_history_too(self) -> None:
        taken = play(torus(KO), "B5")
        for symmetry in range(taken.game.num_symmetries):
            to = taken.game.move_under(symmetry)
            assert taken.transformed(symmetry).why_illegal(int(to[14])) == REPEATS


# -- no legal move --------------------------------------------------------------------------


class TestNoLegalMove:
    def test_who_cannot_move_loses(self) -> None:
        """Every empty point is flanked, so White's last stone wins."""
        position = play(make("torus", size=4).initial(), "A4 C4 D4 B4 C2 A2 B2 D2")
        assert drawn(position) == rows_of("""
            X O O X
            . . . .
            O X X O
            . . . .""")
        assert position.to_move == BLACK
        assert position.is_over
        assert position.legal_moves() == []
        assert position.outcome.winner == WHITE
        assert position.outcome.reason == "no legal move"
        assert why_not(position, "A3") == FLANKED

    def test_a_set_up_without_a_legal_move_is_over(self) -> None:
        position = torus(
            """
            O . X .
            X . O .
            X . O .
            O . X .""",
            WHITE,
        )
        assert position.outcome.winner == BLACK

    def test_a_board_can_be_stuck_for_one_player_only(self) -> None:
        board = """
            X X O X
            X . . .
            O X X .
            . . X ."""
        assert torus(board, WHITE).outcome.winner == BLACK
        assert torus(board, BLACK).outcome is None


# -- sizes and set-ups ----------------------------------------------------------------------


class TestSetUp:
    @pytest.mark.parametrize("size", range(4, 20))
    def test_sizes(self, size: int) -> None:
        game = make("torus", size=size)
        assert game.num_moves == len(game.initial().legal_moves()) == size**2
        assert game.num_symmetries == 8 * size**2

    @pytest.mark.parametrize("size", [3, 20, 0, -9])
    def test_sizes_that_are_refused(self, size: int) -> None:
        with pytest.raises(SetupError, match=f"between 4 and 19, got {size}"):
            make("torus", size=size)

    def test_rectangles_are_refused(self) -> None:
        with pytest.raises(SetupError, match="square boards, not on 9x10"):
            make("torus", size="9x10")

    def test_a_won_board_is_refused(self) -> None:
        with pytest.raises(SetupError, match="already won: a stone is surrounded"):
            torus("""
                . X . .
                X O X .
                . X . .
                . . . .""")

    @pytest.mark.parametrize("count", [0, 15, 17])
    def test_a_wrong_number_of_points(self, count: int) -> None:
        game: Any = make("torus", size=4)
        with pytest.raises(SetupError, match=f"{count} points were given"):
            game.setup([-1] * count)

    @pytest.mark.parametrize("stone", [2, -2, 300])
    def test_a_stone_of_no_colour(self, stone: int) -> None:
        game: Any = make("torus", size=4)
        with pytest.raises(SetupError, match=f"{stone} at B4 is not"):
            game.setup([-1, stone] + [-1] * 14)

    @pytest.mark.parametrize("player", [2, -1])
    def test_a_player_that_does_not_exist(self, player: int) -> None:
        game: Any = make("torus", size=4)
        with pytest.raises(SetupError, match=f"a player is 0 or 1, not {player}"):
            game.setup([-1] * 16, player)


# -- symmetries -----------------------------------------------------------------------------


class TestSymmetries:
    def test_648_on_the_usual_board(self) -> None:
        game = make("torus", size=9)
        assert game.num_symmetries == 648
        maps = [tuple(game.move_under(s).tolist()) for s in range(648)]
        assert maps[0] == tuple(range(81))
        assert len(set(maps)) == 648
        assert all(sorted(images) == list(range(81)) for images in maps)
        group = set(maps)
        rng = random.Random(0)
        for _ in range(2000):
            one, two = rng.choice(maps), rng.choice(maps)
            assert tuple(two[one[point]] for point in range(81)) in group

    @pytest.mark.parametrize("size", [4, 5, 9])
    def test_they_keep_neighbours_and_diagonal_neighbours(self, size: int) -> None:
        game = make("torus", size=size)
        steps = list(product((-1, 0, 1), (-1, 0, 1)))
        point = np.arange(size**2)
        row, column = point // size, point % size

        def moved(step: tuple[int, int]) -> Any:
            return (row + step[0]) % size * size + (column + step[1]) % size

        for kind in (1, 2):
            of_kind = [moved(step) for step in steps if abs(step[0]) + abs(step[1]) == kind]
            around = np.sort(np.stack(of_kind), axis=0)
            for symmetry in range(game.num_symmetries):
                to = game.move_under(symmetry)
                assert (np.sort(to[around], axis=0) == around[:, to]).all()

    def test_moves_and_cells_go_the_same_way(self) -> None:
        game = make("torus", size=5)
        assert game.cells_of_moves().tolist() == list(range(25))
        for symmetry in range(game.num_symmetries):
            assert (game.move_under(symmetry) == game.cell_under(symmetry)).all()

    def test_all_first_moves_are_one(self) -> None:
        game = make("torus", size=9)
        assert {int(game.move_under(s)[0]) for s in range(648)} == set(range(81))

    @pytest.mark.parametrize("symmetry", [-1, 648])
    def test_a_symmetry_that_does_not_exist(self, symmetry: int) -> None:
        game = make("torus", size=9)
        for ask in (game.move_under, game.cell_under, game.initial().transformed):
            with pytest.raises(SetupError, match=f"no symmetry number {symmetry}"):
                ask(symmetry)

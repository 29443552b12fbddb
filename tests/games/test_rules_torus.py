"""Every clause of the rules of Torus on a position made for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import drawn, play, point_named, rows_of, set_up, why_not
from tesuji.errors import IllegalMoveError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

BLACK, WHITE = Side.FIRST, Side.SECOND
OCCUPIED = "the point is occupied"
FLANKED = "the stone would be captured at once"
SURROUNDED = "the stone would be surrounded"
REPEATS = "it would repeat an earlier board (superko)"


def torus(diagram: str, to_move: Side = BLACK) -> Any:
    return set_up("torus", diagram, to_move)


def assert_a_is(diagram: str, reason: str | None, to_move: Side = BLACK) -> None:
    """Asserts why the point marked a is illegal; None when it is legal."""
    position = torus(diagram, to_move)
    move = point_named(diagram, "a")
    assert position.why_illegal(move) == reason
    assert position.is_legal(move) == (reason is None)
    assert (move in position.legal_moves()) == (reason is None)


# -- winning --------------------------------------------------------------------------------


class TestWinning:
    def test_what_decided_the_game_is_shown(self) -> None:
        """The surrounded stone and the four around it, across the seam as well."""
        game = make("torus", size=4)
        before = game.parse("X . . .\n O X . .\n . . . .\n . . . .")
        assert before.on_board().highlight == ()
        won = game.parse("X . . .\n O X . .\n X . . .\n . . . .").after(game.parse_move("D3"))
        assert won.on_board().highlight == (0, 4, 5, 7, 8)

    def test_a_stone_surrounded_on_four_sides_ends_the_game(self) -> None:
        won = play(
            torus("""
                . . X . .
                . X O X .
                . . . . .
                . . . . .
                . . . . ."""),
            "C3",
        )
        assert won.outcome.winner == BLACK
        assert won.outcome.margin == 1.0
        assert won.outcome.reason == "a stone is surrounded"
        assert won.legal_moves() == []
        assert won.why_illegal(24) == "the game is over"
        with pytest.raises(IllegalMoveError, match="E1 is illegal for White: the game is over"):
            won.play("E1")

    def test_white_wins_in_the_same_way(self) -> None:
        won = play(
            torus(
                """
                . . O . .
                . O X O .
                . . . . .
                . . . . .
                . . . . .""",
                WHITE,
            ),
            "C3",
        )
        assert won.outcome.winner == WHITE
        assert won.outcome.margin == -1.0

    def test_neighbours_are_found_across_both_seams(self) -> None:
        board = """
            X . . . . . . X O
            . . . . . . . . X
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . a"""
        position = torus(board)
        assert [move for move in range(81) if position.wins(move)] == [point_named(board, "a")]
        assert play(position, "I1").outcome.winner == BLACK

    def test_three_sides_are_not_enough(self) -> None:
        position = play(
            torus("""
                . . X . .
                . X O . .
                . . . . .
                . . . . .
                . . . . ."""),
            "D4",
        )
        assert position.outcome is None
        assert not position.wins(0)

    def test_a_stone_at_an_edge_is_not_helped_by_it(self) -> None:
        """In Go the white stone would have no liberty left here."""
        position = play(
            torus("""
                O . . . .
                X . . . .
                . . . . .
                . . . . .
                . . . . ."""),
            "B5",
        )
        assert position.outcome is None

    def test_two_stones_can_be_surrounded_at_once(self) -> None:
        won = play(
            torus("""
                . . X . .
                . X O X .
                . . . . .
                . X O X .
                . . X . ."""),
            "C3",
        )
        assert won.outcome.winner == BLACK

    def test_a_chain_is_not_surrounded(self) -> None:
        """Each stone needs four enemies; two neighbours of one colour protect each other."""
        position = play(
            torus("""
                . . X X . .
                . X O O X .
                . . X . . .
                . . . . . .
                . . . . . .
                . . . . . ."""),
            "D4",
        )
        assert position.outcome is None

    def test_winning_comes_before_being_flanked(self) -> None:
        board = """
            O . X . .
            . X O X .
            . . a . .
            . . . O .
            . . . . ."""
        assert_a_is(board, None)
        assert play(torus(board), "C3").outcome.winner == BLACK
        assert_a_is(board.replace("X O X", ". O X"), None)
        # Without the win the same stone is flanked by the two white ones.
        assert_a_is(board.replace("O . X . .", "O . . . ."), FLANKED)

    def test_winning_comes_before_being_surrounded(self) -> None:
        board = """
            . . X . . .
            . X O X . .
            . O a O . .
            . . O . . .
            . . . . . .
            . . . . . ."""
        assert_a_is(board, None)
        assert play(torus(board), "C4").outcome.winner == BLACK
        assert_a_is(board.replace(". X O X . .", ". . O X . ."), SURROUNDED)

    def test_only_an_own_move_wins(self) -> None:
        """White may fill the last side of the white stone, and nobody has won."""
        position = play(
            torus(
                """
                . . X . .
                . X O X .
                . . . . .
                . . . . .
                . . . . .""",
                WHITE,
            ),
            "C3",
        )
        assert position.outcome is None


# -- capturing ------------------------------------------------------------------------------


class TestCapturing:
    @pytest.mark.parametrize(("down", "right"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
    @pytest.mark.parametrize("length", [1, 2, 3, 4])
    @pytest.mark.parametrize("corner", [(0, 0), (4, 4), (8, 8), (0, 8), (7, 1)])
    def test_a_run_in_each_direction_and_round_the_seams(
        self, down: int, right: int, length: int, corner: tuple[int, int]
    ) -> None:
        """A black stone at the corner, `length` white ones, and Black plays at the far end."""
        line = [
            (corner[0] + step * down) % 9 * 9 + (corner[1] + step * right) % 9
            for step in range(length + 2)
        ]
        stones = [-1] * 81
        stones[line[0]] = 0
        for point in line[1:-1]:
            stones[point] = 1
        position: Any = make("torus", size=9).setup(stones)  # type: ignore[attr-defined]
        assert position.captures_of(line[-1]) == sorted(line[1:-1])
        after = position.after(line[-1])
        assert [point for point in range(81) if after.stones[point] == 1] == []
        assert sorted(point for point in range(81) if after.stones[point] == 0) == sorted(
            (line[0], line[-1])
        )

    def test_several_directions_at_once(self) -> None:
        position = torus("""
            X . . . . . X
            . O . . . O .
            . . O . O . .
            . . . . . . .
            . . O . O . .
            . X . . . O .
            . . . . . . .""")
        after = play(position, "D4")
        assert drawn(after) == rows_of("""
            X . . . . . X
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . . . O . .
            . X . . . O .
            . . . . . . .""")
        assert position.captures_of(24) == sorted([8, 16, 12, 18, 30])

    def test_a_run_that_ends_on_an_empty_point_stays(self) -> None:
        position = torus("""
            . . . . . .
            . O . . . .
            . . O . . .
            . . . a . .
            . . . . . .
            . . . . . .""")
        assert position.captures_of(21) == []
        assert play(position, "D3").stones.count(1) == 2

    def test_a_gap_in_the_run_saves_it(self) -> None:
        position = torus("""
            X . . . . .
            . O . . . .
            . . . . . .
            . . . O . .
            . . . . . .
            . . . . . .""")
        assert play(position, "E2").stones.count(1) == 2

    def test_lines_and_columns_do_not_capture(self) -> None:
        position = torus("""
            . . . . . .
            . X . . . .
            . O . . . .
            . . O X . .
            . . . . . .
            . . . . . .""")
        assert play(position, "B3").stones.count(1) == 2

    def test_the_enemy_does_not_capture_for_me(self) -> None:
        """White stands between two black stones since Black's capture elsewhere; it stays."""
        position = torus("""
            X . . . . .
            . O . . . .
            . . X . . .
            . . . . . .
            . . . . . .
            . . . . . .""")
        assert play(position, "F1").stones.count(1) == 1

    def test_across_both_seams_at_once(self) -> None:
        """The diagonal through A1, F6 and E5 turns the corner of the board."""
        position = torus("""
            . . . . . O
            . . . . X .
            . . . . . .
            . . . . . .
            . . . . . .
            O . . . . .""")
        after = play(position, "B2")
        assert drawn(after) == rows_of("""
            . . . . . .
            . . . . X .
            . . . . . .
            . . . . . .
            . X . . . .
            . . . . . .""")

    def test_a_stone_on_two_diagonals_of_an_even_board_is_captured_once(self) -> None:
        """On 6x6 both diagonals through A6 meet again at D3."""
        position = torus("""
            a . . . . .
            . O . . . O
            . . O . O .
            . . . O . .
            . . X . X .
            . X . . . X""")
        after = play(position, "A6")
        assert after.stones.count(1) == 0
        assert position.captures_of(0) == sorted([7, 14, 21, 16, 11])
        assert position.play("A6", "D6").play("F6").hash == after.play("D6", "F6").hash

    def test_a_neighbour_above_below_or_beside_is_never_captured(self) -> None:
        """It never lies on a diagonal of the new stone, on a board of any size.

        So a surrounded stone cannot be saved by a capture, and a stone that has just been
        surrounded has not been captured.
        """
        for size in range(4, 20):
            diagonals = {(k % size, k * sign % size) for k in range(size) for sign in (1, -1)}
            sides = {(1, 0), (size - 1, 0), (0, 1), (0, size - 1)}
            assert not diagonals & sides


# -- the ring of a diagonal ------------------------------------------------------------------


class TestTheRing:
    @pytest.mark.parametrize("size", [4, 5, 9])
    def test_a_single_stone_does_not_capture_a_full_diagonal(self, size: int) -> None:
        """Eight in a row on 9x9: the new stone would stand at both ends of their run.

        Since it captures nothing, it stands flanked, and it cannot win either: every stone beside
        the gap has a stone of the diagonal beside it.
        """
        stones = [-1] * size**2
        for row in range(size - 1):
            stones[row * size + row] = 1
        gap = size**2 - 1
        position: Any = make("torus", size=size).setup(stones)  # type: ignore[attr-defined]
        assert position.captures_of(gap) == []
        assert position.why_illegal(gap) == FLANKED

    def test_a_second_stone_in_the_ring_does(self) -> None:
        position = torus("""
            O . . . .
            . O . . .
            . . X . .
            . . . O .
            . . . . .""")
        after = play(position, "E1")
        assert after.stones.count(1) == 0
        assert after.stones.count(0) == 2

    def test_one_enemy_stone_does_not_flank_a_ring(self) -> None:
        """The white stone meets the black run from both sides, but it is only one stone."""
        board = """
            O . . .
            . X . .
            . . X .
            . . . a"""
        assert_a_is(board, None)

    def test_two_enemy_stones_do(self) -> None:
        board = """
            O . . . .
            . X . . .
            . . a . .
            . . . X .
            . . . . O"""
        assert_a_is(board, FLANKED)

    def test_a_ring_of_own_stones_has_no_end(self) -> None:
        board = """
            X . . .
            . X . .
            . . X .
            . . . a"""
        assert_a_is(board, None)


# -- illegal moves --------------------------------------------------------------------------


class TestIllegalMoves:
    def test_an_occupied_point(self) -> None:
        position = play(make("torus", size=5).initial(), "C3 D4")
        assert why_not(position, "C3") == why_not(position, "D4") == OCCUPIED
        message = r"C3 is illegal for Black: the point is occupied\.\n   A B C D E"
        with pytest.raises(IllegalMoveError, match=message) as caught:
            position.play("C3")
        assert caught.value.position == position
        assert caught.value.move == 12

    @pytest.mark.parametrize("move", [-1, 25, 1000])
    def test_a_point_that_is_not_there(self, move: int) -> None:
        position = make("torus", size=5).initial()
        assert position.why_illegal(move) == "there is no such point"
        with pytest.raises(IllegalMoveError, match=f"move number {move} is illegal"):
            position.after(move)

    @pytest.mark.parametrize(
        "board",
        [
            """
            O . . . .
            . a . . .
            . . O . .
            . . . . .
            . . . . .""",
            """
            . . O . .
            . a . . .
            O . . . .
            . . . . .
            . . . . .""",
            """
            a . . . .
            . O . . .
            . . . . .
            . . . . .
            . . . . O""",
            """
            . . . . a
            . . . O .
            . . . . .
            . . . . .
            O . . . .""",
        ],
        ids=["falling", "rising", "falling across the seams", "rising across the seams"],
    )
    def test_between_two_enemies_on_a_diagonal(self, board: str) -> None:
        assert_a_is(board, FLANKED)
        assert_a_is(board, None, WHITE)

    @pytest.mark.parametrize(
        "board",
        [
            """
            O . . . . .
            . X . . . .
            . . a . . .
            . . . O . .
            . . . . . .
            . . . . . .""",
            """
            O . . . . .
            . X . . . .
            . . a . . .
            . . . X . .
            . . . . X .
            . . . . . O""",
            """
            . a . . . .
            . . X . . .
            . . . X . .
            . . . . O .
            . . . . . .
            O . . . . .""",
        ],
    )
    def test_as_part_of_a_run_between_two_enemies(self, board: str) -> None:
        assert_a_is(board, FLANKED)

    def test_an_open_end_saves_the_run(self) -> None:
        assert_a_is(
            """
            O . . . . .
            . X . . . .
            . . a . . .
            . . . . . .
            . . . . O .
            . . . . . .""",
            None,
        )

    def test_enemies_on_two_different_diagonals_do_not_flank(self) -> None:
        assert_a_is(
            """
            O . O . .
            . a . . .
            . . . . .
            . . . . .
            . . . . .""",
            None,
        )

    def test_enemies_on_a_line_do_not_flank(self) -> None:
        assert_a_is(
            """
            . . . . .
            O a O . .
            . O . . .
            . . . . .
            . . . . .""",
            None,
        )

    def test_capturing_one_flanking_stone_saves_the_move(self) -> None:
        board = """
            O . . . . .
            . a . . . .
            . . O . . .
            . . . X . .
            . . . . . .
            . . . . . ."""
        assert_a_is(board, None)
        after = play(torus(board), "B5")
        assert drawn(after) == rows_of("""
            O . . . . .
            . X . . . .
            . . . . . .
            . . . X . .
            . . . . . .
            . . . . . .""")

    def test_capturing_elsewhere_does_not(self) -> None:
        """The rising diagonal captures B5, the falling one flanks a."""
        board = """
            . . X . . .
            . O . . . O
            a . . . . .
            . O . . . .
            . . . . . .
            . . . . . ."""
        assert torus(board).captures_of(12) == [7]
        assert_a_is(board, FLANKED)

    def test_a_run_is_saved_by_its_newest_stone_only_at_its_own_end(self) -> None:
        """The flanking stone behind the black run is not next to a, so it is not captured."""
        assert_a_is(
            """
            X . . . . . .
            . O . . . . .
            . . X . . . .
            . . . a . . .
            . . . . O . .
            . . . . . . .
            . . . . . . .""",
            FLANKED,
        )

    def test_surrounded_on_four_sides(self) -> None:
        board = """
            . O . . .
            O a O . .
            . O . . .
            . . . . .
            . . . . ."""
        assert_a_is(board, SURROUNDED)
        assert_a_is(board, None, WHITE)

    def test_surrounded_across_the_seams(self) -> None:
        assert_a_is(
            """
            a O . . O
            O . . . .
            . . . . .
            . . . . .
            O . . . .""",
            SURROUNDED,
        )

    def test_surrounded_although_it_captures(self) -> None:
        """Stones on diagonals are captured, but none of the four that surround."""
        assert_a_is(
            """
            X . . . . .
            . O O . . .
            . O a O . .
            . . O . . .
            . . . . . .
            . . . . . .""",
            SURROUNDED,
        )

    def test_three_enemies_beside_are_allowed(self) -> None:
        assert_a_is(
            """
            . O . . .
            O a O . .
            . . . . .
            . . . . .
            . . . . .""",
            None,
        )

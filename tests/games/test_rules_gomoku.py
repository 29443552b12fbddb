"""Every clause of the rules of Gomoku on a position made for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import play, point_named, set_up, why_not
from tesuji.errors import IllegalMoveError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

BLACK, WHITE = Side.FIRST, Side.SECOND
OVERLINE = "it is an overline, which is forbidden for Black"
DOUBLE_FOUR = "it makes two fours, which is forbidden for Black"
DOUBLE_THREE = "it makes two threes, which is forbidden for Black"
VARIANTS = ("freestyle", "standard", "renju", "caro")


def gomoku(diagram: str, rules: str = "freestyle", to_move: Side = BLACK) -> Any:
    return set_up("gomoku", diagram, to_move, rules=rules)


def in_the_middle(row: str, rules: str, to_move: Side = BLACK) -> Any:
    """A position on 9x9 whose middle row is `row`, and that is otherwise empty."""
    empty = [" ".join("." * 9)] * 4
    return gomoku("\n".join([*empty, row, *empty]), rules, to_move)


def at_a(row: str) -> str:
    """The name of the point in the middle row that is marked a."""
    return "ABCDEFGHI"["".join(row.split()).index("a")] + "5"


def after_a(row: str, rules: str, to_move: Side = BLACK) -> Any:
    """The position after the point marked a has been played."""
    return play(in_the_middle(row, rules, to_move), at_a(row))


def swapped(diagram: str) -> str:
    """The same diagram with the colours exchanged."""
    return diagram.translate(str.maketrans("XO", "OX"))


# -- five in a row --------------------------------------------------------------------------


class TestFive:
    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize(("down", "right"), [(0, 1), (1, 0), (1, 1), (1, -1)])
    @pytest.mark.parametrize("gap", range(5))
    def test_five_in_each_direction_everywhere(
        self, variant: str, down: int, right: int, gap: int
    ) -> None:
        """All rows of five on 7x7, edges and corners included, with the last stone at `gap`."""
        size = 7
        game: Any = make("gomoku", size=size, rules=variant)
        for row in range(size):
            for column in range(size):
                line = [(row + step * down, column + step * right) for step in range(5)]
                if not all(0 <= r < size and 0 <= c < size for r, c in line):
                    continue
                numbers = [r * size + c for r, c in line]
                stones = [-1] * size**2
                for number in numbers:
                    stones[number] = 0
                stones[numbers[gap]] = -1
                won = game.setup(stones).after(numbers[gap])
                assert won.outcome is not None
                assert won.outcome.winner == BLACK
                assert won.winning_line == numbers
                assert won.legal_moves() == []

    def test_the_end(self) -> None:
        won = after_a("X X X X a . . . .", "freestyle")
        assert won.outcome.reason == "five in a row"
        assert won.outcome.margin == 1.0
        assert won.why_illegal(0) == "the game is over"
        assert after_a("O O O O a . . . .", "freestyle", WHITE).outcome.margin == -1.0
        with pytest.raises(IllegalMoveError, match="the game is over"):
            won.play("A1")

    def test_four_are_not_enough_and_rows_do_not_wrap(self) -> None:
        assert after_a(". X X X a O . . .", "freestyle").outcome is None
        position = gomoku("""
            . . . . .
            . . . X X
            X X . . .
            . . . . .
            . . . . .""")
        assert play(position, "C3").outcome is None

    def test_a_row_of_two_colours_is_none(self) -> None:
        assert after_a("X X O X X a X O .", "freestyle").outcome is None

    def test_passing_is_not_possible(self) -> None:
        assert make("gomoku", size=5).num_moves == 25

    def test_an_occupied_point(self) -> None:
        position = play(make("gomoku", size=5).initial(), "C3")
        assert why_not(position, "C3") == "the point is occupied"
        assert position.why_illegal(25) == position.why_illegal(-1) == "there is no such point"


class TestOverline:
    @pytest.mark.parametrize(
        ("variant", "black", "white"),
        [
            ("freestyle", True, True),
            ("standard", False, False),
            ("caro", True, True),
            ("renju", None, True),
        ],
    )
    @pytest.mark.parametrize("row", [". X X X a X X . .", "X X X a X X X X .", ". X X X X a X X X"])
    def test_six_or_more(self, variant: str, black: bool | None, white: bool, row: str) -> None:
        """`black` and `white` say whether the row wins for them; None, that it is forbidden."""
        for player, wins in ((BLACK, black), (WHITE, white)):
            shown = row if player == BLACK else swapped(row)
            if wins is None:
                assert why_not(in_the_middle(shown, variant, player), at_a(row)) == OVERLINE
                continue
            after = after_a(shown, variant, player)
            assert after.is_over == wins
            if wins:
                assert after.outcome.winner == player
                assert after.outcome.reason == "five or more in a row"
                assert len(after.winning_line) >= 6

    @pytest.mark.parametrize("variant", ["standard", "renju"])
    def test_a_five_beside_an_overline_wins(self, variant: str) -> None:
        """The stone makes six across and five upwards: the five counts."""
        board = """
            . . . . . . . . .
            . . . X . . . . .
            . . . X . . . . .
            . . . X . . . . .
            . . . X . . . . .
            X X X a X X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . ."""
        won = play(gomoku(board, variant), "D4")
        assert won.outcome.winner == BLACK
        assert len(won.winning_line) == 5


class TestCaro:
    @pytest.mark.parametrize(
        ("row", "wins"),
        [
            ("O X X X X a O . .", False),
            (". X X X X a O . .", True),
            ("O X X X X a . . .", True),
            ("X X X X a O . . .", True),
            ("O X X X X a X O .", True),
            ("O X X a X X O . .", False),
        ],
        ids=["shut in", "right only", "left only", "edge", "overline shut in", "from within"],
    )
    def test_shut_in(self, row: str, wins: bool) -> None:
        assert after_a(row, "caro").is_over == wins
        assert after_a(swapped(row), "caro", WHITE).is_over == wins

    def test_shut_in_between_the_edges_of_a_small_board(self) -> None:
        """The edge is no enemy stone."""
        assert play(set_up("gomoku", FIVE_WIDE, rules="caro"), "E5").outcome.winner == BLACK

    def test_a_diagonal_shut_in(self) -> None:
        board = """
            O . . . . . .
            . X . . . . .
            . . X . . . .
            . . . X . . .
            . . . . X . .
            . . . . . a .
            . . . . . . O"""
        assert play(gomoku(board, "caro"), "F2").outcome is None
        assert play(gomoku(board, "freestyle"), "F2").outcome.winner == BLACK

    def test_a_shut_in_five_may_be_on_the_board(self) -> None:
        """It decides nothing, in a set-up too, and the game goes on."""
        position = in_the_middle("O X X X X X O . .", "caro")
        assert position.outcome is None
        assert play(position, "A1 B1").outcome is None


FIVE_WIDE = """
    X X X X .
    O O . O .
    . . . . .
    . . . . .
    . . . . ."""


# -- renju ----------------------------------------------------------------------------------

RENJU_CASES = {
    "three-three": (
        DOUBLE_THREE,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . X X a . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "three-three on diagonals, one with a gap": (
        DOUBLE_THREE,
        """
        . . . . . . . . .
        . . . . . . . . .
        . X . . . X . . .
        . . . . X . . . .
        . . . a . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a three that is closed at one end is none": (
        None,
        """
        . . . . . . . . .
        . . . O . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . X X a . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a three without room for a straight four is none": (
        None,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        O . X a X . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a three whose straight four would grow to six at one end is none": (
        None,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        X . . X X a . . X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    ),
    # In the next four the three across can only be extended at e.
    "false three: e would make an overline": (
        None,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X . . . . .
        . . . . X X . . . . .
        O . X X a e . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    ),
    "false three: e would make a five": (
        None,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X . . . . .
        . . . . X X . . . . .
        O . X X a e . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    ),
    "false three: e would make two fours": (
        None,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X . . . . .
        . . . . X X . . . . .
        O . X X a e . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    ),
    "true three: e would be allowed": (
        DOUBLE_THREE,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X . . . . .
        . . . . X X . . . . .
        O . X X a e . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    ),
    "four-four on two lines": (
        DOUBLE_FOUR,
        """
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        X X X a . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "four-four on one line, with gaps": (
        DOUBLE_FOUR,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . X a X . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "four-four on one line, three in the middle": (
        DOUBLE_FOUR,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . X X . X a . X X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .""",
    ),
    "fours count although the other side is closed": (
        DOUBLE_FOUR,
        """
        . . . O . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        O X X a X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a straight four is one four": (
        None,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X a X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a four that could only become six is none": (
        None,
        """
        . . . . . . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        O X X X a . X O . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .""",
    ),
    "four and three are allowed": (
        None,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        X X X a . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "overline": (
        OVERLINE,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X a X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
    "a five beats two fours": (
        None,
        """
        . . . . . . . . .
        . X . X . X . . .
        . . X X X . . . .
        . . . . . . . . .
        . X X a X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    ),
}


class TestRenju:
    @pytest.mark.parametrize("case", RENJU_CASES)
    def test_black(self, case: str) -> None:
        reason, board = RENJU_CASES[case]
        position = gomoku(board, "renju")
        move = point_named(board, "a")
        assert position.why_illegal(move) == reason
        assert (move in position.forbidden_points) == (reason is not None)
        assert (move in position.legal_moves()) == (reason is None)

    @pytest.mark.parametrize("case", RENJU_CASES)
    def test_white_may_do_everything(self, case: str) -> None:
        _, board = RENJU_CASES[case]
        for shown in (board, swapped(board)):
            position = gomoku(shown, "renju", WHITE)
            assert position.forbidden_points == []
            assert position.is_legal(point_named(board, "a"))

    @pytest.mark.parametrize("case", RENJU_CASES)
    @pytest.mark.parametrize("variant", ["freestyle", "standard", "caro"])
    def test_other_rules_forbid_nothing(self, case: str, variant: str) -> None:
        _, board = RENJU_CASES[case]
        assert gomoku(board, variant).is_legal(point_named(board, "a"))

    @pytest.mark.parametrize("case", RENJU_CASES)
    def test_turning_the_board_changes_nothing(self, case: str) -> None:
        reason, board = RENJU_CASES[case]
        position = gomoku(board, "renju")
        for symmetry in range(8):
            move = int(position.game.move_under(symmetry)[point_named(board, "a")])
            assert position.transformed(symmetry).why_illegal(move) == reason

    def test_a_forbidden_move_is_explained(self) -> None:
        position = gomoku(RENJU_CASES["three-three"][1], "renju")
        with pytest.raises(IllegalMoveError, match="D5 is illegal for Black: it makes two threes"):
            position.play("D5")

    def test_five_beats_everything(self) -> None:
        board = RENJU_CASES["a five beats two fours"][1]
        won = play(gomoku(board, "renju"), "D5")
        assert won.outcome.winner == BLACK
        assert won.outcome.reason == "five in a row"

    def test_white_wins_with_six(self) -> None:
        board = swapped(RENJU_CASES["overline"][1])
        assert play(gomoku(board, "renju", WHITE), "E5").outcome.winner == WHITE

    def test_only_forbidden_points_left_is_a_draw(self) -> None:
        """The last empty point would make an overline; Black has no move."""
        board = """
            X X X . X X
            O O X O O X
            X X O X X O
            O O X O O X
            X X O X X O
            O O X O O X"""
        position = gomoku(board, "renju")
        assert position.is_over
        assert position.outcome.winner is None
        assert position.outcome.reason == "no point left to play"
        assert gomoku(board, "freestyle").outcome is None

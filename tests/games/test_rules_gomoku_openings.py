"""Gomoku, continued: draws, set-ups, swap2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.test_rules_gomoku import BLACK, VARIANTS, WHITE, gomoku, in_the_middle
from tests.kit.positions import checked, drawn, play, why_not
from tesuji.errors import SetupError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

# -- draws, set-ups -------------------------------------------------------------------------

FULL_BUT_ONE = """
    X X O X .
    O O X O O
    X X O X X
    O O X O O
    X X O X X"""


class TestTheEnd:
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_a_full_board_is_a_draw(self, variant: str) -> None:
        position = gomoku(FULL_BUT_ONE, variant, WHITE)
        over = play(position, "E5")
        assert over.is_over
        assert over.outcome.winner is None
        assert over.outcome.margin == 0
        assert over.winning_line == []
        assert "." not in "".join(drawn(over))

    def test_the_last_stone_may_win(self) -> None:
        board = FULL_BUT_ONE.replace("X X O X .", "X X X X .")
        assert play(gomoku(board), "E5").outcome.winner == BLACK

    @pytest.mark.parametrize("size", [5, 15, 22])
    def test_sizes(self, size: int) -> None:
        assert len(make("gomoku", size=size).initial().legal_moves()) == size**2

    @pytest.mark.parametrize("size", [4, 23, 0, -5])
    def test_sizes_that_are_refused(self, size: int) -> None:
        with pytest.raises(SetupError, match=f"5 to 22 rows, not {size}"):
            make("gomoku", size=size)

    def test_refusals(self) -> None:
        game: Any = make("gomoku", size=5)
        with pytest.raises(SetupError, match="24 points were given"):
            game.setup([-1] * 24)
        with pytest.raises(SetupError, match="2 at A5 is not"):
            game.setup([2] + [-1] * 24)
        with pytest.raises(SetupError, match="already won: White has a winning row that starts"):
            game.setup([1] * 5 + [-1] * 20)
        with pytest.raises(SetupError, match="a player is 0 or 1, not 3"):
            game.setup([-1] * 25, 3)
        with pytest.raises(SetupError, match="no rules called 'go'; there are: freestyle"):
            make("gomoku", rules="go")
        with pytest.raises(SetupError, match="square boards, not on 9x10"):
            make("gomoku", size="9x10")
        with pytest.raises(SetupError, match="the option swap2 of gomoku must be 'yes' or 'no'"):
            make("gomoku", swap2="perhaps")

    def test_an_overline_in_a_set_up_is_no_win_by_standard_rules(self) -> None:
        assert in_the_middle("X X X X X X . . .", "standard").outcome is None
        assert in_the_middle("X X X X X X . . .", "renju").outcome is None
        with pytest.raises(SetupError, match="already won: Black"):
            in_the_middle("X X X X X X . . .", "freestyle")


# -- swap2 ----------------------------------------------------------------------------------


class TestSwap2:
    @pytest.fixture
    def three(self) -> Any:
        """Three stones are on the board; the second player has to choose."""
        position = make("gomoku", size=9, swap2=True).initial()
        for stone, colour in (("E5", 0), ("F6", 1), ("D4", 0)):
            assert position.to_move == BLACK
            assert position.phase == "three-stones"  # type: ignore[attr-defined]
            assert position.colour_to_place == colour
            assert position.player_of(0) == position.player_of(1) == -1  # type: ignore[attr-defined]
            position = play(position, stone)
        return position

    def choices(self, position: Any) -> list[str]:
        return [position.game.format_move(move) for move in position.legal_moves()]

    def test_the_first_choice(self, three: Any) -> None:
        assert three.to_move == WHITE
        assert three.phase == "first-choice"
        assert self.choices(three) == ["take-black", "take-white", "place-two"]
        assert why_not(three, "A1") == "a colour must be chosen now"

    @pytest.mark.parametrize(
        ("choice", "black"), [("take-white", Side.FIRST), ("take-black", Side.SECOND)]
    )
    def test_taking_a_colour(self, three: Any, choice: str, black: Side) -> None:
        position = play(three, choice)
        assert position.phase == "play"
        assert position.player_of(0) == black
        assert position.player_of(1) == black.other
        assert position.colour_to_place == 1
        assert position.to_move == black.other  # White has the next stone
        assert why_not(position, "take-black") == "no choice is due now"
        after = play(position, "A1")
        assert after.stones[72] == 1
        assert after.to_move == black

    @pytest.mark.parametrize(
        ("choice", "black"), [("take-black", Side.FIRST), ("take-white", Side.SECOND)]
    )
    def test_placing_two_more(self, three: Any, choice: str, black: Side) -> None:
        position = play(three, "place-two")
        assert position.phase == "two-stones"
        assert position.to_move == Side.SECOND
        assert position.colour_to_place == 1
        position = play(position, "C3")
        assert position.to_move == Side.SECOND
        assert position.colour_to_place == 0
        position = play(position, "C4")
        assert position.phase == "second-choice"
        assert position.to_move == Side.FIRST
        assert self.choices(position) == ["take-black", "take-white"]
        assert why_not(position, "place-two") == "a colour must be chosen now"
        position = play(position, choice)
        assert position.player_of(0) == black
        assert position.to_move == black.other
        assert position.colour_to_place == 1
        assert (position.stones.count(0), position.stones.count(1)) == (3, 2)

    @pytest.mark.parametrize(("choice", "winner"), [("take-white", 0), ("take-black", 1)])
    def test_the_outcome_names_the_player_not_the_colour(
        self, three: Any, choice: str, winner: int
    ) -> None:
        """Black's row A1 to E5 wins for whoever has Black."""
        position = play(three, choice)
        for white, black in (("I1", "C3"), ("I2", "B2"), ("I3", "A1")):
            position = play(position, f"{white} {black}")
        assert position.outcome.winner == winner
        assert position.outcome.margin == (1 if winner == 0 else -1)

    def test_white_can_win_for_the_first_player(self, three: Any) -> None:
        position = play(three, "take-black")
        for white, black in (("G7", "A9"), ("H8", "B9"), ("I9", "C8")):
            position = play(position, f"{white} {black}")
        assert position.to_move == Side.FIRST
        # F6 G7 H8 I9 are white, E5 is black: no five that way, so White builds a row below.
        for white, black in (("A2", "D9"), ("B2", "F1"), ("C2", "G2"), ("D2", "H3")):
            position = play(position, f"{white} {black}")
        won = play(position, "E2")
        assert won.outcome.winner == Side.FIRST

    def test_no_choice_is_due_at_first(self) -> None:
        position = make("gomoku", size=9, swap2=True).initial()
        assert why_not(position, "take-white") == "no choice is due now"
        assert "swap2: three stones; Black is not decided yet" in position.text()

    def test_renju_forbids_nothing_in_the_opening(self) -> None:
        game: Any = make("gomoku", size=9, rules="renju", swap2=True)
        position = play(game.initial(), "E5 A1 E4")
        assert position.forbidden_points == []
        black_to_play = play(position, "take-white A9")
        assert black_to_play.colour_to_place == 0

    def test_a_set_up_skips_the_opening(self) -> None:
        game: Any = make("gomoku", size=9, swap2=True)
        position = checked(game.setup([-1] * 81))
        assert position.phase == "play"
        assert position.player_of(0) == 0

    def test_equal_boards_with_exchanged_colours_are_different_positions(self, three: Any) -> None:
        one, two = play(three, "take-white"), play(three, "take-black")
        assert one.stones == two.stones
        assert one != two
        assert one.to_move != two.to_move

"""Every clause of the rules of Dots and Boxes on a position made for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.kit.positions import checked, play, slow_twin, why_not
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes
from tesuji.errors import IllegalMoveError, NotationError, SetupError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

FIRST, SECOND = Side.FIRST, Side.SECOND


def dots(size: str, diagram: str, to_move: Side = FIRST) -> Any:
    """The position of a diagram, checked against the slow rules."""
    game: Any = make("dots-and-boxes", size=size)
    return checked(game.parse(diagram, to_move))


# -- boxes and turns ------------------------------------------------------------------------

ALMOST_CLOSED = """
    a   b
  o---o   o A
A |
  o---o   o B
B
  o   o   o C
  a   b   c"""

ALMOST_TWO = """
    a   b
  o---o---o A
A |       |
  o---o---o B
B
  o   o   o C
  a   b   c"""

# The figure of the rules: three boxes can be taken in one turn.
THREE_IN_A_TURN = """
    a   b   c
  o---o   o---o A
A | 2 |       |
  o---o---o   o B
B | 2 | 2 |   |
  o---o---o---o C
C | 1 | 1 | 1 |
  o---o---o---o D
  a   b   c   d"""

RING = """
    a   b
  o---o---o A
A |       |
  o   o   o B
B |       |
  o---o---o C
  a   b   c"""


class TestTurns:
    def test_a_line_that_closes_nothing_ends_the_turn(self) -> None:
        position = play(make("dots-and-boxes", size=2).initial(), "aA")
        assert position.to_move == SECOND
        assert position.scores == (0, 0)
        assert play(position, "aC").to_move == FIRST

    @pytest.mark.parametrize("player", [FIRST, SECOND])
    def test_a_box_gives_a_point_and_another_move(self, player: Side) -> None:
        position = play(dots("2", ALMOST_CLOSED, player), "Ab")
        assert position.to_move == player
        assert position.scores == ((1, 0) if player == FIRST else (0, 1))
        assert position.owners == [player, -1, -1, -1]

    @pytest.mark.parametrize("player", [FIRST, SECOND])
    def test_one_line_can_close_two_boxes(self, player: Side) -> None:
        position = play(dots("2", ALMOST_TWO, player), "Ab")
        assert position.to_move == player
        assert sum(position.scores) == position.scores[player] == 2
        assert position.owners == [player, player, -1, -1]

    def test_who_drew_the_other_sides_does_not_matter(self) -> None:
        position = play(make("dots-and-boxes", size=2).initial(), "aA Aa aB Ab")
        assert position.scores == (0, 1)
        assert position.to_move == SECOND

    def test_nobody_is_obliged_to_close_a_box(self) -> None:
        position = play(dots("2", ALMOST_CLOSED), "bC")
        assert position.to_move == SECOND
        assert position.scores == (0, 0)
        assert play(position, "Ab").scores == (0, 1)

    def test_three_boxes_in_one_turn(self) -> None:
        position = dots("3", THREE_IN_A_TURN, SECOND)
        assert position.scores == (3, 3)
        for move, score in (("cB", 4), ("Ac", 5)):
            position = play(position, move)
            assert (position.to_move, position.scores) == (SECOND, (3, score))
        over = play(position, "bA")
        assert over.scores == (3, 6)
        assert over.outcome.winner == SECOND
        assert over.outcome.margin == -3

    def test_all_lines_but_drawn_ones_are_legal(self) -> None:
        position = dots("3", THREE_IN_A_TURN)
        names = {position.game.format_move(move) for move in position.legal_moves()}
        assert names == {"bA", "Ac", "cB"}
        assert why_not(position, "aA") == "the line is already drawn"
        assert position.why_illegal(24) == position.why_illegal(-1) == "there is no such line"
        with pytest.raises(IllegalMoveError, match="aA is illegal for First: the line is already"):
            position.play("aA")


class TestTheEnd:
    def test_the_last_line_ends_the_game(self) -> None:
        over = play(make("dots-and-boxes", size=1).initial(), "aA Aa Ab aB")
        assert over.outcome.winner == SECOND
        assert over.outcome.margin == -1
        assert over.outcome.reason == "all lines drawn"
        assert over.legal_moves() == []
        assert over.why_illegal(0) == "the game is over"

    def test_a_draw(self) -> None:
        """Two boxes each; 2x2 can be drawn, 1x1 and 3x3 cannot."""
        position = play(make("dots-and-boxes", size="1x2").initial(), "aA Aa aB bA Ab")
        assert position.scores == (1, 0)
        over = play(position, "bB Ac")
        assert over.scores == (1, 1)
        assert over.outcome.winner is None
        assert over.outcome.margin == 0
        assert over.outcome.value_for(FIRST).number == 0

    def test_a_draw_on_2x2(self) -> None:
        diagram = """
              o---o---o
              | 1 | 1 |
              o---o---o
              |   | 2
              o   o---o"""
        position = dots("2", diagram.replace("| 2", "|  "), SECOND)
        assert position.scores == (2, 0)
        over = play(position, "Bc aC")
        assert over.scores == (2, 2)
        assert over.outcome.winner is None

    def test_a_ring_goes_to_one_player(self) -> None:
        """Whoever draws the first line inside gives the other all four boxes."""
        over = play(dots("2", RING), "Ab aB bB Bb")
        assert over.scores == (0, 4)
        assert over.outcome.margin == -4

    @pytest.mark.parametrize(
        ("size", "value"), [("1", -1), ("1x2", 0), ("1x3", -1), ("2", 2), ("1x4", 0)]
    )
    def test_known_values(self, size: str, value: int) -> None:
        """The lead of the first player under best play, by complete search of both rules."""
        start = make("dots-and-boxes", size=size).initial()
        slow: Any = slow_twin(start)
        assert best_margin(start) == best_margin(slow) == value

    def test_the_move_after_a_box_is_the_same_players_in_search(self) -> None:
        """From the ring with the second player to move, the first takes everything."""
        assert best_margin(dots("2", RING, SECOND)) == 4
        assert best_margin(dots("2", RING, FIRST)) == -4


@cache
def best_margin(position: Any) -> float:
    """The final lead of the first player when both play best, by the fast or the slow rules."""
    if position.is_over:
        slow = isinstance(position, ReferenceDotsAndBoxes)
        return position.margin if slow else float(position.outcome.margin)
    margins = [best_margin(position.after(move)) for move in position.legal_moves()]
    return max(margins) if position.to_move == FIRST else min(margins)


# -- notation, text, set-up -----------------------------------------------------------------

LINES_OF_THE_THESIS = """
    a   b   c
  o---o   o   o A
A
  o   o   o   o B
B         |
  o   o   o   o C
C
  o   o   o   o D
  a   b   c   d"""


class TestNotation:
    def test_the_lines_of_the_thesis(self) -> None:
        position = play(make("dots-and-boxes", size=3).initial(), "aA Bc")
        assert position.lines == [0, 12]
        assert position.text().splitlines()[:-1] == LINES_OF_THE_THESIS.splitlines()[1:]
        assert dots("3", LINES_OF_THE_THESIS).lines == [0, 12]

    @pytest.mark.parametrize("size", ["1", "3", "2x5", "5x2", "9", "16x5"])
    def test_every_line_reads_back(self, size: str) -> None:
        game = make("dots-and-boxes", size=size)
        names = [game.format_move(move) for move in range(game.num_moves)]
        assert [game.parse_move(name) for name in names] == list(range(game.num_moves))
        assert all(sorted(map(str.isupper, name)) == [False, True] for name in names)

    def test_capital_letters_matter(self) -> None:
        game = make("dots-and-boxes", size=2)
        assert game.parse_move("aB") != game.parse_move("Ba")
        with pytest.raises(NotationError, match="'ab' does not name a line"):
            game.parse_move("ab")

    @pytest.mark.parametrize("diagram", [ALMOST_CLOSED, ALMOST_TWO, RING])
    def test_text_reads_back(self, diagram: str) -> None:
        position = dots("2", diagram)
        assert position.text().splitlines()[:-1] == diagram.splitlines()[1:]
        assert position.game.parse(position.text()) == position
        assert position.text().splitlines()[-1] == "First to move; boxes: First 0, Second 0"

    def test_text_shows_owners_and_reads_them_back(self) -> None:
        position = dots("3", THREE_IN_A_TURN, SECOND)
        assert position.owners == [1, -1, -1, 1, 1, -1, 0, 0, 0]
        assert position.game.parse(position.text(), SECOND) == position
        assert "Second to move; boxes: First 3, Second 3" in position.text()


class TestSetUp:
    @pytest.mark.parametrize("size", ["1", "9", "1x16", "16x1", "16x5", "5x16"])
    def test_sizes(self, size: str) -> None:
        game: Any = make("dots-and-boxes", size=size)
        lines = game.rows * (game.columns + 1) + game.columns * (game.rows + 1)
        assert game.num_moves == len(game.initial().legal_moves()) == lines <= 192
        assert game.num_symmetries == (8 if game.rows == game.columns else 4)

    @pytest.mark.parametrize("size", ["0", "10", "17x1", "16x6", "3x0", "0x3"])
    def test_sizes_that_are_refused(self, size: str) -> None:
        with pytest.raises(SetupError, match="1 to 16 rows and columns of boxes"):
            make("dots-and-boxes", size=size)

    def test_owners_follow_from_the_lines(self) -> None:
        game: Any = make("dots-and-boxes", size=2)
        closed = game.setup([0, 2, 3, 5])
        assert closed.owners == [0, -1, -1, -1]
        assert game.setup([0, 2, 3, 5], [1, -1, -1, -1]).scores == (0, 1)

    @pytest.mark.parametrize(
        ("lines", "owners", "message"),
        [
            ([12], None, "there is no line 12"),
            ([-1], None, "there is no line -1"),
            ([0], [0, -1, -1, -1], "box 0 must have an owner, 0 or 1, if and only if"),
            ([0, 2, 3, 5], [-1, -1, -1, -1], "box 0 must have an owner"),
            ([], [-1, -1, -1], "this board has 4 boxes, not 3"),
            ([], [2, -1, -1, -1], "the owner of a box must be -1, 0 or 1, got 2"),
            ([], [300, -1, -1, -1], "the owner of a box must be -1, 0 or 1, got 300"),
        ],
    )
    def test_refusals(self, lines: list[int], owners: list[int] | None, message: str) -> None:
        game: Any = make("dots-and-boxes", size=2)
        with pytest.raises(SetupError, match=message):
            game.setup(lines, owners)

    def test_a_player_that_does_not_exist(self) -> None:
        game: Any = make("dots-and-boxes", size=2)
        with pytest.raises(SetupError, match="a player is 0 or 1, not 2"):
            game.setup([], None, 2)

    def test_a_diagram_of_another_size(self) -> None:
        game: Any = make("dots-and-boxes", size=3)
        with pytest.raises(SetupError, match="shows 2x2 boxes, the game has 3x3"):
            game.parse(RING)

    def test_a_full_board_is_over(self) -> None:
        game: Any = make("dots-and-boxes", size=2)
        full = game.setup(range(12), [0, 1, 1, 1])
        assert full.outcome.winner == SECOND
        assert full.outcome.margin == -2


class TestHashes:
    def test_the_hash_of_the_lines_depends_on_the_lines_only(self) -> None:
        game: Any = make("dots-and-boxes", size=2)
        positions = [
            game.setup([0, 2, 3, 5], owners, player)
            for owners in ([0, -1, -1, -1], [1, -1, -1, -1])
            for player in (FIRST, SECOND)
        ]
        positions.append(game.initial().play("aB Ab Aa aA"))
        assert len({position.lines_hash for position in positions}) == 1
        assert len({position.hash for position in positions[:4]}) == 4
        assert game.initial().lines_hash != positions[0].lines_hash

    def test_every_set_of_lines_has_its_own(self) -> None:
        game: Any = make("dots-and-boxes", size="1x2")
        seen = set()
        for bits in range(2**7):
            lines = [line for line in range(7) if bits >> line & 1]
            seen.add(game.setup(lines).lines_hash)
        assert len(seen) == 2**7

    def test_order_does_not_matter(self) -> None:
        start = make("dots-and-boxes", size=2).initial()
        one, two = start.play("aA bA bC"), start.play("bC bA aA")
        assert one == two
        assert hash(one) == hash(two)

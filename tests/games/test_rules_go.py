"""Every clause of the rules of Go on a position made for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import drawn, play, point_named, rows_of, set_up, slow_twin, why_not
from tests.reference.go import ReferenceGo
from tesuji import core
from tesuji.errors import IllegalMoveError, NotationError, SetupError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

BLACK, WHITE = Side.FIRST, Side.SECOND
OCCUPIED = "the point is occupied"
SUICIDE = "it would be suicide"
SIMPLE_KO = "it would retake the ko at once"
SUPERKO = "it would repeat an earlier board (superko)"


def go(diagram: str, to_move: Side = BLACK, **options: Any) -> Any:
    return set_up("go", diagram, to_move, **options)


def points(position: Any, names: str) -> list[int]:
    return sorted(position.game.parse_move(name) for name in names.split())


def named(game: Any, moves: list[int]) -> set[str]:
    return {game.format_move(move) for move in moves}


# -- capturing ------------------------------------------------------------------------------


class TestCapturing:
    def test_one_stone_in_the_centre_at_the_edge_and_in_the_corner(self) -> None:
        position = go("""
            . . X . O
            . X O . .
            . . X . X
            . . . X O
            . . . . .""")
        after = play(position, "D4 pass E1 pass E4 pass D5")
        assert drawn(after) == rows_of("""
            . . X X .
            . X . X X
            . . X . X
            . . . X .
            . . . . X""")
        assert after.prisoners == (3, 0)

    def test_many_stones(self) -> None:
        position = go("""
            . X X X .
            X O O O X
            X O . O X
            X O O O X
            . X X X .""")
        assert position.liberties(6) == 1
        assert position.chain(6) == points(position, "B4 C4 D4 B3 D3 B2 C2 D2")
        after = play(position, "C3")
        assert after.stones.count(1) == 0
        assert after.prisoners == (8, 0)

    def test_two_chains_at_once(self) -> None:
        after = play(
            go("""
            O O . O O
            X X . X X
            . . . . .
            . . . . .
            . . . . ."""),
            "C5",
        )
        assert drawn(after)[0] == "..X.."
        assert after.prisoners == (4, 0)

    def test_white_captures_too(self) -> None:
        after = play(
            go(
                """
                X O .
                . . .
                . . .""",
                WHITE,
            ),
            "A2",
        )
        assert after.prisoners == (0, 1)
        assert after.stones[0] == -1

    def test_diagonal_neighbours_do_not_connect(self) -> None:
        position = go("""
            X . .
            . X .
            . . X""")
        assert position.chain(0) == [0]
        assert position.liberties(4) == 4
        assert position.liberties(1) == 0  # no stone, no liberties

    def test_a_shared_liberty_counts_once(self) -> None:
        position = go("""
            X X .
            . X .
            . . .""")
        assert position.liberties(0) == 4

    def test_snapback(self) -> None:
        """White throws in a stone, Black captures it, and White captures five in return."""
        position = go(
            """
            O X a . O
            O X X X O
            . O O O .
            . . . . .
            . . . . .""",
            WHITE,
        )
        thrown_in = play(position, "C5")
        taken = play(thrown_in, "D5")
        assert taken.prisoners == (1, 0)
        assert taken.ko_banned == []
        snapped_back = play(taken, "C5")
        assert snapped_back.prisoners == (1, 5)
        assert drawn(snapped_back)[:2] == ["O.O.O", "O...O"]


# -- suicide --------------------------------------------------------------------------------


class TestSuicide:
    def test_a_single_stone(self) -> None:
        position = go("""
            . O . .
            O . O .
            . O . .
            . . . .""")
        assert why_not(position, "B3") == SUICIDE
        assert why_not(position, "A4") == SUICIDE
        assert why_not(position, "D4") is None
        with pytest.raises(IllegalMoveError, match="B3 is illegal for Black: it would be suicide"):
            position.play("B3")
        assert why_not(play(position, "pass"), "B3") is None

    def test_several_stones(self) -> None:
        position = go("""
            X X . O .
            O O O O .
            . . . . .
            . . . . .
            . . . . .""")
        assert why_not(position, "C5") == SUICIDE

    def test_two_chains_that_join_without_a_liberty(self) -> None:
        position = go("""
            X . X O .
            O O O . .
            . . . . .
            . . . . .
            . . . . .""")
        assert position.liberties(0) == position.liberties(2) == 1
        assert why_not(position, "B5") == SUICIDE

    def test_a_capture_makes_room(self) -> None:
        position = go("""
            . X O .
            X O . O
            . X O .
            . . . .""")
        after = play(position, "C3")
        assert drawn(after)[1] == "X.XO"
        assert after.liberties(6) == 1

    def test_the_last_liberty_of_both_sides(self) -> None:
        """Whoever fills it captures the other: captures come first."""
        board = """
            O X . X
            O X O X
            O O O X
            X X X X"""
        assert go(board).liberties(0) == go(board).liberties(1) == 1
        assert play(go(board), "C4").stones.count(1) == 0
        assert play(go(board, WHITE), "C4").stones[1] == -1

    def test_an_own_eye_may_be_filled(self) -> None:
        position = go("""
            . X . .
            X X . .
            . . . .
            . . . .""")
        assert why_not(position, "A4") is None
        assert why_not(play(position, "pass"), "A4") == SUICIDE


# -- ko -------------------------------------------------------------------------------------

KO = """
    . X O . .
    X a X O .
    . X O . .
    . . . . .
    . . . . ."""

SEND_TWO_RETURN_ONE = """
    . . . . .
    . . . . .
    X X O O .
    X X O . O
    . O . O ."""

# Black can take at a and at b, White at c; what is taken can be retaken.
TRIPLE_KO = """
    . X O . . X O . .
    X O a O X O b O .
    . X O . . X O . .
    . . . . . . . . .
    . X O . . . . . .
    X c X O . . . . .
    . X O . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


class TestKo:
    @pytest.mark.parametrize(("ko", "reason"), [("simple", SIMPLE_KO), ("positional", SUPERKO)])
    def test_a_ko_cannot_be_retaken_at_once(self, ko: str, reason: str) -> None:
        before = go(KO.replace("a X", "O ."), ko=ko)
        taken = play(before, "C4")
        assert drawn(taken) == rows_of(KO.replace("a", "."))
        assert taken.ko_banned == points(taken, "B4")
        assert why_not(taken, "B4") == reason
        exchanged = play(taken, "E1 A1")
        assert exchanged.ko_banned == []
        retaken = play(exchanged, "B4")
        assert why_not(retaken, "C4") == reason

    def test_a_set_up_knows_no_earlier_board(self) -> None:
        position = go(KO, WHITE)
        assert position.ko_banned == []
        assert why_not(position, "B4") is None

    @pytest.mark.parametrize("ko", ["simple", "positional"])
    def test_a_capture_of_two_is_no_ko(self, ko: str) -> None:
        """White captures two; the stone that did it can be taken back."""
        position = go(
            """
            . X X O .
            O O . X .
            . O X X .
            . . . . .
            . . . . .""",
            ko=ko,
        )
        assert play(position, "C4").ko_banned == []

    def test_send_two_return_one(self) -> None:
        """White gives two, Black takes them, White takes one back: the board of the start.

        It was White's turn then and would be Black's now, which positional superko ignores.
        """
        simple = play(go(SEND_TWO_RETURN_ONE, WHITE, ko="simple"), "A1 C1")
        assert simple.prisoners == (2, 0)
        assert why_not(simple, "B1") is None
        assert drawn(play(simple, "B1")) == rows_of(SEND_TWO_RETURN_ONE)

        positional = play(go(SEND_TWO_RETURN_ONE, WHITE, ko="positional"), "A1 C1")
        assert why_not(positional, "B1") == SUPERKO
        assert positional.ko_banned == points(positional, "B1")
        assert why_not(play(positional, "E5 A5"), "B1") is None

    def test_triple_ko(self) -> None:
        """Six moves lead back to the first board; only superko forbids the sixth."""
        moves = ["C8", "B4", "G8", "B8", "C4", "F8"]
        assert go(TRIPLE_KO).play(*moves[:1]).stones[point_named(TRIPLE_KO, "a")] == 0
        for ko in ("simple", "positional"):
            position = go(TRIPLE_KO, ko=ko)
            for move in moves[:-1]:
                assert why_not(position, move) is None
                position = play(position, move)
            if ko == "positional":
                assert why_not(position, moves[-1]) == SUPERKO
            else:
                again = play(position, moves[-1])
                assert drawn(again) == drawn(go(TRIPLE_KO))
                assert again.to_move == BLACK
                assert play(again, " ".join(moves)).prisoners == (6, 6)

    def test_ko_banned_points_are_empty_points_that_ko_forbids(self) -> None:
        position = play(go(KO.replace("a X", "O .")), "C4")
        for point in range(25):
            banned = position.why_illegal(point) in (SIMPLE_KO, SUPERKO)
            assert (point in position.ko_banned) == banned


# -- passing, the end -----------------------------------------------------------------------


class TestTheEnd:
    def test_passing_is_always_legal_and_two_passes_end_the_game(self) -> None:
        position = make("go", size=9).initial()
        assert position.game.parse_move("PASS") == 81
        one = play(position, "pass")
        assert one.to_move == WHITE
        assert one.outcome is None
        assert 81 in one.legal_moves()
        two = play(one, "pass")
        assert two.is_over
        assert two.legal_moves() == []
        assert two.outcome.reason == "two passes"
        assert two.why_illegal(81) == two.why_illegal(0) == "the game is over"
        with pytest.raises(IllegalMoveError, match="the game is over"):
            two.play("E5")

    def test_passes_that_are_not_in_a_row_do_not_end_it(self) -> None:
        assert play(make("go", size=9).initial(), "pass E5 pass C3 pass").outcome is None

    def test_a_pass_may_be_the_only_move(self) -> None:
        position = go(
            """
            . X .
            X X X
            . X .""",
            WHITE,
        )
        assert position.legal_moves() == [9]

    def test_one_pass_and_two_are_different_positions(self) -> None:
        start = make("go", size=5).initial()
        one, two = start.play("pass"), start.play("pass pass")
        assert len({start, one, two, one.play("C3")}) == 4


# -- counting -------------------------------------------------------------------------------

BORDER = """
    . X O . .
    X X O . O
    . X O O .
    X X O . .
    . X O . ."""

# Two chains share the liberties a and b: who fills one of them is captured with the other.
SEKI = """
    O X X a O O X
    O X X b O O X
    O O X X O X X
    O O O O X X X
    . . . O X . .
    . . . O X . .
    . . . O X . ."""

FINISHED = """
    . . X O . . .
    . . X O O O O
    . O X X X O .
    X X X . X O .
    . . . X X O .
    . O . X O O X
    . . . X O . ."""


class TestCounting:
    @pytest.mark.parametrize(
        ("scoring", "black", "white"), [("area", 10.0, 15.0), ("territory", 3.0, 8.0)]
    )
    def test_a_plain_border(self, scoring: str, black: float, white: float) -> None:
        position = go(BORDER, scoring=scoring, komi=0)
        score = position.score()
        assert (score.black, score.white, score.margin) == (black, white, black - white)
        assert str(score) == "W+5"
        assert slow_score(position) == -5

    def test_komi_goes_to_white(self) -> None:
        score = go(BORDER, komi="-5.5").score()
        assert score.white == 9.5
        assert str(score) == "B+0.5"
        assert str(go(BORDER, komi=-5).score()) == "0"
        assert go(BORDER, komi=-5).play("pass pass").outcome.winner is None

    def test_the_empty_board_belongs_to_nobody(self) -> None:
        score = make("go", size=5, komi=0).initial().score()  # type: ignore[attr-defined]
        assert score.margin == 0
        assert set(score.owner) == {-1}
        assert play(make("go", size=5, komi=0.5).initial(), "pass pass").outcome.winner == WHITE

    def test_one_stone_owns_the_board(self) -> None:
        assert go(". . .\n. X .\n. . .", komi=0).score().margin == 9
        assert go(". . .\n. X .\n. . .", komi=0, scoring="territory").score().margin == 8

    def test_who_owns_what(self) -> None:
        position = go(BORDER, komi=0)
        assert position.score().owner == tuple(0 if p % 5 < 2 else 1 for p in range(25))
        open_border = go(BORDER.replace(". X O . .\n    X X", ". . . . .\n    X X", 1), komi=0)
        owner = open_border.score().owner
        assert owner[:5] == (-1, -1, -1, -1, -1)
        assert owner[8] == -1  # joined to the open row

    def test_seki(self) -> None:
        """Neither player has a point inside, and neither wants to move there."""
        position = go(SEKI, komi=0)
        owner = position.score().owner
        assert [owner[point] for point in points(position, "D7 D6")] == [-1, -1]
        assert slow_score(position) == position.score().margin
        for to_move, prisoners in ((BLACK, (0, 7)), (WHITE, (6, 0))):
            for moves in ("D7 D6", "D6 D7"):
                assert play(go(SEKI, to_move), moves).prisoners == prisoners

    def test_dead_stones(self) -> None:
        dead = "B5 B2 G2"
        for scoring in ("area", "territory"):
            position = go(FINISHED, scoring=scoring, komi=0)
            dead_points = points(position, dead)
            score = position.score(dead=dead.split())
            assert score == position.score(dead=dead_points)
            assert score.margin == slow_score(position, dead_points)
            assert score.margin != position.score().margin
            assert drawn(position) == rows_of(FINISHED)

    def test_dead_stones_become_prisoners(self) -> None:
        board = """
            . . X O .
            . O X O .
            . . X O .
            . . X O .
            X X X O ."""
        position = go(board, scoring="territory", komi=0)
        assert position.score().margin == 0 - 5  # the dead stone spoils Black's corner
        assert position.score(dead=["B4"]).black == 8 + 1
        assert position.score(dead=["B4", "B4"]).black == 8 + 1
        area = go(board, komi=0)
        assert area.score(dead=["B4"]).black == 8 + 7

    def test_prisoners_count_for_territory_only(self) -> None:
        board = """
            . O X . .
            O X . X .
            . O X . .
            . . . . .
            . . . . ."""
        for scoring, difference in (("territory", -1.0), ("area", 0.0)):
            taken = play(go(board, WHITE, scoring=scoring, komi=0), "C4")
            assert taken.prisoners == (0, 1)
            afresh = taken.game.setup(taken.stones, taken.to_move)
            assert taken.score().margin - afresh.score().margin == difference
        with_prisoners = core.GoPosition(taken.game.rules, taken.stones, 0, [3, 1])
        assert with_prisoners.prisoners == (3, 1)

    def test_a_dead_point_must_hold_a_stone(self) -> None:
        position = go(BORDER)
        with pytest.raises(SetupError, match="no stone stands on point 0"):
            position.score(dead=["A5"])
        with pytest.raises(SetupError, match="there is no point 25"):
            position.score(dead=[25])
        with pytest.raises(NotationError, match="'Z9' does not name a point"):
            position.score(dead=["Z9"])

    @pytest.mark.parametrize("komi", [7.5, 6.5, 0, -3.5])
    def test_the_outcome_is_the_score(self, komi: float) -> None:
        position = play(go(BORDER, komi=komi, scoring="territory"), "pass pass")
        assert position.outcome.margin == position.score().margin == -5 - komi


def slow_score(position: Any, dead: list[int] | None = None) -> float:
    slow = slow_twin(position)
    assert isinstance(slow, ReferenceGo)
    return slow.score(dead or [])

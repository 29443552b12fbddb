"""Values of positions: against slow references, and against what books and papers say."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest

from tests.reference import normal_play as reference
from tesuji.errors import NotationError, SetupError, TesujiError
from tesuji.games import Game, Position, Side, make
from tesuji.theory.cgt import (
    GameError,
    LoopError,
    Mover,
    ShortGame,
    ValueTable,
    cool,
    number,
    parse,
    report,
    star,
    up,
    value,
    write,
)


def worth(name: str, diagram: str) -> ShortGame:
    return value(make(name).parse(diagram))


def as_tree(game: ShortGame) -> reference.Tree:
    """Returns the canonical form as a tree, numbers expanded."""

    @cache
    def of(one: ShortGame) -> reference.Tree:
        return frozenset(map(of, one.left)), frozenset(map(of, one.right))

    return of(game)


class TestAgainstSlowRules:
    @pytest.mark.parametrize("name", sorted(reference.GRIDS))
    def test_random_boards(self, name: str) -> None:
        rules, letters = reference.GRIDS[name]
        dice = random.Random(name)
        table = ValueTable()
        for _ in range(60):
            wide = 1 if name == "toads-and-frogs" else dice.choice((1, 2, 2, 3))
            long = dice.randrange(1, 7 if wide == 1 else 4 if wide == 2 else 3)
            rows = ["".join(dice.choices(letters, k=long)) for _ in range(wide)]
            diagram = "/".join(rows)
            found = value(make(name).parse(diagram), table)
            slow = reference.tree(rules, reference.board(diagram))
            assert reference.equal(as_tree(found), slow), (diagram, str(found))

    def test_random_pictures_of_hackenbush(self) -> None:
        dice = random.Random(1)
        for _ in range(60):
            count = dice.randrange(1, 7)
            lines = [
                (dice.randrange(4), dice.randrange(4), dice.choice("BRG")) for _ in range(count)
            ]
            lines[0] = (0, 1, lines[0][2])
            picture = ".".join(f"{a}-{b}{colour}" for a, b, colour in lines)
            edges = frozenset((*line, number) for number, line in enumerate(lines))
            found = value(make("hackenbush", picture=picture).initial())
            assert reference.equal(as_tree(found), reference.hackenbush(edges)), picture

    def test_octal_games_by_heaps(self) -> None:
        dice = random.Random(2)
        for code in (".77", "0.07", "0.137", ".6", "0.4", "0.355", ".1"):
            digits = tuple(map(int, code.partition(".")[2]))
            heaps = [dice.randrange(9) for _ in range(3)]
            game = make("octal", code=code, heaps=".".join(map(str, heaps)))
            wanted = reference.nim_sum([reference.grundy(digits, heap) for heap in heaps])
            assert value(game.initial()) is star(wanted), (code, heaps)

    def test_random_positions_in_the_middle_of_games(self) -> None:
        """The state after moves, with what stands on the board, has the value of its diagram."""
        dice = random.Random(3)
        for name, size in (("clobber", "2x3"), ("konane", "3"), ("snort", "2x3"), ("col", "2x3")):
            rules = reference.GRIDS[name][0]
            for _ in range(10):
                position = make(name, size=size).initial()
                letters = position.text().replace(" ", "").splitlines()[:-1]
                slow = reference.board("/".join(letters))
                for _ in range(dice.randrange(4)):
                    if position.is_over:
                        break
                    position = position.after(dice.choice(position.legal_moves()))
                rows = position.text().replace(" ", "").splitlines()[: len(letters)]
                if name in ("clobber", "konane"):  # what is drawn is all that there is
                    slow = reference.board("/".join(rows))
                    assert reference.equal(as_tree(value(position)), reference.tree(rules, slow)), (
                        position.text()
                    )
                else:
                    again = value(position.game.parse(position.text()))
                    assert value(position) is again


class TestKnownValues:
    """Facts from Winning Ways (Berlekamp, Conway, Guy), Lessons in Play and papers."""

    def test_domineering(self) -> None:
        assert str(value(make("domineering", size="2x2").initial())) == "±1"
        assert worth("domineering", ".../...") is parse("{2|-1/2}")
        assert worth("domineering", ".../.../...") is parse("+-1")
        assert worth("domineering", "../.#") is star()
        assert [worth("domineering", "/".join("." * n)) for n in range(1, 7)] == [0, 1, 1, 2, 2, 3]
        assert worth("domineering", "....") == -2

    def test_a_quarter_turn_of_domineering_is_the_negative(self) -> None:
        assert worth("domineering", "..../....") is -worth("domineering", "../../../..")

    def test_col_is_a_number_or_a_number_and_a_star(self) -> None:
        dice = random.Random(4)
        for _ in range(40):
            rows, columns = dice.choice(((2, 4), (3, 3), (3, 4)))
            letters = dice.choices(".lr#", weights=(5, 1, 1, 1), k=rows * columns)
            cut = [letters[at : at + columns] for at in range(0, len(letters), columns)]
            found = worth("col", "/".join("".join(row) for row in cut))
            assert found.is_number or (found + star()).is_number

    def test_snort(self) -> None:
        assert worth("snort", ".") is star()
        assert worth("snort", "..") is parse("+-1")
        assert worth("snort", ".../.../...") is parse("+-{3|2}")

    def test_clobber_of_many_against_one(self) -> None:
        """Checks n stones in a row and an enemy at the end: (n - 1)·↑, and a star if n is odd."""
        for stones in range(1, 7):
            assert worth("clobber", "L" * stones + "R") is up(stones - 1, stones % 2)

    def test_one_toad_and_one_frog(self) -> None:
        for gaps in range(1, 6):
            assert worth("toads-and-frogs", f"T{'.' * gaps}F") is star(gaps % 2)

    def test_hackenbush_stalks_follow_berlekamps_rule(self) -> None:
        """Up to the first change each line is 1, from then on each is half the one before."""
        dice = random.Random(5)
        for _ in range(60):
            stalk = "".join(dice.choices("BR", k=dice.randrange(1, 10)))
            total, size, changed = Fraction(0), Fraction(1), False
            for colour in stalk:
                changed = changed or colour != stalk[0]
                size = size / 2 if changed else size
                total += size if colour == "B" else -size
            assert value(make("hackenbush", picture=stalk).initial()) == total

    def test_green_hackenbush(self) -> None:
        assert value(make("hackenbush", picture="GGG").initial()) is star(3)
        assert value(make("hackenbush", picture="GB").initial()) is up(1, 1)  # a flower's stem
        # The fusion principle: a green cycle of odd length is a stalk of one line.
        assert value(make("hackenbush", picture="0-1G.1-2G.2-0G").initial()) is star(1)

    def test_grundy_values_of_kayles_and_dawsons_kayles(self) -> None:
        """Sequences A002186 and A002187 of the OEIS."""
        kayles = [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]
        dawson = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3]
        table = ValueTable()
        for heap, (one, other) in enumerate(zip(kayles, dawson, strict=True), 1):
            assert value(make("kayles", heaps=heap).initial(), table) is star(one)
            game = make("octal", heaps=heap, code="0.07")
            assert value(game.initial(), table) is star(other)

    def test_the_queen_loses_where_wythoff_says(self) -> None:
        cold = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}
        table = ValueTable()
        for rows in range(1, 9):
            for columns in range(1, 9):
                game = make("wythoff", size=(rows, columns))
                is_zero = value(game.initial(), table) == 0
                assert is_zero == ((rows - 1, columns - 1) in cold)

    def test_the_first_bite_wins_chomp(self) -> None:
        for size in ("1x2", "2", "2x4", "3", "3x4"):
            assert value(make("chomp", size=size).initial()) != 0

    def test_konane(self) -> None:
        assert worth("konane", "LR.") == 1
        assert worth("konane", ".RL") == 1
        assert worth("konane", "RL.") == -1

    def test_corridors_of_go_chill_as_berlekamp_and_wolfe_say(self) -> None:
        for length in range(1, 9):
            corridor = value(make("go-corridors", corridors=str(length)).initial())
            assert cool(corridor, 1) == length - 2 + Fraction(1, 2 ** (length - 1))
            assert value(make("go-corridors", corridors=f"{length}.{-length}").initial()) == 0

    def test_nim(self) -> None:
        assert value(make("nim", heaps="3.5.6").initial()) == 0
        assert value(make("nim", heaps="3.4.5").initial()) is star(2)


class TestReports:
    def test_moves_are_judged(self) -> None:
        found = report(make("domineering", size="2x3").initial())
        assert (found.mean, found.temperature) == (Fraction(3, 4), Fraction(5, 4))
        assert found.atomic_weight is None
        left = {move.move: move for move in found.moves if move.mover is Mover.LEFT}
        best = found.best(Mover.LEFT)
        assert [one.value for one in best] == [2]
        assert best[0].wins
        assert not left[0].is_undominated
        assert {move.mover for move in found.moves} == set(Mover)

    def test_atomic_weights(self) -> None:
        found = report(make("clobber").parse("LLLR"))
        assert found.atomic_weight == 2

    def test_a_finished_position(self) -> None:
        found = report(make("clobber").parse("LL"))
        assert found.value == 0
        assert found.moves == ()
        assert found.best(Mover.LEFT) == []

    def test_the_hottest_move_is_best_in_a_rich_surrounding(self) -> None:
        """Snort 1x3: the middle gains 2, an end leaves a switch."""
        game = make("snort", size="1x3")
        found = report(game.initial())
        assert [game.format_move(move.move) for move in found.best(Mover.LEFT)] == ["B1"]

    def test_a_table_is_used_again(self) -> None:
        table = ValueTable()
        value(make("clobber", size="3").initial(), table)
        known = len(table)
        assert report(make("clobber", size="3").initial(), table).positions == 0
        assert len(table) == known
        table.clear()
        assert len(table) == 0

    def test_a_table_has_a_limit(self) -> None:
        with pytest.raises(GameError, match="more than 5 other positions; take a smaller board"):
            value(make("clobber", size="3").initial(), ValueTable(5))
        with pytest.raises(GameError, match="max_positions must be at least 1, got 0"):
            ValueTable(0)


# -- games of one's own -----------------------------------------------------------------------


@dataclass(frozen=True)
class Countdown(Position):
    """Left takes 1 from a number, Right 2: no parts and no keys, only options."""

    left: int
    to_move: Side = Side.FIRST
    goes_round: bool = False

    @property
    def game(self) -> Game:
        game = Game()
        game.name = "countdown"
        return game

    def options(self, side: Side) -> Mapping[int, Position]:
        there = self.left - 1 - side
        if self.goes_round:
            there = (self.left + 1) % 3
        return {0: Countdown(there, side.other, self.goes_round)} if there >= 0 else {}


def test_a_game_of_ones_own_needs_only_options() -> None:
    @cache
    def slow(left: int) -> reference.Tree:
        return (
            frozenset([slow(left - 1)] if left >= 1 else []),
            frozenset([slow(left - 2)] if left >= 2 else []),
        )

    for left in range(8):
        assert reference.equal(as_tree(value(Countdown(left))), slow(left))


def test_a_game_that_goes_round_has_no_value() -> None:
    with pytest.raises(LoopError, match="play of countdown can come back to a position"):
        value(Countdown(2, goes_round=True))


def test_a_game_without_options_says_what_is_missing() -> None:
    with pytest.raises(TesujiError, match=r"torus does not define Position\.options\(side\)"):
        value(make("torus", size=5).initial())


# -- the games as such ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("domineering", {"size": 13}, "1 to 12 rows and columns, got 13"),
        ("nim", {"heaps": "3,x"}, "heaps are numbers with dots between them"),
        ("nim", {"heaps": "99"}, "at most 12 heaps of at most 40"),
        ("octal", {"code": "0.8"}, "an octal code is a point and 1 to 9 digits"),
        ("hackenbush", {"picture": "BXR"}, "'BXR' is neither a stalk"),
        ("hackenbush", {"picture": "1-2B"}, "1 to 40 lines on the ground, got 0"),
        ("go-corridors", {"corridors": "4.0"}, "lengths from 1 to 20"),
        ("toads-and-frogs", {"size": "11x1"}, "1 to 10 toads"),
        ("toads-and-frogs", {"row": "T.F/T.F"}, "one row"),
        ("toads-and-frogs", {"row": "T^F"}, "one row"),
        ("nim", {"heaps": "9" * 5000}, "heaps are numbers"),
        ("go-corridors", {"corridors": "9" * 5000}, "lengths from 1 to 20"),
        ("hackenbush", {"picture": f"{'9' * 5000}-0B"}, "is neither a stalk"),
    ],
)
def test_bad_options_get_a_sentence(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        make(name, **options)


def test_bad_diagrams_get_a_sentence() -> None:
    with pytest.raises(NotationError, match="'Z' in 'LZ' is not one of"):
        make("clobber").parse("LZ")
    with pytest.raises(NotationError, match="has one queen"):
        make("wythoff").parse("../..")
    with pytest.raises(NotationError, match="different lengths"):
        make("clobber").parse("LR/L")


def test_values_are_written_with_the_signs_of_books() -> None:
    assert str(up(2)) == "2·↑"
    assert write(up(2)) == "^2"
    assert str(number(Fraction(1, 2))) == "1/2"

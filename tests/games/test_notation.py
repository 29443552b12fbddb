"""Names of points and lines, boards in plain text, and what is said when they cannot be read."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.errors import NotationError, SetupError
from tesuji.games.dots_and_boxes import drawing as dots
from tesuji.games.line_names import LineNames, lines_of_seed_matrix, seed_matrix
from tesuji.games.stones import PointNames, board_text, parse_board, star_points

boards = st.builds(PointNames, st.integers(1, 22), st.integers(1, 22), st.booleans())


@st.composite
def stones_on_a_board(draw: st.DrawFn) -> tuple[PointNames, list[int]]:
    names = draw(boards)
    count = names.num_points
    return names, draw(st.lists(st.sampled_from((-1, 0, 1)), min_size=count, max_size=count))


@st.composite
def drawn_boxes(draw: st.DrawFn) -> tuple[LineNames, set[int], list[int]]:
    names = LineNames(draw(st.integers(1, 16)), draw(st.integers(1, 16)))
    left_out = draw(st.sets(st.integers(0, names.num_lines - 1), max_size=40))
    lines = set(range(names.num_lines)) - left_out
    if draw(st.booleans()):
        lines = left_out
    closed = (lines.issuperset(names.sides(box)) for box in range(names.num_boxes))
    return names, lines, [draw(st.sampled_from((0, 1))) if whole else -1 for whole in closed]


class TestPoints:
    @given(boards, st.data())
    def test_every_name_reads_back(self, names: PointNames, data: st.DataObject) -> None:
        point = data.draw(st.integers(0, names.num_points - 1))
        name = names.format(point)
        assert names.parse(name) == names.parse(f"  {name.lower()} ") == point

    def test_rows_count_from_below_and_columns_from_the_left(self) -> None:
        names = PointNames(9, 9, skip_i=True)
        assert names.format(72) == "A1"
        assert names.format(0) == "A9"
        assert names.format(8) == "J9"
        assert PointNames(9, 9, skip_i=False).format(8) == "I9"
        assert PointNames(22, 22, skip_i=True).letters[-1] == "W"
        assert PointNames(3, 5, skip_i=True).parse("E3") == 4

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("I5", "the letter I is skipped: J follows H"),
            ("K5", "the columns of this board are A to J without I"),
            ("C10", "the rows of this board are 1 to 9"),
            ("C0", "the rows of this board are 1 to 9"),
            ("", "a point is the letter of a column and a row number"),
            ("5C", "a point is the letter of a column and a row number"),
            ("C٣", "a point is the letter of a column and a row number"),
            ("C-1", "a point is the letter of a column and a row number"),
        ],
    )
    def test_a_bad_name_is_quoted_and_explained(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError) as caught:
            PointNames(9, 9, skip_i=True).parse(text)
        assert repr(text) in str(caught.value)
        assert reason in str(caught.value)
        assert "'E5'" in str(caught.value)

    @given(boards, st.text(max_size=6))
    def test_any_text_names_a_point_or_is_refused(self, names: PointNames, text: str) -> None:
        try:
            assert 0 <= names.parse(text) < names.num_points
        except NotationError as error:
            example = str(error).rsplit("'", 2)[1]
            assert 0 <= names.parse(example) < names.num_points

    def test_impossible_boards_and_points(self) -> None:
        with pytest.raises(SetupError, match="23x9"):
            PointNames(23, 9, skip_i=True)
        with pytest.raises(SetupError, match="no point 81"):
            PointNames(9, 9, skip_i=True).format(81)

    def test_star_points(self) -> None:
        def named(rows: int, columns: int) -> set[str]:
            names = PointNames(rows, columns, skip_i=True)
            return {names.format(point) for point in star_points(rows, columns)}

        assert named(19, 19) == {a + b for a in "DKQ" for b in ("4", "10", "16")}
        assert named(15, 15) == {"D4", "D12", "M4", "M12", "H8"}
        assert named(9, 9) == {"C3", "C7", "G3", "G7", "E5"}
        assert named(5, 5) == {"C3"}
        assert named(4, 4) == named(1, 1) == set()


class TestStonesInText:
    def test_a_board(self) -> None:
        names = PointNames(3, 4, skip_i=True)
        text = board_text(
            [-1, 0, -1, 1, -1, -1, 0, -1, 1, -1, -1, -1],
            names,
            last_move=6,
            stars={0, 1},
            notes=["Black  to\nmove"],
        )
        assert text.splitlines() == [
            "   A B C D",
            " 3 + X . O 3   Black to move",
            " 2 . .(X). 2",
            " 1 O . . . 1",
            "   A B C D",
        ]

    @given(stones_on_a_board(), st.data())
    def test_reads_back(self, board: tuple[PointNames, list[int]], data: st.DataObject) -> None:
        names, stones = board
        on_board = st.integers(0, names.num_points - 1)
        text = board_text(
            stones,
            names,
            last_move=data.draw(st.none() | on_board),
            stars=data.draw(st.sets(on_board)),
            notes=data.draw(st.lists(st.text(), max_size=26)),
        )
        assert parse_board(text, names) == stones

    @pytest.mark.parametrize(
        "diagram",
        [
            "X.O\n.X.",
            "X . O\n. X .",
            "\n\n  b+w \n\n  .#, \n",
            "   a b c\n 2 X . O\n 1 . X .",
            "2 X . O 2\n1 . X . 1\n  A B C",
            "|●·○|\r\n|.B.|",
        ],
    )
    def test_diagrams_typed_by_hand(self, diagram: str) -> None:
        assert parse_board(diagram, PointNames(2, 3, skip_i=True)) == [0, -1, 1, -1, 0, -1]

    @pytest.mark.parametrize(
        ("diagram", "reason"),
        [
            ("X.O\n.Z.", "the row '.Z.' has 'Z' in it"),
            ("X.O\n.X", "the row '.X' has 2 points"),
            ("X.OO\n.X.", "the row 'X.OO' has 4 points"),
            ("1 X.O\n2 .X.", "the row '1 X.O' stands where row 2 belongs"),
            ("X.O Black\n.X.", "the row 'X.O Black' has"),
            ("X.O", "has 1 rows, this board has 2; the last row is 'X.O'"),
            ("", "has 0 rows, this board has 2"),
        ],
    )
    def test_a_bad_row_is_quoted(self, diagram: str, reason: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_board(diagram, PointNames(2, 3, skip_i=True))
        assert reason in str(caught.value)

    @given(st.text(alphabet="XO.+()12 A\nB", max_size=30))
    def test_any_text_is_a_board_or_is_refused(self, text: str) -> None:
        with contextlib.suppress(NotationError):
            assert len(parse_board(text, PointNames(2, 2, skip_i=True))) == 4

    def test_stones_that_do_not_fit(self) -> None:
        with pytest.raises(SetupError, match="3 points were given"):
            board_text([0, 0, 0], PointNames(2, 2, skip_i=True))
        with pytest.raises(SetupError, match="2 at B1"):
            board_text([0, 0, 0, 2], PointNames(2, 2, skip_i=True))


class TestLines:
    def test_names_follow_reading_order(self) -> None:
        names = LineNames(3, 3)
        assert " ".join(map(names.format, range(24))) == (
            "aA bA cA Aa Ab Ac Ad aB bB cB Ba Bb Bc Bd aC bC cC Ca Cb Cc Cd aD bD cD"
        )

    @given(st.integers(1, 16), st.integers(1, 16))
    def test_every_name_reads_back(self, rows: int, columns: int) -> None:
        names = LineNames(rows, columns)
        written = [names.format(line) for line in range(names.num_lines)]
        assert len(set(written)) == names.num_lines
        assert [names.parse(f" {name}\n") for name in written] == list(range(names.num_lines))
        around = [line for box in range(names.num_boxes) for line in names.sides(box)]
        assert set(around) == set(range(names.num_lines))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("AA", "one small and one capital letter"),
            ("ab", "one small and one capital letter"),
            ("a", "one small and one capital letter"),
            ("dA", "horizontal lines have columns a to c"),
            ("aE", "horizontal lines have rows A to D"),
            ("Da", "vertical lines have rows A to C"),
            ("Ae", "vertical lines have columns a to d"),
        ],
    )
    def test_a_bad_name_is_quoted_and_explained(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError) as caught:
            LineNames(3, 3).parse(text)
        assert repr(text) in str(caught.value)
        assert reason in str(caught.value)
        assert "'aA' or 'Cb'" in str(caught.value)

    def test_impossible_boards_and_lines(self) -> None:
        with pytest.raises(SetupError, match="17x1"):
            LineNames(17, 1)
        with pytest.raises(SetupError, match="no line 24"):
            LineNames(3, 3).format(24)

    def test_the_matrix_of_the_thesis(self) -> None:
        names = LineNames(3, 3)
        lines = [names.parse(name) for name in ("aB", "bB", "cB", "Ba", "Bb", "Bc", "Bd")]
        state_a = [[0] * 4, [0] * 4, [1, 1, 1, 0], [1] * 4, [0] * 4, [0] * 4, [0] * 4]
        assert seed_matrix(lines, 3, 3) == state_a
        state_b = seed_matrix(range(24), 3, 3)
        assert [row[-1] for row in state_b] == [0, 1, 0, 1, 0, 1, 0]

    @given(drawn_boxes())
    def test_the_matrix_reads_back(self, board: tuple[LineNames, set[int], list[int]]) -> None:
        names, lines, _ = board
        matrix = seed_matrix(lines, names.rows, names.columns)
        assert lines_of_seed_matrix(matrix) == (names.rows, names.columns, lines)

    @pytest.mark.parametrize(
        "matrix",
        [
            [],
            [[0, 0], [0, 0]],
            [[0, 1], [0, 0], [0, 0]],
            [[0, 0], [0, 2], [0, 0]],
            [[0, 0], [0], [0, 0]],
            [[], [], []],
        ],
    )
    def test_a_bad_matrix(self, matrix: list[list[int]]) -> None:
        with pytest.raises(SetupError):
            lines_of_seed_matrix(matrix)


FIGURE = """
    a   b   c
  o---o   o---o A
A | 2 |       |
  o---o---o   o B
B | 2 | 2 |   |
  o---o---o---o C
C | 1 | 1 | 1 |
  o---o---o---o D
  a   b   c   d
""".strip("\n")


class TestBoxesInText:
    def test_a_dump_of_the_thesis(self) -> None:
        rows, columns, lines, owners = dots.parse_board(FIGURE)
        assert (rows, columns) == (3, 3)
        missing = {LineNames(3, 3).format(line) for line in set(range(24)) - lines}
        assert missing == {"bA", "Ac", "cB"}
        assert owners == [1, -1, -1, 1, 1, -1, 0, 0, 0]
        assert dots.board_text(lines, owners, rows, columns) == FIGURE
        assert dots.parse_board(FIGURE.strip() + "\nFirst to move")[2] == lines

    @given(drawn_boxes())
    def test_reads_back(self, board: tuple[LineNames, set[int], list[int]]) -> None:
        names, lines, owners = board
        text = dots.board_text(lines, owners, names.rows, names.columns)
        assert dots.parse_board(text) == (names.rows, names.columns, lines, owners)
        indented = "\n".join("   " + line for line in text.splitlines())
        assert dots.parse_board(indented)[2:] == (lines, owners)

    def test_without_letters_and_with_blank_lines(self) -> None:
        assert dots.parse_board("o---o   o\n| 1 |\n\no---o   o\n\no   o   o") == (
            2,
            2,
            {0, 2, 3, 5},
            [0, -1, -1, -1],
        )

    def test_lost_spaces_where_only_one_board_is_possible(self) -> None:
        squeezed = "a b\no---o o A\nA\no o o B\nB | 1 | 2 |\no---o---o C\na b c"
        with pytest.raises(NotationError, match=re.escape("'B | 1 | 2 |' gives a player a box")):
            dots.parse_board(squeezed)
        lines = dots.parse_board(squeezed.replace("1", " ").replace("2", ""))[2]
        assert " ".join(map(LineNames(2, 2).format, sorted(lines))) == "aA Ba Bb Bc aC bC"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("a b\no o o A\nA |\no o o B", "the row 'A |' has lost its spaces"),
            ("  o   o A\nA   |\n  o   o B", "the row 'A   |' has a '|'"),
            ("  o   o A\nA 1\n  o   o B", "the row 'A 1' has a '1'"),
            ("  o---o A\nA | 1\n  o---o B", "'A | 1' gives a player a box that lacks a side"),
            ("  o   o A\nB\n  o   o B", "the row 'B' stands where row 'A' belongs"),
            ("  o   o A\nA\n  o   o C", "the row 'o   o C' stands where row 'B' belongs"),
            ("  o   o A\nA\n  o   o   o B", "the row 'o   o   o B' has 3 dots"),
            ("  o   o A\nA |", "does not end in a row of dots but in 'A |'"),
            ("hello", "the row 'hello' does not fit"),
            ("", "does not end in a row of dots"),
        ],
    )
    def test_a_bad_row_is_quoted(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError) as caught:
            dots.parse_board(text)
        assert reason in str(caught.value)

    @given(st.text(alphabet="o- |1A\nB", max_size=40))
    def test_any_text_is_a_board_or_is_refused(self, text: str) -> None:
        try:
            rows, columns, lines, owners = dots.parse_board(text)
        except (NotationError, SetupError):
            return
        again = dots.board_text(lines, owners, rows, columns)
        assert dots.parse_board(again) == (rows, columns, lines, owners)

    def test_owners_that_do_not_fit(self) -> None:
        with pytest.raises(SetupError, match="2 owners were given"):
            dots.board_text([], [-1, -1], 1, 1)
        with pytest.raises(SetupError, match="not all of its four sides"):
            dots.board_text([0], [0], 1, 1)
        with pytest.raises(SetupError, match="must be -1, 0 or 1"):
            dots.board_text(range(4), [2], 1, 1)

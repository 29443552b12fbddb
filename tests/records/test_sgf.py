"""Records of each game as SGF: headers, moves, set-ups, remarks, errors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji.errors import RecordError
from tesuji.games import Game, Position, Side, make, parse_spec
from tesuji.games.registry import _factories, register
from tesuji.records import (
    BLACK,
    WHITE,
    GameRecord,
    Setup,
    read_sgf,
    sgf_reader,
    write_sgf,
)

FIRST, SECOND = Side

SPECS = [
    "go:size=19,komi=7.5",
    "go:size=9,komi=7,ko=simple",
    "go:size=9,komi=6.5,ko=simple,scoring=territory",
    "go:size=5,komi=0,scoring=territory",
    "go:size=3x4,komi=-2.5",
    "gomoku:size=15,rules=freestyle",
    "gomoku:size=22,rules=standard",
    "gomoku:size=15,rules=renju",
    "gomoku:size=9,rules=caro",
    "gomoku:size=15,rules=renju,swap2=yes",
    "torus:size=9",
    "torus:size=5",
    "dots-and-boxes:size=3",
    "dots-and-boxes:size=3x4",
]


def notations(record: GameRecord) -> list[str]:
    return [node.notation for node in record.main_line()][1:]


# -- every game -----------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_random_games_with_variations_survive(spec: str, data: st.DataObject) -> None:
    game = parse_spec(spec)
    assert game.spec == spec
    record = GameRecord(game, black="Ann", white="B]e\\a", remark="two\nlines")
    nodes = [record.root]
    for _ in range(data.draw(st.integers(0, 30))):
        parent = data.draw(st.sampled_from(nodes[-3:]))
        legal = parent.position().legal_moves()
        if legal:
            node = parent.play(data.draw(st.sampled_from(legal)))
            node.comment = data.draw(st.sampled_from(["", "good", "a]b\\c\nd:e"]))
            nodes.append(node)
    again = read_sgf(write_sgf(record).encode())
    assert again == record
    assert again.game.spec == spec
    assert write_sgf(again) == write_sgf(record)
    pairs = zip(again.nodes(), record.nodes(), strict=True)
    assert all(mine.position() == theirs.position() for mine, theirs in pairs)


@pytest.mark.parametrize(
    ("spec", "moves", "text"),
    [
        (
            "go:size=9,komi=7.5",
            "E5 A9 pass",
            "GM[1]SZ[9]RU[Tromp-Taylor]KM[7.5]AP[Tesuji];B[ee];W[aa];B[]",
        ),
        ("gomoku:rules=renju", "H8 A1", "GM[4]SZ[15]RU[renju]AP[Tesuji];B[hh];W[ao]"),
        ("torus:size=9", "E5 A9", "GM[648]SZ[9]AP[Tesuji];B[ee];W[aa]"),
        (
            "dots-and-boxes:size=2x3",
            "aA Aa aB Ab bA",
            "GM[40]SZ[3:2]TESUJI[dots-and-boxes:size=2x3]AP[Tesuji];B[aA];W[Aa];B[aB];W[Ab];W[bA]",
        ),
        (
            "gomoku:rules=freestyle,swap2=yes",
            "A1 B2 C3 place-two D4 E5 take-white F6 G7",
            "GM[4]SZ[15]TESUJI[gomoku:size=15,rules=freestyle,swap2=yes]AP[Tesuji]"
            ";B[ao];W[bn];B[cm];TJ[place-two];W[dl];B[ek];TJ[take-white];W[fj];B[gi]",
        ),
    ],
)
def test_what_is_written(spec: str, moves: str, text: str) -> None:
    record = GameRecord.from_moves(parse_spec(spec), moves.split())
    written = write_sgf(record)
    assert written.replace("\n", "") == f"(;FF[4]CA[UTF-8]{text})"
    assert notations(read_sgf(written)) == moves.split()


def test_in_swap2_the_players_follow_from_the_choices() -> None:
    game = make("gomoku", swap2=True)
    record = GameRecord.from_moves(game, ["A1", "B2", "C3", "take-black", "D4", "E5"])
    again = read_sgf(write_sgf(record))
    players = [node.player for node in again.main_line()][1:]
    assert players == [FIRST, FIRST, FIRST, SECOND, FIRST, SECOND]
    assert again == record


class Nim(Game):
    """A game of somebody else's, in which a move takes 1 to 3 sticks."""

    name = "nim-test"
    num_moves = 3

    class Sticks(Position):
        """How many were taken, and whose turn it is."""

        def __init__(self, taken: int = 0, turn: int = 0) -> None:
            self.taken, self.turn = taken, turn

        @property
        def game(self) -> Game:
            return Nim()

        @property
        def to_move(self) -> Side:
            return Side(self.turn)

        def legal_moves(self) -> list[int]:
            return [move for move in range(3) if self.taken + move < 10]

        def after(self, move: int) -> Nim.Sticks:
            return Nim.Sticks(self.taken + move + 1, 1 - self.turn)

        @property
        def outcome(self) -> None:
            return None

    def initial(self) -> Position:
        return Nim.Sticks()

    def format_move(self, move: int) -> str:
        return f"take {move + 1}]"


def test_a_game_of_ones_own_can_be_recorded() -> None:
    register("nim-test")(Nim)
    try:
        record = GameRecord.from_moves(Nim(), [0, 1, 2])
        text = write_sgf(record)
        assert "GM[1000]TESUJI[nim-test]" in text
        assert r"B[take 1\]]" in text
        again = read_sgf(text)
        assert again.moves() == [0, 1, 2]
        assert again == record
    finally:
        del _factories["nim-test"]
    with pytest.raises(RecordError, match="is not a game: there is no game called 'nim-test'"):
        read_sgf(text)


# -- headers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "spec"),
    [
        ("", "go:size=19,komi=7.5"),
        ("GM[1]SZ[13]KM[0.5]", "go:size=13,komi=0.5"),
        ("SZ[ 9 ]KM[6,5]RU[japanese]", "go:size=9,komi=6.5,ko=simple,scoring=territory"),
        ("SZ[5:4]", "go:size=4x5,komi=7.5"),
        ("SZ[9:9]", "go:size=9,komi=7.5"),
        ("SZ[9:]", "go:size=9,komi=7.5"),
        ("RU[Chinese]", "go:size=19,komi=7.5,ko=simple"),
        ("RU[Korean]", "go:size=19,komi=6.5,ko=simple,scoring=territory"),
        ("RU[AGA]KM[0]", "go:size=19,komi=0"),
        ("RU[house rules]KM[unclear]", "go:size=19,komi=7.5"),
        ("KM[6.789]RU[Japanese]", "go:size=19,komi=6.5,ko=simple,scoring=territory"),
        ("KM[1e999]", "go:size=19,komi=7.5"),
        ("GM[4]", "gomoku:size=15,rules=freestyle"),
        ("GM[4]SZ[19]RU[Renju]KM[3]", "gomoku:size=19,rules=renju"),
        ("GM[648]", "torus:size=9"),
        ("GM[648]SZ[7]", "torus:size=7"),
        ("GM[40]TESUJI[dots-and-boxes:size=2x4]", "dots-and-boxes:size=2x4"),
        ("GaMe[4]SiZe[10]", "gomoku:size=10,rules=freestyle"),
    ],
)
def test_headers(head: str, spec: str) -> None:
    record = read_sgf(f"(;{head}PB[Ann])")
    assert record.game.spec == spec
    assert record.black == "Ann"
    again = read_sgf(write_sgf(record))
    assert again == record


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("GM[40]SZ[9]", r"40 means Kropki.*TESUJI\[dots-and-boxes.*line 1, column 2"),
        ("GM[40]TESUJI[torus:size=9]", "different games"),
        ("GM[1]TESUJI[dots-and-boxes:size=3]", "different games"),
        ("GM[40]TESUJI[chess]", "is not a game: there is no game called 'chess'"),
        ("GM[40]TESUJI[dots-and-boxes:name=x]", "is not a game"),
        ("GM[40]TESUJI[dots-and-boxes:size=999]", "is not a game"),
        ("GM[3]", r"GM\[3\] is a game that Tesuji does not have"),
        ("GM[Go]", r"GM\[Go\] is not a known game number"),
        ("GM[-1]", "not a known game number"),
        ("SZ[0]", "2 to 19 rows and columns, not 0x0"),
        ("SZ[52]", "not 52x52"),
        ("SZ[nine]", r"SZ\[nine\] is not a size"),
        ("GM[648]SZ[9:8]", "square"),
    ],
)
def test_headers_that_name_no_game(head: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_sgf(f"(;{head})")


def test_a_header_that_was_changed_to_another_game_is_put_right() -> None:
    record = GameRecord(make("go", size=9))
    record.root.other["SZ"] = ["13"]
    del record.root.other["GM"]
    assert read_sgf(write_sgf(record)).game == record.game


def test_everything_unknown_is_kept() -> None:
    text = r"(;GM[1]XY[a\]b][c]HA[2]KM[6.75]RU[Odd];B[aa]BL[12.5]DM[1]DD[]VW[];W[bb]KO[])"
    record = read_sgf(text)
    assert record.root.other["XY"] == [r"a\]b", "c"]
    assert record.end.other == {"KO": [""]}
    written = write_sgf(record)
    for piece in (r"XY[a\]b][c]", "HA[2]", "KM[6.75]", "RU[Odd]", "BL[12.5]", "DM[1]", "DD[]"):
        assert piece in written
    assert "AP[" not in written
    assert read_sgf(written) == record


# -- moves, set-ups and remarks -------------------------------------------------------------


def test_points_of_go() -> None:
    record = read_sgf("(;SZ[4:3];B[aa];W[da];B[ac];W[ dc ];B[];W[tt])")
    assert record.moves() == [0, 3, 8, 11, 12, 12]
    assert notations(record) == ["A3", "D3", "A1", "D1", "pass", "pass"]


def test_setup_rectangles_and_repeats() -> None:
    record = read_sgf("(;SZ[5]AB[aa:bb]AW[cc]AB[ee]AE[][ba]PL[w];AW[aa])")
    assert record.root.setup == Setup({0: 0, 1: -1, 5: 0, 6: 0, 12: 1, 24: 0}, SECOND)
    assert record.end.setup == Setup({0: WHITE})
    assert read_sgf(write_sgf(record)) == record


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("(;SZ[9]AB[aa];B[bb])", FIRST),
        ("(;SZ[9]AB[aa];W[bb])", SECOND),
        ("(;SZ[9]AB[aa]PL[B];W[bb])", FIRST),
        ("(;SZ[9]HA[2]AB[aa][bb])", SECOND),
        ("(;SZ[9]AB[aa])", FIRST),
        ("(;SZ[9]AB[aa]PL[White])", SECOND),
    ],
)
def test_who_moves_after_a_setup(text: str, player: Side) -> None:
    record = read_sgf(text)
    assert record.root.position().to_move == player
    assert ("PL[" in write_sgf(record)) == ("PL[" in text)


def test_arrows() -> None:
    record = read_sgf("(;SZ[5]AR[aa:cc][bb:ab])")
    assert record.root.arrows == [(0, 12), (6, 5)]
    assert "AR[aa:cc][bb:ab]" in write_sgf(record)
    assert read_sgf(write_sgf(record)) == record


@pytest.mark.parametrize("value", ["aa", "aa:aa", "aa:zz", "?:!"])
def test_arrows_that_lead_nowhere_are_kept_as_they_are(value: str) -> None:
    record = read_sgf(f"(;SZ[5]AR[aa:bb][{value}];B[aa])")
    assert record.root.arrows == []
    assert f"AR[aa:bb][{value}]" in write_sgf(record)


def test_remarks() -> None:
    record = read_sgf("(;SZ[5]SQ[aa:ba]TR[cc][cc]MA[]LB[dd:A\\:b][ee:1\n2]C[one\r\ntwo]C[three])")
    root = record.root
    assert root.marks == {"SQ": [0, 1], "TR": [12]}
    assert root.labels == {18: "A:b", 24: "1 2"}
    assert root.comment == "one\ntwo\nthree"
    assert read_sgf(write_sgf(record)) == record


def test_several_moves_in_a_node_become_several_nodes() -> None:
    record = read_sgf("(;SZ[5]B[aa]C[root];W[bb]B[cc][dd]C[here](;W[ee])(;W[ea]))")
    assert notations(record) == ["A5", "B4", "C3", "D2", "E1"]
    assert [node.comment for node in record.main_line()] == ["root", "", "here", "", "", ""]
    assert len(record.end.path()[-2].children) == 2
    assert read_sgf(write_sgf(record)) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;SZ[9]\n;B[jj])", r"B\[jj\]: not a point of a board of 9 .* \(line 2, column 3\)"),
        ("(;SZ[9];B[a])", r"B\[a\]: not a point"),
        ("(;SZ[9];B[aaa])", r"B\[aaa\]: not a point"),
        ("(;SZ[9];B[a1])", r"B\[a1\]: not a point"),
        ("(;SZ[9];B[éé])", r"not a point"),
        ("(;SZ[9]AB[aa]\r\n[bb]C[x]AB[zz])", r"AB\[zz\]: not a point.*\(line 2, column 11\)"),
        ("(;SZ[9]AB[aa:zz])", r"AB\[aa:zz\]: not a point"),
        ("(;SZ[9]LB[aa])", r"LB\[aa\]: a label needs"),
        ("(;SZ[9]PL[red])", r"PL\[red\]: a colour is B or W"),
        ("(;GM[4];B[])", r"B\[\]: gomoku has no pass"),
        ("(;GM[4];B[tt])", r"B\[tt\]: not a point"),
        ("(;GM[648];B[tt])", r"B\[tt\]: not a point"),
        ("(;GM[40]TESUJI[dots-and-boxes:size=2];B[zz])", r"B\[zz\]: "),
        ("(;GM[40]TESUJI[dots-and-boxes:size=2]AB[aa])", "has no stones to set up"),
        ("(;GM[40]TESUJI[dots-and-boxes:size=2]PL[W])", "has no stones to set up"),
        ("(;GM[4]TESUJI[gomoku:size=15,swap2=yes];TJ[take-red])", r"TJ\[take-red\]: "),
    ],
)
def test_values_that_mean_nothing(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_sgf(text)


def test_large_boards_have_capital_letters_and_no_tt_pass() -> None:
    record = read_sgf("(;GM[4]SZ[22];B[tt];W[vv])")
    assert record.moves() == [19 * 22 + 19, 21 * 22 + 21]


def test_illegal_moves_do_not_stop_reading() -> None:
    record = read_sgf("(;SZ[9];B[aa];W[aa];B[bb](;W[cc])(;B[dd]))")
    assert len(list(record.nodes())) == 6
    assert record.root.children[0].position()
    with pytest.raises(RecordError, match="move 2, White A9, cannot be played"):
        record.end.position()
    assert read_sgf(write_sgf(record)) == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record.root.marks.update({"SQ": [81]}), "no point number 81"),
        (lambda record: record.root.add(500, FIRST), "no move number 500"),
        (lambda record: record.root.other.update({"xy": ["1"]}), "name of an SGF property"),
        (lambda record: record.root.other.update({"XY": ["]"]}), "without escape"),
    ],
)
def test_what_cannot_be_written(change: object, message: str) -> None:
    record = GameRecord(make("go", size=9))
    assert callable(change)
    change(record)
    with pytest.raises(RecordError, match=message):
        write_sgf(record)


def test_marks_need_points() -> None:
    record = GameRecord(make("dots-and-boxes"))
    record.root.marks["SQ"] = [0]
    with pytest.raises(RecordError, match="no points"):
        write_sgf(record)


def test_limits_of_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_reader, "MAX_EXPANDED_POINTS", 1000)
    assert read_sgf("(;" + ";AB[aa:ss]" * 2 + ")")
    with pytest.raises(RecordError, match="more than 1000 points"):
        read_sgf("(;" + ";AB[aa:ss]" * 3 + ")")
    monkeypatch.setattr(sgf_reader, "MAX_NODES", 10)
    with pytest.raises(RecordError, match="more than 10 moves"):
        read_sgf("(;B" + "[aa]" * 11 + ")")


def test_very_deep_trees() -> None:
    depth = 20_000
    head = "(;GM[4]TESUJI[gomoku:size=15,swap2=yes]"
    record = read_sgf(head + "(;B[aa](;W[bb])" * depth + ")" * (depth + 1))
    assert sum(1 for _ in record.nodes()) == 2 * depth + 1
    assert read_sgf(write_sgf(record)) == record


def test_setup_of_a_new_record_is_written() -> None:
    record = GameRecord(make("go", size=9), setup=Setup({0: BLACK, 80: WHITE}, SECOND))
    assert "AB[aa]AW[ii]PL[W]" in write_sgf(record)
    assert read_sgf(write_sgf(record)) == record

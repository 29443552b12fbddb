"""Move trees: building, changing, walking and replaying them."""

from __future__ import annotations

import pytest

from tesuji.errors import RecordError, TesujiError
from tesuji.games import IllegalMoveError, Position, Side, make, parse_spec
from tesuji.records import BLACK, EMPTY, WHITE, GameRecord, Node, Setup, read_sgf

FIRST, SECOND = Side


def stones(position: Position) -> list[int]:
    board: list[int] = position.stones  # type: ignore[attr-defined]
    return board


def moves_played(position: Position) -> list[int]:
    moves: list[int] = position.moves  # type: ignore[attr-defined]
    return moves


def line(record: GameRecord) -> str:
    return " ".join(node.notation for node in record.main_line()).strip()


@pytest.fixture
def record() -> GameRecord:
    """E5 with the answers C7 and C3; C7 is followed by G3."""
    game = GameRecord.from_moves(make("go", size=9), ["E5", "C7", "G3"], black="Ann", white="Bea")
    game.root.children[0].play("C3")
    return game


# -- making ---------------------------------------------------------------------------------


def test_from_moves_plays_by_the_rules(record: GameRecord) -> None:
    assert line(record) == "E5 C7 G3"
    assert [node.player for node in record.main_line()] == [None, FIRST, SECOND, FIRST]
    assert record.moves() == [40, 20, 60]
    assert record.end.move_number == 3
    assert (record.black, record.white, record.result) == ("Ann", "Bea", "")


def test_from_moves_refuses_what_the_rules_forbid() -> None:
    with pytest.raises(
        RecordError, match=r"move 2, White E5, cannot be played: the point is occupied"
    ):
        GameRecord.from_moves(make("go", size=9), ["E5", "E5"])
    with pytest.raises(RecordError, match=r"move 2: .*Z99"):
        GameRecord.from_moves(make("go", size=9), ["E5", "Z99"])
    with pytest.raises(RecordError, match=r"move 1, Black number 999, cannot be played"):
        GameRecord.from_moves(make("go", size=9), [999])


def test_the_player_is_read_from_the_position() -> None:
    game = make("dots-and-boxes", size=2)
    record = GameRecord.from_moves(game, ["aA", "Aa", "aB", "Ab", "bA", "Ba"])
    players = [node.player for node in record.main_line()][1:]
    assert players == [FIRST, SECOND, FIRST, SECOND, SECOND, FIRST]


@pytest.mark.parametrize(
    ("spec", "moves", "result"),
    [
        ("go:size=9,komi=7", ["E5", "pass", "pass"], "B+74"),
        ("go:size=9,komi=7", ["pass", "pass"], "W+7"),
        ("go:size=9,komi=81", ["E5", "pass", "pass"], "0"),
        ("gomoku", ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1"], "B+"),
        ("gomoku", ["H8", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "H9", "E2"], "W+"),
        ("dots-and-boxes:size=1", ["aA", "Aa", "aB", "Ab"], "W+1"),
    ],
)
def test_the_result_is_noted_when_the_game_is_over(
    spec: str, moves: list[str], result: str
) -> None:
    game = parse_spec(spec)
    assert GameRecord.from_moves(game, moves).result == result
    assert GameRecord.from_moves(game, moves, result="?").result == "?"


def test_info_is_checked_and_can_be_changed(record: GameRecord) -> None:
    with pytest.raises(RecordError, match=r"no 'colour'; it has: .*black, .*white"):
        GameRecord(make("torus"), colour="red")
    record.event = "a ] \\ strange : name"
    assert record.event == "a ] \\ strange : name"
    assert record.root.other["EV"] == ["a \\] \\\\ strange : name"]
    record.event = ""
    assert "EV" not in record.root.other


@pytest.mark.parametrize(("raw", "handicap"), [("2", 2), (" 9", 9), ("", 0), ("x", 0), ("-1", 0)])
def test_handicap(record: GameRecord, raw: str, handicap: int) -> None:
    assert record.handicap == 0
    record.root.other["HA"] = [raw]
    assert record.handicap == handicap


# -- walking and changing -------------------------------------------------------------------


def test_all_nodes_come_before_their_children(record: GameRecord) -> None:
    assert [node.notation for node in record.nodes()] == ["", "E5", "C7", "G3", "C3"]
    assert [node.notation for node in record.end.path()] == ["", "E5", "C7", "G3"]


def test_play_finds_a_variation_that_is_there(record: GameRecord) -> None:
    e5 = record.root.play("E5")
    assert e5 is record.root.children[0]
    assert e5.play("C3") is e5.children[1]
    assert len(e5.children) == 2


def test_an_illegal_play_changes_nothing(record: GameRecord) -> None:
    with pytest.raises(RecordError, match="cannot be played"):
        record.end.play("E5")
    assert not record.end.children


def test_promote_and_make_main(record: GameRecord) -> None:
    e5 = record.root.children[0]
    c7, c3 = e5.children
    c3.promote()
    assert list(e5.children) == [c3, c7]
    c3.promote()
    assert list(e5.children) == [c3, c7]
    other = record.root.play("A1").play("B1")
    other.make_main()
    assert line(record) == "A1 B1"
    assert record.root.children[1] is e5


def test_delete(record: GameRecord) -> None:
    c7 = record.root.children[0].children[0]
    end = record.end
    assert end.position()
    c7.delete()
    assert line(record) == "E5 C3"
    with pytest.raises(RecordError, match="deleted"):
        end.position()
    with pytest.raises(RecordError, match="root"):
        record.root.delete()


def test_a_move_needs_a_player(record: GameRecord) -> None:
    with pytest.raises(RecordError, match="belong together"):
        record.root.add(3)


def test_equality_is_about_content(record: GameRecord) -> None:
    def same() -> GameRecord:
        return read_sgf("(;GM[1]SZ[9];B[aa]C[hello](;W[bb]SQ[cc])(;W[dd]))")

    assert same() == same()
    changed = same()
    changed.end.comment = "!"
    assert changed != same()
    changed = same()
    changed.end.marks["SQ"].append(0)
    assert changed != same()
    changed = same()
    changed.end.add()
    assert changed != same()
    assert same() != record
    assert same() != "a record"


def test_nodes_and_records_describe_themselves(record: GameRecord) -> None:
    assert repr(record.end) == "<Node 3: Black G3, 0 children>"
    assert repr(record.root) == "<Node 0: root, 1 children>"
    assert repr(record) == "<GameRecord of go:size=9,komi=7.5: Ann - Bea, 3 moves>"


# -- replaying ------------------------------------------------------------------------------


def test_positions_are_those_of_the_game(record: GameRecord) -> None:
    position = record.game.initial()
    for node in record.main_line():
        if node.move is not None:
            position = position.after(node.move)
        assert node.position() == position
        assert moves_played(node.position()) == moves_played(position)


def test_illegal_moves_may_stand_in_a_tree_but_have_no_position() -> None:
    record = GameRecord(make("gomoku"))
    good = record.root.add(0, FIRST)
    bad = good.add(0, SECOND)
    later = bad.add(1, FIRST)
    assert good.position()
    for node in (bad, later, later, later.add(2, SECOND)):
        with pytest.raises(RecordError, match=r"^move 2, White A15, cannot be played: ") as caught:
            node.position()
    assert isinstance(caught.value.__cause__, TesujiError)


def test_the_cause_is_the_error_of_the_game() -> None:
    bad = GameRecord(make("torus")).root.add(0, FIRST).add(0, SECOND)
    with pytest.raises(RecordError) as caught:
        bad.position()
    cause = caught.value.__cause__
    assert cause is not None
    assert isinstance(cause.__cause__, IllegalMoveError)


def test_setup_puts_and_removes_stones() -> None:
    setup = Setup({0: BLACK, 1: WHITE}, to_play=SECOND)
    record = GameRecord(make("go", size=5), setup=setup)
    start = record.root.position()
    assert stones(start)[:3] == [0, 1, -1]
    assert start.to_move == SECOND
    later = record.root.play(12).add(setup=Setup({0: EMPTY, 2: WHITE}))
    assert stones(later.position())[:3] == [-1, 1, 1]
    assert stones(later.position())[12] == 1
    assert later.position().to_move == FIRST
    turn = later.add(setup=Setup(to_play=SECOND))
    assert turn.position().to_move == SECOND


def test_a_setup_cannot_be_changed_afterwards() -> None:
    points = {0: BLACK}
    setup = Setup(points)
    points[1] = BLACK
    assert dict(setup.stones) == {0: BLACK}
    with pytest.raises(TypeError):
        setup.stones[1] = BLACK  # type: ignore[index]


@pytest.mark.parametrize(
    ("spec", "setup", "message"),
    [
        ("go:size=5", Setup({0: BLACK, 1: WHITE, 5: WHITE}), "after 0 moves is impossible"),
        ("go:size=5", Setup({99: BLACK}), "no point number 99"),
        ("go:size=5", Setup({0: 7}), "after 0 moves is impossible"),
        ("dots-and-boxes", Setup({0: BLACK}), "dots-and-boxes has no stones"),
    ],
)
def test_impossible_setups(spec: str, setup: Setup, message: str) -> None:
    record = GameRecord(parse_spec(spec), setup=setup)
    with pytest.raises(RecordError, match=message):
        record.root.position()


def test_only_in_go_may_a_player_move_twice() -> None:
    go = GameRecord(make("go", size=5, rules="japanese"))
    node: Node = go.root
    for move, player in ((0, SECOND), (1, FIRST), (5, FIRST), (6, FIRST), (24, SECOND)):
        node = node.add(move, player)
    position = node.position()
    assert stones(position)[0] == EMPTY
    assert position.prisoners == (1, 0)  # type: ignore[attr-defined]
    for name in ("gomoku", "torus"):
        twice = GameRecord(make(name)).root.add(0, FIRST).add(40, FIRST)
        with pytest.raises(RecordError, match=r"move 2, Black .* it is White's turn"):
            twice.position()


def test_moves_after_the_end_are_refused() -> None:
    record = GameRecord.from_moves(make("go", size=5), ["pass", "pass"])
    for player in Side:
        with pytest.raises(RecordError, match="the game is over"):
            record.end.add(3, player).position()


def test_long_lines_are_replayed_in_linear_time_and_bounded_memory() -> None:
    record = GameRecord(make("go", size=5))
    node = record.root
    for _ in range(5_000):
        node = node.add(0, FIRST).add(setup=Setup({0: EMPTY}))
    assert node.position().to_move == SECOND
    for step in reversed(node.path()[-2000:]):
        step.position()
    assert len(record.root._replay._known) <= 256

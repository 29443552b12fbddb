"""The GTP engine, command by command."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from tests.kit.gtp_wire import SlowThinker, Wire
from tests.kit.patience import PATIENCE
from tests.kit.positions import FINISHED
from tesuji.analysis.go_status import chains_by_status
from tesuji.games import Side, make
from tesuji.games.go import Go
from tesuji.play import Clock, TimeControl
from tesuji.players import TimeLeft
from tesuji.records import read_sgf

MANDATORY = set(
    """
    protocol_version name version known_command list_commands quit boardsize clear_board komi
    play genmove
    """.split()  # noqa: SIM905  (easier to read)
)
OPTIONAL = set(
    """
    rectangular_boardsize undo time_settings time_left kgs-time_settings fixed_handicap
    place_free_handicap set_free_handicap showboard final_score final_status_list loadsgf
    printsgf reg_genmove genmove_analyze lz-genmove_analyze lz-analyze kata-analyze kgs-rules
    kata-set-rules kata-get-rules gogui-analyze_commands cputime kata-raw-nn kata-list-params
    kata-get-param kata-set-rule kata-time_settings kata-list_time_settings
    """.split()  # noqa: SIM905
)


# -- the format -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("17 protocol_version", "=17 2\n\n"),
        ("007 protocol_version", "=007 2\n\n"),
        ("clear_board", "=\n\n"),
        ("5 clear_board", "=5\n\n"),
        ("\t 5 \t clear_board  \r", "=5\n\n"),
        ("name # a comment", "= Tesuji\n\n"),
        ("na\x07me\x1b", "= Tesuji\n\n"),
        ("nonsense", "? unknown command\n\n"),
        ("12 nonsense 1 2", "?12 unknown command\n\n"),
        ("5", "?5 unknown command\n\n"),
        ("12name", "? unknown command\n\n"),
        ("NAME", "? unknown command\n\n"),
        ("", ""),
        ("   \t ", ""),
        ("# only a comment", ""),
    ],
)
def test_format(line: str, answer: str) -> None:
    assert Wire().ask(line) == answer


def test_lists_what_it_knows() -> None:
    wire = Wire()
    known = wire.good("list_commands").splitlines()
    assert set(known) >= MANDATORY | OPTIONAL
    assert all(wire.good(f"known_command {name}") == "true" for name in known)
    assert wire.good("known_command nonsense") == "false"
    assert wire.good("known_command") == "false"


def test_other_games_do_not_know_the_commands_of_go() -> None:
    wire = Wire("torus", size=5)
    assert wire.good("known_command fixed_handicap") == "false"
    assert wire.bad("fixed_handicap 2") == "unknown command"
    assert wire.good("known_command genmove") == "true"
    assert wire.good("komi 6.5") == ""
    assert "Dead" not in wire.good("gogui-analyze_commands")


def test_no_answer_has_an_empty_line_inside() -> None:
    for game in ("go", "torus", "gomoku", "dots-and-boxes", "reversi"):
        wire = Wire(game)
        for line in ("showboard", "list_commands", "printsgf", "gogui-analyze_commands"):
            assert "\n\n" not in wire.ask(line)[:-2]


@pytest.mark.parametrize("name", sorted((MANDATORY | OPTIONAL) - {"quit"}))
@pytest.mark.parametrize("arguments", ["", "x", "b", "b x y z", "-1", "1e400 2 3", "99999999999"])
def test_every_command_survives_bad_arguments(
    name: str, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # printsgf takes almost anything for the name of a file
    wire = Wire(size=5)
    output = wire.ask(f"3 {name} {arguments}")
    assert output[:2] in ("=3", "?3")
    assert output.endswith("\n\n")
    assert "internal error" not in output


# -- the board ------------------------------------------------------------------------------


def test_boardsize() -> None:
    wire = Wire()
    wire.good("boardsize 7")
    assert wire.board.game.spec == "go:size=7,komi=7.5"
    wire.good("rectangular_boardsize 5 3")
    assert wire.board.game.spec == "go:size=3x5,komi=7.5"
    assert wire.bad("boardsize 25").startswith("unacceptable size")
    assert wire.bad("boardsize 1").startswith("unacceptable size")
    assert wire.board.game.spec == "go:size=3x5,komi=7.5"
    assert Wire("torus").bad("rectangular_boardsize 5 6").startswith("unacceptable size")
    boxes = Wire("dots-and-boxes")
    boxes.good("rectangular_boardsize 4 3")
    assert boxes.board.game.spec == "dots-and-boxes:size=3x4"


def test_komi_and_rules_keep_the_game() -> None:
    wire = Wire(size=5)
    wire.good("play b C3")
    wire.good("komi 0.5")
    assert wire.good("final_score") == "B+24.5"
    assert wire.bad("komi 0.3")
    wire.good("kata-set-rules japanese")
    rules = json.loads(wire.good("kata-get-rules"))
    assert (rules["ko"], rules["scoring"]) == ("SIMPLE", "TERRITORY")
    wire.good('kata-set-rules {"ko":"POSITIONAL","scoring":"AREA"}')
    assert wire.board.game.spec == "go:size=5,komi=0.5"
    assert wire.good("final_score") == "B+24.5"
    wire.good("kgs-rules chinese")
    assert wire.bad("kgs-rules ing").startswith("unknown rules")
    assert wire.bad('kata-set-rules {"ko":').startswith("unknown rules")
    assert wire.bad("kata-set-rules [[[").startswith("unknown rules")
    assert wire.good("move_history") == "black C3"


def test_illegal_moves() -> None:
    wire = Wire(size=5)
    wire.good("play black C3")
    assert wire.bad("play w c3") == "illegal move: the point is occupied"
    assert wire.bad("play w I3").startswith("invalid coordinate")
    assert wire.bad("play w Z9").startswith("invalid coordinate")
    assert wire.bad("play green C3").startswith("invalid color")
    assert wire.bad("play w").startswith("syntax error")
    assert wire.good("move_history") == "black C3"


def test_moves_out_of_turn_and_undo_across_them() -> None:
    wire = Wire(size=5)
    for line in ("play b C3", "play b D3", "play w pass", "play w C2", "play b pass"):
        wire.good(line)
    board = wire.good("showboard")
    assert "X X" in board
    wire.good("play b A1")  # Black passed, White said nothing: Black may still move
    wire.good("undo")
    assert wire.good("showboard").replace("(", " ").replace(")", " ").count("X") == 2
    for _ in range(5):
        wire.good("undo")
    assert wire.bad("undo") == "cannot undo"
    assert wire.board.position == make("go", size=5).initial()


def test_play_goes_on_after_two_passes() -> None:
    wire = Wire(size=5)
    for line in ("play b pass", "play w pass"):
        wire.good(line)
    assert wire.good("move_history") == "white pass\nblack pass"
    wire.good("play b C3")
    assert wire.board.position.legal_moves()
    wire.good("genmove w")
    for _ in range(4):
        wire.good("undo")


def test_captures_survive_a_move_out_of_turn() -> None:
    wire = Wire(size=5, rules="japanese")
    for line in ("play w A1", "play b A2", "play b B1", "play b E5"):
        wire.good(line)
    assert getattr(wire.board.position, "prisoners") == (1, 0)  # noqa: B009


def test_out_of_turn_is_illegal_where_turns_matter() -> None:
    wire = Wire("dots-and-boxes", size=1)
    assert wire.bad("play w aA") == "illegal move: it is First's turn"
    for line in ("play b aA", "play w Aa", "play b Ab", "play w aB"):
        wire.good(line)
    assert wire.good("final_score") == "W+1"
    assert wire.bad("genmove w") == "the game is over"
    assert wire.bad("play b aA") == "illegal move: the game is over"
    wire.good("undo")
    assert wire.bad("final_score") == "cannot score: the game is not over"


def test_the_same_player_moves_again_in_dots_and_boxes() -> None:
    wire = Wire("dots-and-boxes", size="1x2")
    for line in ("play b aA", "play w Aa", "play b aB", "play w Ab", "play w bA"):
        wire.good(line)
    assert "Second 1" in wire.good("showboard")


def test_gomoku_to_the_end() -> None:
    wire = Wire("gomoku", size=9)
    for column in "ABCD":
        wire.good(f"play b {column}1")
        wire.good(f"play w {column}9")
    wire.good("play b E1")
    assert wire.good("final_score") == "B+"


# -- handicap -------------------------------------------------------------------------------


def test_handicap() -> None:
    wire = Wire(size=9)
    assert wire.good("fixed_handicap 4").split() == ["C3", "G7", "C7", "G3"]
    assert wire.board.position.to_move == Side.SECOND
    assert wire.bad("fixed_handicap 2") == "board not empty"
    assert wire.bad("undo") == "cannot undo"
    wire.good("clear_board")
    assert wire.bad("fixed_handicap 1").startswith("invalid number of stones")
    assert wire.bad("fixed_handicap 10").startswith("invalid number of stones")
    assert len(wire.good("place_free_handicap 20").split()) == 9
    wire.good("clear_board")
    wire.good("set_free_handicap A1 B2 C3")
    assert "HA[3]" in wire.good("printsgf")
    wire.good("clear_board")
    assert wire.bad("set_free_handicap A1 A1").startswith("bad vertex list")
    assert wire.bad("set_free_handicap A1 pass").startswith("bad vertex list")
    assert wire.bad("set_free_handicap A1").startswith("syntax error")
    wire.good("boardsize 5")
    assert wire.bad("place_free_handicap 3") == "this board is too small for a handicap"


# -- records --------------------------------------------------------------------------------


def test_printsgf_and_loadsgf(tmp_path: Path) -> None:
    wire = Wire(size=9, komi=6.5)
    wire.good("set_free_handicap C3 G7")
    for line in ("play w E5", "play w E6", "play b pass", "play w pass", "play b A1"):
        wire.good(line)
    board, text = wire.good("showboard"), wire.good("printsgf")
    assert read_sgf(text).handicap == 2
    file = tmp_path / "with space.sgf"
    wire.good(f"printsgf {file}")
    other = Wire(size=19)
    other.good(f"loadsgf {file}")
    assert other.good("showboard") == board
    assert other.good("printsgf") == text
    other.good("undo")
    other.good(f"loadsgf {file} 2")
    assert other.good("move_history") == "white E5"
    other.good("boardsize 5")
    assert other.board.game.spec == "go:size=5,komi=6.5"


def test_loadsgf_says_what_is_wrong(tmp_path: Path) -> None:
    wire = Wire(size=9)
    wire.good("play b E5")
    assert wire.bad(f"loadsgf {tmp_path / 'none.sgf'}").startswith("cannot load file")
    (tmp_path / "bad.sgf").write_text("(;GM[1]SZ[9];B[aa];W[aa])")
    assert "illegal" in wire.bad(f"loadsgf {tmp_path / 'bad.sgf'}")
    (tmp_path / "torus.sgf").write_text("(;GM[648]SZ[9];B[aa])")
    assert "torus" in wire.bad(f"loadsgf {tmp_path / 'torus.sgf'}")
    assert wire.good("move_history") == "black E5"
    (tmp_path / "setup.sgf").write_text("(;GM[1]SZ[9];B[aa];AB[cc]AW[dd]PL[W];W[ee])")
    wire.good(f"loadsgf {tmp_path / 'setup.sgf'}")
    assert wire.good("showboard").count("X") == 2
    os.chmod(tmp_path, 0o700)
    assert wire.bad(f"printsgf {tmp_path / 'no' / 'such.sgf'}").startswith("cannot write")


# -- counting -------------------------------------------------------------------------------


def test_dead_stones() -> None:
    position = Go(9).parse(FINISHED)
    found = chains_by_status(position)
    assert found["dead"] == [[position.game.parse_move("F7")]]
    assert found["seki"] == []
    assert len(found["alive"]) == 4


def test_status_commands(tmp_path: Path) -> None:
    wire = Wire(size=9, rules="chinese")
    wire.board.set_up(wire.board.game.parse(FINISHED))
    assert wire.good("final_status_list dead") == "F7"
    assert wire.good("final_status F7") == "dead"
    assert wire.good("final_status_list seki") == ""
    assert len(wire.good("final_status_list alive").splitlines()) == 4
    assert wire.bad("final_status_list sleepy").startswith("syntax error")
    chinese = wire.good("final_score")
    wire.good("kata-set-rules tromp-taylor")
    assert wire.good("final_score") != chinese  # there the dead stone stays on the board


def test_seki() -> None:
    diagram = """
    . O O X . O X X .
    O O O X . O X X X
    . O O X X O X X .
    O O O O O X X X X
    O O O O O X X X X
    """
    go = Go(5, 9)
    found = chains_by_status(go.parse(diagram))
    names = {
        status: sorted(go.format_move(chain[0]) for chain in chains)
        for status, chains in found.items()
    }
    assert names == {"alive": ["B5", "G5"], "seki": ["D5", "F5"], "dead": []}


# -- thinking -------------------------------------------------------------------------------


def test_genmove_plays_and_reg_genmove_does_not() -> None:
    wire = Wire(size=5)
    move = wire.good("reg_genmove b")
    assert wire.good("move_history") == ""
    assert wire.good("genmove b") == move
    assert wire.good("move_history") == f"black {move}"
    assert wire.good("genmove b") != move  # the same side again
    assert wire.good("genmove w")


def test_the_player_follows_the_game() -> None:
    player = SlowThinker(0.0)
    wire = Wire("go", lambda game: player, size=5)
    wire.good("genmove b")
    wire.good("play w E1")
    wire.good("genmove b")
    assert player.told == ["start", "A5", "E1"]
    wire.good("undo")
    wire.good("undo")
    wire.good("genmove w")
    assert player.told == ["start", "A5", "E1", "start"]


def test_a_failing_player_is_an_error_and_not_the_end() -> None:
    class Broken(SlowThinker):
        def choose(self, position: object, time_left: object = None) -> object:  # type: ignore[override]
            raise RuntimeError("a defect")

    wire = Wire("go", lambda game: Broken(), size=5)
    assert wire.bad("genmove b") == "internal error: RuntimeError: a defect"
    assert wire.good("name") == "Tesuji"


def test_analysis_streams_until_the_next_line() -> None:
    wire = Wire("go", lambda game: SlowThinker(), size=5)
    wire.interrupt_after(2, "name")
    output = wire.ask("7 lz-analyze b 10")
    head, *lines, end, last = output.split("\n")
    assert (head, end, last) == ("=7", "", "")
    assert len(lines) >= 2
    assert lines[0].startswith(
        "info move A5 visits 10 winrate 7500 prior 1250 lcb 4816 order 0 pv A5 info move B5"
    )
    assert len(lines[0].split("info ")) == 3
    left = wire.engine.inbox.take()
    assert left is not None
    assert left.text == "name"


def test_kata_analysis() -> None:
    wire = Wire("go", lambda game: SlowThinker(), size=5)
    wire.interrupt_after(1)
    output = wire.ask("kata-analyze w interval 5 rootInfo true ownership true minmoves 4")
    line = output.split("\n")[1]
    assert line.count("info move") == 4
    assert " winrate 0.750000 scoreMean 2.5000 scoreLead 2.5000 prior 0.125000 " in line
    assert " rootInfo visits 10 utility 0.500000 winrate 0.750000 " in line
    owners = line.split(" ownership ")[1].split()
    assert len(owners) == 25
    assert all(-1 <= float(owner) <= 1 for owner in owners)


def test_analysis_of_some_moves() -> None:
    wire = Wire("go", lambda game: SlowThinker(), size=5)
    for restriction, shown in (("avoid b A5,pass 3", "B5"), ("allow b C3 1", "C3")):
        wire.engine.inbox.take() if wire.engine.inbox.has_news else None
        wire.interrupt_after(1)
        output = wire.ask(f"kata-analyze b 3 {restriction} maxmoves 1")
        assert output.split("\n")[1].startswith(f"info move {shown} ")
        assert output.split("\n")[1].count("info move") == 1
    wire = Wire("go", "mcts:sims=30,seed=1", size=5)
    wire.interrupt_after(1)
    line = wire.ask("kata-analyze b 3 allow b C3,D3 1").split("\n")[1]
    assert set(line.split()[2 : line.split().index("pv")]) >= {"visits", "winrate"}
    assert line.count("info move") == 2
    assert line.count(" visits 0 ") == 0  # all of the search went there
    assert wire.ask("kata-genmove_analyze b 3 allow b A1 1").split("\n")[-3] == "play A1"
    assert wire.bad("kata-analyze w 3 allow w A1 1") == "no legal move is left"
    assert wire.bad("lz-analyze b 3 avoid b").startswith("syntax error")
    assert wire.bad("lz-analyze b 3 sometimes 3").startswith("syntax error")


def test_analysis_needs_a_player_that_searches() -> None:
    assert "does not analyse" in Wire(size=5).bad("lz-analyze 10")


def test_genmove_analyze() -> None:
    wire = Wire("go", lambda game: SlowThinker(0.3), size=5)
    output = wire.ask("4 lz-genmove_analyze b 10")
    lines = output.split("\n")
    assert lines[0] == "=4"
    assert lines[1].startswith("info move A5 visits 10 ")
    assert lines[-3:] == ["play A5", "", ""]
    assert wire.good("move_history") == "black A5"
    random = Wire(size=5)
    assert random.ask("kata-genmove_analyze b").startswith("=\nplay ")


def test_interrupt_makes_it_move_at_once() -> None:
    wire = Wire("go", lambda game: SlowThinker(), size=5)
    threading.Timer(0.1, wire.engine.inbox.feed, ["# interrupt"]).start()
    began = time.monotonic()
    assert wire.good("genmove b") == "A5"
    assert time.monotonic() - began < PATIENCE


# -- time -----------------------------------------------------------------------------------


def test_clock() -> None:
    clock = Clock()
    assert clock.left(Side.FIRST) is None
    clock.set(TimeControl.overtime(60, 30, 5))
    assert clock.left(Side.FIRST) == TimeLeft(main=60, increment=6)
    clock.replay([(Side.FIRST, 20)])
    assert clock.left(Side.FIRST) == TimeLeft(main=40, increment=6)
    clock.replay([(Side.FIRST, 50)])  # ten seconds of it from the first period
    assert clock.left(Side.FIRST) == TimeLeft(per_move=5)
    clock.replay([(Side.FIRST, 8)])
    assert clock.left(Side.FIRST) == TimeLeft(per_move=4)
    assert clock.left(Side.SECOND) == TimeLeft(main=60, increment=6)
    clock.tell(Side.SECOND, 12, 3)
    assert clock.left(Side.SECOND) == TimeLeft(per_move=4)
    clock.set(TimeControl.overtime(0, 10, 0))
    assert clock.left(Side.FIRST) is None
    clock.set(TimeControl.overtime(100, 0, 0))
    assert clock.left(Side.FIRST) == TimeLeft(main=100)


def test_time_reaches_the_player() -> None:
    player = SlowThinker(0.0)
    wire = Wire("go", lambda game: player, size=5)
    for line in (
        "genmove b",
        "time_settings 60 0 0",
        "genmove w",
        "time_left b 20 2",
        "genmove b",
        "kgs-time_settings byoyomi 0 30 5",
        "genmove w",
        "kgs-time_settings none",
        "genmove b",
        "kgs-time_settings canadian 0 30 10",
        "genmove w",
        "kgs-time_settings absolute 9",
        "genmove b",
    ):
        wire.good(line)
    assert player.clocks == [
        None,
        TimeLeft(main=60),
        TimeLeft(per_move=10),
        TimeLeft(per_move=30),
        None,
        TimeLeft(per_move=3),
        TimeLeft(main=9),
    ]
    assert wire.bad("kgs-time_settings sundial 3").startswith("syntax error")
    assert wire.bad("time_settings 1 2").startswith("syntax error")


def test_analysis_by_a_real_search() -> None:
    for game, size in (
        ("go", 5),
        ("torus", 5),
        ("gomoku", 7),
        ("dots-and-boxes", 2),
        ("reversi", 4),
    ):
        wire = Wire(game, "mcts:sims=50,seed=1", size=size)
        wire.interrupt_after(1)
        lines = wire.ask("kata-analyze b 10 rootInfo true").split("\n")
        assert lines[0] == "="
        assert lines[1].startswith("info move ")
        assert " rootInfo visits " in lines[1]
        wire.engine.inbox.take()
        assert wire.ask("lz-genmove_analyze b 10").split("\n")[-3].startswith("play ")

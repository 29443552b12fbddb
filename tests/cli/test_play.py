"""``tesuji play`` with piped input: what people type, and what they get to see."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import PATIENCE
from tesuji.cli import main
from tesuji.games import make
from tesuji.players import PlayerFailure, make_player
from tesuji.records import load

PLAY = [*TESUJI, "play"]


def run(typed: str, *arguments: str) -> tuple[str, str, object]:
    """What a session in this process prints on both outputs, and its exit status."""
    output, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["tesuji", "play", *arguments])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(sys, "stdout", output)
        patch.setattr(sys, "stderr", errors)
        with pytest.raises(SystemExit) as ended:
            main()
    return output.getvalue(), errors.getvalue(), ended.value.code


def play(typed: str, *arguments: str) -> str:
    """The output of a session that ends well."""
    output, errors, status = run(typed, *arguments)
    assert errors == ""
    assert not status
    return output


def refused(*arguments: str) -> str:
    """The complaint about bad options."""
    _, errors, status = run("", *arguments)
    assert status == 2
    assert errors.count("\n") == 1
    return errors


# -- whole games ----------------------------------------------------------------------------


def test_go_between_two_people(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    typed = "C3\nC3\nD3\npass\npass\n"
    output = play(typed, "go", "--size", "5", "-o", "human", "--komi", "0.5", "--save", str(file))
    assert "C3 is not possible: the point is occupied" in output
    assert "White wins by 0.5: counted by agreement." in output
    assert f"Saved as {file}." in output
    record = load(file)
    assert (record.result, len(record.moves())) == ("W+0.5", 4)


DEAD_CORNER = "C3 A1 B3 pass D3 pass C2 pass C4 pass B2 pass D2 pass pass"


def test_dead_stones_are_proposed_and_agreed_on(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    typed = "\n".join([*DEAD_CORNER.split(), "help", "agree"])
    output = play(typed, "go", "--size", "5", "-o", "human", "--save", str(file))
    assert "Dead: A1." in output
    assert "Black: 18 surrounded points + 7 stones = 25." in output
    assert "Black wins by 17.5: counted by agreement." in output
    record = load(file)
    assert record.result == "B+17.5"
    assert 20 in record.end.marks["TB"]  # the point below the dead stone
    assert "TW" not in record.end.marks


def test_a_dead_stone_may_be_called_alive() -> None:
    typed = "\n".join([*DEAD_CORNER.split(), "Z9", "E5", "a1", "agree"])
    output = play(typed, "go", "--size", "5", "-o", "human")
    assert output.count("; help explains.") == 3  # the heading, no such point, no stone
    assert "no stone stands at E5" in output
    assert "all stones on the board" in output
    assert "White wins by" in output or "Black wins by" in output
    assert "Dead: A1." not in output.rpartition("a1")[2]


def test_players_who_disagree_play_on() -> None:
    typed = "\n".join([*DEAD_CORNER.split(), "play on", "B1", "A2", "pass", "pass", "agree"])
    output = play(typed, "go", "--size", "5", "-o", "human")
    assert output.count("Both sides have passed.") == 2
    assert "wins by" in output


def test_the_end_of_input_agrees_and_quit_leaves() -> None:
    typed = "\n".join(DEAD_CORNER.split())
    assert "Black wins by 17.5" in play(typed, "go", "--size", "5", "-o", "human")
    assert "The game is left." in play(typed + "\nquit\n", "go", "--size", "5", "-o", "human")


def test_a_game_between_engines_is_counted_by_the_rules() -> None:
    output = play("", "go", "--size", "3", "--players", "random", "random", "--seed", "1")
    assert "two passes." in output
    assert "Count>" not in output


def test_the_score_is_estimated_at_any_time() -> None:
    output = play("C3\nscore\nquit\n", "go", "--size", "5", "-o", "human")
    assert "leads by" in output
    assert "only Go has a score" in play("score\nquit\n", "torus", "-o", "human")


def test_gomoku_against_an_engine() -> None:
    moves = "\n".join(f"{column}{row}" for row in range(1, 8) for column in "ABCDEFG")
    output = play(moves, "gomoku", "--size", "7", "-o", "random:seed=1")
    assert "wins: five in a row" in output


def test_torus_watched() -> None:
    output = play("", "torus", "--size", "5", "--players", "random", "random", "--seed", "2")
    assert "wins" in output or "draw" in output
    again = play("", "torus", "--size", "5", "--players", "random", "random", "--seed", "2")
    assert output == again


def test_dots_and_boxes_to_the_end() -> None:
    output = play("aA\nAa\naB\nAb\n", "dots-and-boxes", "--size", "1", "-o", "human")
    assert "Second wins by 1: all lines drawn." in output


def test_a_person_may_be_second() -> None:
    output = play("quit\n", "torus", "-o", "random", "--colour", "second")
    assert "Black plays" in output
    assert "White> quit" in output
    play("quit\n", "torus", "-o", "random", "--colour", "random", "--seed", "1")


# -- commands -------------------------------------------------------------------------------


def test_commands(tmp_path: Path) -> None:
    file = tmp_path / "a b.sgf"
    typed = f"help\nmoves\nC3\nmoves\nhint\nsave {file}\nsave\nboard\n\nnonsense\nresign\n"
    output = play(typed, "go", "--size", "5", "-o", "random:seed=1")
    assert "a move       such as A5" in output
    assert "No moves yet." in output
    assert "  1. Black C3" in output
    assert "would play" in output
    assert "give a file: save FILE" in output
    assert "'nonsense' does not name a point" in output
    assert "Black resigns. White wins." in output
    assert len(load(file).moves()) == 2


def test_undo_goes_back_to_the_own_turn() -> None:
    output = play(
        "undo\nC3\nB2\nundo\nmoves\nundo 2\nundo x\n", "go", "--size", "5", "-o", "random"
    )
    assert output.count("you have not made that many moves") == 2
    assert "'x' is not a number of moves" in output
    assert output.rstrip().endswith("The game is left.")
    two = play("C3\nB2\nundo\nmoves\nquit\n", "go", "--size", "5", "-o", "human")
    assert "  1. Black C3\nWhite> quit" in two


def test_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    output = play("C3\n", "go", "--size", "5", "-o", "random", "--save", str(file))
    assert "The game is left." in output
    assert len(load(file).moves()) == 2
    more = play("moves\nquit\n", "--load", str(file), "-o", "random")
    assert "  1. Black C3" in more


def test_handicap(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    output = play(
        "moves\nE5\n", "go", "--size", "9", "--handicap", "4", "-o", "human", "--save", str(file)
    )
    assert "White> moves" in output
    record = load(file)
    assert record.handicap == 4
    assert record.game.spec == "go:size=9,komi=0.5"
    again = play("moves\n", "go", "--load", str(file), "-o", "human")
    assert "  1. White E5\nBlack>" in again


def test_an_engine_fails() -> None:
    engine = f"gtp:timeout=0.5,cmd={sys.executable} -c 'import time; time.sleep(9)'"
    output = play("C3\n", "go", "--size", "5", "-o", engine)
    assert "White cannot go on" in output
    assert "Black wins." in output


def test_time_runs_out(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    options = ("go", "--size", "5", "-o", "human", "--time", "0.000001", "--save", str(file))
    assert "Black is out of time. White wins." in play("C3\n", *options)
    assert load(file).result == "W+T"


# -- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "give a game to play: torus, go, gomoku, dots-and-boxes"),
        (["chess"], "there is no game called 'chess'"),
        (["go", "--size", "77"], "77"),
        (["go", "-o", "nobody"], "nobody"),
        (["go", "--colour", "green"], "--colour must be first, second or random, got 'green'"),
        (["torus", "--handicap", "3"], "torus has no handicap"),
        (["go", "--time", "soon"], "'soon' is not a time"),
        (["go", "--load", "/no/such.sgf"], "cannot read /no/such.sgf"),
        (["go", "--load", "x.sgf", "--size", "5"], "come from the file"),
    ],
)
def test_bad_options(arguments: list[str], complaint: str) -> None:
    assert complaint in refused(*arguments)


# -- a screen -------------------------------------------------------------------------------


class Screen:
    """A pseudo-terminal with `tesuji play` in it."""

    def __init__(self, *arguments: str) -> None:
        main, side = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [*PLAY, *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment,
            start_new_session=True,
        )
        os.close(side)
        self._main = main
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._main, text.encode())

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        os.set_blocking(self._main, False)
        while text not in self.seen:
            assert time.monotonic() < deadline, f"{text!r} not in {self.seen!r}"
            try:
                data = os.read(self._main, 65536)
            except BlockingIOError:
                time.sleep(0.02)
                continue
            except OSError:
                data = b""
            assert data, f"it ended without {text!r}: {self.seen!r}"
            self.seen += data.decode(errors="replace")
        self.seen = self.seen.partition(text)[2]

    def end(self) -> int:
        status = self.process.wait(PATIENCE)
        os.close(self._main)
        return status


def test_screen_with_colours_and_a_menu() -> None:
    screen = Screen("-o", "random")
    screen.wait_for("Which game?")
    screen.type("dots\n")
    screen.wait_for("Type a number")
    screen.type("4\n")
    screen.wait_for("●")
    screen.wait_for("First> ")
    screen.type("aA\n")
    screen.wait_for("━━━")
    screen.wait_for("First> ")
    screen.type("quit\n")
    screen.wait_for("The game is left.")
    assert screen.end() == 0


def test_ctrl_c_stops_thinking_and_twice_leaves() -> None:
    engine = f"gtp:cmd={sys.executable} -c 'import time; time.sleep(60)'"
    screen = Screen("torus", "-o", engine)
    screen.wait_for("Black> ")
    screen.type("E5\n")
    screen.wait_for("thinks")
    time.sleep(0.5)
    os.kill(screen.process.pid, 2)
    screen.wait_for("quit leaves: ")
    screen.type("quit\n")
    screen.wait_for("The game is left.")
    assert screen.end() == 0
    other = Screen("torus", "-o", "random")
    other.wait_for("Black> ")
    os.kill(other.process.pid, 2)
    other.wait_for("Ctrl-C once more")
    time.sleep(0.2)
    os.kill(other.process.pid, 2)
    assert other.end() == 130


# -- the player called human ----------------------------------------------------------------


def test_human_as_a_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    game = make("torus", size=5)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nZ9\nC3\nresign\n"))
    with make_player("human", game) as human:
        assert human.choose(game.initial()).move == game.parse_move("C3")
        assert human.choose(game.initial()).resigns
        with pytest.raises(PlayerFailure, match="input ended"):
            human.choose(game.initial())
    assert "'Z9' does not name a point" in capsys.readouterr().out

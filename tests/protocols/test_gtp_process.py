"""``tesuji gtp`` as a process: pipes, ends of input, and time."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

from tests.kit.cli import TESUJI
from tests.kit.patience import LONG, PATIENCE
from tests.kit.pipes import Program

SLOW = """
import sys
from tesuji.protocols.gtp import GtpEngine
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.streams import write_at_once
from tests.kit.gtp_wire import SlowThinker
thinker = SlowThinker(float(sys.argv[1]))
engine = GtpEngine(GtpBoard("go", size=5), lambda game: thinker, write_at_once)
engine.inbox.read_from(0)
engine.serve()
"""


@pytest.fixture
def slow() -> Iterator[Program]:
    """An engine that thinks for long, ready to be asked."""
    controller = Program(["-c", SLOW, str(LONG)])
    controller.send("name")
    assert controller.line() == "= Tesuji"
    controller.line()
    yield controller
    controller.kill()


def _tesuji(*arguments: str) -> list[str]:
    return [*TESUJI[1:], "gtp", *arguments]


def test_a_script_gets_all_its_answers() -> None:
    controller = Program(_tesuji("go", "--size", "5", "--player", "random:seed=1"))
    controller.write("# hello\r\n1 genmove b\r\n2 genmove w\r\n\r\n3 showboard\r\n4 quit\r\nname\n")
    output, errors, status = controller.end()
    answers = output.split("\n\n")
    assert [answer[:2] for answer in answers[:4]] == ["=1", "=2", "=3", "=4"]
    assert answers[4:] == [""]
    assert (errors, status) == ("", 0)


def test_a_last_line_without_an_end_counts() -> None:
    controller = Program(_tesuji("go", "--player", "random"))
    controller.write("name")
    assert controller.end() == ("= Tesuji\n\n", "", 0)


def test_a_script_is_not_hurried_by_its_own_quit() -> None:
    controller = Program(["-c", SLOW, "0.6"])
    began = time.monotonic()
    controller.send("genmove b", "quit")
    output, _, status = controller.end()
    assert output == "= A5\n\n=\n\n"
    assert time.monotonic() - began >= 0.6
    assert status == 0


@pytest.mark.parametrize("how", ["quit", "end of input"])
@pytest.mark.parametrize("command", ["genmove b", "lz-analyze b 10"])
def test_quits_while_thinking(slow: Program, command: str, how: str) -> None:
    slow.send(command)
    time.sleep(0.6)
    began = time.monotonic()
    if how == "quit":
        slow.send("quit")
    output, errors, status = slow.end()
    assert time.monotonic() - began < PATIENCE
    assert output.startswith("=")
    assert (errors, status) == ("", 0)


def test_analysis_stops_at_the_next_command(slow: Program) -> None:
    slow.send("1 lz-analyze b 5")
    assert slow.line() == "=1"
    for _ in range(3):
        assert slow.line().startswith("info move A5 ")
    slow.send("2 name")
    while (line := slow.line()) != "":
        assert line.startswith("info move")
    assert slow.line() == "=2 Tesuji"


def test_survives_rubbish_and_very_long_lines() -> None:
    controller = Program(_tesuji("go", "--player", "random"))
    assert controller.process.stdin is not None
    controller.process.stdin.write(b"\xff\xfe\x00\n" + b"x" * 3_000_000 + b"\nname\n")
    output, errors, status = controller.end()
    assert output.endswith("= Tesuji\n\n")
    assert output.count("? unknown command") >= 1
    assert (errors, status) == ("", 0)


def test_nobody_listens_any_more(slow: Program) -> None:
    assert slow.process.stdout is not None
    slow.process.stdout.close()
    slow.send("name")
    slow.process.wait(PATIENCE)
    assert slow.process.returncode == 0


def test_ctrl_c(slow: Program) -> None:
    slow.send("genmove b")
    time.sleep(0.5)
    slow.process.send_signal(signal.SIGINT)
    slow.process.wait(PATIENCE)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "there is no game called 'chess'"),
        (["go", "--size", "99"], "99"),
        (["go", "--player", "nobody"], "nobody"),
        (["torus", "--komi", "6.5"], "komi"),
    ],
)
def test_bad_input(arguments: list[str], complaint: str) -> None:
    output, errors, status = Program(_tesuji(*arguments)).end()
    assert status == 2
    assert output == ""
    assert complaint in errors
    assert errors.count("\n") == 1

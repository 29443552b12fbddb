"""``tesuji gtp`` as a process: pipes, ends of input, and time."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.patience import LONG, PATIENCE

SLOW = """
import sys
from tesuji.protocols.gtp import GtpEngine
from tesuji.protocols.gtp_board import GtpBoard
from tesuji.streams import write_at_once
from tests.gtp_wire import SlowThinker
thinker = SlowThinker(float(sys.argv[1]))
engine = GtpEngine(GtpBoard("go", size=5), lambda game: thinker, write_at_once)
engine.inbox.read_from(0)
engine.serve()
"""


class Controller:
    """The other end of the pipes."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode()

    def end(self, seconds: float = PATIENCE) -> tuple[str, str, int]:
        """Closes the input and waits for the end."""
        output, errors = self.process.communicate(timeout=seconds)
        return output.decode(), errors.decode(), self.process.returncode


@pytest.fixture
def slow() -> Iterator[Controller]:
    """An engine that thinks for long, ready to be asked."""
    controller = Controller("-c", SLOW, str(LONG))
    controller.send("name\n")
    assert controller.line() == "= Tesuji\n"
    controller.line()
    yield controller
    controller.process.kill()
    controller.process.communicate()


def _tesuji(*arguments: str) -> list[str]:
    return ["-c", "from tesuji.cli import main; main()", "gtp", *arguments]


def test_a_script_gets_all_its_answers() -> None:
    controller = Controller(*_tesuji("go", "--size", "5", "--player", "random:seed=1"))
    controller.send("# hello\r\n1 genmove b\r\n2 genmove w\r\n\r\n3 showboard\r\n4 quit\r\nname\n")
    output, errors, status = controller.end()
    answers = output.split("\n\n")
    assert [answer[:2] for answer in answers[:4]] == ["=1", "=2", "=3", "=4"]
    assert answers[4:] == [""]
    assert (errors, status) == ("", 0)


def test_a_last_line_without_an_end_counts() -> None:
    controller = Controller(*_tesuji("go", "--player", "random"))
    controller.send("name")
    assert controller.end() == ("= Tesuji\n\n", "", 0)


def test_a_script_is_not_hurried_by_its_own_quit() -> None:
    controller = Controller("-c", SLOW, "0.6")
    began = time.monotonic()
    controller.send("genmove b\nquit\n")
    output, _, status = controller.end()
    assert output == "= A5\n\n=\n\n"
    assert time.monotonic() - began >= 0.6
    assert status == 0


@pytest.mark.parametrize("how", ["quit", "end of input"])
@pytest.mark.parametrize("command", ["genmove b", "lz-analyze b 10"])
def test_quits_while_thinking(slow: Controller, command: str, how: str) -> None:
    slow.send(f"{command}\n")
    time.sleep(0.6)
    began = time.monotonic()
    if how == "quit":
        slow.send("quit\n")
    output, errors, status = slow.end()
    assert time.monotonic() - began < PATIENCE
    assert output.startswith("=")
    assert (errors, status) == ("", 0)


def test_analysis_stops_at_the_next_command(slow: Controller) -> None:
    slow.send("1 lz-analyze b 5\n")
    assert slow.line() == "=1\n"
    for _ in range(3):
        assert slow.line().startswith("info move A5 ")
    slow.send("2 name\n")
    while (line := slow.line()) != "\n":
        assert line.startswith("info move")
    assert slow.line() == "=2 Tesuji\n"


def test_survives_rubbish_and_very_long_lines() -> None:
    controller = Controller(*_tesuji("go", "--player", "random"))
    assert controller.process.stdin is not None
    controller.process.stdin.write(b"\xff\xfe\x00\n" + b"x" * 3_000_000 + b"\nname\n")
    output, errors, status = controller.end(20)
    assert output.endswith("= Tesuji\n\n")
    assert output.count("? unknown command") >= 1
    assert (errors, status) == ("", 0)


def test_nobody_listens_any_more(slow: Controller) -> None:
    assert slow.process.stdout is not None
    slow.process.stdout.close()
    slow.send("name\n")
    slow.process.wait(PATIENCE)
    assert slow.process.returncode == 0


def test_ctrl_c(slow: Controller) -> None:
    slow.send("genmove b\n")
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
    output, errors, status = Controller(*_tesuji(*arguments)).end()
    assert status == 2
    assert output == ""
    assert complaint in errors
    assert errors.count("\n") == 1

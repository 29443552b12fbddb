"""``tesuji gomocup`` as a process: games, time, memory, END, and rubbish on a real pipe."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.kit.cli import TESUJI, TESUJI_LINE
from tests.kit.patience import LONG, PATIENCE
from tests.kit.pipes import Program
from tesuji.games import make
from tesuji.match import Adjudication, play_game
from tesuji.players import make_player

BRAIN = ["-m", "tesuji.protocols.gomocup_main"]
COMMAND = [*TESUJI[1:], "gomocup"]


class Brain(Program):
    """A running brain."""

    def __init__(self, *command: str) -> None:
        super().__init__(command, end_of_line="\r\n")

    def answer(self) -> str:
        """The next line that is not a remark."""
        return self.line_without("MESSAGE", "DEBUG")


@pytest.fixture
def start() -> Iterator[Callable[..., Brain]]:
    brains: list[Brain] = []

    def make_brain(*command: str) -> Brain:
        brains.append(Brain(*command))
        return brains[-1]

    yield make_brain
    for brain in brains:
        brain.kill()


def test_a_script_gets_its_answers(start: Callable[..., Brain]) -> None:
    brain = start(*COMMAND, "--player", "random:seed=1")
    brain.send("START 15", "BEGIN", "ABOUT", "END", "ABOUT")
    output, errors, status = brain.end()
    lines = [line for line in output.splitlines() if not line.startswith("MESSAGE")]
    assert lines[0] == "OK"
    assert "," in lines[1]
    assert lines[2].startswith('name="Tesuji"')
    assert len(lines) == 3
    assert (errors, status) == ("", 0)


def test_plain_line_ends_and_a_last_line_without_one(start: Callable[..., Brain]) -> None:
    brain = start(*BRAIN, "random:seed=1")
    assert brain.process.stdin is not None
    brain.process.stdin.write(b"START 15\n\n\nABOUT")
    output, errors, status = brain.end()
    assert output.splitlines()[0] == "OK"
    assert output.splitlines()[1].startswith('name="Tesuji"')
    assert (errors, status) == ("", 0)


@pytest.mark.parametrize("how", ["END", "closed"])
def test_ends_while_thinking(start: Callable[..., Brain], how: str) -> None:
    brain = start(*BRAIN, f"alphabeta:seconds={LONG}")
    brain.send("START 15", "INFO timeout_turn 1000000")
    assert brain.answer() == "OK"
    brain.send("TURN 7,7")
    time.sleep(0.6)
    begun = time.monotonic()
    if how == "END":
        brain.send("END")
        brain.process.wait(PATIENCE)
    else:
        brain.process.communicate(timeout=PATIENCE)
    assert time.monotonic() - begun < PATIENCE
    assert brain.process.returncode == 0


@pytest.mark.parametrize("player", ["gomoku", "monomial", "alphabeta", "mcts"])
def test_answers_by_a_clock_and_keeps_the_memory(start: Callable[..., Brain], player: str) -> None:
    brain = start(*BRAIN, f"{player}:memory=2000")
    limit = 350
    brain.send("START 20", "INFO timeout_turn 400", f"INFO max_memory {limit << 20}")
    assert brain.answer() == "OK"
    brain.send("BOARD", "9,9,2", "10,10,1", "9,10,2", "DONE")
    brain.answer()
    for turn in ("1,1", "18,18"):
        brain.send(f"TURN {turn}")
        x, y = map(int, brain.answer().split(","))
        assert 0 <= x < 20
        assert 0 <= y < 20
    assert brain.peak_memory() < limit
    brain.send("INFO timeout_turn 0", "TURN 18,1")
    assert "," in brain.answer()


def _spec(player: str, seconds: float = 0.1) -> str:
    command = f"{sys.executable} {BRAIN[0]} {BRAIN[1]} {player}"
    return f"gomocup:move_seconds={seconds},cmd={command}"


@pytest.mark.parametrize(
    "options",
    [
        {"size": 15},
        {"size": 9, "rules": "standard"},
        {"size": 15, "rules": "renju"},
        {"size": 9, "rules": "caro"},
        {"size": 15, "swap2": True},
    ],
)
def test_two_brains_play_a_game(options: dict[str, object]) -> None:
    game = make("gomoku", **options)
    specs = (_spec("alphabeta:nodes=2000,seed=1"), _spec("alphabeta:nodes=3000,seed=2"))
    with make_player(specs[0], game) as one, make_player(specs[1], game) as two:
        result = play_game(game, (one, two), adjudication=Adjudication(max_plies=40))
    assert result.failure is None
    assert len(result.moves) >= 9


def test_a_suggestion_is_accepted() -> None:
    game = make("gomoku", size=9)
    words = f"{TESUJI_LINE} gomocup"
    spec = f"gomocup:cmd={words} --suggest --player random:seed=1"
    with make_player(spec, game) as player:
        position = game.initial()
        for _ in range(3):
            move = player.choose(position).move
            assert move is not None
            position = position.after(move)
            position = position.after(position.legal_moves()[0])


@pytest.mark.parametrize("seed", range(2))
def test_survives_rubbish(start: Callable[..., Brain], seed: int) -> None:
    dice = random.Random(seed)
    words = ["START 15", "BEGIN", "TURN 7,7", "BOARD", "DONE", "INFO", "INFO rule 4", "PLAY 3,3"]
    words += [
        "TAKEBACK 7,7",
        "RESTART",
        "SWAP2BOARD",
        "7,7,1",
        "hello",
        "TURN 99,-3",
        ",,,",
        "ABOUT",
    ]
    data = b""
    for _ in range(300):
        if dice.random() < 0.7:
            data += dice.choice(words).encode()
        else:
            data += bytes(dice.randrange(256) for _ in range(dice.randrange(30)))
        data += dice.choice([b"\n", b"\r\n"])
    brain = start(*BRAIN, "random:seed=1")
    assert brain.process.stdin is not None
    brain.process.stdin.write(data + b"x" * 3_000_000 + b"\nDONE\nRESTART\nSTART 15\nABOUT\n")
    output, errors, status = brain.end()
    assert output.splitlines()[-2] == "OK"
    assert output.splitlines()[-1].startswith('name="Tesuji"')
    assert "internal error" not in output
    assert (errors, status) == ("", 0)


def test_nobody_listens_any_more(start: Callable[..., Brain]) -> None:
    brain = start(*BRAIN, "random:seed=1")
    brain.send("START 15")
    assert brain.answer() == "OK"
    assert brain.process.stdout is not None
    brain.process.stdout.close()
    brain.send("BEGIN")
    brain.process.wait(PATIENCE)
    assert brain.process.returncode == 0


@pytest.mark.parametrize("command", [BRAIN, [*COMMAND, "--player"]])
def test_bad_player(start: Callable[..., Brain], command: list[str]) -> None:
    output, errors, status = start(*command, "nobody").end()
    assert status == 2
    assert output == ""
    assert "nobody" in errors
    assert errors.count("\n") == 1

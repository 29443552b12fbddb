"""Players that are other programs, most of them badly behaved."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.cli import TESUJI_LINE
from tests.kit.patience import LONG, PATIENCE
from tesuji.games import Position, Side, make
from tesuji.players import Player, PlayerFailure, SpecError, make_player
from tesuji.players.external import Course, EngineProcess

Script = Callable[[str], str]

GTP_LOOP = """
import sys, time, os
def answer(text=""):
    print(f"={number} {text}\\n", flush=True)
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if command.startswith("genmove"):
        BODY
    elif line.strip() == "quit":
        break
    elif line.startswith("#"):
        continue
    else:
        answer("false" if command.startswith("known_command") else "")
"""

GOMOCUP_LOOP = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        BODY
    elif word == "END":
        break
"""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes a program of Python text and gives the command that runs it."""

    def write(text: str) -> str:
        file = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
        file.write_text(text)
        return f"{sys.executable} -u {file}"

    return write


def gtp(command: str, options: str = "timeout=60", **game: object) -> Player:
    return make_player(f"gtp:{options},cmd={command}", make("go", size=5, **game))


def gomocup(command: str, options: str = "timeout=60,move_seconds=0.5") -> Player:
    return make_player(f"gomocup:{options},cmd={command}", make("gomoku", size=9))


def failure(player: Player, game: str = "go", **options: object) -> str:
    """The message with which the player fails to make the first move."""
    position = make(game, **({"size": 5} | options)).initial()
    player.start(position.game, position)
    with player, pytest.raises(PlayerFailure) as raised:
        player.choose(position)
    message = str(raised.value)
    assert "\n" not in message
    return message


def is_alive(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


# -- GTP engines that fail --------------------------------------------------------------------


def test_no_such_program() -> None:
    assert failure(gtp("/no/such/engine")) == (
        "cannot start '/no/such/engine': No such file or directory"
    )
    assert "not a command line" in failure(gtp('engine "half'))


def test_bad_specs() -> None:
    go = make("go", size=5)
    with pytest.raises(SpecError, match="needs cmd"):
        make_player("gtp", go)
    with pytest.raises(SpecError, match="timeout"):
        make_player("gtp:timeout=0,cmd=x", go)
    with pytest.raises(SpecError, match="not go"):
        make_player("gomocup:cmd=x", go)


def test_hangs(script: Script) -> None:
    began = time.monotonic()
    message = failure(gtp(script(GTP_LOOP.replace("BODY", f"time.sleep({LONG})")), "timeout=5"))
    assert "gave no answer to 'genmove b' within 5 seconds" in message
    assert time.monotonic() - began < PATIENCE


def test_never_says_anything(script: Script) -> None:
    assert "within 0.3 seconds" in failure(
        gtp(script("import time; time.sleep(999)"), "timeout=0.3")
    )


def test_crashes(script: Script) -> None:
    body = "print('out of cheese', file=sys.stderr); sys.exit(3)"
    message = failure(gtp(script(GTP_LOOP.replace("BODY", body))))
    assert "ended with status 3 instead of giving answer to 'genmove b'" in message
    assert "out of cheese" in message
    assert "SIGABRT" in failure(gtp(script(GTP_LOOP.replace("BODY", "os.abort()"))))
    assert "ended with status 0" in failure(gtp("true"))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("answer('Z99')", "answered 'Z99', which is not a move"),
        ("answer('')", "answered '', which is not a move"),
        ("print(f'?{number} I am tired\\n', flush=True)", "refuses 'genmove b': I am tired"),
        ("print('=99 C3\\n', flush=True)", "answered command 99"),
        ("print('hello\\n' * 2000, flush=True)", "does not speak GTP"),
        ("sys.stdout.buffer.write(b'\\xff' * 3000000); sys.stdout.flush()", "a line of more than"),
        ("print('chatter\\n' * 3000000, flush=True)", "does not speak GTP"),
    ],
)
def test_talks_nonsense(script: Script, body: str, complaint: str) -> None:
    assert complaint in failure(gtp(script(GTP_LOOP.replace("BODY", body))))


def test_floods_while_nobody_reads(script: Script) -> None:
    process = EngineProcess(script("import sys\nwhile True: print('x' * 1000)"))
    deadline = time.monotonic() + PATIENCE
    while process.running and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not process.running
    with pytest.raises(PlayerFailure, match="MB that nobody asked for"):
        _ = [process.receive(1, "peace") for _ in range(100_000)]
    process.close("quit")


def test_plays_an_illegal_move(script: Script) -> None:
    position = make("go", size=5).initial().play("C3")
    with gtp(script(GTP_LOOP.replace("BODY", "answer('C3')"))) as player:
        player.start(position.game, position)
        with pytest.raises(PlayerFailure, match="played C3, which is illegal: the point is occup"):
            player.choose(position)


def test_does_not_read(script: Script) -> None:
    process = EngineProcess(script("import time; time.sleep(999)"))
    with pytest.raises(PlayerFailure, match="did not read its input"):
        process.send("x" * 1_000_000, 0.3)
    process.close("quit")


def test_chatty_on_standard_error(script: Script) -> None:
    body = "print('debug ' * 100000, file=sys.stderr, flush=True); answer('C3')"
    game = make("go", size=5)
    with gtp(script(GTP_LOOP.replace("BODY", body))) as player:
        assert player.choose(game.initial()).move == game.parse_move("C3")


def test_noise_before_an_answer_and_missing_numbers(script: Script) -> None:
    body = "print('thinking\\n\\n= C3\\n', flush=True)"
    game = make("go", size=5)
    with gtp(script(GTP_LOOP.replace("BODY", body))) as player:
        assert player.choose(game.initial()).move == game.parse_move("C3")


def test_resigns(script: Script) -> None:
    with gtp(script(GTP_LOOP.replace("BODY", "answer('resign')"))) as player:
        assert player.choose(make("go", size=5).initial()).resigns


# -- processes end ----------------------------------------------------------------------------


def test_nothing_is_left_behind(script: Script, tmp_path: Path) -> None:
    """An engine that ignores everything, and its child, are gone after `close`."""
    note = tmp_path / "pids"
    text = f"""
import os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "99"])
open({str(note)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
""" + GTP_LOOP.replace("BODY", "answer('C3')").replace("        break", "        time.sleep(999)")
    player = gtp(script(text))
    player.choose(make("go", size=5).initial())
    pids = list(map(int, note.read_text().split()))
    assert all(map(is_alive, pids))
    player.close()
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_alive, pids))
    player.close()  # a second time does no harm


def test_a_forgotten_engine_ends_with_us(script: Script) -> None:
    program = f"""
from tesuji.players.external import EngineProcess
process = EngineProcess({script("import time; time.sleep(999)")!r})
print(process._process.pid)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert not is_alive(int(done.stdout))


def test_stop_ends_a_thought_and_the_next_move_starts_anew(script: Script, tmp_path: Path) -> None:
    flag = tmp_path / "seen"
    body = f"""
        if not os.path.exists({str(flag)!r}):
            open({str(flag)!r}, "w").close()
            time.sleep(999)
        answer("C3")
"""
    position = make("go", size=5).initial().play("A1")
    with gtp(script(GTP_LOOP.replace("        BODY\n", body))) as player:
        timer = threading.Timer(0.5, player.stop)
        timer.start()
        began = time.monotonic()
        with pytest.raises(PlayerFailure, match="was stopped while it thought"):
            player.choose(position)
        assert time.monotonic() - began < PATIENCE
        assert player.choose(position).move == position.game.parse_move("C3")


# -- following a game -------------------------------------------------------------------------

RECORDER = GTP_LOOP.replace("BODY", "answer('pass')").replace(
    "    if command.startswith",
    "    log.write(command + '\\n'); log.flush()\n    if command.startswith",
)


def test_what_an_engine_hears(script: Script, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = script(f"log = open({str(log)!r}, 'a')\n" + RECORDER)

    def heard() -> list[str]:
        lines = [line for line in log.read_text().splitlines() if "known_command" not in line]
        log.write_text("")
        return lines

    with gtp(command) as player:
        go = make("go", size=5, komi=6.5)
        start = go.initial().play("C3 D3")
        player.start(go, start)
        player.choose(start)
        new_game = ["boardsize 5", "clear_board", "komi 6.5"]
        assert heard() == [*new_game, "play b C3", "play w D3", "genmove b"]
        later = start.play("pass", "E3")
        player.choose(later)
        assert heard()[-2:] == ["play w E3", "genmove b"]
        player.choose(start)  # the position jumps back
        assert heard()[-6:] == [*new_game, "play b C3", "play w D3", "genmove b"]
        setup = go.parse("X X . . .\n. . O . .\n" + ". . . . .\n" * 3, Side.SECOND)
        player.choose(setup.play("A1"))
        assert heard()[-8:] == [
            *new_game,
            *("play b A5", "play b B5", "play w C4", "play w A1", "genmove b"),
        ]


def test_course() -> None:
    position = make("dots-and-boxes", size=1).initial().play("aA Aa aB Ab")
    course = Course.of(position)
    assert course is not None
    assert [side for side, _ in course.moves] == [0, 1, 0, 1]
    assert Course.of(Position()) is None


@pytest.mark.parametrize("game", ["torus:size=5", "gomoku:size=7", "dots-and-boxes:size=2x3"])
def test_our_own_engine_as_a_peer(game: str) -> None:
    from tesuji.games import parse_spec

    chosen = parse_spec(game)
    command = f"{TESUJI_LINE} gtp {chosen.name} -p random"
    position = chosen.initial()
    with make_player(f"gtp:cmd={command}", chosen) as peer, make_player("random", chosen) as own:
        players = (own, peer)
        for player in players:
            player.start(chosen, position)
        while not position.is_over:
            move = players[position.to_move].choose(position).move
            assert move is not None
            before, position = position, position.after(move)
            for player in players:
                player.observe(before, move, position)
        answer = peer.sync(position).command("final_score")  # type: ignore[attr-defined]
        winner = position.outcome.winner if position.outcome else None
        assert answer[0] == ("0" if winner is None else "BW"[winner])


# -- Gomocup ----------------------------------------------------------------------------------

GOMOCUP_PLAYER = """
import sys
size, taken, log = 0, set(), open(LOG, "a")
def move():
    for index in range(size * size):
        if index not in taken:
            taken.add(index)
            print(f"{index % size},{index // size}", flush=True)
            return
board = False
print("MESSAGE hello", flush=True)
for line in sys.stdin:
    print(line.strip(), file=log, flush=True)
    word, _, rest = line.strip().partition(" ")
    if word == "START":
        size, taken = int(rest), set()
        print("DEBUG ready\\nOK", flush=True)
    elif word == "TURN":
        x, y = map(int, rest.split(","))
        taken.add(y * size + x)
        print("MESSAGE hm", flush=True)
        move()
    elif word == "BEGIN":
        move()
    elif word == "BOARD":
        board = True
    elif word == "DONE":
        board = False
        move()
    elif board:
        x, y, who = map(int, line.split(","))
        taken.add(y * size + x)
    elif word == "END":
        break
"""


def test_gomocup_game(script: Script, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = script(GOMOCUP_PLAYER.replace("LOG", repr(str(log))))
    game = make("gomoku", size=9, rules="standard")
    position = game.initial()
    with make_player(f"gomocup:move_seconds=2,cmd={command}", game) as player:
        for reply in ("I1", "H1", "G1"):
            move = player.choose(position).move
            assert move is not None
            position = position.after(move).play(reply)
        lines = log.read_text().splitlines()
        assert lines[0] == "START 9"
        assert "INFO timeout_turn 2000" in lines
        assert "INFO rule 1" in lines
        assert lines[-3:] == ["BEGIN", "TURN 8,8", "TURN 7,8"]
        jumped = game.initial().play("E5 E6 E7")
        assert player.choose(jumped).move == 0
        asked = log.read_text().splitlines()
        board = asked[asked.index("BOARD") :]
        assert board == ["BOARD", "4,4,2", "4,3,1", "4,2,2", "DONE"]
        player.choose(jumped.after(0).play("I1"))
    assert log.read_text().splitlines()[-2:] == ["TURN 8,8", "END"]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("print('9,9', flush=True)", "off the board"),
        ("print('hello', flush=True)", "which is not a move"),
        ("print('ERROR tired', flush=True)", "'ERROR tired'"),
        ("print('UNKNOWN command', flush=True)", "'UNKNOWN command'"),
        ("sys.exit(4)", "ended with status 4"),
        ("print('MESSAGE x\\n' * 200000, flush=True)", "sends many other lines but no move"),
    ],
)
def test_gomocup_failures(script: Script, body: str, complaint: str) -> None:
    player = gomocup(script(GOMOCUP_LOOP.replace("BODY", body)))
    assert complaint in failure(player, "gomoku", size=9)


def test_gomocup_illegal_move(script: Script) -> None:
    position = make("gomoku", size=9).initial().play("A9")
    player = gomocup(script(GOMOCUP_LOOP.replace("BODY", "print('0,0', flush=True)")))
    with player, pytest.raises(PlayerFailure, match=r"played A9 \(0,0\), which is illegal"):
        player.choose(position)


def test_gomocup_refuses_the_board(script: Script) -> None:
    loop = GOMOCUP_LOOP.replace('print("OK"', 'print("ERROR too small"').replace("BODY", "pass")
    assert "too small" in failure(gomocup(script(loop)), "gomoku", size=9)


def zombies() -> set[str]:
    """Children of this process that have ended and that nobody has waited for."""
    command = ["ps", "-o", "pid=,stat=", "--ppid", str(os.getpid())]
    listing = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return {line.split()[0] for line in listing.splitlines() if line.split()[1].startswith("Z")}


def test_no_zombies_of_ours(script: Script) -> None:
    of_other_tests = zombies()
    for _ in range(3):
        with gtp(script(GTP_LOOP.replace("BODY", "answer('C3')"))) as player:
            player.choose(make("go", size=5).initial())
    assert zombies() <= of_other_tests

"""The Gomocup protocol, command by command, with the engine in the same process."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.patience import LONG, PATIENCE
from tesuji.games import Game, Position
from tesuji.games.gomoku import GomokuPosition
from tesuji.players import Choice, Player, TimeLeft, make_player, parse_player
from tesuji.protocols.gomocup import GomocupEngine
from tesuji.protocols.gomocup_board import GomocupBoard, ProtocolError
from tesuji.protocols.gomocup_limits import MEGABYTE, GomocupLimits, memory_in_use
from tesuji.protocols.gomocup_swap2 import answer_swap2


class FirstFree(Player):
    """Plays the first legal move and remembers what it was asked."""

    name = "first-free"

    def __init__(self) -> None:
        self.asked: list[tuple[Position, TimeLeft | None]] = []
        self.told: list[str] = []
        self.was_asked = threading.Event()

    def start(self, game: Game, position: Position) -> None:
        self.told.append("start")

    def observe(self, before: Position, move: int, after: Position) -> None:
        self.told.append(before.game.format_move(move))

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self.asked.append((position, time_left))
        self.was_asked.set()
        return Choice(position.legal_moves()[0])


class Manager:
    """The other end: `ask` gives the lines that answer one or more lines."""

    def __init__(
        self, player: Player | None = None, *, suggest: bool = False, debug: bool = False
    ) -> None:
        self.player = player or FirstFree()
        self.lines: list[str] = []
        self.made: list[str] = []
        self.engine = GomocupEngine(
            self._make, lambda text: self.lines.append(text), suggest=suggest, debug=debug
        )

    def _make(self, game: Game, limits: GomocupLimits) -> Player:
        self.made.append(game.spec)
        return self.player

    def ask(self, *lines: str) -> list[str]:
        self.lines.clear()
        for line in lines:
            self.engine._asked_at = time.monotonic()
            self.engine.handle(line)
        assert all(line.endswith("\n") for line in self.lines)
        assert all(line.count("\n") == 1 for line in self.lines)
        return [line.rstrip("\n") for line in self.lines]

    def answer(self, *lines: str) -> str:
        """The only line that answers."""
        found = self.ask(*lines)
        assert len(found) == 1, found
        return found[0]


@pytest.fixture
def manager() -> Manager:
    manager = Manager()
    assert manager.answer("START 15\r") == "OK"
    return manager


def _last(manager: Manager) -> GomokuPosition:
    assert isinstance(manager.player, FirstFree)
    position = manager.player.asked[-1][0]
    assert isinstance(position, GomokuPosition)
    return position


# -- mandatory commands -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 15, 20, 22])
def test_start(size: int) -> None:
    assert Manager().answer(f"START {size}") == "OK"


@pytest.mark.parametrize("size", ["4", "23", "100", "-3", "x", "", "15 15", "1e3"])
def test_start_with_a_size_that_there_is_not(size: str) -> None:
    assert Manager().answer(f"START {size}").startswith("ERROR ")


def test_begin_turn_and_colours(manager: Manager) -> None:
    assert manager.answer("BEGIN") == "0,0"
    assert manager.answer("TURN 7,9") == "1,0"
    position = _last(manager)
    assert position.game.format_move(position.moves[1]) == "H6"
    assert position.moves == [0, 9 * 15 + 7]
    assert position.colour_to_place == 0  # we began: we are Black
    manager.ask("RESTART")
    assert manager.answer("TURN 0,0") == "1,0"
    assert _last(manager).colour_to_place == 1


def test_the_player_follows_the_game(manager: Manager) -> None:
    assert isinstance(manager.player, FirstFree)
    manager.ask("TURN 7,7", "TURN 8,8")
    assert manager.player.told == ["start", "A15", "I7"]
    manager.ask("TAKEBACK 8,8", "TURN 9,9")
    assert manager.player.told[3:] == ["start"]


def test_board(manager: Manager) -> None:
    assert manager.ask("BOARD", "7,7,1", "8,8,2", "7,6,1", "8,7,2") == []
    assert manager.answer("DONE") == "0,0"
    position = _last(manager)
    assert position.colour_to_place == 0
    assert [position.stones[y * 15 + x] for x, y in ((7, 7), (8, 8), (7, 6), (8, 7))] == [
        0,
        1,
        0,
        1,
    ]
    assert manager.answer("TURN 1,1") == "1,0"
    # White to move, given out of order: the stones are set up.
    assert manager.answer("BOARD", "0,1,2", "0,2,2", "5,5,1", "DONE") == "0,0"
    assert _last(manager).colour_to_place == 1
    assert _last(manager).stones[15] == 0


def test_board_may_be_empty(manager: Manager) -> None:
    assert manager.answer("BOARD", "DONE") == "0,0"


@pytest.mark.parametrize(
    "lines",
    [
        ["7,7,1", "7,7,2"],
        ["7,7"],
        ["15,0,1"],
        ["-1,0,1"],
        ["7,7,4"],
        ["nonsense"],
        ["0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,1"],
    ],
)
def test_boards_that_cannot_be(manager: Manager, lines: list[str]) -> None:
    manager.ask("TURN 3,3")
    assert manager.answer("BOARD", *lines, "DONE").startswith("ERROR ")
    assert manager.answer("TURN 5,5") == "1,0"  # the game goes on where it was


def test_a_board_that_is_given_up(manager: Manager) -> None:
    assert manager.answer("BOARD", "7,7,1", "START 20") == "OK"
    assert manager.answer("BEGIN") == "0,0"


def test_about(manager: Manager) -> None:
    answer = manager.answer("ABOUT")
    assert answer.startswith('name="Tesuji", version="')
    assert 'author="' in answer


def test_unknown_commands_and_empty_lines(manager: Manager) -> None:
    assert manager.answer("FLY 3,3").startswith("UNKNOWN ")
    assert manager.ask("", "   ", "\r") == []
    assert manager.answer("turn 3,3") == "0,0"  # case does not matter


@pytest.mark.parametrize(
    "line", ["BEGIN", "TURN 3,3", "BOARD", "SWAP2BOARD", "PLAY 1,1", "RESTART"]
)
def test_nothing_works_before_start(line: str) -> None:
    assert Manager().answer(line).startswith("ERROR no game has been started")


@pytest.mark.parametrize(
    "rest", ["", "7", "7;7", "99,1", "a,b", "7,7,7", "7,7 8,8", "-1,0", "1e1,0"]
)
def test_turns_that_cannot_be(manager: Manager, rest: str) -> None:
    assert manager.answer(f"TURN {rest}").startswith("ERROR ")
    assert manager.answer("TURN 7,7") == "0,0"
    assert manager.answer("TURN 0,0").startswith("ERROR ")
    assert manager.answer("TURN 7,7").startswith("ERROR ")


def test_begin_needs_an_empty_board(manager: Manager) -> None:
    manager.ask("BEGIN")
    assert manager.answer("BEGIN").startswith("ERROR ")


def test_done_without_a_board(manager: Manager) -> None:
    assert manager.answer("DONE").startswith("ERROR ")


def test_a_game_that_is_over(manager: Manager) -> None:
    stones = [f"{x},0,2" for x in range(4)] + [f"{x},9,1" for x in range(4)]
    manager.ask("BOARD", *stones, "DONE")
    assert manager.answer("TURN 4,0").startswith("ERROR ")


# -- optional commands ------------------------------------------------------------------------


def test_rectstart() -> None:
    assert Manager().answer("RECTSTART 15,15") == "OK"
    assert Manager().answer("RECTSTART 20,15").startswith("ERROR ")
    assert Manager().answer("RECTSTART 20").startswith("ERROR ")


def test_takeback_and_play(manager: Manager) -> None:
    assert manager.answer("TAKEBACK 3,3").startswith("ERROR ")
    manager.ask("TURN 3,3")
    assert manager.answer("TAKEBACK 0,0") == "OK"
    assert manager.answer("PLAY 7,7") == "7,7"
    assert manager.answer("PLAY 7,7").startswith("ERROR ")
    manager.ask("TURN 4,4")
    assert _last(manager).stones[7 * 15 + 7] == 1


def test_suggest() -> None:
    manager = Manager(suggest=True)
    manager.ask("START 15")
    assert manager.answer("BEGIN") == "SUGGEST 0,0"
    assert manager.answer("PLAY 5,5") == "5,5"
    assert manager.answer("TURN 6,6") == "SUGGEST 0,0"
    assert _last(manager).stones[5 * 15 + 5] == 0


def test_info_is_never_answered(manager: Manager) -> None:
    keys = ["timeout_turn 100", "timeout_match 0", "time_left 2147483647", "max_memory 83886080"]
    keys += ["game_type 1", "rule 1", "folder /somewhere else", "evaluate 3,3", "no_such_key 7"]
    keys += ["timeout_turn abc", "rule x", "timeout_turn nan", "timeout_turn 1e400", "", "rule"]
    for key in keys:
        assert manager.ask(f"INFO {key}") == []
    assert manager.ask("INFO") == []


@pytest.mark.parametrize(
    ("rule", "variant"),
    [(0, "freestyle"), (1, "standard"), (4, "renju"), (5, "renju"), (8, "caro"), (2, "freestyle")],
)
def test_rules(rule: int, variant: str) -> None:
    manager = Manager()
    manager.ask(f"INFO rule {rule}", "START 15", "BEGIN")
    assert _last(manager).rules.variant == variant
    late = Manager()  # the rule may also follow START
    late.ask("START 15", f"INFO rule {rule}", "BEGIN")
    assert _last(late).rules.variant == variant


def test_evaluate() -> None:
    manager = Manager(debug=True)
    manager.ask("START 15")
    assert manager.answer("INFO evaluate 7,7") == "DEBUG 7,7 is worth 20 to Black and 20 to White"
    assert manager.answer("INFO evaluate 99,7").startswith("DEBUG ")


def test_continuous_games_go_on_after_a_five(manager: Manager) -> None:
    manager.ask("INFO rule 2", "START 15")
    own = [f"{x},9,1" for x in range(5)]
    theirs = [f"{x},{y},2" for x, y in ((9, 0), (9, 2), (9, 4), (11, 0), (11, 2))]
    assert manager.answer("BOARD", *own, *theirs, "DONE") == "0,0"
    spent = ["0,0,3", "1,0,3", "2,0,3", "3,0,3", "4,0,3", "9,9,2", "9,11,1"]
    assert manager.answer("BOARD", *spent, "DONE") == "5,0"


# -- limits -----------------------------------------------------------------------------------


def _clock(*info: str) -> TimeLeft | None:
    manager = Manager()
    assert isinstance(manager.player, FirstFree)
    manager.ask("START 15", *(f"INFO {line}" for line in info), "BEGIN")
    assert manager.player.was_asked.wait(PATIENCE)  # a busy machine answers without it in no time
    return manager.player.asked[-1][1]


def test_time() -> None:
    assert _clock() is None
    clock = _clock("timeout_turn 5000", "timeout_match 0", "time_left 2147483647")
    assert clock is not None
    assert clock.main is None
    assert clock.per_move == pytest.approx(5, abs=0.5)
    clock = _clock("timeout_turn 30000", "timeout_match 180000", "time_left 60000")
    assert clock is not None
    assert clock.main == pytest.approx(60, abs=0.5)
    clock = _clock("timeout_turn 0")
    assert clock is not None
    assert clock.per_move == 0
    clock = _clock("time_left -5")
    assert clock is not None
    assert clock.main is not None
    assert 0 < clock.main < 0.1


def test_memory_is_shared_with_what_is_in_use() -> None:
    limits = GomocupLimits(max_memory=memory_in_use() + 100 * MEGABYTE)
    kind, wanted = parse_player("alphabeta:memory=4096")
    assert 1 < limits.fit_memory(kind, wanted).memory <= 100
    assert GomocupLimits(max_memory=0).fit_memory(kind, wanted).memory == 4096
    assert GomocupLimits(max_memory=1).fit_memory(kind, wanted).memory == 1
    assert GomocupLimits(max_memory=1 << 40).fit_memory(kind, wanted).memory == 4096
    without, nothing = parse_player("random")
    assert limits.fit_memory(without, nothing) is nothing


class Stubborn(Player):
    """Thinks for as long as it is let, whatever the clock says."""

    name = "stubborn"

    def __init__(self, obeys: bool) -> None:
        self._obeys = obeys
        self._stopped = threading.Event()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self._stopped.wait(LONG)
        self._stopped.clear()
        return Choice(position.legal_moves()[-1])

    def stop(self) -> None:
        if self._obeys:
            self._stopped.set()


@pytest.mark.parametrize("obeys", [True, False])
def test_a_player_that_is_late_is_not_waited_for(obeys: bool) -> None:
    manager = Manager(Stubborn(obeys))
    manager.ask("START 15", "INFO timeout_turn 2000")
    begun = time.monotonic()
    answer = manager.ask("TURN 7,7")
    assert time.monotonic() - begun < PATIENCE
    if obeys and len(answer) == 1:
        assert answer == ["14,14"]
    else:
        assert answer[0].startswith("MESSAGE out of time")
        assert 0 <= int(answer[1].split(",")[0]) < 15


def test_limits_may_change_while_we_think() -> None:
    manager = Manager(Stubborn(obeys=True))
    manager.ask("START 15", "INFO timeout_turn 1000000")
    threading.Timer(0.2, lambda: manager.engine.inbox.feed("INFO timeout_turn 2000")).start()
    begun = time.monotonic()
    assert manager.ask("BEGIN")[-1] in ("14,14", "7,7")  # on a busy machine it may be late
    assert time.monotonic() - begun < PATIENCE


# -- swap2 ------------------------------------------------------------------------------------


def _chooser(*decisions: str) -> Callable[[Position], int]:
    left = list(decisions)
    return lambda position: position.game.parse_move(left.pop(0))


def test_swap2_answers() -> None:
    three = [(7, 7), (8, 8), (9, 9)]
    assert answer_swap2(GomocupBoard(15), [], _chooser("A15", "B15", "C15")) == "0,0 1,0 2,0"
    assert answer_swap2(GomocupBoard(15), three, _chooser("take-black")) == "SWAP"
    board = GomocupBoard(15)
    assert answer_swap2(board, three, _chooser("take-white", "A15")) == "0,0"
    assert board.stones == {(7, 7): 2, (8, 8): 1, (9, 9): 2, (0, 0): 1}
    two = _chooser("place-two", "A15", "B15")
    assert answer_swap2(GomocupBoard(15), three, two) == "0,0 1,0"
    five = [*three, (1, 1), (2, 2)]
    assert answer_swap2(GomocupBoard(15), five, _chooser("take-black")) == "SWAP"
    assert answer_swap2(GomocupBoard(15), five, _chooser("take-white", "A15")) == "0,0"
    with pytest.raises(ProtocolError, match="after 4 stones"):
        answer_swap2(GomocupBoard(15), five[:4], _chooser())
    with pytest.raises(ProtocolError, match="illegal"):
        answer_swap2(GomocupBoard(15), [(1, 1), (1, 1), (2, 2)], _chooser())


def test_swap2_command(manager: Manager) -> None:
    assert manager.answer("SWAP2BOARD", "DONE") == "0,0 1,0 2,0"
    assert manager.answer("SWAP2BOARD", "7,7", "8,8", "9,9", "DONE") == "SWAP"
    assert manager.answer("BOARD", "7,7,1", "8,8,2", "9,9,1", "1,1,2", "DONE") == "0,0"
    assert manager.answer("SWAP2BOARD", "7,7,1", "DONE").startswith("ERROR ")


# -- rubbish ----------------------------------------------------------------------------------

_commands = st.sampled_from(
    ["START", "TURN", "BOARD", "DONE", "INFO", "BEGIN", "PLAY", "TAKEBACK", "RESTART", "ABOUT"]
)
_rests = st.sampled_from(
    ["SWAP2BOARD", "RECTSTART", "7,7", "8,8,2", "15", "20", "rule 4", "timeout_turn 1", "x", "\0"]
)
_words = _commands | _rests
_lines = st.one_of(st.text(max_size=30), st.lists(_words, max_size=4).map(" ".join))


@settings(max_examples=120, deadline=None)
@given(st.lists(_lines, max_size=25))
def test_survives_rubbish(lines: list[str]) -> None:
    manager = Manager()
    for line in lines:
        for answer in manager.ask(line):
            assert "internal error" not in answer
    manager.engine._reading = None
    assert manager.answer("START 15") == "OK"


@pytest.mark.parametrize("seed", range(6))
def test_random_sessions_keep_the_board_right(seed: int) -> None:
    """Moves, takebacks and whole boards in random order, against a plain dictionary."""
    dice = random.Random(seed)
    size = dice.choice([7, 9, 15])
    manager = Manager(make_player("random:seed=1", GomocupBoard(size).game))
    manager.ask(f"START {size}")
    stones: dict[tuple[int, int], int] = {}
    for _ in range(30):
        if stones and dice.random() < 0.2:
            point = dice.choice(list(stones))
            assert manager.answer(f"TAKEBACK {point[0]},{point[1]}") == "OK"
            del stones[point]
            continue
        point = (dice.randrange(size), dice.randrange(size))
        answer = manager.answer(f"TURN {point[0]},{point[1]}")
        if point in stones:
            assert answer.startswith("ERROR ")
        elif answer.startswith("ERROR "):  # the game is over: somebody has five
            break
        else:
            stones[point] = 2
            x, y = map(int, answer.split(","))
            assert (x, y) not in stones
            stones[x, y] = 1
        assert manager.engine.board.stones == stones

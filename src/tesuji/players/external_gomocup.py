"""Plays through Gomoku programs that speak the Gomocup (Piskvork) protocol.

``gomocup:cmd=./pbrain-rapfi`` plays Gomoku. The command takes the rest of the spec, so other
options come before it: ``gomocup:move_seconds=2,cmd=…``.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass

from tesuji.games import Game, Position
from tesuji.games.gomoku import GomokuPosition
from tesuji.players.base import Choice, Player, PlayerFailure, TimeLeft
from tesuji.players.external import Course, EngineProcess
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.search import is_cancelled

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
"""The numbers by which INFO rule names the variants."""
OWN, OPPONENT = 1, 2
"""Whose a stone is in BOARD."""
_POINT = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
_REMARKS = ("MESSAGE", "DEBUG", "INFO")
"""Beginnings of lines that a program may print at any time."""
_MAX_REMARKS = 10_000
_GRACE = 5.0
"""Seconds beyond `move_seconds` and the time-out after which a program is too late."""


@dataclass(frozen=True, slots=True)
class GomocupOptions:
    """Options of the spec ``gomocup``."""

    cmd: str = option(
        help="the command that starts the program; goes on to the end of the spec", takes_rest=True
    )
    timeout: float = option(30.0, "seconds allowed for an answer other than a move", above=0)
    move_seconds: float = option(5.0, "seconds for each move, told to the program", above=0)
    memory: int = option(350, "megabytes that the program may use, told to it", minimum=1)


@register_player("gomocup", GomocupOptions, games=("gomoku",))
class GomocupPlayer(Player):
    """Another program that plays Gomoku by the protocol of Gomocup.

    The program is started when the first move is wanted. It gets the opponent's move by TURN as
    long as the game goes on, and the whole board by BOARD when the position jumps. In a swap2
    opening it is asked by SWAP2BOARD, and one answer may hold several moves.
    """

    def __init__(self, game: Game, options: GomocupOptions) -> None:
        self._options = options
        self._process: EngineProcess | None = None
        self._told: Course | None = None
        self._opening: dict[tuple[int, ...], int] = {}
        """The program's decisions in the opening, by the moves before each."""
        self._stopped = threading.Event()

    # -- a player's life --------------------------------------------------------------------

    def start(self, game: Game, position: Position) -> None:
        self._opening.clear()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self._stopped.clear()
        try:
            return self._choose(position, time_left)
        except PlayerFailure as failure:
            who = self._process.name if self._process is not None else self._options.cmd
            self._drop()
            if self._stopped.is_set():
                raise PlayerFailure(f"{who} was stopped while it thought") from failure
            raise

    def stop(self) -> None:
        """Ends the program: the protocol has no other way to stop it.

        It is started again when another move is wanted.
        """
        self._stopped.set()
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        self._told = None
        if process is not None:
            process.close("END")

    # -- talking ----------------------------------------------------------------------------

    def _choose(self, position: Position, time_left: TimeLeft | None) -> Choice:
        assert isinstance(position, GomokuPosition)
        course = Course.of(position)
        if course is None:
            raise PlayerFailure("Gomocup programs need the moves that led to the position")
        before = tuple(move for _, move in course.moves)
        if before in self._opening:
            return Choice(self._opening.pop(before))
        process = self._running_process()
        if is_cancelled():
            self.stop()  # the answer was wanted before the program had started
        told, self._told = self._told, None
        if told is None or not course.same_start(told):
            self._begin(process, position)
            told = None
        seconds = self._tell_time(process, time_left)
        if position.phase != "play":
            return Choice(self._choose_opening(process, position, course, seconds))
        self._ask(process, position, course, told)
        move = self._read_move(process, position, seconds)
        self._told = Course(course.start, [*course.moves, (position.to_move, move)])
        return Choice(move)

    def _running_process(self) -> EngineProcess:
        if self._process is not None and not self._process.running:
            self._drop()
        if self._process is None:
            self._process = EngineProcess(self._options.cmd)
        return self._process

    def _drop(self) -> None:
        """Drops a program that has failed."""
        process, self._process = self._process, None
        self._told = None
        if process is not None:
            process.kill()
            process.close("END")

    def _begin(self, process: EngineProcess, position: GomokuPosition) -> None:
        game = position.game
        timeout = self._options.timeout
        process.send(f"START {game.rows}", timeout)
        answer = self._read(process, timeout, "answer to START")
        if answer.upper() != "OK":
            raise PlayerFailure(f"{process.name} answered START with {answer[:60]!r}, not OK")
        milliseconds = round(1000 * self._options.move_seconds)
        rule = RULES.get(game.variant, 0)
        for key, value in (
            ("timeout_turn", milliseconds),
            ("timeout_match", 0),
            ("time_left", 2**31 - 1),
            ("max_memory", self._options.memory << 20),
            ("game_type", 1),
            ("rule", rule),
        ):
            process.send(f"INFO {key} {value}", timeout)

    def _tell_time(self, process: EngineProcess, time_left: TimeLeft | None) -> float:
        """Sends the clock and returns the seconds to wait for an answer."""
        seconds = self._options.move_seconds
        if time_left is not None:
            limits = [limit for limit in (time_left.per_move, time_left.main) if limit is not None]
            seconds = min([seconds, *limits])
            if limits:
                process.send(
                    f"INFO timeout_turn {max(1, round(1000 * seconds))}", self._options.timeout
                )
            if time_left.main is not None:
                left = max(1, round(1000 * time_left.main))
                process.send(f"INFO time_left {left}", self._options.timeout)
        return seconds + max(_GRACE, self._options.timeout)

    def _ask(
        self, process: EngineProcess, position: GomokuPosition, course: Course, told: Course | None
    ) -> None:
        timeout = self._options.timeout
        columns = position.game.columns
        stones = position.stones
        own = position.colour_to_place
        new = course.moves[len(told.moves) :] if told and course.continues(told) else []
        if len(new) == 1 and new[0][0] != position.to_move and new[0][1] < len(stones):
            process.send(f"TURN {_write(new[0][1], columns)}", timeout)
            return
        if told is not None:  # the program has another board
            self._begin(process, position)
        if all(stone < 0 for stone in stones):
            process.send("BEGIN", timeout)
            return
        lines = ["BOARD"]
        placed = [move for _, move in course.moves if move < len(stones)]
        early = [point for point, stone in enumerate(stones) if stone >= 0 and point not in placed]
        for point in (*early, *placed):
            owner = OWN if stones[point] == own else OPPONENT
            lines.append(f"{_write(point, columns)},{owner}")
        process.send("\n".join([*lines, "DONE"]), timeout)

    def _read_move(self, process: EngineProcess, position: GomokuPosition, seconds: float) -> int:
        answer = self._read(process, seconds, "move")
        return _read_point(process.name, answer, position)

    def _choose_opening(
        self, process: EngineProcess, position: GomokuPosition, course: Course, seconds: float
    ) -> int:
        """Asks for the next decision of swap2; the moves that follow from it are kept."""
        columns = position.game.columns
        points = len(position.stones)
        placed = [_write(move, columns) for _, move in course.moves if move < points]
        process.send("\n".join(["SWAP2BOARD", *placed, "DONE"]), self._options.timeout)
        answer = self._read(process, seconds, "decision").upper()
        made = [move for _, move in course.moves]
        parts = ["take-black"] if answer == "SWAP" else self._opening_moves(answer, len(placed))
        if not parts:
            raise PlayerFailure(
                f"{process.name} answered SWAP2BOARD with {answer[:60]!r}, which is not a decision"
            )
        at = position
        for part in parts:
            is_point = "," in part
            move = _read_point(process.name, part, at) if is_point else at.game.parse_move(part)
            self._opening[tuple(made)] = move
            made.append(move)
            at = at.after(move)
        self._told = None  # after the opening the program gets the whole board
        return self._opening.pop(tuple(move for _, move in course.moves))

    @staticmethod
    def _opening_moves(answer: str, stones: int) -> list[str]:
        """Returns the moves of an answer: a choice, by the number of points, and the points."""
        points = answer.split()
        if stones == 0:
            return points if len(points) == 3 else []
        if len(points) == 2 and stones == 3:
            return ["place-two", *points]
        return ["take-white", *points] if len(points) == 1 else []

    def _read(self, process: EngineProcess, seconds: float, waiting_for: str) -> str:
        """Returns the next line that is an answer, not a remark."""
        for _ in range(_MAX_REMARKS):
            line = process.receive(seconds, waiting_for).strip()
            word = line.split(" ", 1)[0].upper()
            if word in ("ERROR", "UNKNOWN"):
                raise PlayerFailure(
                    f"{process.name} said {line[:100]!r} instead of a {waiting_for}"
                )
            if word == "SUGGEST":  # it asks whether it may play there; it may
                process.send(f"PLAY {line[len(word) :].strip()}", self._options.timeout)
            elif line and word not in _REMARKS:
                return line
        raise PlayerFailure(f"{process.name} sends many other lines but no {waiting_for}")


def _read_point(name: str, answer: str, position: GomokuPosition) -> int:
    """Returns the legal move that a program's answer X,Y means."""
    found = _POINT.fullmatch(answer)
    if found is None:
        raise PlayerFailure(f"{name} answered {answer[:60]!r}, which is not a move")
    column, row = int(found[1]), int(found[2])
    rows, columns = position.game.rows, position.game.columns
    if row >= rows or column >= columns:
        raise PlayerFailure(f"{name} played {answer.strip()}, which is off the board")
    move = row * columns + column
    why = position.why_illegal(move)
    if why is not None:
        raise PlayerFailure(
            f"{name} played {position.game.format_move(move)} ({answer.strip()}), "
            f"which is illegal: {why}"
        )
    return move


def _write(point: int, columns: int) -> str:
    """Writes a point in the protocol's form: column, row, both from 0 at the top left."""
    row, column = divmod(point, columns)
    return f"{column},{row}"

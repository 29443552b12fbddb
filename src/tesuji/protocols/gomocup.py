"""Implements a Gomocup brain, which answers the commands of a manager.

The protocol is that of Piskvork, the manager of Gomocup:
https://plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable

import tesuji
from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.players import Choice
from tesuji.protocols.gomocup_board import (
    CARO,
    EXACTLY_FIVE,
    OPPONENT,
    OWN,
    SPENT,
    GomocupBoard,
    Point,
    ProtocolError,
    read_numbers,
)
from tesuji.protocols.gomocup_swap2 import DECISIONS, answer_swap2
from tesuji.protocols.gomocup_thinker import GomocupThinker, PlayerMaker, Stopped
from tesuji.protocols.inbox import Inbox
from tesuji.streams import OutputLost


class GomocupEngine:
    """One session with a manager."""

    def __init__(
        self,
        make_player: PlayerMaker,
        write: Callable[[str], None],
        *,
        suggest: bool = False,
        debug: bool = False,
        inbox: Inbox | None = None,
    ) -> None:
        """`write` sends its text at once.

        With `suggest` moves are proposed by SUGGEST and made when the manager sends PLAY; with
        `debug` there are DEBUG lines, including the answer to INFO evaluate.
        """
        self.inbox = inbox or Inbox()
        self._write = write
        self._thinker = GomocupThinker(make_player, self.inbox, self._say)
        self._limits = self._thinker.limits
        self._suggest = suggest
        self._debug = debug
        self._board: GomocupBoard | None = None
        self._rule = 0
        self._asked_at = 0.0
        self._reading: list[str] | None = None
        """The lines so far of an unfinished BOARD or SWAP2BOARD."""
        self._reading_name = ""
        self._ended = False

    # -- the conversation -------------------------------------------------------------------

    def serve(self) -> None:
        """Answers until END or the end of input."""
        try:
            free_since = 0.0
            while not self._ended and (line := self.inbox.take()) is not None:
                # A line that waited for the answer to another one counts from when it is read.
                self._asked_at = max(line.when, free_since)
                self.handle(line.text)
                free_since = time.monotonic()
        except OutputLost as lost:
            if not lost.was_closed:
                raise
        finally:
            self._thinker.close()

    def handle(self, text: str) -> None:
        """Answers one line of input."""
        text = text.strip().strip("\ufeff\0").strip()
        if not text:
            return
        try:
            self._run(text)
        except Stopped:
            self._ended = True
        except TesujiError as error:
            self._say(f"ERROR {_first_line(error)}")
        except OutputLost:
            raise
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._say(f"ERROR internal error: {type(error).__name__}: {_first_line(error)}")

    def _run(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        name = word.upper()
        if self._reading is not None and name not in ("DONE", "END", "INFO"):
            if name not in _COMMANDS:
                if len(self._reading) < _MOST_LINES:
                    self._reading.append(text)
                return
            self._reading = None  # the manager has abandoned the board
        command = _COMMANDS.get(name)
        if command is None:
            self._say(f"UNKNOWN {_shown(word)} is not a command")
            return
        command(self, rest.strip())

    def _say(self, line: str) -> None:
        self._write(" ".join(line.splitlines()) + "\n")

    # -- setting up -------------------------------------------------------------------------

    def start(self, rest: str) -> None:
        size = _whole_number(rest, "the size of the board")
        self._new_board(size)

    def rectstart(self, rest: str) -> None:
        width, height = read_numbers(rest, 2)
        if width != height:
            raise ProtocolError(
                f"a board of {width}x{height} is not square, and only square boards are supported"
            )
        self._new_board(width)

    def restart(self, rest: str) -> None:
        self._new_board(self.board.size)

    def _new_board(self, size: int) -> None:
        self._board = GomocupBoard(size, self._rule)
        self._limits.spent = 0.0
        self._thinker.prepare(self._board.game)
        self._say("OK")

    def info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        key, value = key.lower(), value.strip()
        if key == "rule":
            self._set_rule(value)
        elif key == "evaluate":
            self._evaluate(value)
        else:
            self._limits.set(key, value)  # unknown keys are ignored, as the protocol demands

    def _set_rule(self, value: str) -> None:
        try:
            rule = int(value)
        except ValueError:
            return
        self._rule = rule
        if self._board is not None:
            self._board.rule = rule
        if rule & CARO and rule & EXACTLY_FIVE:
            self._say("MESSAGE overlines are played as wins in caro")

    def about(self, rest: str) -> None:
        self._say(f'name="Tesuji", version="{tesuji.__version__}", author="The Tesuji developers"')

    def end(self, rest: str) -> None:
        self._ended = True

    # -- moves ------------------------------------------------------------------------------

    @property
    def board(self) -> GomocupBoard:
        if self._board is None:
            raise ProtocolError("no game has been started; START comes first")
        return self._board

    def begin(self, rest: str) -> None:
        if self.board.stones:
            raise ProtocolError("BEGIN needs an empty board")
        self._move()

    def turn(self, rest: str) -> None:
        board = self.board
        point = board.read_point(rest)
        board.place(point, OPPONENT)
        try:
            self._move()
        except TesujiError:
            board.stones.pop(point, None)
            raise

    def play(self, rest: str) -> None:
        """Makes a move that was suggested, or that the manager has chosen."""
        point = self.board.read_point(rest)
        self.board.place(point, OWN)
        self._say(_written(point))

    def takeback(self, rest: str) -> None:
        self.board.take_back(self.board.read_point(rest))
        self._say("OK")

    def read_board(self, rest: str) -> None:
        if self._board is None:
            raise ProtocolError("no game has been started; START comes first")
        self._reading = []
        self._reading_name = "BOARD"

    def read_swap2_board(self, rest: str) -> None:
        self.read_board(rest)
        self._reading_name = "SWAP2BOARD"

    def done(self, rest: str) -> None:
        lines, self._reading = self._reading, None
        if lines is None:
            raise ProtocolError("DONE without BOARD")
        if self._reading_name == "BOARD":
            self._move_on(lines)
        else:
            self._answer_swap2(lines)

    def _move_on(self, lines: list[str]) -> None:
        fresh = GomocupBoard(self.board.size, self._rule)
        for line in lines:
            x, y, owner = read_numbers(line, 3)
            fresh.require_on_board(x, y)
            if owner not in (OWN, OPPONENT, SPENT):
                raise ProtocolError(f"{owner} in {_shown(line)} is not 1, 2 or 3")
            fresh.place((x, y), owner)
        fresh.position()  # refuses boards without a legal move
        self._board = fresh
        self._move()

    def _answer_swap2(self, lines: list[str]) -> None:
        fresh = GomocupBoard(self.board.size, self._rule)
        points = [fresh.read_point(line) for line in lines]
        answer = answer_swap2(fresh, points, lambda at: self._think(at, 1 / DECISIONS).move)
        self._board = fresh
        self._say(answer)

    def _move(self) -> None:
        """Finds our move, sends it, and makes it unless it is only suggested."""
        board = self.board
        position = board.position()
        choice = self._think(position)
        if choice.move is None:
            raise ProtocolError("there is no move")
        y, x = divmod(choice.move, board.size)
        if self._suggest:
            self._say(f"SUGGEST {_written((x, y))}")
            return
        board.place((x, y), OWN)
        self._say(_written((x, y)))

    def _think(self, position: Position, share: float = 1.0) -> Choice:
        choice = self._thinker.choose(position, self._asked_at, share)
        report = choice.report
        if report is not None:
            value = f"{report.value.number:+.3f}"
            line = " ".join(report.moves[0].line_notation[:12]) if report.moves else ""
            self._say(
                f"MESSAGE value {value} depth {report.depth} nodes {report.nodes} "
                f"time {report.seconds:.2f} line {line}"
            )
        return choice

    def _evaluate(self, value: str) -> None:
        """Sends the value of the point under the mouse, in debug versions only."""
        if not self._debug or self._board is None:
            return
        try:
            x, y = self._board.read_point(value)
            seen = core.MonomialBoard(self._board.position())
        except TesujiError as error:
            self._say(f"DEBUG {_first_line(error)}")
            return
        cell = y * self._board.size + x
        black, white = seen.values(0)[cell], seen.values(1)[cell]
        self._say(f"DEBUG {x},{y} is worth {black} to Black and {white} to White")


Handler = Callable[[GomocupEngine, str], None]

_COMMANDS: dict[str, Handler] = {
    "START": GomocupEngine.start,
    "RECTSTART": GomocupEngine.rectstart,
    "RESTART": GomocupEngine.restart,
    "BEGIN": GomocupEngine.begin,
    "TURN": GomocupEngine.turn,
    "BOARD": GomocupEngine.read_board,
    "SWAP2BOARD": GomocupEngine.read_swap2_board,
    "DONE": GomocupEngine.done,
    "PLAY": GomocupEngine.play,
    "TAKEBACK": GomocupEngine.takeback,
    "INFO": GomocupEngine.info,
    "ABOUT": GomocupEngine.about,
    "END": GomocupEngine.end,
}
_MOST_LINES = 1000
"""The most lines of a BOARD: more than the largest board has points."""


def _written(point: Point) -> str:
    return f"{point[0]},{point[1]}"


def _whole_number(text: str, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f"{_shown(text)} is not a number; {what} is wanted") from None


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__

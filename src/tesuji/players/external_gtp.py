"""Plays through programs that speak GTP, the Go Text Protocol, version 2.

``gtp:cmd=gnugo --mode gtp`` plays Go; an engine that plays another of our games through GTP, such
as ``tesuji gtp``, can be used for that game. The command takes the rest of the spec, so other
options come before it: ``gtp:timeout=20,cmd=…``.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tesuji.games import Game, NotationError, Position, Side
from tesuji.players.base import Choice, Player, PlayerFailure, TimeLeft
from tesuji.players.external import Course, EngineProcess
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.search import is_cancelled

COLOURS = ("b", "w")
"""How GTP names the first and the second player."""
_ANSWER = re.compile(r"([=?])(\d*)[ \t]*(.*)", re.DOTALL)
_MAX_NOISE = 1000
"""The most lines of other output, such as banners, before an answer."""


class GtpError(PlayerFailure):
    """Raised when the engine refuses a command, with an answer that begins with ``?``."""


class GtpClient:
    """A GTP engine as a process: one command, one answer."""

    def __init__(self, command: str, timeout: float) -> None:
        """Starts the engine; `timeout` is the most seconds that an answer may take."""
        self.timeout = timeout
        self._process = EngineProcess(command)
        self._ids = itertools.count(1)

    @property
    def name(self) -> str:
        return self._process.name

    @property
    def running(self) -> bool:
        return self._process.running

    def command(self, text: str, once_sent: Callable[[], None] | None = None) -> str:
        """Returns the engine's answer to `text`; raises `GtpError` if it refuses.

        After any other `PlayerFailure` the engine cannot be used any more. `once_sent` is called
        between sending the command and waiting for the answer.
        """
        number = next(self._ids)
        self._process.send(f"{number} {text}", self.timeout)
        if once_sent is not None:
            once_sent()
        for _ in range(_MAX_NOISE):
            line = self._receive(text)
            found = _ANSWER.fullmatch(line)
            if found is None:
                continue
            status, answered, rest = found.groups()
            lines = [rest, *iter(lambda: self._receive(text), "")]
            if answered and int(answered) != number:
                raise PlayerFailure(
                    f"{self.name} answered command {answered} when {text!r} was command {number}"
                )
            answer = "\n".join(lines).strip()
            if status == "?":
                raise GtpError(f"{self.name} refuses {text!r}: {answer or 'no reason given'}")
            return answer
        raise PlayerFailure(f"{self.name} does not speak GTP: its last line is {line[:60]!r}")

    def knows(self, command: str) -> bool:
        try:
            return self.command(f"known_command {command}").lower() == "true"
        except GtpError:
            return False

    def note(self, comment: str) -> None:
        """Sends a comment, which has no answer."""
        self._process.send(f"# {comment}", self.timeout)

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.close("quit")

    def _receive(self, text: str) -> str:
        return self._process.receive(self.timeout, f"answer to {text!r}").rstrip()


@dataclass(frozen=True, slots=True)
class GtpOptions:
    """Options of the spec ``gtp``."""

    cmd: str = option(
        help="the command that starts the engine; goes on to the end of the spec", takes_rest=True
    )
    timeout: float = option(60.0, "seconds allowed for any answer, a move included", above=0)
    move_seconds: float | None = option(
        None, "seconds for each move, told to the engine as its time setting", above=0
    )


@register_player("gtp", GtpOptions)
class GtpPlayer(Player):
    """Another program that speaks GTP, such as GNU Go.

    The engine is started when the first move is wanted, and gets a position just before it has to
    move there: the moves since the last one, or the whole game if it does not continue that one.
    """

    def __init__(self, game: Game, options: GtpOptions) -> None:
        self._options = options
        self._client: GtpClient | None = None
        self._told: Course | None = None
        self._followed: Course | None = None
        self._can_be_stopped = False
        self._stopped = threading.Event()

    # -- a player's life --------------------------------------------------------------------

    def start(self, game: Game, position: Position) -> None:
        self._followed = Course(position, [])

    def observe(self, before: Position, move: int, after: Position) -> None:
        if self._followed is not None:
            self._followed.moves.append((before.to_move, move))
        if after.is_over and self._client is not None:
            with contextlib.suppress(PlayerFailure):  # the game is decided without the engine
                self.sync(after)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        self._stopped.clear()
        try:
            return self._choose(position, time_left)
        except GtpError:
            self._told = None
            raise
        except PlayerFailure as failure:
            self._drop()
            if self._stopped.is_set():
                raise PlayerFailure(f"{self._who} was stopped while it thought") from failure
            raise

    def stop(self) -> None:
        """Asks the engine to answer at once; one that cannot be asked is ended.

        An ended engine is started again when another move is wanted.
        """
        self._stopped.set()
        client = self._client
        if client is None:
            return
        if self._can_be_stopped:
            with contextlib.suppress(PlayerFailure):
                client.note("interrupt")
        else:
            client.kill()

    def _stop_if_cancelled(self) -> None:
        """Stops the engine after it began to think if it was cancelled before."""
        if is_cancelled():
            self.stop()

    def close(self) -> None:
        client, self._client = self._client, None
        self._told = None
        if client is not None:
            client.close()

    @property
    def _who(self) -> str:
        return self._client.name if self._client is not None else self._options.cmd

    # -- the engine's view ------------------------------------------------------------------

    def sync(self, position: Position) -> GtpClient:
        """Sets the engine's board to `position`; starts the engine if necessary."""
        client = self._running_client()
        course = Course.of(position) or self._followed
        if course is None:
            raise PlayerFailure(f"{self._who} was asked for a move before a game was started")
        told = self._told
        if told is None or not course.continues(told):
            self._tell_start(client, course.start)
            told = Course(course.start, [])
        self._told = None  # until everything is sent, the engine's board is unknown
        game = position.game
        for side, move in course.moves[len(told.moves) :]:
            client.command(f"play {COLOURS[side]} {game.format_move(move)}")
        self._told = Course(course.start, list(course.moves))
        return client

    def _choose(self, position: Position, time_left: TimeLeft | None) -> Choice:
        client = self.sync(position)
        assert self._told is not None
        colour = COLOURS[position.to_move]
        self._tell_time(client, colour, time_left)
        answer = client.command(f"genmove {colour}", self._stop_if_cancelled)
        word = answer.split()[0] if answer else ""
        if word.lower() == "resign":
            self._told = None
            return Choice(None)
        move = self._legal(position, word)
        self._told.moves.append((position.to_move, move))
        return Choice(move)

    def _legal(self, position: Position, word: str) -> int:
        game = position.game
        try:
            move = game.parse_move(word)
        except NotationError as error:
            raise PlayerFailure(f"{self._who} answered {word!r}, which is not a move") from error
        why = position.why_illegal(move)
        if why is not None:
            raise PlayerFailure(f"{self._who} played {word}, which is illegal: {why}")
        return move

    def _running_client(self) -> GtpClient:
        if self._client is not None and not self._client.running:
            self._drop()
        if self._client is None:
            self._client = GtpClient(self._options.cmd, self._options.timeout)
            self._can_be_stopped = self._client.knows("gogui-interrupt")
            if self._options.move_seconds is not None:
                with contextlib.suppress(GtpError):
                    seconds = max(1, round(self._options.move_seconds))
                    self._client.command(f"time_settings 0 {seconds} 1")
        return self._client

    def _drop(self) -> None:
        """Drops an engine that has failed."""
        client, self._client = self._client, None
        self._told = None
        if client is not None:
            client.kill()
            client.close()

    def _tell_start(self, client: GtpClient, start: Position) -> None:
        game = start.game
        board = game.board
        if board is not None and board.rows == board.columns:
            client.command(f"boardsize {board.rows}")
        elif board is not None:
            client.command(f"rectangular_boardsize {board.columns} {board.rows}")
        client.command("clear_board")
        if game.komi is not None:
            client.command(f"komi {game.komi:g}")
        if game.gtp_rules is not None and client.knows("kata-set-rules"):
            with contextlib.suppress(GtpError):
                client.command(f"kata-set-rules {game.gtp_rules}")
        if start != game.initial():
            self._tell_stones(client, start)

    def _tell_stones(self, client: GtpClient, start: Position) -> None:
        """Places the stones of a set-up as moves, which every engine understands."""
        game = start.game
        board = start.on_board()
        if board is None or board.stones is None:
            raise PlayerFailure(f"GTP cannot set up a position of {game.name}")
        placed = [(stone, game.format_move(point)) for point, stone in enumerate(board.stones)]
        try:
            for stone, name in placed:
                if stone >= 0:
                    client.command(f"play {COLOURS[Side(stone)]} {name}")
        except GtpError:
            if any(stone == Side.SECOND for stone, _ in placed):
                raise
            client.command("clear_board")
            black = " ".join(name for stone, name in placed if stone == Side.FIRST)
            client.command(f"set_free_handicap {black}")

    def _tell_time(self, client: GtpClient, colour: str, time_left: TimeLeft | None) -> None:
        if time_left is None:
            return
        with contextlib.suppress(GtpError):
            if time_left.per_move is not None:
                client.command(f"time_left {colour} {int(time_left.per_move)} 1")
            elif time_left.main is not None:
                client.command(f"time_left {colour} {int(time_left.main)} 0")

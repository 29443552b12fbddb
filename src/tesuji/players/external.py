"""Runs external programs and exchanges lines of text with them.

An `EngineProcess` never waits without a limit, never lets a program fill a pipe or the memory, and
leaves no process behind: the program and its children form a process group, which is killed as a
whole. Every failure of a program is a `PlayerFailure` whose message says which program failed and
how.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque

from tesuji.games import Position, Side
from tesuji.players.base import CannotStart, PlayerFailure
from tesuji.processes import find_program

MAX_LINE = 1 << 20
"""The most bytes of one line; a longer one belongs to no protocol."""
MAX_UNREAD = 8 << 20
"""The most bytes that may wait to be read."""
_LAST_WORDS = 5
"""Lines of standard error that are kept for messages."""
_CLOSE_SECONDS = 1.0
"""Seconds that a program may take to end by itself."""


class EngineProcess:
    """A running program that reads and writes lines of text.

    All methods but `kill` belong to one thread; `kill` may be called from any.
    """

    def __init__(self, command: str) -> None:
        """Starts `command`, split into words as a shell does; no shell is involved."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise CannotStart(f"{command!r} is not a command line: {error}") from error
        if not words:
            raise CannotStart("no command was given for the external engine")
        self.name = os.path.basename(words[0])
        """The program's name, for messages."""
        self._command = command
        self._lines: deque[str] = deque()
        self._unread = 0
        self._flood = ""
        self._ended = False
        self._spoke = False
        self._news = threading.Condition()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        try:
            self._process = subprocess.Popen(
                [find_program(words[0]) or words[0], *words[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CannotStart(f"cannot start {words[0]!r}: {reason}") from error
        # The program ends with this process at the latest.
        self._leash = weakref.finalize(self, _kill_group, self._process.pid)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._threads = [
            threading.Thread(target=work, name=f"{self.name} {what}", daemon=True)
            for what, work in (("output", self._read_output), ("errors", self._read_errors))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    # -- talking ----------------------------------------------------------------------------

    def send(self, text: str, seconds: float) -> None:
        """Writes `text` and a line end; raises `PlayerFailure` if it is not read in time."""
        data = (text + "\n").encode()
        deadline = time.monotonic() + seconds
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        while data:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [pipe], [], left)[1]:
                raise PlayerFailure(
                    f"{self.name} did not read its input for {seconds:g} seconds{self._context()}"
                )
            try:
                data = data[os.write(pipe, data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._death(f"when it was sent {_shown(text)}") from error

    def receive(self, seconds: float, waiting_for: str) -> str:
        """Returns the next line of output without its end.

        `waiting_for` completes the messages: "an answer to 'genmove b'".
        """
        deadline = time.monotonic() + seconds
        with self._news:
            while not self._lines:
                if self._flood:
                    raise PlayerFailure(f"{self.name} {self._flood}")
                if self._ended:
                    break
                left = deadline - time.monotonic()
                if left <= 0:
                    raise PlayerFailure(
                        f"{self.name} gave no {waiting_for} within {seconds:g} seconds"
                        f"{self._context()}"
                    )
                self._news.wait(left)
            if self._lines:
                self._spoke = True
                line = self._lines.popleft()
                self._unread -= len(line) + 1
                return line
        raise self._death(f"instead of giving {waiting_for}")

    # -- ending -----------------------------------------------------------------------------

    def close(self, goodbye: str) -> None:
        """Sends `goodbye`, waits a moment, and kills what is still running."""
        with contextlib.suppress(PlayerFailure, subprocess.TimeoutExpired):
            if self.running:
                self.send(goodbye, _CLOSE_SECONDS)
                self._process.wait(_CLOSE_SECONDS)
        self.kill()
        for thread in self._threads:
            thread.join(_CLOSE_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def kill(self) -> None:
        """Kills the program and all its children."""
        self._leash()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)

    # -- reading ----------------------------------------------------------------------------

    def _read_output(self) -> None:
        """Splits the output into lines, until its end or until there is too much of it."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        rest = b""
        while not self._flood:
            try:
                data = os.read(pipe, 1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            with self._news:
                for line in lines:
                    self._lines.append(line.decode("utf-8", "replace").rstrip("\r"))
                    self._unread += len(line) + 1
                if len(rest) > MAX_LINE:
                    self._flood = f"printed a line of more than {MAX_LINE >> 20} MB"
                elif self._unread > MAX_UNREAD:
                    self._flood = f"printed more than {MAX_UNREAD >> 20} MB that nobody asked for"
                self._news.notify_all()
        if self._flood:
            self.kill()
        with self._news:
            if rest and not self._flood:
                self._lines.append(rest.decode("utf-8", "replace").rstrip("\r"))
            self._ended = True
            self._news.notify_all()

    def _read_errors(self) -> None:
        """Reads standard error and keeps its last lines."""
        assert self._process.stderr is not None
        pipe = self._process.stderr.fileno()
        rest = b""
        while True:
            try:
                data = os.read(pipe, 1 << 16)
            except OSError:
                return
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[-1000:]
            self._last_words.extend(_words(line) for line in lines[-_LAST_WORDS:] if line.strip())
        if rest.strip():
            self._last_words.append(_words(rest))

    # -- messages ---------------------------------------------------------------------------

    def _death(self, when: str) -> PlayerFailure:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_SECONDS)
        self._threads[1].join(_CLOSE_SECONDS)  # its last lines explain why it ended
        status = self._process.returncode
        if status is None:
            how = "closed its output"
        elif status < 0:
            how = f"was killed by {_signal_name(-status)}"
        else:
            how = f"ended with status {status}"
        kind = PlayerFailure if self._spoke else CannotStart
        return kind(f"{self.name} {how} {when}{self._context()}")

    def _context(self) -> str:
        """Returns the last lines of standard error, if any."""
        said = " / ".join(list(self._last_words)[-2:])
        return f"; it said: {said}" if said else ""


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _words(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()[:200]


def _shown(text: str) -> str:
    first = text.splitlines()[0] if text else ""
    return repr(first if len(first) <= 60 else first[:60] + "…")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# -- the game so far --------------------------------------------------------------------------


class Course:
    """The moves that led to a position: where the game began and who played what since.

    A position that remembers its moves gives its course, so that a player can be asked about any
    position at any time. Otherwise (your own game may not remember) the course is followed through
    `Player.start` and `Player.observe`.
    """

    __slots__ = ("moves", "start")

    def __init__(self, start: Position, moves: list[tuple[Side, int]]) -> None:
        self.start = start
        self.moves = moves

    @classmethod
    def of(cls, position: Position) -> Course | None:
        """Returns the course that `position` remembers, or None."""
        start, moves = position.start(), position.past()
        if start is None or moves is None:
            return None
        coloured: list[tuple[Side, int]] = []
        at = start
        for move in moves:
            coloured.append((at.to_move, move))
            at = at.after(move)
        return cls(start, coloured)

    def continues(self, other: Course) -> bool:
        """Returns whether this course is `other` with no, one or more further moves."""
        return self.same_start(other) and self.moves[: len(other.moves)] == other.moves

    def same_start(self, other: Course) -> bool:
        mine, theirs = self.start, other.start
        return mine.game.spec == theirs.game.spec and mine == theirs

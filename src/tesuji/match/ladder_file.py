"""Stores the games of a ladder in a file of JSON lines that is only appended to.

The first line describes the ladder, each other line is a game, written to disk before the next one
counts. A line truncated by a crash is removed when the file is opened again.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from tesuji.errors import TesujiError

_FORMAT = "tesuji-ladder-1"
_NAME_IN_FOLDER = "games.jsonl"


@dataclass(frozen=True, slots=True)
class LadderSetup:
    """What all games of a ladder have in common."""

    game: str
    """Spec of the game."""
    seed: int
    opening_plies: int
    time: tuple[float | None, float, float | None]
    """Main time, increment and time for each move, in seconds."""
    max_plies: int | None


@dataclass(frozen=True, slots=True)
class LadderGame:
    """One game of a ladder."""

    players: tuple[str, str]
    """In alphabetical order, whoever moved first."""
    number: int
    """The number of the game between these two, from 0; `players[0]` begins the even ones."""
    points: float
    """The points of the first of `players`: 1, 0.5 or 0."""
    reason: str
    moves: tuple[str, ...] = ()
    failed: str | None = None
    """The player who lost by its own fault, if one did."""

    @property
    def key(self) -> tuple[str, str, int]:
        return (*self.players, self.number)


class LadderFile:
    """A ladder on disk, open for adding games by one program at a time."""

    def __init__(self, path: Path, setup: LadderSetup | None) -> None:
        """Opens or creates the ladder at `path`, a file or a folder.

        Raises `TesujiError` if an existing ladder has another `setup`, or if the file is something
        else.
        """
        self.path = ladder_path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise TesujiError(f"cannot write {self.path}: {error.strerror or error}") from error
        try:
            _lock(self._file, self.path)
            self.games: list[LadderGame] = []
            self.setup = self._read(setup)
        except BaseException:
            os.close(self._file)
            raise

    def add(self, game: LadderGame) -> None:
        """Writes a game to disk."""
        self._write(asdict(game))
        self.games.append(game)

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _read(self, setup: LadderSetup | None) -> LadderSetup:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            os.ftruncate(self._file, len(whole))
        lines = whole.decode("utf-8", "replace").splitlines()
        if not lines:
            if setup is None:
                raise TesujiError(f"{self.path} contains no ladder")
            self._write({"format": _FORMAT, **asdict(setup)})
            return setup
        found = self._read_setup(lines[0])
        if setup is not None and setup != found:
            raise TesujiError(
                f"{self.path} holds another ladder ({_difference(found, setup)}); "
                "choose another file or the same settings"
            )
        keys = set()
        for number, line in enumerate(lines[1:], start=2):
            game = self._read_game(line, number)
            if game.key not in keys:
                keys.add(game.key)
                self.games.append(game)
        return found

    def _read_setup(self, line: str) -> LadderSetup:
        try:
            found = json.loads(line)
            if found.pop("format") != _FORMAT:
                raise ValueError(found)
            return LadderSetup(**{**found, "time": tuple(found["time"])})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise TesujiError(f"{self.path} is not a ladder of Tesuji") from error

    def _read_game(self, line: str, number: int) -> LadderGame:
        try:
            found = json.loads(line)
            first, second = found["players"]
            game = LadderGame(
                **{**found, "players": (first, second), "moves": tuple(found["moves"])}
            )
            _check(game)
            return game
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise TesujiError(f"line {number} of {self.path} is not a game of a ladder") from error

    def _write(self, content: dict[str, Any]) -> None:
        line = json.dumps(content, ensure_ascii=False).encode() + b"\n"
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, end)
            raise TesujiError(f"cannot write {self.path}: {error.strerror or error}") from error


def ladder_path(path: Path) -> Path:
    """Returns the file of the ladder at `path`; a path without suffix is a folder."""
    return path / _NAME_IN_FOLDER if os.path.isdir(path) or not path.suffix else path


def _check(game: LadderGame) -> None:
    """Raises `ValueError` for a game that cannot have been played."""
    texts = (*game.players, *game.moves, game.reason, game.failed or "")
    if not all(isinstance(text, str) for text in texts) or not isinstance(game.number, int):
        raise ValueError(game)
    if isinstance(game.points, bool) or game.points not in (0, 0.5, 1):
        raise ValueError(game.points)


def _lock(file: int, path: Path) -> None:
    """Locks the file against other processes, on systems that can."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TesujiError(f"another process is writing to {path}") from error


def _difference(found: LadderSetup, wanted: LadderSetup) -> str:
    """Describes the first setting that differs."""
    old, new = asdict(found), asdict(wanted)
    name = next(name for name in old if old[name] != new[name])
    return f"{name.replace('_', ' ')} {old[name]}, not {new[name]}"

"""Adds games that people wrote in Python to a server of their own machine.

A file is first tried in a process of its own: it is imported, and `tesuji.games.check` plays random
games with it. Only then does the server import it. The files are kept, so the games are there again
after a restart.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games.loading import import_game, import_game_again
from tesuji.games.registry import forget, registered_by

MOST_KEPT = 100
ONLY_LOCAL = (
    "games in Python can be added only where the server listens on this machine alone: start it "
    "without --host, --name and --token"
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,59}\.py")
_TRIAL = """
import sys
from tesuji.errors import TesujiError
from tesuji.games import check, make
from tesuji.games.loading import import_game
try:
    check(make(import_game(sys.argv[1])), games=3)
except Exception as error:
    told = str(error) if isinstance(error, TesujiError) else f"{type(error).__name__}: {error}"
    print(told.replace("\\n", " ")[:500] or type(error).__name__)
    sys.exit(1)
"""
_TRIAL_SECONDS = 60


class OwnGames:
    """The games in a folder of Python files."""

    def __init__(self, folder: Path, *, allowed: bool) -> None:
        """`allowed` if the server listens on this machine alone."""
        self._folder = folder
        self.allowed = allowed
        self._lock = threading.Lock()
        self.problems: dict[str, str] = {}
        """Why files that were kept could not be read, by the name of the file."""

    def load(self) -> None:
        """Imports the games that were added earlier."""
        for file in self._files():
            try:
                import_game(str(file))
            except TesujiError as error:
                self.problems[file.name] = str(error)

    def names(self) -> dict[str, str]:
        """Returns the names of the games that were added, by their files."""
        known = {file.name: registered_by(file.resolve()) for file in self._files()}
        return {file: games[0] for file, games in known.items() if games}

    def add(self, name: str, source: str) -> str:
        """Adds a game, or replaces that of the same file; returns its name. Takes seconds."""
        self._check_allowed()
        if not _NAME.fullmatch(name):
            raise TesujiError(
                f"a file with a game has a name such as hex.py, of letters, digits and _, got "
                f"{name!r}"
            )
        with self._lock:
            return self._add(self._folder / name, source)

    def _add(self, file: Path, source: str) -> str:
        name = file.name
        if not file.exists() and len(self._files()) >= MOST_KEPT:
            raise TesujiError(f"{MOST_KEPT} games are kept; remove one first")
        with tempfile.TemporaryDirectory() as trial:
            copy = Path(trial) / name
            copy.write_text(source, encoding="utf-8")
            _try_out(copy)
        self._folder.mkdir(parents=True, exist_ok=True)
        before = file.read_bytes() if file.exists() else None
        write_atomically(file, source.encode())
        try:
            added = import_game_again(str(file))
        except TesujiError:
            if before is None:
                file.unlink()
            else:
                write_atomically(file, before)
            raise
        self.problems.pop(name, None)
        return added

    def remove(self, name: str) -> None:
        """Removes a game; games in progress of it can no longer be opened."""
        self._check_allowed()
        for file in self._files():
            if file.name == name:
                game = self.names().get(name)
                file.unlink()
                self.problems.pop(name, None)
                if game is not None:
                    forget(game)

    def _files(self) -> list[Path]:
        if not self.allowed:
            return []
        return sorted(path for path in self._folder.glob("*.py") if _NAME.fullmatch(path.name))

    def _check_allowed(self) -> None:
        if not self.allowed:
            raise TesujiError(ONLY_LOCAL)


def _try_out(file: Path) -> None:
    """Plays random games with the game in a file, in another process; raises what is wrong."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _TRIAL, str(file)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TesujiError(
            f"{file.name} was not ready after {_TRIAL_SECONDS} s: its games must be faster"
        ) from None
    if done.returncode != 0:
        said = done.stdout.strip() or f"Python ended with status {done.returncode}"
        raise TesujiError(said.replace(f"{file.parent}/", ""))

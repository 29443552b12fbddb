"""Opens the SQLite file, with its tables and one connection for each thread."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tesuji.errors import TesujiError

PATIENCE = 10.0
"""Seconds to wait for another program that is writing."""

# Each entry upgrades a database by one version. Never edit a released entry; add another.
_MIGRATIONS = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        status TEXT NOT NULL,
        document TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (updated DESC, id);
    CREATE INDEX games_by_status ON games (status);
    """,
    """
    CREATE TABLE tags (
        game TEXT NOT NULL,
        tag TEXT NOT NULL,
        PRIMARY KEY (game, tag)
    );
    CREATE INDEX tags_by_name ON tags (tag);
    """,
)


class Database:
    """A SQLite file shared by the threads of one process, and safely by several processes."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file; raises `TesujiError` if it is damaged."""
        if path.name.startswith(":"):  # every thread would have its own database
            raise TesujiError(f"the database must be a file, and {path.name} is not")
        self.path = path
        self._local = threading.local()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._migrate()
            self._check()
        except (OSError, sqlite3.Error) as error:
            raise TesujiError(f"cannot open the database {path}: {error}") from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commits all statements inside to disk, or none of them."""
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def query(self, sql: str, *values: object) -> list[sqlite3.Row]:
        try:
            return self._connection().execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise TesujiError(f"the database {self.path} cannot be read: {error}") from error

    def close(self) -> None:
        """Closes the connection of this thread; those of other threads end with them."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            self._local.connection = None
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            connection.row_factory = sqlite3.Row
            _log_ahead(connection)
            # Committed means on disk: WAL's faster setting may lose the last moves in a power
            # failure.
            connection.execute("PRAGMA synchronous = FULL")
            self._local.connection = connection
        return connection

    def _check(self) -> None:
        """Checks for damage now, not in the middle of a game."""
        (found,) = self._connection().execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise TesujiError(
                f"the database {self.path} is damaged: keep a copy, and save what can be read with "
                f"`sqlite3 {self.path} .recover`"
            )

    def _migrate(self) -> None:
        with self.transaction() as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(_MIGRATIONS):
                raise TesujiError(
                    f"the database {self.path} was written by a newer version of Tesuji"
                )
            for statements in _MIGRATIONS[version:]:
                for statement in filter(str.strip, statements.split(";")):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turns the write-ahead log on, so that reading never waits for writing.

    Only the first program to open a new file changes anything. SQLite does not wait if two programs
    do so at once, so this function does.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)

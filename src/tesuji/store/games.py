"""Stores games: seats, moves and endings."""

from __future__ import annotations

import dataclasses
import json
import logging
import secrets
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tesuji.errors import TesujiError
from tesuji.store.database import Database

PLAYING = "playing"
FINISHED = "finished"

_log = logging.getLogger(__name__)


class ChangedMeanwhile(TesujiError):
    """Raised for a game that another thread or program has changed or deleted meanwhile."""


@dataclass(frozen=True, slots=True)
class StoredMove:
    """One move of a stored game."""

    move: int
    player: int
    seconds: float
    """Time that the player took."""
    value: float | None = None
    """An engine's value of the position for the player who moved, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as stored in the database; immutable: `GameStore.save` stores a new one."""

    spec: str
    """The game, as `tesuji.games.parse_spec` reads it."""
    seats: tuple[dict[str, Any], dict[str, Any]]
    """Who plays first and second: kind, name, level."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    created: float = field(default_factory=time.time)
    updated: float = 0.0
    """When this state was stored, in seconds since 1970; 0 for a game that never was. No two
    states that a program stores have the same time."""
    setup: tuple[Any, ...] | None = None
    """The set-up, as arguments of the position class; None for the usual start."""
    moves: tuple[StoredMove, ...] = ()
    clock: dict[str, float] | None = None
    """The time control, by the names of `tesuji.play.TimeControl`, in seconds."""
    remaining: tuple[float, float] | None = None
    """Seconds left to each player when the turn began."""
    status: str = PLAYING
    outcome: dict[str, Any] | None = None
    """winner (0, 1 or None), margin, reason."""
    agreed: dict[str, Any] | None = None
    """The stones agreed to be dead or in seki; None without a count."""
    sharing: dict[str, Any] | None = None
    """Invitation, keys of the seats and the next game of a game shared by a link."""

    def changed(self, **fields: Any) -> StoredGame:
        return dataclasses.replace(self, **fields)


@dataclass(frozen=True, slots=True)
class Save:
    """A state to be stored in place of the one that was stored at the time `replaces`."""

    game: StoredGame
    replaces: float
    """0 for a new game."""


@dataclass(frozen=True, slots=True)
class Delete:
    """A game to be deleted."""

    game_id: str


Change = Save | Delete


class GameStore:
    """The games of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last_time = 0.0
        self._lock = threading.Lock()

    # -- writing ----------------------------------------------------------------------------

    def save(self, game: StoredGame) -> StoredGame:
        """Stores the current state of the game on disk.

        Raises `ChangedMeanwhile` if `game` was not made from the stored state.
        """
        stored = self.stamped(game)
        (problem,) = self.write([Save(stored, replaces=game.updated)])
        if problem is not None:
            raise problem
        return stored

    def stamped(self, game: StoredGame) -> StoredGame:
        """Returns the game with a time stamp later than any given before."""
        with self._lock:
            self._last_time = max(time.time(), self._last_time + 1e-6)
            return game.changed(updated=self._last_time)

    def write(self, changes: Sequence[Change]) -> list[ChangedMeanwhile | None]:
        """Makes all changes in one transaction; returns for each why it was refused, or None."""
        with self._database.transaction() as connection:
            problems: list[ChangedMeanwhile | None] = []
            for change in changes:
                if isinstance(change, Delete):
                    connection.execute("DELETE FROM games WHERE id = ?", (change.game_id,))
                    connection.execute("DELETE FROM tags WHERE game = ?", (change.game_id,))
                    problems.append(None)
                    continue
                game = change.game
                values = (game.updated, game.status, json.dumps(dataclasses.asdict(game)), game.id)
                if change.replaces:
                    done = connection.execute(
                        "UPDATE games SET updated = ?, status = ?, document = ? "
                        "WHERE id = ? AND updated = ?",
                        (*values, change.replaces),
                    )
                else:
                    done = connection.execute(
                        "INSERT INTO games (updated, status, document, id, created) "
                        "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                        (*values, game.created),
                    )
                missed = ChangedMeanwhile("the game was changed elsewhere in the meantime")
                problems.append(None if done.rowcount else missed)
            return problems

    def delete(self, game_id: str) -> None:
        self.write([Delete(game_id)])

    def close(self) -> None:
        """Closes the database connection of this thread."""
        self._database.close()

    # -- reading ----------------------------------------------------------------------------

    def load(self, game_id: str) -> StoredGame | None:
        rows = self._database.query("SELECT id, document FROM games WHERE id = ?", game_id)
        return _read(rows[0]) if rows else None

    def exists(self, game_id: str) -> bool:
        """Returns whether a game is stored under this id, readable or not."""
        return bool(self._database.query("SELECT 1 FROM games WHERE id = ?", game_id))

    def recent(self, limit: int, before: float | None = None) -> list[StoredGame]:
        """Returns the games changed last, newest first; `before` continues an earlier list."""
        rows = self._database.query(
            "SELECT id, document FROM games WHERE updated < ? ORDER BY updated DESC LIMIT ?",
            before if before is not None else 1e18,
            limit,
        )
        return readable(rows)

    def unfinished(self) -> list[StoredGame]:
        rows = self._database.query("SELECT id, document FROM games WHERE status = ?", PLAYING)
        return readable(rows)


def readable(rows: Iterable[Any]) -> list[StoredGame]:
    """Returns the games of `rows`, without those that cannot be read."""
    games = []
    for row in rows:
        try:
            games.append(_read(row))
        except TesujiError as error:
            _log.warning("%s", error)
    return games


def _read(row: Any) -> StoredGame:
    try:
        fields = json.loads(row["document"])
        fields["moves"] = tuple(StoredMove(**move) for move in fields["moves"])
        fields["seats"] = tuple(fields["seats"])
        for name in ("setup", "remaining"):
            if fields[name] is not None:
                fields[name] = tuple(fields[name])
        return StoredGame(**fields)
    except (ValueError, KeyError, TypeError) as error:
        raise TesujiError(f"game {row['id']} in the database cannot be read: {error}") from error

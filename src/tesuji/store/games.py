"""Stored games: who plays, what was played, how it ended."""

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
    """A game that somebody else, another program perhaps, changed or deleted in the meantime."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move of a stored game."""

    move: int
    player: int
    seconds: float
    """Time that the player took."""
    value: float | None = None
    """What an engine thought of the position, for the player who moved, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it lies in the database. It never changes: `GameStore.save` stores a new one."""

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
    """What the game started from, as the position class takes it; None for the usual start."""
    moves: tuple[PlayedMove, ...] = ()
    clock: dict[str, float] | None = None
    """What was agreed, by the names of `tesuji.play.TimeControl`, in seconds."""
    remaining: tuple[float, float] | None = None
    """Seconds left to each player when the turn began."""
    status: str = PLAYING
    outcome: dict[str, Any] | None = None
    """winner (0, 1 or None), margin, reason."""
    agreed: dict[str, Any] | None = None
    """The stones that the players agreed to be dead, and to live in seki; None without a count."""
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
        """Stores the game as it is now; it is on the disk when this returns.

        Raises `ChangedMeanwhile` when `game` was not made from the state that lies there.
        """
        stored = self.stamped(game)
        (problem,) = self.write([Save(stored, replaces=game.updated)])
        if problem is not None:
            raise problem
        return stored

    def stamped(self, game: StoredGame) -> StoredGame:
        """The game with the present time, which is later than every other that was given out."""
        with self._lock:
            self._last_time = max(time.time(), self._last_time + 1e-6)
            return game.changed(updated=self._last_time)

    def write(self, changes: Sequence[Change]) -> list[ChangedMeanwhile | None]:
        """Makes all changes in one transaction; for each the reason why it was left out, if so."""
        with self._database.transaction() as connection:
            problems: list[ChangedMeanwhile | None] = []
            for change in changes:
                if isinstance(change, Delete):
                    connection.execute("DELETE FROM games WHERE id = ?", (change.game_id,))
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
        """Ends the work of this thread with the database."""
        self._database.close()

    # -- reading ----------------------------------------------------------------------------

    def load(self, game_id: str) -> StoredGame | None:
        rows = self._database.query("SELECT id, document FROM games WHERE id = ?", game_id)
        return _read(rows[0]) if rows else None

    def exists(self, game_id: str) -> bool:
        """Whether a game is stored under this id, readable or not."""
        return bool(self._database.query("SELECT 1 FROM games WHERE id = ?", game_id))

    def recent(self, limit: int, before: float | None = None) -> list[StoredGame]:
        """The games changed last, newest first; `before` continues an earlier list."""
        rows = self._database.query(
            "SELECT id, document FROM games WHERE updated < ? ORDER BY updated DESC LIMIT ?",
            before if before is not None else 1e18,
            limit,
        )
        return _readable(rows)

    def unfinished(self) -> list[StoredGame]:
        rows = self._database.query("SELECT id, document FROM games WHERE status = ?", PLAYING)
        return _readable(rows)


def _readable(rows: Iterable[Any]) -> list[StoredGame]:
    """The games of `rows`. One that cannot be read does not stand in the way of the others."""
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
        fields["moves"] = tuple(PlayedMove(**move) for move in fields["moves"])
        fields["seats"] = tuple(fields["seats"])
        for name in ("setup", "remaining"):
            if fields[name] is not None:
                fields[name] = tuple(fields[name])
        return StoredGame(**fields)
    except (ValueError, KeyError, TypeError) as error:
        raise TesujiError(f"game {row['id']} in the database cannot be read: {error}") from error

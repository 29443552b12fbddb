"""Stored games: who plays, what was played, how it ended."""

from __future__ import annotations

import dataclasses
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from tesuji.store.database import Database

PLAYING = "playing"
FINISHED = "finished"


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
    setup: tuple[Any, ...] | None = None
    """What the game started from, as the position class takes it; None for the usual start."""
    moves: tuple[PlayedMove, ...] = ()
    clock: dict[str, float] | None = None
    """Seconds: main and increment, as agreed."""
    remaining: tuple[float, float] | None = None
    """Seconds left to each player when the turn began."""
    status: str = PLAYING
    outcome: dict[str, Any] | None = None
    """winner (0, 1 or None), margin, reason."""

    def changed(self, **fields: Any) -> StoredGame:
        return dataclasses.replace(self, **fields)


class GameStore:
    """The games of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, game: StoredGame) -> StoredGame:
        """Stores the game as it is now; it is on the disk when this returns."""
        stored = game.changed(updated=time.time())
        document = json.dumps(dataclasses.asdict(stored))
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO games (id, created, updated, status, document) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "updated = excluded.updated, status = excluded.status, "
                "document = excluded.document",
                (stored.id, stored.created, stored.updated, stored.status, document),
            )
        return stored

    def load(self, game_id: str) -> StoredGame | None:
        rows = self._database.query("SELECT document FROM games WHERE id = ?", game_id)
        return _read(rows[0]["document"]) if rows else None

    def recent(self, limit: int, before: float | None = None) -> list[StoredGame]:
        """The games changed last, newest first; `before` continues an earlier list."""
        rows = self._database.query(
            "SELECT document FROM games WHERE updated < ? ORDER BY updated DESC LIMIT ?",
            before if before is not None else 1e18,
            limit,
        )
        return [_read(row["document"]) for row in rows]

    def unfinished(self) -> list[StoredGame]:
        rows = self._database.query("SELECT document FROM games WHERE status = ?", PLAYING)
        return [_read(row["document"]) for row in rows]

    def delete(self, game_id: str) -> None:
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM games WHERE id = ?", (game_id,))


def _read(document: str) -> StoredGame:
    fields = json.loads(document)
    fields["moves"] = tuple(PlayedMove(**move) for move in fields["moves"])
    fields["seats"] = tuple(fields["seats"])
    for name in ("setup", "remaining"):
        if fields[name] is not None:
            fields[name] = tuple(fields[name])
    return StoredGame(**fields)

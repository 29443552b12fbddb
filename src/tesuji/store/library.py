"""Finds stored games by what they are about, and keeps their tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tesuji.store.database import Database
from tesuji.store.games import StoredGame, readable

Result = Literal["won", "lost", "drawn", "playing"]
"""The result for the one person of a game; "drawn" and "playing" for all games."""

# A damaged document must not spoil the search for others.
_FIELD = "CASE WHEN json_valid(document) THEN json_extract(document, '{}') END"
_SPEC, _WINNER = _FIELD.format("$.spec"), _FIELD.format("$.outcome.winner")
_FIRST, _SECOND = _FIELD.format("$.seats[0].kind"), _FIELD.format("$.seats[1].kind")
_NAMES = " || ' ' || ".join(
    f"coalesce({_FIELD.format(f'$.seats[{seat}].{field}')}, '')"
    for seat in (0, 1)
    for field in ("name", "level", "run")
)
_TAGS = "(SELECT coalesce(group_concat(tag, ' '), '') FROM tags WHERE game = games.id)"
_PLAYED = (
    "CASE WHEN json_valid(document) THEN json_array_length(document, '$.moves') > 0 "
    "OR json_extract(document, '$.sharing') IS NOT NULL ELSE 0 END"
)
_RESULTS: Mapping[Result, str] = {
    "won": f"(({_FIRST} = 'human' AND {_SECOND} <> 'human' AND {_WINNER} = 0) OR "
    f"({_SECOND} = 'human' AND {_FIRST} <> 'human' AND {_WINNER} = 1))",
    "lost": f"(({_FIRST} = 'human' AND {_SECOND} <> 'human' AND {_WINNER} = 1) OR "
    f"({_SECOND} = 'human' AND {_FIRST} <> 'human' AND {_WINNER} = 0))",
    "drawn": f"(status = 'finished' AND {_WINNER} IS NULL)",
    "playing": "status = 'playing'",
}


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to find; an empty field finds all."""

    game: str = ""
    """The name of a game such as "go"."""
    text: str = ""
    """Words that occur in the names of players, the game with its size and rules, or the tags."""
    opponent: str = ""
    """The level of an engine."""
    result: Result | None = None
    tag: str = ""
    since: float | None = None
    """Changed at this time or later, in seconds since 1970."""
    until: float | None = None
    """Changed before this time."""


class Library:
    """The games of a database, without those in which nobody has moved."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, wanted: GameFilter, limit: int, before: float | None = None) -> list[StoredGame]:
        """Returns the newest games that match; `before` continues an earlier list."""
        conditions, values = _conditions(wanted)
        if before is not None:
            conditions.append("updated < ?")
            values.append(before)
        rows = self._database.query(
            f"SELECT id, document FROM games WHERE {' AND '.join(conditions)} "
            "ORDER BY updated DESC LIMIT ?",
            *values,
            limit,
        )
        return readable(rows)

    def count(self, wanted: GameFilter) -> int:
        """Returns the number of games that match."""
        conditions, values = _conditions(wanted)
        where = " AND ".join(conditions)
        (row,) = self._database.query(f"SELECT count(*) FROM games WHERE {where}", *values)
        return int(row[0])

    def tags_of(self, game_ids: Iterable[str]) -> dict[str, list[str]]:
        """Returns the tags of each of these games, in alphabetical order."""
        found: dict[str, list[str]] = {game_id: [] for game_id in game_ids}
        marks = ", ".join("?" * len(found))
        for row in self._database.query(
            f"SELECT game, tag FROM tags WHERE game IN ({marks}) ORDER BY tag", *found
        ):
            found[row["game"]].append(row["tag"])
        return found

    def all_tags(self) -> list[str]:
        """Returns all tags, in alphabetical order."""
        return [
            row["tag"] for row in self._database.query("SELECT DISTINCT tag FROM tags ORDER BY tag")
        ]

    def set_tags(self, game_id: str, tags: Iterable[str]) -> None:
        """Replaces the tags of a game."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM tags WHERE game = ?", (game_id,))
            connection.executemany(
                "INSERT OR IGNORE INTO tags (game, tag) VALUES (?, ?)",
                [(game_id, tag) for tag in tags],
            )

    def delete_unplayed(self, before: float) -> int:
        """Deletes games without moves that were not changed since `before`; returns how many."""
        with self._database.transaction() as connection:
            done = connection.execute(
                f"DELETE FROM games WHERE json_valid(document) AND NOT ({_PLAYED}) "
                "AND status = 'playing' AND updated < ?",
                (before,),
            )
            return done.rowcount


def _conditions(wanted: GameFilter) -> tuple[list[str], list[object]]:
    """Returns SQL conditions, and the values for their question marks."""
    conditions, values = [_PLAYED], list[object]()

    def add(condition: str, *given: object) -> None:
        conditions.append(condition)
        values.extend(given)

    if wanted.game:
        add(
            f"({_SPEC} = ? OR substr({_SPEC}, 1, ?) = ?)",
            wanted.game,
            len(wanted.game) + 1,
            f"{wanted.game}:",
        )
    for word in wanted.text.split():
        add(f"instr(lower({_NAMES} || ' ' || {_SPEC} || ' ' || {_TAGS}), lower(?)) > 0", word)
    if wanted.opponent:
        add(
            f"? IN ({_FIELD.format('$.seats[0].level')}, {_FIELD.format('$.seats[1].level')})",
            wanted.opponent,
        )
    if wanted.result is not None:
        add(_RESULTS[wanted.result])
    if wanted.tag:
        add("EXISTS (SELECT 1 FROM tags WHERE game = games.id AND tag = ?)", wanted.tag)
    if wanted.since is not None:
        add("updated >= ?", wanted.since)
    if wanted.until is not None:
        add("updated < ?", wanted.until)
    return conditions, values

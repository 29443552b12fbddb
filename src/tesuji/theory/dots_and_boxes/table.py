"""Computes the value of every set of lines of a small board, and stores it on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import struct
from functools import lru_cache
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.files import read_limited, write_atomically
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition

MAX_LINES = 24
"""The most lines of a board with a table: 3x3 boxes have 24, and 2^24 entries are 16 MB."""
_KEPT_LINES = 20
"""Tables with fewer lines are computed faster than read."""
_HEADER = struct.Struct("<8sIHH32s")
_MAGIC = b"tsj-dots"
_VERSION = 1


class Table:
    """Net boxes still to be won by the player to move, for every set of drawn lines of a board.

    >>> Table.of(DotsAndBoxes(2, 2)).value(DotsAndBoxes(2, 2).initial())
    2
    """

    def __init__(self, rows: int, columns: int, values: NDArray[np.int8]) -> None:
        self.rows = rows
        self.columns = columns
        self.values = values
        """int8 [2 ** lines]; bit i of an index is line i, set when it is drawn."""

    @staticmethod
    def exists_for(game: DotsAndBoxes) -> bool:
        """Returns whether the board is small enough."""
        return game.num_moves <= MAX_LINES

    @staticmethod
    def of(game: DotsAndBoxes) -> Table:
        """Returns the table of a board from memory or the cache, or computes it (in a second)."""
        if not Table.exists_for(game):
            raise TesujiError(
                f"{game.spec} has {game.num_moves} lines; a full table is made for {MAX_LINES} "
                "at most"
            )
        return _table(game.rows, game.columns)

    def value(self, position: DotsAndBoxesPosition) -> int:
        """Returns net boxes for the player to move, of those not taken yet."""
        return int(self.values[self._index(position)])

    def move_values(self, position: DotsAndBoxesPosition) -> dict[int, int]:
        """Returns for each legal line the net boxes of the player who draws it, from it on."""
        here = self._index(position)
        found = {}
        for line in position.legal_moves():
            after = position.after(line)
            closed = sum(after.scores) - sum(position.scores)
            rest = int(self.values[here | 1 << line])
            found[line] = closed + rest if closed else -rest
        return found

    def _index(self, position: DotsAndBoxesPosition) -> int:
        game = position.game
        if (game.rows, game.columns) != (self.rows, self.columns):
            raise TesujiError(
                f"this table is for {self.rows}x{self.columns} boxes, not for {game.spec}"
            )
        return sum(1 << line for line in position.lines)


def cache_folder() -> Path:
    """Returns the folder of tables: ``TESUJI_CACHE_DIR``, or else the user's cache folder."""
    chosen = os.environ.get("TESUJI_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("tesuji"))


@lru_cache(maxsize=8)
def _table(rows: int, columns: int) -> Table:
    game = DotsAndBoxes(rows, columns)
    if game.num_moves < _KEPT_LINES:
        return Table(rows, columns, core.dots_and_boxes_table(game.rules))
    file = cache_folder() / "dots-and-boxes" / f"{rows}x{columns}.table"
    values = read_table(file, game)
    if values is None:
        values = core.dots_and_boxes_table(game.rules)
        _write(file, game, values)
    return Table(rows, columns, values)


def read_table(file: Path, game: DotsAndBoxes) -> NDArray[np.int8] | None:
    """Returns the values in a file; None if it is missing, incomplete or wrong."""
    size = _HEADER.size + (1 << game.num_moves)
    try:
        data = read_limited(file, size)
    except (OSError, TesujiError):
        return None
    if len(data) != size:
        return None
    body = memoryview(data)[_HEADER.size :]
    if data[: _HEADER.size] != _header(game, body):
        return None
    return np.frombuffer(body, dtype=np.int8)


def _write(file: Path, game: DotsAndBoxes, values: NDArray[np.int8]) -> None:
    """Stores the values for the next time; a full or read-only disk does not matter."""
    with contextlib.suppress(OSError, TesujiError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, encode_table(game, values))


def encode_table(game: DotsAndBoxes, values: NDArray[np.int8]) -> bytes:
    """Returns the content of a file with `values`, one for each set of lines of `game`."""
    body = values.tobytes()
    return _header(game, body) + body


def _header(game: DotsAndBoxes, body: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(body).digest()
    return _HEADER.pack(_MAGIC, _VERSION, game.rows, game.columns, digest)

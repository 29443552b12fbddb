"""Stores self-play games: in a journal during a generation, in an NPZ file afterwards.

In the journal each game is a separate record, so that a killed process loses no finished game; a
truncated record is dropped. Nothing is unpickled.
"""

from __future__ import annotations

import dataclasses
import io
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.archives import read_arrays
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.common.runs import RunError
from tesuji.search import SelfPlayGame

_RECORD = struct.Struct("<II")
"""Before each record of a journal: its length and its CRC-32."""
_FIELDS = [item.name for item in dataclasses.fields(SelfPlayGame)]
_PLY_FIELDS = (
    "moves",
    "movers",
    "policies",
    "searched_fully",
    "root_values",
    "proven",
    "surprises",
    "values",
)
_GAME_FIELDS = tuple(name for name in _FIELDS if name not in _PLY_FIELDS)


def pack_games(games: Sequence[SelfPlayGame], compress: bool = True) -> bytes:
    """Packs `games` into an NPZ file: the plies of all games concatenated, and their counts."""
    arrays: dict[str, Any] = {"lengths": np.array([game.plies for game in games], np.int32)}
    arrays["num_moves"] = np.array([game.policies.shape[1] for game in games], np.int32)
    for name in _PLY_FIELDS:
        parts = [getattr(game, name) for game in games]
        if name == "policies":
            # Plies that are not used for training need none. Boards differ in their moves.
            parts = [
                game.policies[game.searched_fully].astype(np.float16).ravel() for game in games
            ]
        arrays[name] = np.concatenate(parts) if parts else np.zeros(0, np.float32)
    for name in _GAME_FIELDS:
        kind = np.uint64 if name == "seed" else None  # otherwise large seeds become floats
        arrays[name] = np.array([getattr(game, name) for game in games], kind)
    file = io.BytesIO()
    (np.savez_compressed if compress else np.savez)(file, **arrays)
    return file.getvalue()


def unpack_games(data: bytes) -> list[SelfPlayGame]:
    """Returns the games in an NPZ file; raises `ValueError` or `KeyError` if it is not valid."""
    arrays = read_arrays(data)
    if (arrays["lengths"] < 0).any() or arrays["lengths"].sum() != len(arrays["moves"]):
        raise ValueError("the plies of its games do not add up")
    games = []
    start = learnt = 0
    for number, length in enumerate(arrays["lengths"].tolist()):
        num_moves = arrays["num_moves"][number].item()
        plies = slice(start, start + length)
        fields: dict[str, Any] = {
            name: arrays[name][plies] for name in _PLY_FIELDS if name != "policies"
        }
        full = fields["searched_fully"]
        policies = np.zeros((length, num_moves), np.float32)
        count = int(full.sum()) * num_moves
        policies[full] = arrays["policies"][learnt : learnt + count].reshape(-1, num_moves)
        fields |= {name: arrays[name][number].item() for name in _GAME_FIELDS if name in arrays}
        games.append(SelfPlayGame(policies=policies, **fields))
        start, learnt = start + length, learnt + count
    return games


def write_games(path: Path, games: Sequence[SelfPlayGame]) -> None:
    """Writes `games` to the file `path`, completely or not at all."""
    write_atomically(path, pack_games(games))


def read_games(path: Path) -> list[SelfPlayGame]:
    """Reads the games that `write_games` wrote."""
    try:
        return unpack_games(path.read_bytes())
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, IndexError) as error:
        raise RunError(f"{path} is damaged: {error}") from error


class GamesUnderWay:
    """Games of the generation that is being played, in the order in which they ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: list[SelfPlayGame] = []
        whole = self._read()
        try:
            # Unbuffered, so that nothing needs flushing and closing cannot fail.
            mode = "r+b" if path.exists() else "w+b"
            self._file = open(path, mode, buffering=0)  # noqa: SIM115
            self._file.truncate(whole)
            self._file.seek(whole)
        except OSError as error:
            raise RunError(f"cannot write {path}: {error.strerror}") from error

    def _read(self) -> int:
        """Reads the games so far; returns the length of the complete records."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise RunError(f"cannot read {self.path}: {error.strerror}") from error
        at = 0
        while at + _RECORD.size <= len(data):
            length, checksum = _RECORD.unpack_from(data, at)
            record = data[at + _RECORD.size : at + _RECORD.size + length]
            if len(record) < length or zlib.crc32(record) != checksum:
                break
            self.games += unpack_games(record)
            at += _RECORD.size + length
        return at

    def add(self, game: SelfPlayGame) -> None:
        """Appends a game, which then survives the end of this process."""
        content = pack_games([game], compress=False)
        rest = memoryview(_RECORD.pack(len(content), zlib.crc32(content)) + content)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise TesujiError(f"cannot write {self.path}: {error.strerror}") from error
        self.games.append(game)

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink(missing_ok=True)

"""Reads and writes game records as SGF text and files.

`tesuji.records.dialects` describes what is written for each game.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tesuji.errors import RecordError, TesujiError
from tesuji.files import write_atomically
from tesuji.records.sgf_reader import read_record
from tesuji.records.sgf_text import MAX_SIZE, decode, parse_trees, write_trees
from tesuji.records.sgf_writer import numbered_tree, raw_tree
from tesuji.records.tree import GameRecord


def read_sgf(data: bytes | str, most_nodes: int | None = None) -> GameRecord:
    """Returns the first game of an SGF file; the rest is ignored."""
    return next(_records(data, most_nodes))


def read_collection(data: bytes | str) -> list[GameRecord]:
    """Returns all games of an SGF file."""
    return list(_records(data))


def write_sgf(record: GameRecord) -> str:
    """Returns the record as SGF text."""
    return write_collection([record])


def write_collection(records: Iterable[GameRecord]) -> str:
    """Returns several records as one SGF text."""
    return write_trees(raw_tree(record) for record in records)


def write_numbered_sgf(spec: str, moves: Sequence[tuple[int, int]], info: Mapping[str, str]) -> str:
    """Writes a game whose rules are not loaded as SGF text; see `sgf_writer.numbered_tree`."""
    return write_trees([numbered_tree(spec, moves, info)])


def load(path: str | os.PathLike[str]) -> GameRecord:
    """Returns the first game of the SGF file at `path`."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_SIZE + 1)
    except OSError as error:
        raise RecordError(f"cannot read {os.fspath(path)}: {error.strerror or error}") from error
    try:
        return read_sgf(data)
    except RecordError as error:
        raise RecordError(f"{os.fspath(path)}: {error}") from error


def save(record: GameRecord, path: str | os.PathLike[str]) -> None:
    """Writes the record to an SGF file, completely or not at all."""
    try:
        data = write_sgf(record).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"the record has characters that cannot be written: {error}") from error
    try:
        write_atomically(path, data)
    except TesujiError as error:
        raise RecordError(str(error)) from error


def _records(data: bytes | str, most_nodes: int | None = None) -> Iterator[GameRecord]:
    text = data if isinstance(data, str) else decode(data)
    return (read_record(text, root) for root in parse_trees(text, most_nodes))

"""Reads and writes game records: move trees of any game, and SGF files.

>>> from tesuji.games import make
>>> from tesuji.records import GameRecord, read_sgf, write_sgf
>>> game = make("go", size=9, komi=7)
>>> record = GameRecord.from_moves(game, ["E5", "C7", "pass"], black="Ann", white="Bea")
>>> variation = record.root.play("C3")
>>> read_sgf(write_sgf(record)) == record
True
>>> print(record.end.position().stones.count(0), "black stone")
1 black stone
"""

from tesuji.errors import RecordError
from tesuji.records.sgf import (
    load,
    read_collection,
    read_sgf,
    save,
    write_collection,
    write_numbered_sgf,
    write_sgf,
)
from tesuji.records.tree import BLACK, EMPTY, WHITE, GameRecord, Node, Setup, result_text

__all__ = [
    "BLACK",
    "EMPTY",
    "WHITE",
    "GameRecord",
    "Node",
    "RecordError",
    "Setup",
    "load",
    "read_collection",
    "read_sgf",
    "result_text",
    "save",
    "write_collection",
    "write_numbered_sgf",
    "write_sgf",
]

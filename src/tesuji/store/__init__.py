"""Stores games in an SQLite file in the user's data directory.

A crash loses nothing that was committed, and every move is committed when it is played.
"""

from tesuji.files import data_directory
from tesuji.store.database import Database
from tesuji.store.games import ChangedMeanwhile, GameStore, StoredGame, StoredMove
from tesuji.store.journal import Journal, NotStored
from tesuji.store.library import GameFilter, Library

__all__ = [
    "ChangedMeanwhile",
    "Database",
    "GameFilter",
    "GameStore",
    "Journal",
    "Library",
    "NotStored",
    "StoredMove",
    "StoredGame",
    "data_directory",
]

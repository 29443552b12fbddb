"""What outlives the program: games, in one SQLite file under the user's data directory.

A crash loses nothing that was committed, and every move is committed when it is played.
"""

from tesuji.store.database import Database, data_directory
from tesuji.store.games import GameStore, PlayedMove, StoredGame

__all__ = ["Database", "GameStore", "PlayedMove", "StoredGame", "data_directory"]

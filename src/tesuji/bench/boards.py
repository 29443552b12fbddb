"""Lists the boards that are measured, with the peer's names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.games import Game, make


@dataclass(frozen=True)
class BenchBoard:
    """One game at one size, and OpenSpiel's name for it, if it has it."""

    key: str
    name: str
    size: int
    peer: str | None

    @property
    def game(self) -> Game:
        return make(self.name, size=self.size)


BOARDS = (
    BenchBoard("dots-and-boxes-3", "dots-and-boxes", 3, "dots_and_boxes(num_rows=3,num_cols=3)"),
    BenchBoard("dots-and-boxes-5", "dots-and-boxes", 5, "dots_and_boxes(num_rows=5,num_cols=5)"),
    BenchBoard("go-9", "go", 9, "go(board_size=9)"),
    BenchBoard("go-19", "go", 19, "go(board_size=19)"),
    BenchBoard("gomoku-15", "gomoku", 15, "gomoku(size=15)"),
    BenchBoard("reversi-8", "reversi", 8, "othello"),
    BenchBoard("torus-9", "torus", 9, None),
)

NO_LIMIT = 1_000_000


def load_peer(name: str | None) -> Any:
    """Returns OpenSpiel's game called `name`, or None if OpenSpiel is not installed or lacks it."""
    if name is None:
        return None
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game(name)


def longest_game(peer: Any) -> int:
    """Returns the number of moves after which the peer cuts a game off; ours are cut there too."""
    return int(peer.max_game_length()) if peer is not None else NO_LIMIT

"""Loads Gomoku positions from engine games with a proven win, or proven to have none.

They are made by ``benchmarks/gomoku_threats.py``. The tests replay the wins by the rules and check
fours by plain recursion: for a sample always, for all in the slow tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from tesuji.games import make
from tesuji.games.gomoku import GomokuPosition


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position, by the moves that led to it."""

    kind: str
    """"vcf": the player to move wins by fours; "vct": by fours and open threes, but not by fours;
    "none": by neither."""
    rules: str
    plies: int
    """Moves of the shortest win by fours, or of the win by threats that was found; 0 for none."""
    moves: tuple[int, ...]
    size: int = 15

    @property
    def position(self) -> GomokuPosition:
        position = make("gomoku", size=self.size, rules=self.rules).initial()
        for move in self.moves:
            position = position.after(move)
        assert isinstance(position, GomokuPosition)
        return position


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Returns all puzzles of the package, wins first, the short ones before the long ones."""
    text = (resources.files(__package__) / "gomoku_puzzles.txt").read_text(encoding="ascii")
    found = [read_puzzle(line) for line in text.splitlines() if not line.startswith("#")]
    order = {"vcf": 0, "vct": 1, "none": 2}
    return tuple(sorted(found, key=lambda puzzle: (order[puzzle.kind], puzzle.plies)))


def write_puzzle(puzzle: Puzzle) -> str:
    """Writes a line: kind, rules, size, plies, and two letters for each move (column, row)."""
    letters = "".join(
        _letter(move % puzzle.size) + _letter(move // puzzle.size) for move in puzzle.moves
    )
    return f"{puzzle.kind} {puzzle.rules} {puzzle.size} {puzzle.plies} {letters}"


def read_puzzle(line: str) -> Puzzle:
    """Reads a line of `write_puzzle`."""
    kind, rules, size, plies, letters = line.split()
    pairs = zip(letters[::2], letters[1::2], strict=True)
    side = int(size)
    moves = tuple(_number(row) * side + _number(column) for column, row in pairs)
    return Puzzle(kind, rules, int(plies), moves, side)


def _letter(number: int) -> str:
    return chr(ord("a") + number)


def _number(letter: str) -> int:
    return ord(letter) - ord("a")

"""Provides puzzles, exercises and trainers with proven answers.

`load_puzzles` gives positions of Gomoku with forced wins; `make_exercise` asks about chains and
control in Dots and Boxes; `tesuji.lessons.counting` has endgames of Go to count, and games of
Coupon Go.

>>> from tesuji.lessons import load_puzzles
>>> puzzle = load_puzzles()[0]
>>> puzzle.kind, puzzle.plies
('vcf', 5)
"""

from tesuji.lessons.chain_exercises import Exercise, make_exercise
from tesuji.lessons.gomoku_puzzles import Puzzle, load_puzzles

__all__ = ["Exercise", "Puzzle", "load_puzzles", "make_exercise"]

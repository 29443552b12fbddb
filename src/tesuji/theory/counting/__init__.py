"""Learning to count endgames of Go: problems with proven answers, and why an answer is right."""

from tesuji.theory.counting.check import COUNTINGS, Counting, judge, parse_count, solve, value_of
from tesuji.theory.counting.problems import CountingProblem, Kind, Size, load_problems
from tesuji.theory.counting.reasons import counting_words, kind_of, reasons

__all__ = [
    "COUNTINGS",
    "Counting",
    "CountingProblem",
    "Kind",
    "Size",
    "counting_words",
    "judge",
    "kind_of",
    "load_problems",
    "parse_count",
    "reasons",
    "solve",
    "value_of",
]

"""Measures the Gomoku engine: nodes per CPU second, and the time to find wins by fours."""

from __future__ import annotations

import time

from tesuji.games import Position, make
from tesuji.lessons import load_puzzles
from tesuji.search import Budget, Search
from tesuji.theory.gomoku import find_vcf

NODES = 150_000
"""Nodes of one search."""
_OPENINGS = ("H8 H9 I9 G7 J10 I8", "H8 I9 G9 G10 F8 H10 I7 F7", "H8 I8 H10 G9 J9 H7 F10 I10")


def measure(rounds: int) -> dict[str, dict[str, float | None]]:
    """Measures nodes per CPU second on two boards, and the mean milliseconds of a win by fours."""
    figures = {
        f"gomoku-{size}": max(_nodes_per_second(size) for _ in range(rounds)) for size in (15, 20)
    }
    results: dict[str, dict[str, float | None]] = {
        board: {"nodes_per_second": rate, "vcf_mean_ms": None} for board, rate in figures.items()
    }
    results["puzzles"] = {
        "nodes_per_second": None,
        "vcf_mean_ms": min(_vcf_milliseconds() for _ in range(rounds)),
    }
    return results


def _nodes_per_second(size: int) -> float:
    nodes, began = 0, time.process_time()
    for moves in _OPENINGS:
        position: Position = make("gomoku", size=size).initial().play(moves)
        nodes += Search(position, "gomoku", seed=1).run(Budget(nodes=NODES)).nodes
    return nodes / (time.process_time() - began)


def _vcf_milliseconds() -> float:
    """Returns the mean CPU time of a win by fours among the puzzles, tree included."""
    positions = [puzzle.position for puzzle in load_puzzles() if puzzle.kind == "vcf"]
    began = time.process_time()
    wins = sum(find_vcf(position).is_win for position in positions)
    spent = time.process_time() - began
    assert wins == len(positions)
    return 1000 * spent / len(positions)

"""Measures how fast Dots and Boxes is solved: the full tables, then empty boards by search.

Run it with ``python benchmarks/dots_and_boxes_solver.py [--threads N] [--memory MB] [BOARD ...]``;
without boards it takes those that are solved in seconds. 4x4 takes minutes and wants 4096 MB.
``--reach 4x5 --left 26 28 30`` asks instead how the work grows with the lines that are left on a
board that is too large to be solved from the beginning.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from tesuji import core
from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.games.options import read_size
from tesuji.search import Budget
from tesuji.theory.dots_and_boxes import Structure, solve

TABLES = [(1, 7), (2, 3), (2, 4), (3, 3)]
BOARDS = ["2x5", "3x4", "2x6"]
LATE_POSITIONS = 10
ATTEMPTS = 200
"""Random games that look for a quiet position: a large board may have none with few lines left."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="megabytes")
    parser.add_argument("--all-moves", action="store_true", help="solve every opening, too")
    parser.add_argument("--reach", metavar="BOARD", help="late positions of this board instead")
    parser.add_argument("--left", type=int, nargs="+", default=[26, 28, 30], help="lines left")
    parser.add_argument("--seconds", type=float, help="for each position of --reach")
    chosen = parser.parse_args()
    if chosen.reach:
        if min(chosen.left) < 0:
            parser.error("--left cannot be negative")
        reach(chosen)
    else:
        solve_boards(chosen)


def solve_boards(chosen: argparse.Namespace) -> None:
    """Solves full tables, empty boards, and late positions of 4x4."""
    budget = Budget(memory=chosen.memory << 20)
    print(f"{'full table':24}{'entries':>14}{'seconds':>10}")
    for rows, columns in TABLES:
        start = time.perf_counter()
        table = core.dots_and_boxes_table(core.DotsAndBoxesRules(rows, columns))
        seconds = time.perf_counter() - start
        print(f"{f'{rows}x{columns}':24}{len(table):>14,}{seconds:>10.3f}")

    print(f"\n{'search from empty':24}{'nodes':>14}{'seconds':>10}{'value':>7}")
    for board in chosen.boards:
        game = DotsAndBoxes(*read_size("dots-and-boxes", board, rectangular=True))
        found = solve(game.initial(), budget, threads=chosen.threads, all_moves=chosen.all_moves)
        print(f"{board:24}{found.nodes:>14,}{found.seconds:>10.2f}{found.value:>7}", flush=True)

    print(f"\n{'4x4, 24 lines left':24}{'nodes':>14}{'seconds':>10}{'value':>7}")
    game = DotsAndBoxes(4, 4)
    dice = random.Random(1)
    for number in range(LATE_POSITIONS):
        position = quiet_position(game, game.num_moves - 24, dice)
        found = solve(position, budget, threads=chosen.threads)
        name = f"random position {number}"
        print(f"{name:24}{found.nodes:>14,}{found.seconds:>10.2f}{found.value:>7}")


def reach(chosen: argparse.Namespace) -> None:
    """Counts the nodes for late positions of a large board, by the number of lines left."""
    budget = Budget(memory=chosen.memory << 20, seconds=chosen.seconds)
    game = DotsAndBoxes(*read_size("dots-and-boxes", chosen.reach, rectangular=True))
    print(f"{'lines left':>10}{'solved':>8}{'median nodes':>16}{'most nodes':>16}{'seconds':>10}")
    for left in chosen.left:
        dice = random.Random(1)
        positions = [
            quiet_position(game, game.num_moves - left, dice) for _ in range(LATE_POSITIONS)
        ]
        found = [
            solve(position, budget, threads=chosen.threads, all_moves=False)
            for position in positions
        ]
        nodes = [solution.nodes for solution in found]
        solved = sum(solution.value is not None for solution in found)
        seconds = sum(solution.seconds for solution in found)
        print(
            f"{left:>10}{solved:>5} of {LATE_POSITIONS}{statistics.median(nodes):>13,.0f}"
            f"{max(nodes):>16,}{seconds:>10.1f}",
            flush=True,
        )


def quiet_position(game: DotsAndBoxes, drawn: int, dice: random.Random) -> DotsAndBoxesPosition:
    """Returns a position in which nobody has given anything away: the hardest ones to solve."""
    most = 0
    for _ in range(ATTEMPTS):
        position = game.initial()
        while len(position.lines) < drawn and (safe := Structure.of(position).safe_lines):
            position = position.after(dice.choice(sorted(safe)))
        if len(position.lines) == drawn:
            return position
        most = max(most, len(position.lines))
    raise TesujiError(
        f"no quiet position of {game.spec} with {game.num_moves - drawn} lines left was found: "
        f"the fewest that were left are {game.num_moves - most}"
    )


if __name__ == "__main__":
    run(main)

"""Makes the file of Gomoku puzzles: positions of engine games with a forced win, or proven none.

    python tools/tune_gomoku.py play games.txt --games 2000 --nodes 3000
    python benchmarks/gomoku_threats.py games.txt src/tesuji/lessons/gomoku_puzzles.txt

Of each game one position of a kind is taken at most. Wins take five plies or more; in positions
without a win the player to move has threats to try, and every one of them was tried.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.games.gomoku import GomokuPosition
from tesuji.lessons import Puzzle
from tesuji.lessons.gomoku_puzzles import write_puzzle
from tesuji.search import Budget, ProofStatus
from tesuji.theory.gomoku import find_vcf, find_vct, threats

SHORTEST = 5
"""Plies of a win."""
VCF_BUDGET = Budget(nodes=20_000, memory=4 << 20)
VCT_BUDGET = Budget(nodes=4_000, memory=4 << 20)
FEWEST_THREATS = 3
"""Points where the player to move makes a four or three in a position without a win."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games_file", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", default="freestyle")
    parser.add_argument("--each", type=int, default=275, help="wins by fours, and by threats")
    arguments = parser.parse_args()
    wanted = {"vcf": arguments.each, "vct": arguments.each, "none": 2 * arguments.each}
    found: dict[str, list[Puzzle]] = {kind: [] for kind in wanted}
    seen: set[GomokuPosition] = set()
    for line in arguments.games_file.read_text(encoding="ascii").splitlines():
        _, opening, *moves = map(int, line.split())
        for puzzle in puzzles_of(opening, moves, arguments.rules):
            if len(found[puzzle.kind]) < wanted[puzzle.kind] and puzzle.position not in seen:
                seen.add(puzzle.position)
                found[puzzle.kind].append(puzzle)
        print({kind: len(puzzles) for kind, puzzles in found.items()}, end="\r", flush=True)
        if all(len(found[kind]) >= count for kind, count in wanted.items()):
            break
    header = "# kind rules size plies moves; made by benchmarks/gomoku_threats.py\n"
    lines = [write_puzzle(puzzle) for kind in wanted for puzzle in found[kind]]
    write_atomically(arguments.out, (header + "\n".join(lines) + "\n").encode("ascii"))
    print()


def puzzles_of(opening: int, moves: list[int], rules: str) -> list[Puzzle]:
    """Returns the first position of each kind in the last part of the game, where there is one."""
    position = make("gomoku", rules=rules).initial()
    found: dict[str, Puzzle] = {}
    for ply, move in enumerate(moves[:-1]):
        if ply >= max(opening, len(moves) - 16):
            kind, plies = kind_of(position)
            if kind is not None and kind not in found:
                found[kind] = Puzzle(kind, rules, plies, tuple(moves[:ply]))
        if not position.is_legal(move):
            break
        position = position.after(move)
    return list(found.values())


def kind_of(position: GomokuPosition) -> tuple[str | None, int]:
    """Returns the kind of puzzle and the plies of its win; None if it is no puzzle."""
    own = [threat for threat in threats(position) if threat.player == position.to_move]
    if len(own) < FEWEST_THREATS:
        return None, 0
    vcf = find_vcf(position, budget=VCF_BUDGET)
    if vcf.is_win:
        return ("vcf", vcf.plies) if vcf.plies >= SHORTEST else (None, 0)
    if vcf.status is not ProofStatus.NO_FORCING_WIN:
        return None, 0
    vct = find_vct(position, budget=VCT_BUDGET)
    if vct.is_win:
        return ("vct", vct.plies) if vct.plies >= SHORTEST and vct.tree is not None else (None, 0)
    return ("none", 0) if vct.status is ProofStatus.NO_FORCING_WIN else (None, 0)


if __name__ == "__main__":
    run(main)

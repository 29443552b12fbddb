"""Measures what the engine finds in Torus: who wins, how long games last, where it likes to play.

    python benchmarks/torus_findings.py torus:nodes=20000 --games 60

The player plays against itself from the empty board, each game with another seed. For every move
of the first twelve the nearest stones of both colours are looked at, across the seams: "two to the
side and one up" means that some stone stands a knight's move away. What a move at random would
give is counted beside it, on the same positions.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

from tesuji.cli import run
from tesuji.games import Position, Side, make
from tesuji.match import derived_seed
from tesuji.players import make_player
from tesuji.theory.torus import WinSearch

EARLY = 12
KINDS = {
    (0, 1): "beside",
    (1, 1): "diagonal",
    (0, 2): "one apart",
    (1, 2): "two to the side and one up",
    (2, 2): "two apart on a diagonal",
}


def offsets(position: Position, move: int, colours: tuple[int, ...]) -> set[tuple[int, int]]:
    """Returns the distances from `move` to the stones of these colours, shorter side first."""
    stones: list[int] = position.stones  # type: ignore[attr-defined]
    size = round(len(stones) ** 0.5)
    found = set()
    for point, stone in enumerate(stones):
        if stone in colours:
            down = abs(point // size - move // size)
            right = abs(point % size - move % size)
            near = sorted((min(down, size - down), min(right, size - right)))
            found.add((near[0], near[1]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("spec", help="the player, e.g. torus:nodes=20000")
    parser.add_argument("--size", default="9")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = make("torus", size=given.size)
    wins, lengths = Counter[int](), []
    chosen: dict[str, Counter[str]] = {"own": Counter(), "any": Counter()}
    legal: dict[str, Counter[str]] = {"own": Counter(), "any": Counter()}
    moves_seen = legal_seen = 0
    second: Counter[str] = Counter()
    wins_seen: Counter[int] = Counter()
    for number in range(given.games):
        position: Any = game.initial()
        seed = derived_seed(given.seed, number)
        players = [make_player(given.spec, game, seed=seed + side) for side in (0, 1)]
        for player in players:
            player.start(game, position)
        first_win = None
        while not position.is_over:
            move = players[position.to_move].choose(position).move
            assert move is not None
            if first_win is None and len(position.moves) > 4:
                report = WinSearch().run(position, None, nodes=20_000, tree=True)
                if report.status.value == "proven":
                    first_win = len(report.line)
            ply = len(position.moves)
            if ply == 1:
                (near,) = offsets(position, move, (0, 1))
                second[KINDS.get(near, f"{near[0]}, {near[1]}")] += 1
            if 2 <= ply < EARLY:
                for whose in chosen:
                    colours = (0, 1) if whose == "any" else (int(position.to_move),)
                    for near in offsets(position, move, colours) & KINDS.keys():
                        chosen[whose][KINDS[near]] += 1
                    for other in position.legal_moves():
                        for near in offsets(position, other, colours) & KINDS.keys():
                            legal[whose][KINDS[near]] += 1
                moves_seen += 1
                legal_seen += len(position.legal_moves())
            position = position.after(move)
        wins[position.outcome.winner] += 1
        lengths.append(len(position.moves))
        wins_seen[first_win or 0] += 1
    lengths.sort()
    shares = {
        whose: {
            kind: {
                "engine": round(chosen[whose][kind] / moves_seen, 3),
                "random": round(legal[whose][kind] / legal_seen, 3),
            }
            for kind in KINDS.values()
        }
        for whose in chosen
    }
    result = {
        "spec": given.spec,
        "game": game.spec,
        "games": given.games,
        "first player won": wins[Side.FIRST],
        "length": {
            "median": lengths[len(lengths) // 2],
            "shortest": lengths[0],
            "longest": lengths[-1],
        },
        "second move": dict(second.most_common()),
        "moves 3 to 12 with a stone at that distance": shares,
        "length of the first forced win seen": dict(sorted(wins_seen.items())),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    run(main)

"""Measures what levels of Go with a network of KataGo lose in a move, by a stronger search.

    python -m benchmarks.shape_levels --judge katago:net=katago-b15,sims=10 [--sizes 9 13 19]

Each level plays against itself; every move is judged as in a review. The levels are those of
``players/levels.json`` that play so where the user has such a network.
"""

from __future__ import annotations

import argparse

from tesuji.analysis import review_game
from tesuji.cli import run
from tesuji.games import Position, make
from tesuji.players import make_player
from tesuji.players.levels import levels_of
from tesuji.search import SearchReport


def mean_loss(size: int, spec: str, judge: str, plies: int, seed: int) -> tuple[float, float, int]:
    """Points lost in a move, share of moves that lose more than five, and how many moves."""
    game = make("go", size=size)
    position: Position = game.initial()
    moves: list[int] = []
    with make_player(spec, game, seed=seed) as player, make_player(judge, game, seed=1) as thinker:
        while len(moves) < plies and not position.is_over:
            move = player.choose(position).move
            assert move is not None
            moves.append(move)
            position = position.after(move)

        def search(where: Position) -> SearchReport:
            thinker.start(game, where)
            report = thinker.choose(where).report
            assert isinstance(report, SearchReport)
            return report

        lost = [one.points_lost or 0.0 for one in review_game(game.initial(), moves, search)]
    return sum(lost) / len(lost), sum(one > 5 for one in lost) / len(lost), len(lost)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--judge", required=True, help="spec of the player that counts points")
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 13, 19])
    parser.add_argument("--games", type=int, default=2)
    given = parser.parse_args()
    print("| level | player | board | points a move | more than 5 | moves |")
    print("|---|---|---|---|---|---|")
    for size in given.sizes:
        for level in levels_of("go"):
            if level.taken is None:
                continue
            rows = [
                mean_loss(size, level.taken, given.judge, round(0.5 * size * size), seed)
                for seed in range(given.games)
            ]
            moves = sum(row[2] for row in rows)
            points = sum(row[0] * row[2] for row in rows) / moves
            large = sum(row[1] * row[2] for row in rows) / moves
            words = f"{points:.2f} | {100 * large:.0f} % | {moves}"
            print(f"| {level.title} | {level.taken} | {size}×{size} | {words} |", flush=True)
    return 0


if __name__ == "__main__":
    run(main)

"""Makes the table of versions: networks of Dots and Boxes against others and each other, by seat.

For each network: how many of the moves of its own games are right by the exact table, with search
and without; and how many games it wins as first and as second against each opponent. With
--against-each-other the networks also play each other. On 3x3 the second player wins with perfect
play, so one seat alone says little. Games begin with random lines, the same for all.

    python benchmarks/dots_and_boxes_versions.py RUN/networks/000*.onnx --sims 100 --exact 0
    python benchmarks/dots_and_boxes_versions.py dots-and-boxes-3 mcts:sims=100 solver --json
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.games import Side, make
from tesuji.learning.alphazero.measurement import measure_optimality, network_player
from tesuji.match import MatchResult, run_match
from tesuji.networks.network import Network
from tesuji.networks.shipped import find

OPPONENTS = ("random", "mcts:sims=100", "solver")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("networks", nargs="+", help="ONNX files or runs; then opponents")
    parser.add_argument("--sims", type=int, default=100, help="of the networks")
    parser.add_argument("--exact", type=int, help="lines that are settled exactly; none: as usual")
    parser.add_argument("--games", type=int, default=40, help="against each, both seats together")
    parser.add_argument("--openings", type=int, default=2, help="random lines at the start")
    parser.add_argument("--own-games", type=int, default=40, help="compared with the table")
    parser.add_argument("--against-each-other", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    try:
        paths, opponents = _sorted_out(chosen.networks)
        rows = [_row(path, paths, opponents or OPPONENTS, chosen) for path in paths]
    except TesujiError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if chosen.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        truth = row["truth"]
        print(
            f"{row['network']}: {truth['optimal']:.1%} lose no box ({truth['raw_optimal']:.1%} "
            f"without search), {truth['keep']:.1%} keep the result ({truth['raw_keep']:.1%}), "
            f"{truth['boxes_lost']:.3f} boxes lost per move over {truth['positions']} positions"
        )
        for match in row["matches"]:
            first, second = match["first"], match["second"]
            print(
                f"    {match['opponent']:34} first {first['wins']}-{first['draws']}-"
                f"{first['losses']}  second {second['wins']}-{second['draws']}-{second['losses']}"
            )


def _sorted_out(words: list[str]) -> tuple[list[Path], list[str]]:
    """Networks, which are files or have names that exist, and players, which are the rest."""
    paths, players = [], []
    for word in words:
        try:
            paths.append(find(word))
        except TesujiError:
            players.append(word)
    return paths, players


def _row(path: Path, others: list[Path], opponents: Any, chosen: argparse.Namespace) -> Any:
    game = make("dots-and-boxes", size=3)
    more = {} if chosen.exact is None else {"exact": chosen.exact}
    own = network_player(path, chosen.sims, **more)
    specs = {spec: spec for spec in opponents}
    if chosen.against_each_other:
        specs |= {o.stem: network_player(o, chosen.sims, **more) for o in others if o != path}

    def match(opponent: str, games: int) -> MatchResult:
        return run_match(
            game,
            own,
            opponent,
            games=games,
            opening_plies=chosen.openings,
            seed=chosen.seed,
            workers=0,
        )

    own_games = match(own, chosen.own_games)
    truth = measure_optimality(
        game, Network.load(path), [(played.moves, played.opening) for played in own_games.games]
    )
    matches = []
    for name, spec in specs.items():
        result = match(spec, chosen.games)
        matches.append(
            {
                "opponent": name,
                "first": result.tally_as(Side.FIRST).as_dict(),
                "second": result.tally_as(Side.SECOND).as_dict(),
            }
        )
    return {"network": path.stem, "truth": asdict(truth) if truth else None, "matches": matches}


if __name__ == "__main__":
    run(main)

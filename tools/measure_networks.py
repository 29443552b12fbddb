"""Writes into the recipe of a network that comes with Tesuji how strong exactly that file is.

    python tools/measure_networks.py go-7 mcts:sims=400 --sims 400 --games 100
    python tools/measure_networks.py go-7 mcts:sims=400 --result match.json

Plays a match of the network against each player named, both seats, from random openings, and keeps
the sums in the recipe's "strength" with the checksum of the file; a match that was played by
`tesuji match --json` before is taken over with --result. Figures of another file are dropped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games.registry import parse_spec
from tesuji.learning.alphazero.measurement import network_player
from tesuji.match import run_match
from tesuji.search.network import find, read_info


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", help="its name, e.g. go-7, or a file")
    parser.add_argument("opponents", nargs="+", help="player specs")
    parser.add_argument("--sims", type=int, default=400, help="of the network")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--openings", type=int, default=2, help="random moves at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--result", type=Path, help="what tesuji match --json printed")
    parser.add_argument("--began-with", help="the command that made the weights it began with")
    chosen = parser.parse_args()
    path = find(chosen.network)
    file = path.with_suffix(".json")
    recipe = json.loads(file.read_text(encoding="utf-8"))
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    known = [one for one in recipe.get("strength", []) if one["sha256"] == checksum]
    for opponent in chosen.opponents:
        sums = _read(chosen.result) if chosen.result else _play(path, opponent, chosen)
        entry = {
            "opponent": opponent,
            "simulations": chosen.sims,
            "openings": chosen.openings,
            "seed": chosen.seed,
            "games": sums["wins"] + sums["draws"] + sums["losses"],
            **{key: sums[key] for key in ("wins", "draws", "losses", "score", "first", "second")},
            "sha256": checksum,
        }
        same = ("opponent", "simulations", "openings")
        known = [one for one in known if any(one[key] != entry[key] for key in same)]
        known.append(entry)
        print(json.dumps(entry))
        recipe["strength"] = known
        write_atomically(file, (json.dumps(recipe, indent=2) + "\n").encode())
    if chosen.began_with:
        recipe["began_with"] = chosen.began_with
        write_atomically(file, (json.dumps(recipe, indent=2) + "\n").encode())


def _play(path: Path, opponent: str, chosen: argparse.Namespace) -> dict[str, Any]:
    result = run_match(
        parse_spec(read_info(path).spec),
        network_player(path, chosen.sims),
        opponent,
        games=chosen.games,
        opening_plies=chosen.openings,
        seed=chosen.seed,
        workers=chosen.workers,
    )
    return result.as_dict()


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    run(main)

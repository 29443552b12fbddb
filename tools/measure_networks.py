"""Measures what a network has learnt, and writes it into the recipe beside the file.

    python tools/measure_networks.py go --board size=9 --games 40
    python tools/measure_networks.py go --board size=9 --who aided --against mcts:{limit}

Each row is a match over both seats of one of five players:

    alone            the network and its search: no exact leaves, no search for wins by threats
    aided            with the aids that the player has by default
    policy           the network's first choice, without any search
    untrained        as `alone`, by a twin of the network with random weights
    untrained-aided  as `aided`, by that twin

Without --against the first three and the aided twin play the twin or each other: `alone` and
`policy` against `untrained`, `aided` against `untrained-aided`. What the twin reaches with the same
aids has not been learnt. In --against, {limit} stands for the limit of this row (equal time, equal
simulations), and alone, aided, ... for these players. Rows of another file are dropped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.games import Game, parse_spec
from tesuji.learning.alphazero.quantize import quantize_by_playing
from tesuji.learning.alphazero.shipping import untrained_twin
from tesuji.learning.common.shipping import recipe_file
from tesuji.match import run_match
from tesuji.networks.network import read_info
from tesuji.networks.shipped import find

_ALONE = "exact_plies=0,proof=0"
_USUAL_OPPONENTS = {
    "alone": "untrained",
    "policy": "untrained",
    "aided": "untrained-aided",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", help="its name, e.g. go, or a file with a recipe beside it")
    parser.add_argument("--board", default="", help="options of the game, e.g. size=9,komi=7.5")
    parser.add_argument("--who", nargs="+", choices=["alone", "aided", "policy"])
    parser.add_argument("--against", nargs="+", help="player specs; none: the untrained twin")
    parser.add_argument("--limit", default="seconds=0.25", help="of ours: seconds=S or sims=N")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--openings", type=int, default=2, help="random moves at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    path = find(given.network)
    game = parse_spec(f"{read_info(path).game}:{given.board}")
    with tempfile.TemporaryDirectory() as folder:
        twin = Path(folder, "untrained.onnx")
        data = untrained_twin(path, game)
        is_small = read_info(path).info.get("precision") == "int8"
        twin.write_bytes(quantize_by_playing(data, game) if is_small else data)
        players = _players(path, twin, given.limit)
        for who in given.who or list(_USUAL_OPPONENTS):
            for opponent in given.against or [_USUAL_OPPONENTS[who]]:
                _measure(path, game, players, who, opponent, given)


def _players(path: Path, twin: Path, limit: str) -> dict[str, str]:
    """Returns the specs of the players that rows name."""
    return {
        "alone": f'alphazero:net="{path}",{limit},{_ALONE}',
        "aided": f'alphazero:net="{path}",{limit}',
        "policy": f'alphazero:net="{path}",sims=1,{_ALONE}',
        "untrained": f'alphazero:net="{twin}",{limit},{_ALONE}',
        "untrained-aided": f'alphazero:net="{twin}",{limit}',
    }


def _measure(
    path: Path,
    game: Game,
    players: dict[str, str],
    who: str,
    opponent: str,
    given: argparse.Namespace,
) -> None:
    """Plays one row and keeps it in the recipe."""
    spec = players.get(opponent, opponent.replace("{limit}", given.limit))
    result = run_match(
        game,
        players[who],
        spec,
        games=given.games,
        opening_plies=given.openings,
        seed=given.seed,
        workers=given.workers,
    )
    sums = result.as_dict()
    if any(sums["failures"]["a"]) or any(sums["failures"]["b"]):
        raise TesujiError(f"a player failed: {sums['failure_texts']}")
    row = {
        "board": game.spec,
        "who": who,
        "limit": "sims=1" if who == "policy" else given.limit,
        "opponent": opponent,
        "openings": given.openings,
        "seed": given.seed,
        "games": len(result.games),
        "different_games": len({tuple(one.moves) for one in result.games}),
        **{key: sums[key] for key in ("wins", "draws", "losses", "score", "first", "second")},
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    print(json.dumps(row), flush=True)
    _keep(recipe_file(path), row)


def _keep(recipe_file: Path, row: dict[str, Any]) -> None:
    recipe = json.loads(recipe_file.read_text(encoding="utf-8"))
    same = ("board", "who", "limit", "opponent", "openings")
    rows = [
        old
        for old in recipe.get("strength", [])
        if "who" in old  # rows from before had neither a board nor a twin beside them
        and old["sha256"] == row["sha256"]
        and any(old[key] != row[key] for key in same)
    ]
    recipe["strength"] = [*rows, row]
    write_atomically(recipe_file, (json.dumps(recipe, indent=2) + "\n").encode())


if __name__ == "__main__":
    run(main)

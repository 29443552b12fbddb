"""Players of Tesuji as Black against GNU Go, each game with another seed of both.

The pattern player with three handicap stones on 9x9 (GNU Go at its default level), and the
evolved player on 5x5:

    python benchmarks/evolution_gnugo.py --player pattern --size 9 --handicap 3 --komi 0.5
    python benchmarks/evolution_gnugo.py --player evolved --size 5 --komi 5.5 --games 20

Every game is a line of the file `--log`; the same command goes on where it was stopped. Several
commands may share the games among them, each with another `--first`.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
from pathlib import Path
from typing import Any

from tesuji.cli import run
from tesuji.games import Side, make
from tesuji.games.go import Go, GoPosition
from tesuji.players import make_player

GNUGO = "gnugo --mode gtp --chinese-rules --capture-all-dead --never-resign"
LONGEST = 400
"""Plies after which a game is counted as it stands."""


def main() -> None:
    """Plays the games that are not in the log yet, and prints the share that was won."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="pattern", help="who plays Black, as a spec")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--handicap", type=int, default=0, help="stones of Black; 0 for none")
    parser.add_argument("--komi", type=float, default=0.5)
    parser.add_argument("--games", type=_positive, default=200)
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--gnugo", default=GNUGO, help="the command, without its seed")
    parser.add_argument("--log", type=Path, default=Path("gnugo-games.jsonl"))
    chosen = parser.parse_args()
    game = make("go", size=chosen.size, komi=chosen.komi, rules="chinese")
    assert isinstance(game, Go)
    settings = [chosen.player, chosen.gnugo, game.spec, chosen.handicap]
    seeds = range(chosen.first, chosen.first + chosen.games)
    for seed in seeds:
        if seed in _played(chosen.log, settings):
            continue
        result = _play(game, chosen.player, chosen.gnugo, chosen.handicap, seed)
        with chosen.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"settings": settings, "seed": seed, **result}) + "\n")
    played = _played(chosen.log, settings)
    games = [played[seed] for seed in seeds]
    won = sum(line["result"].startswith("B") for line in games)
    low, high = _wilson(won, len(games))
    print(
        json.dumps(
            {
                "settings": settings,
                "games": len(games),
                "won": won,
                "share": round(won / len(games), 3),
                "interval_95": [round(low, 3), round(high, 3)],
                "different_games": len({tuple(line["moves"]) for line in games}),
            },
            indent=2,
        )
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("there has to be one game")
    return number


def _played(log: Path, settings: list[Any]) -> dict[int, dict[str, Any]]:
    """Returns the games of the log with these settings, by their seeds."""
    if not log.exists():
        return {}
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return {line["seed"]: line for line in lines if line["settings"] == settings}


def _play(game: Go, player: str, gnugo: str, handicap: int, seed: int) -> dict[str, Any]:
    """Plays one game; returns its result as in records, and its moves."""
    with (
        make_player(player, game, seed=seed) as ours,
        make_player(f"gtp:timeout=600,cmd={_found(gnugo)} --seed {seed}", game) as theirs,
    ):
        players = {Side.FIRST: ours, Side.SECOND: theirs}
        position = game.handicap(handicap) if handicap else game.initial()
        for each in players.values():
            each.start(game, position)
        moves: list[str] = []
        while not position.is_over and len(moves) < LONGEST:
            move = players[position.to_move].choose(position).move
            assert move is not None, "GNU Go was told never to resign"
            after = position.play(move)
            for each in players.values():
                each.observe(position, move, after)
            moves.append(game.format_move(move))
            position = after
    assert isinstance(position, GoPosition)
    return {"result": str(position.score()), "moves": moves}


def _found(gnugo: str) -> str:
    """Returns the command with GNU Go's path; Debian's is often outside of PATH."""
    program, _, options = gnugo.partition(" ")
    place = shutil.which(program) or shutil.which(program, path="/usr/games") or program
    return f"{place} {options}"


def _wilson(won: int, games: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    return middle - half, middle + half


if __name__ == "__main__":
    run(main)

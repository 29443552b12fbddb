"""Measures what the temperature player gains over another from endgames of Go, in points of area.

    python benchmarks/go_endgame_player.py mcts:seconds=0.3 --seconds 0.3 --positions 20

A game of tree search against itself is played until, dead stones taken off, every undecided region
can be counted exactly and a move is worth more than a neutral point. From there both players play
it out, each with both colours: the gain is half of the difference between the two results.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics

from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.go import Go, GoPosition
from tesuji.players import Player, make_player
from tesuji.search import Budget
from tesuji.theory.go_endgames.analysis import analyse_regions, covers_everything
from tesuji.theory.go_endgames.living import without_dead_stones

RANDOM_PLIES = 6
FEWEST_PLIES = 36
COUNTING_SECONDS = 0.1
"""Within which all regions of a start have to be proven."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rival", help="a player spec, e.g. mcts:seconds=0.3")
    parser.add_argument("--seconds", type=float, default=0.3, help="of the temperature player")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--size", default="9")
    parser.add_argument("--sims", type=int, default=200, help="of the games that lead there")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.positions < 1:
        raise TesujiError("there has to be one position")
    game = make("go", size=arguments.size)
    assert isinstance(game, Go)
    ours = f"temperature:seconds={arguments.seconds}"
    gains: list[float] = []
    for number in range(arguments.positions):
        start = endgame(game, arguments.sims, arguments.seed + number)
        results = [
            play_out(game, start, *pair, seed=arguments.seed + number)
            for pair in ((ours, arguments.rival), (arguments.rival, ours))
        ]
        gains.append((results[0] - results[1]) / 2)
        print(
            json.dumps({"plies": start.num_played, "results": results, "gain": gains[-1]}),
            flush=True,
        )
    error = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else None
    better, worse = (sum(sign * gain > 0 for gain in gains) for sign in (1, -1))
    print(
        json.dumps(
            {
                "positions": len(gains),
                "points_gained": round(statistics.mean(gains), 3),
                "standard_error": None if error is None else round(error, 3),
                "better": better,
                "worse": worse,
            }
        )
    )


def endgame(game: Go, sims: int, seed: int) -> GoPosition:
    """Returns the first position of a game that is an endgame to be counted."""
    for attempt in range(100):
        dice = random.Random(f"{seed} {attempt}")
        position = game.initial()
        assert isinstance(position, GoPosition)
        with make_player(f"mcts:sims={sims}", game, seed=dice.randrange(1 << 30)) as player:
            while position.outcome is None:
                if position.num_played >= FEWEST_PLIES and is_counted_endgame(position):
                    return position
                if position.num_played < RANDOM_PLIES:
                    move = dice.choice([m for m in position.legal_moves() if m != game.pass_move])
                else:
                    move = chosen(player, position)
                position = position.after(move)
    raise TesujiError("no game came to an endgame that can be counted; try another --seed")


def is_counted_endgame(position: GoPosition) -> bool:
    living = without_dead_stones(position)
    if not living.is_clear or not covers_everything(living.position):
        return False
    reports, known = analyse_regions(living.position, Budget(seconds=COUNTING_SECONDS))
    return known and any(report.temperature > 1 for report in reports)


def chosen(player: Player, position: GoPosition) -> int:
    move = player.choose(position).move
    assert move is not None, f"{player.name} resigned"
    return move


def play_out(game: Go, position: GoPosition, black: str, white: str, *, seed: int) -> float:
    """Returns Black's area less White's at the end of the game."""
    players: list[Player] = [make_player(spec, game, seed=seed) for spec in (black, white)]
    for player in players:
        player.start(game, position)
    while position.outcome is None:
        move = chosen(players[position.to_move], position)
        after = position.after(move)
        for player in players:
            player.observe(position, move, after)
        position = after
    for player in players:
        player.close()
    score = position.score()
    return float(score.black - score.white)


if __name__ == "__main__":
    run(main)

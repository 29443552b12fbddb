"""Measures how often Tesuji's search and KataGo's own prefer the same move, with the same network.

    python -m benchmarks.katago_choices NETWORK.bin.gz --katago PROGRAM [--positions 200]

Positions are from games that the network plays against itself, each move drawn from its policy.
Both programs search each with so many visits; KataGo does it twice, with two seeds, since it turns
the board by chance before it asks the network. What counts is how often the first choices agree.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.katago_program import running
from tesuji.cli import run
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.networks.katago import KataGoNetwork
from tesuji.players import make_player

SIZES = {9: 0.5, 13: 0.25, 19: 0.25}
"""Boards, and their share of the positions."""
RULES = {
    "ko": "SIMPLE",
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
    "friendlyPassOk": False,
}
"""Chinese rules as Tesuji plays them: passing twice ends the game with all stones alive."""
PER_GAME = 5


def positions(network: KataGoNetwork, size: int, count: int, seed: int) -> list[list[str]]:
    """Returns the moves that lead to each position."""
    dice = np.random.default_rng(seed)
    inputs = network.inputs()
    found: list[list[str]] = []
    while len(found) < count:
        position = make("go", size=size, rules="chinese", komi=7.5).initial()
        moves: list[str] = []
        wanted = set(dice.integers(4, round(0.75 * size * size), PER_GAME).tolist())
        while not position.is_over and len(moves) < max(wanted):
            assert isinstance(position, GoPosition)
            logits = network.judgements(inputs.encode(position)[None]).policy[0]
            legal = np.array(position.legal_moves())
            shares = np.exp(logits[legal] - logits[legal].max())
            move = int(dice.choice(legal, p=shares / shares.sum()))
            moves.append(position.game.format_move(move))
            position = position.after(move)
            if len(moves) in wanted and not position.is_over:
                found.append(list(moves))
    return found[:count]


def own_choice(spec: str, size: int, moves: list[str]) -> str:
    game = make("go", size=size, rules="chinese", komi=7.5)
    position = game.initial().play(" ".join(moves))
    with make_player(spec, game) as player:
        move = player.choose(position).move
    assert move is not None
    return str(game.format_move(move))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("--katago", type=Path, required=True, help="KataGo's own program")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--visits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--options", default="", help="more of the player, such as c=1.2")
    given = parser.parse_args()
    network = KataGoNetwork.load(given.network)
    names = ("KataGo again", "fp32", "int8")
    hits = dict.fromkeys(names, 0)
    total = 0
    for size, share in SIZES.items():
        games = positions(network, size, round(share * given.positions), given.seed + size)
        with (
            running(given.katago, given.network, seed="one", size=size) as one,
            running(given.katago, given.network, seed="two", size=size) as two,
        ):
            for moves in games:
                coloured = [("BW"[i % 2], move) for i, move in enumerate(moves)]
                first, second = (
                    program.analyse(size, coloured, given.visits, rules=RULES, wideRootNoise=0)[
                        "moveInfos"
                    ][0]["move"]
                    for program in (one, two)
                )
                spec = f"katago:net={given.network},sims={given.visits},seed=1"
                more = f",{given.options}" if given.options else ""
                said = [second] + [
                    own_choice(f"{spec},precision={precision}{more}", size, moves)
                    for precision in ("fp32", "int8")
                ]
                total += 1
                for name, move in zip(names, said, strict=True):
                    hits[name] += move.upper() == first.upper()
        row = ", ".join(f"{name} {count}" for name, count in hits.items())
        print(f"up to {size}×{size}: of {total} first choices of KataGo: {row}", flush=True)
    for name, count in hits.items():
        print(f"{name}: {100 * count / total:.1f} %")
    return 0


if __name__ == "__main__":
    run(main)

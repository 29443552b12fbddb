"""Makes the games on which networks of KataGo are measured before they run in eight bits.

    python tools/make_calibration_games.py --net katago-b15 --out games.txt

A network of KataGo plays against itself on boards of several sizes and draws its moves from its
policy. A line is the size of the board and the moves.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tesuji.cli import run
from tesuji.files import write_atomically
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.networks.katago import KataGoNetwork, store

BOARDS = ((19, 220, 3), (13, 120, 2), (9, 64, 3), (7, 42, 2), (5, 24, 2))
"""Size, longest game, and how many games."""
TEMPERATURE = 1.1


def play(network: KataGoNetwork, size: int, longest: int, dice: np.random.Generator) -> str:
    position = make("go", size=size).initial()
    inputs = network.inputs()
    words = [str(size)]
    while not position.is_over and len(words) <= longest:
        assert isinstance(position, GoPosition)
        logits = network.judgements(inputs.encode(position)[None]).policy[0]
        legal = np.array(position.legal_moves())
        shares = np.exp((logits[legal] - logits[legal].max()) / TEMPERATURE)
        move = int(dice.choice(legal, p=shares / shares.sum()))
        words.append(position.game.format_move(move))
        position = position.after(move)
    return " ".join(words)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--net", default=None, help="which network plays; none: the first")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    network = store.load_shared(store.find(given.net))
    dice = np.random.default_rng(given.seed)
    lines = [
        play(network, size, longest, dice) for size, longest, games in BOARDS for _ in range(games)
    ]
    write_atomically(given.out, "".join(f"{line}\n" for line in lines).encode())
    return 0


if __name__ == "__main__":
    run(main)

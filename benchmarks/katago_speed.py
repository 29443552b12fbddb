"""Measures how many positions a second KataGo's networks judge on one core, here and there.

    python benchmarks/katago_speed.py NETWORK.bin.gz... [--katago PROGRAM]

Seconds are those of computing, so that what else the machine does counts little. Here a position is
encoded and judged, one at a time; KataGo's own program, if given (its Eigen back end, one thread),
searches with so many visits.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from benchmarks.katago_program import running
from tesuji.cli import run
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.networks.katago import KataGoNetwork, store

SIZES = (9, 13, 19)
MOVES = {9: "E5 C3 G7 G3 C7", 13: "D4 K10 D10 K4 G7", 19: "Q16 D4 Q4 D16 R14 C6"}


def position_on(size: int) -> GoPosition:
    position = make("go", size=size, rules="chinese").initial().play(MOVES[size])
    assert isinstance(position, GoPosition)
    return position


def per_second(network: KataGoNetwork, size: int, seconds: float) -> float:
    """Positions encoded and judged in a second of computing."""
    position, inputs = position_on(size), network.inputs()
    count, begun = -2, time.process_time()  # the first ones reserve memory
    while time.process_time() - begun < seconds or count < 4:
        if count == 0:
            begun = time.process_time()
        network.judgements(inputs.encode(position)[None])
        count += 1
    return count / (time.process_time() - begun)


def katago_per_second(program: Path, network: Path, size: int, seconds: float) -> float:
    """Visits in a second of computing of KataGo's own program."""
    moves = [("BW"[i % 2], move) for i, move in enumerate(MOVES[size].split())]
    with running(program, network, size=size) as katago:
        katago.analyse(size, moves, 2)
        before = katago.cpu_seconds()
        katago.analyse(size, moves, 12)
        probe = max(katago.cpu_seconds() - before, 0.02) / 10
        visits = max(30, min(3000, round(seconds / probe)))
        before = katago.cpu_seconds()
        katago.analyse(size, moves[:-1], visits)
        return visits / (katago.cpu_seconds() - before)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("networks", type=Path, nargs="+")
    parser.add_argument("--katago", type=Path, help="KataGo's own program")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    given = parser.parse_args()
    print("| network | board | KataGo | fp32 | int8 |\n|---|---|---|---|---|")
    for path in given.networks:
        for size in SIZES:
            own = ""
            if given.katago is not None:
                own = f"{katago_per_second(given.katago, path, size, given.seconds):.1f}"
            rates = [
                per_second(store.load_shared(path, precision), size, given.seconds)
                for precision in ("fp32", "int8")
            ]
            numbers = " | ".join(f"{rate:.1f}" for rate in rates)
            print(f"| {path.name} | {size}×{size} | {own} | {numbers} |", flush=True)
    return 0


if __name__ == "__main__":
    run(main)

"""Compares what Tesuji makes of a network of KataGo with what KataGo's own program says.

    python benchmarks/katago_agreement.py NETWORK.bin.gz ANSWERS.json [--precision int8]

The answers are those of ``kata-raw-nn 0``: a list of positions with ``size``, ``rules``, ``komi``,
``moves`` from the empty board, and ``raw``. It prints the largest differences and their means. In
eight bits, where nobody expects the same digits, no limit is held to.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tesuji.cli import run
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.networks.katago import KataGoNetwork, store


class Differences(NamedTuple):
    """Between two judgements of one position."""

    policy: float
    chances: float
    lead: float
    """In points."""
    ownership: float


LIMITS = Differences(policy=0.002, chances=0.002, lead=0.05, ownership=0.01)
"""What the two programs may differ by; they add 32-bit numbers in different orders."""


def position_of(answer: dict[str, Any]) -> GoPosition:
    """Returns the position that an answer is about."""
    game = make("go", size=answer["size"], rules=answer["rules"], komi=answer["komi"])
    position = game.initial()
    for _, move in answer["moves"]:
        position = position.play(move)
    assert isinstance(position, GoPosition)
    return position


def differences(network: KataGoNetwork, answer: dict[str, Any]) -> Differences:
    """Returns how far Tesuji's judgement is from `answer`."""
    position, raw = position_of(answer), answer["raw"]
    found = network.judge(
        position,
        # KataGo's Tromp-Taylor rules allow suicide; its Chinese ones take a pass as an offer.
        suicide=answer["rules"] == "tromp-taylor",
        friendly_pass=answer["rules"] == "chinese",
    )
    told = [number for row in raw["policy"] for number in row] + [raw["policyPass"]]
    legal = np.array([number is not None for number in told])
    logits = np.where(legal, found.policy[0], -np.inf)
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    wanted = np.array([number or 0.0 for number in told])
    is_white = position.to_move == 1
    sign = 1 if is_white else -1
    chances = (found.win, found.loss) if is_white else (found.loss, found.win)
    by_white = [*(float(chance[0]) for chance in chances), float(found.no_result[0])]
    said = [raw["whiteWin"], raw["whiteLoss"], raw["noResult"]]
    return Differences(
        policy=float(np.abs(shares - wanted).max()),
        chances=max(abs(one - other) for one, other in zip(by_white, said, strict=True)),
        lead=abs(sign * float(found.lead[0]) - raw["whiteLead"]),
        ownership=float(
            np.abs(sign * found.ownership[0] - np.array(raw["whiteOwnership"]).ravel()).max()
        ),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--precision", choices=["fp32", "int8"], default="fp32")
    given = parser.parse_args()
    network = store.load_shared(given.network, given.precision)
    answers = json.loads(given.answers.read_text(encoding="utf-8"))
    rows = [differences(network, answer) for answer in answers]
    print(f"{network.name}, version {network.version}, {network.precision}, {len(rows)} positions")
    largest = Differences(*(max(column) for column in zip(*rows, strict=True)))
    means = Differences(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))
    for name, most, mean, limit in zip(Differences._fields, largest, means, LIMITS, strict=True):
        print(f"  {name:10} {most:.6f}, {mean:.6f} on average  (limit {limit})")
    if network.precision == "int8":
        return 0
    return int(any(most > limit for most, limit in zip(largest, LIMITS, strict=True)))


if __name__ == "__main__":
    run(main)

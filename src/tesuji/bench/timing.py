"""Taking turns: two programs measured in alternating rounds, so that noise hits both."""

from __future__ import annotations

import time
from collections.abc import Callable

ROUND_SECONDS = 0.2
"""CPU seconds of one round."""

Work = Callable[[int], int]
"""Does as many pieces of work as it is told; says how many units (games, simulations) it did."""


def alternate(ours: Work, peer: Work | None, rounds: int) -> dict[str, float | None]:
    """Units of work per CPU second of each, the best of `rounds`, and their ratio."""
    our_batch = _batch_size(ours)
    peer_batch = _batch_size(peer) if peer else 0
    our_rate = peer_rate = 0.0
    for _ in range(rounds):
        our_rate = max(our_rate, _rate(ours, our_batch))
        if peer:
            peer_rate = max(peer_rate, _rate(peer, peer_batch))
    return {
        "tesuji": our_rate,
        "open_spiel": peer_rate if peer else None,
        "ratio": our_rate / peer_rate if peer else None,
    }


def _batch_size(work: Work) -> int:
    """How much work fills one round."""
    batch = 1
    while True:
        start = time.process_time()
        work(batch)
        spent = time.process_time() - start
        if spent > ROUND_SECONDS / 8:
            return max(1, round(batch * ROUND_SECONDS / spent))
        batch *= 4


def _rate(work: Work, batch: int) -> float:
    start = time.process_time()
    done = work(batch)
    return done / (time.process_time() - start)

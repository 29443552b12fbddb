"""Measures two programs in alternating rounds, so that noise affects both."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

ROUND_SECONDS = 0.2
"""CPU seconds of one round."""

Work = Callable[[int], int]
"""Does the given amount of work; returns the units (games, simulations) done."""


def alternate(ours: Work, peer: Work | None, rounds: int) -> dict[str, float | None]:
    """Returns units of work per CPU second of each, the best of `rounds`, and their ratio."""
    works = {"tesuji": ours} if peer is None else {"tesuji": ours, "open_spiel": peer}
    rates = best_rates(works, rounds)
    peer_rate = rates.get("open_spiel")
    return {
        "tesuji": rates["tesuji"],
        "open_spiel": peer_rate,
        "ratio": rates["tesuji"] / peer_rate if peer_rate else None,
    }


def best_rates(works: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """Returns units of work per CPU second of each, the best of `rounds` alternating rounds."""
    batches = {name: _batch_size(work) for name, work in works.items()}
    rates = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            rates[name] = max(rates[name], _rate(work, batches[name]))
    return rates


def _batch_size(work: Work) -> int:
    """Returns how much work fills one round."""
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

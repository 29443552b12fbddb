"""Taking turns: two programs measured in alternating rounds, so that noise hits both."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

ROUND_SECONDS = 0.2
"""CPU seconds of one round."""

Work = Callable[[int], int]
"""Does as many pieces of work as it is told; says how many units (games, simulations) it did."""


def alternate(ours: Work, peer: Work | None, rounds: int) -> dict[str, float | None]:
    """Units of work per CPU second of each, the best of `rounds`, and their ratio."""
    works = {"tesuji": ours} if peer is None else {"tesuji": ours, "open_spiel": peer}
    rates = best_rates(works, rounds)
    peer_rate = rates.get("open_spiel")
    return {
        "tesuji": rates["tesuji"],
        "open_spiel": peer_rate,
        "ratio": rates["tesuji"] / peer_rate if peer_rate else None,
    }


def best_rates(works: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """Units of work per CPU second of each, the best of `rounds` in which they take turns."""
    batches = {name: _batch_size(work) for name, work in works.items()}
    rates = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            rates[name] = max(rates[name], _rate(work, batches[name]))
    return rates


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

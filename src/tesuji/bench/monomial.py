"""Measures roll-outs of the monomial players, beside the 200 per second of their thesis."""

from __future__ import annotations

from typing import Any

from tesuji import core
from tesuji.bench.timing import Work, alternate
from tesuji.games import make

THESIS_RATE = 200
"""Roll-outs of at most 30 moves a second (Garcia 2020, 2.1.2)."""
DEPTH = 30


def measure(rounds: int) -> dict[str, dict[str, float | None]]:
    """Measures roll-outs of at most 30 plies per CPU second from the empty board."""
    results: dict[str, dict[str, float | None]] = {}
    for size in (15, 19):
        start = make("gomoku", size=size).initial()
        for version in (1, 2):
            search = core.GomokuMonomial(version=version, rollout_plies=DEPTH, seed=1)
            rate = alternate(_rollouts(search, start), None, rounds)["tesuji"]
            assert rate is not None
            results[f"gomoku-{size}, version {version}"] = {
                "tesuji": rate,
                "thesis": THESIS_RATE,
                "ratio": rate / THESIS_RATE,
            }
    return results


def _rollouts(search: Any, start: Any) -> Work:
    def work(games: int) -> int:
        search.rollouts(start, games)
        return games

    return work

"""Measures tree search with random rollouts from the empty board, on one core."""

from __future__ import annotations

import time
from typing import Any

from tesuji.bench.boards import BOARDS, load_peer
from tesuji.bench.timing import Work, alternate
from tesuji.games import Position
from tesuji.search import Budget, Search

SIMULATIONS = 2000
"""Simulations of one search, as a player would spend on a move."""
THREADED_SECONDS = 0.5


def measure(rounds: int) -> dict[str, dict[str, float | None]]:
    """Measures simulations per CPU second for each board, beside OpenSpiel's C++ search.

    ``two_threads`` is the ratio of simulations that two threads make in the same time.
    """
    results = {}
    for board in BOARDS:
        peer = load_peer(board.peer)
        start = board.game.initial()
        results[board.key] = alternate(
            _our_search(start), _peer_search(peer) if peer is not None else None, rounds
        )
        results[board.key]["two_threads"] = _gain_of_two_threads(start, rounds)
    return results


def _our_search(start: Position) -> Work:
    def work(searches: int) -> int:
        for seed in range(searches):
            Search(start, "mcts", seed=seed).run(Budget(simulations=SIMULATIONS))
        return searches * SIMULATIONS

    return work


def _peer_search(game: Any) -> Work:
    import pyspiel

    start = game.new_initial_state()

    def work(searches: int) -> int:
        for seed in range(searches):
            rollout = pyspiel.RandomRolloutEvaluator(1, seed)
            search = pyspiel.MCTSBot(game, rollout, 1.4, SIMULATIONS, 256, True, seed, False)
            search.step(start)
        return searches * SIMULATIONS

    return work


def _gain_of_two_threads(start: Position, rounds: int) -> float:
    best = {1: 0.0, 2: 0.0}
    for _ in range(rounds):
        for threads in best:
            began = time.perf_counter()
            search = Search(start, "mcts", seed=1, threads=threads)
            report = search.run(Budget(seconds=THREADED_SECONDS))
            rate = report.simulations / (time.perf_counter() - began)
            best[threads] = max(best[threads], rate)
    return best[2] / best[1]

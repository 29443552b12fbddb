"""Measures self-play in Go 9x9, with a network of 4 blocks of 64 channels and by the recipe."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from tesuji.bench.mctx_peer import load_peer
from tesuji.bench.networks import random_residual
from tesuji.bench.timing import Work, best_rates
from tesuji.games import make
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import BoardsConfig, read_config
from tesuji.learning.alphazero.quantize import own_positions, quantize, quantize_by_playing
from tesuji.learning.alphazero.self_player import SelfPlayer
from tesuji.networks.network import Floats, Network
from tesuji.networks.shipped import find
from tesuji.search.self_play import SelfPlay, SelfPlayGame, SelfPlayOptions

SECTION = "selfplay"

BLOCKS, CHANNELS = 4, 64
GAMES = 64
"""Played at once, so that a batch has as many positions."""
SIMULATIONS = 32
WALL_SECONDS = 1.0
"""Of one round of workers side by side."""
_CALIBRATION = 512
_WARM_UP, _MEASURED = 12.0, 24.0
"""Seconds of processor time for games of the recipe."""
_NO_LIMIT = 2**31 - 1
_GAME = make("go", size=9)


def measure(rounds: int) -> dict[str, float | None]:
    """Measures positions evaluated per CPU second by the pool of games, beside its bound and peers.

    ``raw`` is the network alone, called repeatedly with one batch; ``share_of_raw`` is the pool's
    share of it. ``mctx_ratio`` compares simulations per CPU second with mctx, pgx and JAX, if they
    are installed. ``two_workers`` is the speed-up of two workers over one, not counting time in
    which other programs had the processor. ``games_per_core_hour`` is the rate of the usual recipe
    of `tesuji train` with the shipped network, without training.
    """
    data = random_residual(_GAME, blocks=BLOCKS, channels=CHANNELS)
    planes = own_positions(Network.from_bytes(data), _GAME, _CALIBRATION)
    small = quantize(data, planes)
    works: dict[str, Work] = {
        "raw": _raw(data, planes),
        "pool": _pool(data),
        "int8_raw": _raw(small, planes),
        "int8_pool": _pool(small),
    }
    peer = load_peer(BLOCKS, CHANNELS)
    if peer is not None:
        works["mctx"] = peer
    rates = best_rates(works, rounds)
    mctx = rates.get("mctx")
    return {
        "share_of_raw": rates["pool"] / rates["raw"],
        "evals_per_second": rates["pool"],
        "raw_evals_per_second": rates["raw"],
        "int8_share_of_raw": rates["int8_pool"] / rates["int8_raw"],
        "int8_evals_per_second": rates["int8_pool"],
        "int8_raw_evals_per_second": rates["int8_raw"],
        "mctx_simulations_per_second": mctx,
        "mctx_ratio": rates["pool"] / mctx if mctx else None,
        "mctx_ratio_int8": rates["int8_pool"] / mctx if mctx else None,
        "two_workers": _gain_of_two_workers(data, rounds),
        "games_per_core_hour": _games_per_core_hour(),
    }


def _games_per_core_hour() -> float:
    network = find("go", to_play=False).read_bytes()
    config = read_config(_GAME, every_size=False).self_play
    player = SelfPlayer(boards_of(_GAME, BoardsConfig()), config, seed=1)
    small = quantize_by_playing(network, _GAME)
    ended = 0

    def count(_: SelfPlayGame) -> None:
        nonlocal ended
        ended += 1

    def play(seconds: float) -> float:
        """Plays for at least `seconds` of processor time."""
        began = time.process_time()
        player.play(small, _NO_LIMIT, lambda: time.process_time() - began > seconds, count)
        return time.process_time() - began

    play(_WARM_UP)  # until games end at a steady rate
    ended = 0
    seconds = play(_MEASURED)
    return 3600 * ended / seconds


def _new_pool(seed: int) -> SelfPlay:
    options = SelfPlayOptions(simulations=SIMULATIONS)
    return SelfPlay(_GAME, options, games_at_once=GAMES, seed=seed)


def _raw(data: bytes, planes: Floats) -> Work:
    network = Network.from_bytes(data)
    batch = planes[-GAMES:]

    def work(batches: int) -> int:
        for _ in range(batches):
            network(batch)
        return batches * len(batch)

    return work


def _pool(data: bytes) -> Work:
    network = Network.from_bytes(data)
    pool = _new_pool(1)

    def work(batches: int) -> int:
        before = pool.evaluations
        for _ in range(batches):
            pool.step(network)
        return pool.evaluations - before

    return work


def _gain_of_two_workers(data: bytes, rounds: int) -> float:
    works = [_pool(data), _pool(data)]
    rates = {1: 0.0, 2: 0.0}
    for _ in range(rounds):
        for workers in rates:
            rates[workers] = max(rates[workers], _side_by_side(works[:workers]))
    return rates[2] / rates[1]


def _side_by_side(works: list[Work]) -> float:
    """Runs each in a thread for `WALL_SECONDS`; returns their total units per second."""
    rates = [0.0] * len(works)
    end = time.perf_counter() + WALL_SECONDS

    def run(number: int) -> None:
        began = time.perf_counter() - _seconds_in_queue()
        done = 0
        while time.perf_counter() < end:
            done += works[number](1)
        rates[number] = done / (time.perf_counter() - _seconds_in_queue() - began)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rates)


def _seconds_in_queue() -> float:
    """Returns the seconds this thread has waited for a busy processor; 0 if unknown.

    Waiting for locks, including the GIL, does not count, since that is not due to other programs.
    """
    try:
        text = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_text()
    except OSError:
        return 0.0
    return int(text.split()[1]) / 1e9

"""Self-play on a real Ray cluster of two nodes, one of which is killed in mid-run."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tesuji.games import make
from tesuji.learning.alphazero.config import read_config
from tesuji.learning.alphazero.game_files import read_games
from tesuji.learning.alphazero.progress import Limits, Status
from tesuji.learning.alphazero.ray_backend import RayBackend
from tesuji.learning.alphazero.runner import Machine, create_run, work_on

ray = pytest.importorskip("ray")
pytest.importorskip("torch")
cluster_utils = pytest.importorskip("ray.cluster_utils")

pytestmark = pytest.mark.slow


def test_a_run_survives_the_death_of_a_node(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = read_config(
        game,
        "smoke",
        None,
        [
            "bootstrap.games=4",
            "bootstrap.simulations=20",
            "self_play.games=24",
            "self_play.games_at_once=8",
            "measurement.every=2",
        ],
    )
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second: Any = cluster.add_node(num_cpus=1)
    try:
        cluster.wait_for_nodes()
        run = create_run(tmp_path / "run", game, config, seed=1)
        killed: list[int] = []

        def watch(status: Status) -> None:
            if (
                not killed
                and status.phase == "self-play"
                and status.generation == 1
                and status.done
            ):
                killed.append(status.done)
                cluster.remove_node(second, allow_graceful=False)
                cluster.add_node(num_cpus=1)  # and another one joins

        machine = Machine(backend="ray", address=cluster.address)
        progress = work_on(run, limits=Limits(2), machine=machine, watch=watch)
        assert killed
        assert progress.generation == 2
        assert progress.core_seconds > 0
        for generation, least in ((0, 4), (1, 24), (2, 24)):
            games = read_games(run.path("state", "games", f"{generation:04d}.npz"))
            assert len(games) >= least
        kinds = [line["kind"] for line in run.metrics()]
        assert kinds.count("measurement") >= 1
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_dead_actors_are_replaced_and_new_nodes_are_used(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = read_config(game, "smoke", None, ["bootstrap.simulations=2000"])
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    backend = None
    try:
        backend = RayBackend(game, config, 1, None, cluster.address)
        played: list[Any] = []
        grown: list[int] = []

        def on_game(one: Any) -> None:
            played.append(one)
            if len(played) == 1:
                ray.kill(backend._actors[0])
                cluster.add_node(num_cpus=1)
            grown.append(len(backend._actors))
            time.sleep(0.05)

        backend.self_play(None, 40, 7, on_game, lambda: False)
        assert len(played) >= 40
        assert backend.replaced == 1
        assert max(grown) == 2
        assert backend.core_seconds > 0  # what the actors have spent is told with their games
    finally:
        if backend is not None:
            backend.close()
        ray.shutdown()
        cluster.shutdown()

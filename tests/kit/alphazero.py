"""What tests of whole runs share: small configs, runs that are finished, a network for any size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tesuji.games import Game
from tesuji.learning.alphazero.config import Config, NetworkConfig, read_config
from tesuji.learning.alphazero.progress import Limits
from tesuji.learning.alphazero.runner import Machine, create_run, work_on
from tesuji.learning.common.runs import Run
from tesuji.networks.layout import Layout
from tesuji.networks.network import NetworkInfo

HERE = Machine(workers=0)


def smoke(game: Game, *overrides: str) -> Config:
    return read_config(game, "smoke", None, ["measurement.every=0", *overrides])


def finished(
    folder: Path, game: Game, config: Config, generations: int, seed: int = 1, **more: Any
) -> Run:
    run = create_run(folder, game, config, seed, more.pop("game_file", None))
    work_on(run, limits=Limits(generations), machine=HERE, **more)
    return run


def any_size_network(game: Game) -> bytes:
    from tesuji.learning.alphazero.networks import make_network
    from tesuji.learning.alphazero.onnx_export import to_onnx

    network = make_network(Layout.of(game), NetworkConfig(blocks=1, channels=4)).eval()
    return to_onnx(network, NetworkInfo.for_boards([game]))

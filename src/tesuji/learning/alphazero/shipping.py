"""Exports the best network of a run, with the recipe that made it.

A recipe lists the commands that make the network from scratch, with their costs. A run that started
from the network of another recipe extends that list.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Game, make
from tesuji.learning.alphazero.boards import alike, boards_of
from tesuji.learning.alphazero.config import Config, NetworkConfig, read_config
from tesuji.learning.alphazero.progress import Progress
from tesuji.learning.alphazero.quantize import quantize_by_playing
from tesuji.learning.common.runs import Run, RunError
from tesuji.learning.common.shipping import best_network_of, recipe_of, ship_files
from tesuji.networks.layout import Layout
from tesuji.networks.network import Network, NetworkInfo, read_info

PRESET = "laptop"
_CALIBRATION = 2048
"""Positions on which the ranges of a network in eight bits are measured."""


def ship(run: Run, folder: Path, stem: str | None = None, *, int8: bool = False) -> Path:
    """Writes the best network of `run` to ``folder/GAME.onnx``, and its recipe as JSON.

    A network trained on a single size is called ``GAME-SIZE``; `stem` replaces either name. With
    `int8` the network is also written in eight bits, as ``GAME.int8.onnx``, which plays about three
    times as fast; the other is for further training. The recipe has the commands that repeat the
    run and their costs, its seed and whole config, and the last measured figures.
    """
    about = run.description
    if about.kind != "alphazero":
        raise RunError(f"{run.name} was not made by 'tesuji train': it has no network to ship")
    data = best_network_of(run)
    network = Network.load(run.best_network)
    game = make(about.game, **about.options)
    measured = [line for line in run.metrics() if line.get("kind") == "measurement"]
    progress = Progress.of(run)
    generation = network.info.generation
    step = {
        "command": command_of(run, game, generation),
        "version": about.version,
        "core_hours": round(progress.core_seconds / 3600, 2),
        "games": progress.games,
        "positions": progress.positions,
    }
    recipe = {
        "steps": [*about.config.get("earlier", []), step],
        "seed": about.seed,
        "generation": generation,
        "measured": measured[-1] if measured else None,
        "config": {key: part for key, part in about.config.items() if key != "earlier"},
    }
    has_many = bool(about.config.get("boards", {}).get("variants"))
    usual = about.game if has_many else f"{about.game}-{about.options.get('size', '')}"
    small = None
    if int8:
        boards = boards_of(game, config_in(about.config).boards)
        games = {group[0].game for group in alike(boards)}
        small = quantize_by_playing(data, *games, positions=_CALIBRATION)
    return ship_files(folder, stem or usual, data, recipe, small)


def config_in(plain: Mapping[str, Any]) -> Config:
    """Returns the config stored in the description of a run."""
    sections = {field.name for field in dataclasses.fields(Config)}
    return Config.from_dict({key: part for key, part in plain.items() if key in sections})


def command_of(run: Run, game: Game, generation: int) -> str:
    """Returns the command that starts such a run, with ``--set`` for changes of the preset."""
    about = run.description
    actual = config_in(about.config)
    every_size = bool(actual.boards.variants)
    usual = read_config(game, PRESET, every_size=every_size)
    words = ["tesuji train", _board(game, every_size), f"--seed {about.seed}"]
    words.append(f"--generations {generation}")
    if about.config.get("start_from"):
        words.append("--start-from NETWORK_ABOVE")
    for section in dataclasses.fields(Config):
        before, after = getattr(usual, section.name), getattr(actual, section.name)
        for item in dataclasses.fields(before):
            value = getattr(after, item.name)
            if value != getattr(before, item.name):
                words.append(f"--set {section.name}.{item.name}={_toml(value)}")
    return " ".join(words)


def _board(game: Game, every_size: bool) -> str:
    """Returns the game as an argument of the command, without size if the run had many."""
    if not every_size:
        return game.spec
    name, _, options = game.spec.partition(":")
    others = [part for part in options.split(",") if not part.startswith(("size=", "komi="))]
    return f"{name}:{','.join(others)}" if others else name


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, separators=(",", ":"))


def earlier_steps(start: Path) -> list[dict[str, Any]]:
    """Returns the steps that made an initial network; empty if they are not known."""
    recipe = recipe_of(start) if start.suffix == ".onnx" else None
    steps: list[dict[str, Any]] = (recipe or {}).get("steps", [])
    return steps


def untrained_twin(network: Path, game: Game, seed: int = 0) -> bytes:
    """Returns the ONNX file of an equal network with random weights."""
    recipe = recipe_of(network)
    if recipe is None:
        raise TesujiError(f"there is no recipe beside {network}, which says how it is built")
    config = Config.from_dict({"network": recipe["config"]["network"]}, f"the recipe of {network}")
    return untrained(config.network, network, game, seed)


def untrained(config: NetworkConfig, network: Path, game: Game, seed: int = 0) -> bytes:
    """Returns the ONNX file of a network with random weights, read in the same way as `network`."""
    import torch

    from tesuji.learning.alphazero.networks import make_network
    from tesuji.learning.alphazero.onnx_export import to_onnx

    torch.manual_seed(seed)
    twin = make_network(Layout.of(game), config).eval()
    facts = {key: read_info(network).info.get(key) for key in ("score_weight", "score_scale")}
    known = {key: value for key, value in facts.items() if value is not None}
    if twin.plays_any_size:
        return to_onnx(twin, NetworkInfo.for_boards([game], 0, **known))
    return to_onnx(twin, NetworkInfo.for_game(game, 0, **known))

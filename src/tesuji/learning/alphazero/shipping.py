"""A network on its own: the best one of a run as a file, with the recipe that made it beside it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from tesuji.files import write_atomically
from tesuji.games import Game, make
from tesuji.learning.alphazero.config import Config, read_config
from tesuji.learning.alphazero.quantize import quantize_by_playing
from tesuji.learning.runs import Run, RunError
from tesuji.search.network import Network

PRESET = "laptop"


def ship(run: Run, folder: Path, stem: str | None = None, *, int8: bool = False) -> Path:
    """Writes the best network of `run` to ``folder/GAME-SIZE.onnx``, and its recipe as JSON.

    `stem` replaces ``GAME-SIZE``; with `int8` the network is written in eight bits, which takes a
    quarter of the space. The recipe has the command that repeats the run, its seed and whole
    config, and the last figures that were measured.
    """
    about = run.description
    if about.kind != "alphazero":
        raise RunError(f"{run.name} was not made by 'tesuji train': it has no network to ship")
    best = run.path("networks", "best.onnx")
    if not best.exists():
        raise RunError(f"{run.name} has no network yet")
    network = Network.load(best)
    game = make(about.game, **about.options)
    measured = [line for line in run.metrics() if line.get("kind") == "measurement"]
    recipe = {
        "command": command_of(run, game, network.info.generation),
        "seed": about.seed,
        "version": about.version,
        "generation": network.info.generation,
        "precision": "int8" if int8 else "float32",
        "measured": measured[-1] if measured else None,
        "config": about.config,
    }
    stem = stem or "-".join((about.game, str(about.options.get("size", ""))))
    target = folder / f"{stem}.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    data = best.read_bytes()
    write_atomically(target, quantize_by_playing(data, game) if int8 else data)
    write_atomically(target.with_suffix(".json"), (json.dumps(recipe, indent=2) + "\n").encode())
    return target


def command_of(run: Run, game: Game, generation: int) -> str:
    """The command that begins such a run: what differs from the preset is said by ``--set``."""
    about = run.description
    words = ["tesuji train", game.spec, f"--seed {about.seed}", f"--generations {generation}"]
    usual = read_config(game, PRESET)
    sections = {field.name for field in dataclasses.fields(Config)}
    actual = Config.from_dict({k: v for k, v in about.config.items() if k in sections})
    for section in dataclasses.fields(Config):
        before, after = getattr(usual, section.name), getattr(actual, section.name)
        for item in dataclasses.fields(before):
            value = getattr(after, item.name)
            if value != getattr(before, item.name):
                words.append(f"--set {section.name}.{item.name}={_toml(value)}")
    return " ".join(words)


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, separators=(",", ":"))

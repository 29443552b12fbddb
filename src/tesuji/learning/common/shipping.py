"""Exports a network as a file with its recipe as JSON beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tesuji.files import write_atomically
from tesuji.learning.common.runs import Run, RunError
from tesuji.networks.shipped import EIGHT_BITS


def best_network_of(run: Run) -> bytes:
    """Returns the file of the best network of a run."""
    if not run.best_network.exists():
        raise RunError(f"{run.name} has no network yet")
    return run.best_network.read_bytes()


def ship_files(
    folder: Path, stem: str, network: bytes, recipe: Mapping[str, Any], int8: bytes | None = None
) -> Path:
    """Writes ``folder/stem.onnx`` and its recipe, and ``stem.int8.onnx`` if given."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stem}.onnx"
    write_atomically(target, network)
    if int8 is not None:
        write_atomically(target.with_name(target.stem + EIGHT_BITS), int8)
    write_atomically(recipe_file(target), (json.dumps(recipe, indent=2) + "\n").encode())
    return target


def recipe_file(network: Path) -> Path:
    """Returns the recipe file of a network; the 32-bit and eight-bit versions share it."""
    stem = network.name.removesuffix(EIGHT_BITS).removesuffix(".onnx")
    return network.with_name(f"{stem}.json")


def recipe_of(network: Path) -> dict[str, Any] | None:
    """Returns the recipe beside a network file, if there is one."""
    try:
        found: dict[str, Any] = json.loads(recipe_file(network).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found

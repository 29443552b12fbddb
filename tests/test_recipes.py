"""Every shipped network says how it was made, in a command that exists."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
import typer

from tesuji.cli import build_app
from tools import recipes

RECIPES = recipes.recipes()


def test_every_network_has_a_recipe() -> None:
    networks = {path.stem for path in recipes.NETWORKS.glob("*.onnx")}
    networks |= {path.stem for path in (recipes.NETWORKS / "evolved").glob("*.npz")}
    networks |= {f"{path.stem}-endgames" for path in (recipes.NETWORKS / "endgames").glob("*.onnx")}
    networks |= {f"{path.stem}-rater" for path in (recipes.NETWORKS / "raters").glob("*.npz")}
    assert RECIPES.keys() == networks


@pytest.mark.parametrize("name", RECIPES)
def test_its_command_is_understood(name: str) -> None:
    """Every option is one that the command takes; the seed is among them."""
    program, *words = shlex.split(RECIPES[name])
    assert program == "tesuji"
    assert "--seed" in words
    command: Any = typer.main.get_command(build_app())
    while hasattr(command, "get_command"):  # a group: the next word names one of its commands
        context = command.make_context(command.name or program, [], resilient_parsing=True)
        command = command.get_command(context, words.pop(0))
        assert command is not None
    assert command.make_context(command.name, words).params["seed"] is not None

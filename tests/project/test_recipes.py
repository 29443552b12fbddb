"""Every shipped network and table says how it is made, in commands that exist."""

from __future__ import annotations

import ast
import shlex
import subprocess
import sys
from typing import Any

import pytest
import typer

from tesuji.cli import build_app
from tesuji.cli.commands import with_names_of_today
from tesuji.networks.shipped import EIGHT_BITS
from tools import recipes

RECIPES = recipes.recipes()
DATA = {".onnx", ".npz", ".txt", ".json"}
"""Kinds of files that are made and not written."""
WRITTEN = {"players/levels.json"}
"""Files of these kinds that are written by hand all the same."""
MADE_BY = {
    "players/level_ratings.json": "levels",
    "players/strongest.json": "strongest",
    "analysis/calibration.json": "calibration",
    "lessons/gomoku_puzzles.txt": "gomoku-puzzles",
    "lessons/counting/problems.txt": "counting-problems",
    "networks/katago/calibration_games.txt": "katago-calibration",
}


def test_every_shipped_file_has_a_recipe() -> None:
    for path in recipes.PACKAGE.rglob("*"):
        if path.suffix not in DATA:
            continue
        place = path.relative_to(recipes.PACKAGE)
        if place.as_posix() in WRITTEN:
            continue
        if place.parts[0] != "networks" or place.as_posix() in MADE_BY:
            name = MADE_BY[place.as_posix()]
        else:  # a recipe (JSON) is named as the network beside it
            ending = {"raters": "-rater", "endgames": "-endgames"}.get(place.parts[1], "")
            name = path.name.removesuffix(EIGHT_BITS).removesuffix(path.suffix) + ending
        assert name in RECIPES, place


@pytest.mark.parametrize("name", RECIPES)
def test_its_commands_are_understood(name: str) -> None:
    """Every option is one that the command takes; where chance decides the seed is among them."""
    for step in RECIPES[name]:
        program, *words = shlex.split(step)
        if program == "python":
            check_script(words)
            continue
        assert program == "tesuji"
        assert "--seed" in words
        assert "RUN_ABOVE" not in words
        words = with_names_of_today(words)
        command: Any = typer.main.get_command(build_app())
        while hasattr(command, "get_command"):  # a group: the next word names one of its commands
            context = command.make_context(command.name or program, [], resilient_parsing=True)
            command = command.get_command(context, words.pop(0))
            assert command is not None
        assert command.make_context(command.name, words).params["seed"] is not None


def test_no_two_of_them_are_the_same() -> None:
    assert len({"\n".join(steps) for steps in RECIPES.values()}) == len(RECIPES)


def check_script(words: list[str]) -> None:
    """The script exists, and its options stand in it."""
    place = f"{words[1].replace('.', '/')}.py" if words[0] == "-m" else words[0]
    source = (recipes.ROOT / place).read_text(encoding="utf-8")
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    for word in words:
        if word.startswith("--"):
            assert word in texts, (place, word)


def test_a_network_that_began_with_another_names_its_run() -> None:
    *_, before, last = RECIPES["torus"]
    assert before.endswith("--run torus-3")
    assert "--start-from torus-3 " in last
    assert last.endswith("--run torus")


def test_an_unknown_name_is_a_sentence() -> None:
    ran = subprocess.run(
        [sys.executable, recipes.__file__, "nonesuch"], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith("tesuji: there is no recipe for 'nonesuch'; there are: ")
    assert ran.stderr.count("\n") == 1

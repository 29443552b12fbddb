"""A few of the many command lines that nobody should type; see `tests.kit.hostile_commands`."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer

from tests.kit.hostile_commands import BASE, EXPERIMENTS, cases
from tesuji.cli import build_app


def test_every_command_is_tried() -> None:
    command: Any = typer.main.get_command(build_app())
    assert command.commands.keys() == BASE.keys()
    tried = {case.words[0] for case in cases()}
    assert tried == BASE.keys()
    experiments = command.commands["evolve"].commands
    options = {name: _options(one) for name, one in experiments.items()}
    assert set(options.values()) == {options[name] for name in EXPERIMENTS}


def _options(command: Any) -> frozenset[str]:
    return frozenset(option.opts[0] for option in command.params)


def test_hostile_values_end_in_a_sentence() -> None:
    words = ["-m", "tests.kit.hostile_commands", "--sample", "40", "--without", "evolve", "train"]
    ran = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "40 command lines, 0 complaints" in ran.stdout


@pytest.mark.slow
def test_all_hostile_values_end_in_a_sentence() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.kit.hostile_commands"], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout

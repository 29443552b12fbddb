"""Pages of reference tell everything, and lead nowhere that is not there."""

from __future__ import annotations

import re

from tesuji.cli import build_app
from tesuji.players import player_kinds
from tesuji.players.levels import ratings_of
from tesuji.players.strongest import rankings_of
from tools import reference_pages
from tools.build_docs import ROOT
from tools.strength_page import strength_page


def test_every_command_and_experiment_is_told() -> None:
    import typer

    text = reference_pages.command_line()
    group = typer.main.get_command(build_app())
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        assert f"## `tesuji {name}`" in text
        for inner in getattr(command, "commands", {}):
            assert f"### `tesuji {name} {inner}`" in text
    assert "Options as of `tesuji evolve dots-networks`; usual here: " in text


def test_every_player_is_told() -> None:
    text = reference_pages.players()
    assert all(f"## `{name}`" in text for name in player_kinds())


def test_every_level_and_engine_that_was_measured_is_told() -> None:
    text = strength_page()
    for name in ("torus", "go", "gomoku", "dots-and-boxes"):
        for ranking in rankings_of(name):
            assert f"| `{ranking.board}` | {ranking.seconds:g} |" in text
        for board in ratings_of(name):
            assert all(
                f"| {level} | `{player}` |" in text for level, player in board.players.items()
            )


def test_every_type_of_the_interface_is_told() -> None:
    text = reference_pages.http_interface(ROOT / "web" / "openapi.json")
    told = {name.lower() for name in re.findall(r"(?m)^### (\w+)$", text)}
    assert set(re.findall(r"\(#(\w+)\)", text)) <= told
    for word in ("watch", "unwatch", "analyse", "review", "cancel"):
        assert f"### `{word}`" in text

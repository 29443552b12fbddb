"""The script that holds modules and includes to the direction of flow finds what is against it."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

GAMES = ["dots_and_boxes", "go"]


@pytest.fixture(scope="module")
def flow() -> ModuleType:
    file = Path(__file__).parent.parent / "tools" / "check_flow.py"
    spec = importlib.util.spec_from_file_location("check_flow", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_project_keeps_it(flow: ModuleType) -> None:
    assert [*flow.python_faults(), *flow.cpp_faults()] == []


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("from tesuji.games.go import Go", ["go"]),
        ("def f():\n    from tesuji.games.dots_and_boxes import drawing", ["dots_and_boxes"]),
        ("isinstance(position, core.DotsAndBoxesPosition)", ["dots_and_boxes"]),
        ("core.GoMcts(position)", ["go"]),
        ("if game.name == 'go': pass", ["go"]),
        ("if game.name != 'dots-and-boxes': pass", ["dots_and_boxes"]),
        ("from tesuji.games import make\nmake('go')", []),
        ("from tesuji.games.contract import Game", []),
        ("core.GoLocalSearch", []),
    ],
)
def test_it_sees_who_names_a_game(flow: ModuleType, code: str, named: list[str]) -> None:
    assert [game for _, game in flow.named_games(ast.parse(code), GAMES)] == named


@pytest.mark.parametrize(
    ("module", "game", "belongs"),
    [
        ("tesuji.players.games.go", "go", True),
        ("tesuji.protocols.gtp_go", "go", True),
        ("tesuji.theory.go_endgames.local", "go", True),
        ("tesuji.lessons.counting.check", "go", True),
        ("tesuji.lessons.gomoku_puzzles", "go", False),
        ("tesuji.search.engine", "go", False),
        ("tesuji.theory.dots_and_boxes.solver", "dots_and_boxes", True),
    ],
)
def test_it_knows_what_belongs_to_a_game(
    flow: ModuleType, module: str, game: str, belongs: bool
) -> None:
    assert flow.belongs_to(module, game) == belongs


@pytest.mark.parametrize(
    ("file", "included", "allowed"),
    [
        ("games/contract.hpp", "games/basics.hpp", True),
        ("games/contract.hpp", "games/go/go.hpp", False),
        ("games/go/go.cpp", "games/bitset.hpp", True),
        ("games/go/go.cpp", "search/report.hpp", False),
        ("games/go/knowledge.hpp", "search/report.hpp", True),
        ("games/go/knowledge.hpp", "games/gomoku/gomoku.hpp", False),
        ("games/go/knowledge.hpp", "bindings/game_binding.hpp", False),
        ("games/go/binding.cpp", "bindings/game_binding.hpp", True),
        ("games/all.hpp", "games/go/game.hpp", True),
        ("search/mcts.hpp", "games/contract.hpp", True),
        ("search/mcts.hpp", "games/go/go.hpp", False),
        ("search/mcts.hpp", "games/all.hpp", False),
        ("evolution/arena.hpp", "games/go/go.hpp", True),
        ("evolution/arena.hpp", "theory/go_local/board.hpp", False),
        ("bindings/module.cpp", "games/all.hpp", True),
    ],
)
def test_it_knows_the_order_of_includes(
    flow: ModuleType, file: str, included: str, allowed: bool
) -> None:
    assert flow.may_include(file, included, {"games/go/go.cpp", "games/go/go.hpp"}) == allowed

"""Holds the project to its direction of flow where no linter does.

    python tools/check_flow.py

Python: a module outside ``games/`` does not know which games there are. It names a game (imports
from its folder, uses its classes of the core, compares a name with it) only if it belongs to that
game: the name of the game is in its path, or it stands in `OF_ONE_GAME`.

No two public classes have the same name.

C++: includes follow the table of ``cpp/README.md``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "tesuji"
CORE = ROOT / "cpp"

OF_ONE_GAME = {
    "tesuji.cli.play_count": "go",
    "tesuji.cli.endgame": "go",
    "tesuji.cli.temperature": "go",
    "tesuji.cli.temperature_advice": "go",
    "tesuji.learning.endgames": "go",
    "tesuji.lessons.chain_exercises": "dots_and_boxes",
    "tesuji.lessons.counting": "go",
    "tesuji.networks.katago": "go",
    "tesuji.networks.thesis": "dots_and_boxes",
    "tesuji.players.boxes": "dots_and_boxes",
    "tesuji.players.chains": "dots_and_boxes",
    "tesuji.players.external_gomocup": "gomoku",
    "tesuji.players.greedy": "torus",
    "tesuji.players.katago": "go",
    "tesuji.players.rater": "torus",
    "tesuji.players.temperature": "go",
    "tesuji.players.thesis": "dots_and_boxes",
    "tesuji.protocols.analysis_katago": "go",
    "tesuji.protocols.gomocup_board": "gomoku",
    "tesuji.protocols.gomocup_main": "gomoku",
    "tesuji.protocols.gomocup_swap2": "gomoku",
    "tesuji.protocols.gomocup_thinker": "gomoku",
    "tesuji.protocols.gtp_katago": "go",
    "tesuji.search.ownership": "go",
    "tesuji.server.count_views": "go",
    "tesuji.server.puzzles": "gomoku",
    "tesuji.server.temperature_views": "go",
    "tesuji.studies.garcia": "gomoku",
    "tesuji.studies.mayer_maier": "go",
    "tesuji.studies.toruszero": "torus",
}
"""Modules and packages that serve one game and do not carry its name."""


# -- Python -----------------------------------------------------------------------------------


def game_folders() -> list[str]:
    return sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))


def python_faults() -> Iterator[str]:
    games = game_folders()
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE.parent).with_suffix("")
        module = ".".join(place.parts).removesuffix(".__init__")
        if module.startswith("tesuji.games"):
            continue
        own = {game for game in games if belongs_to(module, game)}
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        for line, game in named_games(tree, games):
            if game not in own:
                where = f"{file.relative_to(ROOT)}:{line}"
                yield f"{where} names {game}: let the game say what it can do instead"


def belongs_to(module: str, game: str) -> bool:
    """Returns whether `module` is about `game` alone."""
    if any(
        f"{module}.".startswith(f"{known}.") and of == game for known, of in OF_ONE_GAME.items()
    ):
        return True
    return any(re.search(rf"(^|_){game}(_|$)", part) for part in module.split("."))


def named_games(tree: ast.AST, games: list[str]) -> Iterator[tuple[int, str]]:
    """Yields (line, game) wherever code names a game; doctests and texts do not count."""
    classes = {"".join(word.title() for word in game.split("_")): game for game in games}
    of_core = re.compile(rf"({'|'.join(classes)})(Position|Rules|Mcts|AlphaBeta|SelfPlay)")
    names = {game.replace("_", "-"): game for game in games}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[:2] == ["tesuji", "games"] and parts[2:] and parts[2] in games:
                yield node.lineno, parts[2]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = of_core.fullmatch(node.attr) if node.value.id == "core" else None
            if found:
                yield node.lineno, classes[found[1]]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Attribute) and side.attr == "name" for side in sides):
                for side in sides:
                    if isinstance(side, ast.Constant) and side.value in names:
                        yield node.lineno, names[str(side.value)]


def name_faults() -> Iterator[str]:
    """Finds public classes with the name of another class."""
    first: dict[str, str] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8"), str(file)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where = f"{file.relative_to(ROOT)}:{node.lineno}"
                if node.name in first:
                    yield f"{where} defines {node.name}, and so does {first[node.name]}"
                first.setdefault(node.name, where)


# -- C++ --------------------------------------------------------------------------------------

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def cpp_faults() -> Iterator[str]:
    files = sorted([*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")])
    rules = rules_files()
    for file in files:
        place = file.relative_to(CORE).as_posix()
        for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
            beside = file.parent / name
            target = (beside if beside.is_file() else CORE / name).resolve()
            if not target.is_file():
                yield f"cpp/{place} includes {name}, which does not exist"
                continue
            other = target.relative_to(CORE).as_posix()
            if not may_include(place, other, rules):
                yield f"cpp/{place} includes {other}, which comes after it: see cpp/README.md"


def rules_files() -> set[str]:
    """Returns the rules of all games: NAME.hpp, NAME.cpp and what these include beside them."""
    found: set[str] = set()
    for folder in (CORE / "games").iterdir():
        waiting = [folder / f"{folder.name}.hpp", folder / f"{folder.name}.cpp"]
        while folder.is_dir() and waiting:
            file = waiting.pop()
            place = file.relative_to(CORE).as_posix()
            if place in found or not file.is_file():
                continue
            found.add(place)
            waiting += [folder / name for name in INCLUDE.findall(file.read_text("utf-8"))]
            waiting += [file.with_suffix(".cpp")]
    return found


def game_of(place: str) -> str | None:
    """Returns the game in whose folder a file stands."""
    parts = place.split("/")
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def may_include(place: str, other: str, rules: set[str]) -> bool:
    """Returns whether the file `place` may include `other`, both given from cpp/."""
    layer, below = place.split("/")[0], other.split("/")[0]
    game, of_game = game_of(place), game_of(other)
    shared = below == "games" and of_game is None and other != "games/all.hpp"
    if layer in {"bindings", "checks"}:
        return True
    if shared:
        return True
    if layer == "games" and game is None:
        return place == "games/all.hpp" and other.endswith("/game.hpp")
    if layer == "search":
        return below == "search"
    if place in rules:
        return other in rules and of_game == game
    if game is not None:
        is_binding = place.endswith("/binding.cpp")
        return of_game == game or below == "search" or (is_binding and below == "bindings")
    if layer == "theory":
        return below in {"theory", "search"} or of_game is not None
    return below == "evolution" or of_game is not None


def main() -> int:
    faults = [*python_faults(), *name_faults(), *cpp_faults()]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

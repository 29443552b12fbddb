"""Loads games from Python files: ``examples/hex.py``, or ``examples/hex.py:size=5``."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from tesuji.errors import SetupError
from tesuji.games.contract import Game
from tesuji.games.registry import forget, make, parse_options, registered_by


def names_file(text: str) -> bool:
    """Returns whether `text` names a Python file and not a game."""
    return text.partition(":")[0].strip().endswith(".py")


def make_from_file(text: str, **options: object) -> Game:
    """Returns the game that a Python file registers, with `options` or those behind a colon.

    The file's folder is added to Python's import path, so that other processes of this program
    find the module too.
    """
    file, _, rest = text.partition(":")
    return make(import_game(file.strip()), **{**options, **parse_options(rest, text)})


def import_game(file: str) -> str:
    """Runs a Python file that registers a game, and returns the name of that game."""
    path = Path(file).resolve()
    if not os.path.isfile(path):
        raise SetupError(f"there is no file {file}")
    _import(path)
    known = registered_by(path)
    if len(known) != 1:
        found = f"registers {', '.join(known)}" if known else "registers no game"
        raise SetupError(f"{file} {found}; it has to register exactly one")
    return known[0]


def import_game_again(file: str) -> str:
    """Runs a Python file that has changed, and returns the name of its game."""
    stem = Path(file).stem
    loaded = sys.modules.get(stem)
    where = getattr(loaded, "__file__", None)
    if where is not None and Path(where).resolve() == Path(file).resolve():
        for name in registered_by(Path(file).resolve()):
            forget(name)
        del sys.modules[stem]
    importlib.invalidate_caches()
    return import_game(file)


def _import(path: Path) -> None:
    if not path.stem.isidentifier():
        raise SetupError(f"{path.name} is not a valid name for a Python module")
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        module = importlib.import_module(path.stem)
    except Exception as error:
        raise SetupError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    where = getattr(module, "__file__", None)
    if where is None or Path(where).resolve() != path:
        raise SetupError(f"there is another module called {path.stem}: {where}; rename {path.name}")

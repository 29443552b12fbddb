"""Registers what some games can do and others cannot, by the name of the game.

A layer that can do something special with some games (explain them, solve them) owns one
`Capability`. The code for a game is in a module named like the game, in a folder of that layer, and
registers itself. The module is loaded when its game is first asked about, so a game costs nothing
while another is played.

>>> greetings: Capability[str] = Capability()
>>> _ = greetings.register("torus", "hello, torus")
>>> greetings.of("torus"), greetings.of("go")
('hello, torus', None)
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
F = TypeVar("F")


class Capability(Generic[T]):
    """Maps the name of a game to its implementation of one ability."""

    def __init__(self, folder: str = "") -> None:
        """`folder` is the package with the modules that register, one per game; may be empty."""
        self._folder = folder
        self._known: dict[str, T] = {}
        self._looked_for: set[str] = set()

    def register(self, game: str, how: T) -> T:
        """Registers the implementation for the game called `game`."""
        self._known[game] = how
        return how

    def decorator(self, game: str) -> Callable[[F], F]:
        """Returns a decorator that registers a function for the game called `game`."""

        def remember(how: F) -> F:
            self.register(game, how)  # type: ignore[arg-type]
            return how

        return remember

    def of(self, game: str) -> T | None:
        """Returns the implementation for the game called `game`, or None if it has none."""
        if game not in self._looked_for:
            module = game.replace("-", "_")
            if self._folder and module.isidentifier():
                self._load(module)
            self._looked_for.add(game)  # not before: another thread may ask at the same time
        return self._known.get(game)

    def _load(self, module: str) -> None:
        """Imports the module of a game, which a small distribution may lack."""
        for name in (self._folder, f"{self._folder}.{module}"):
            if importlib.util.find_spec(name) is None:
                return
        importlib.import_module(f"{self._folder}.{module}")

    def all(self) -> dict[str, T]:
        """Returns all implementations by game; loads the modules of all games."""
        if self._folder:
            folder = importlib.import_module(self._folder)
            for module in pkgutil.iter_modules(folder.__path__):
                importlib.import_module(f"{self._folder}.{module.name}")
        return {name: self._known[name] for name in sorted(self._known)}

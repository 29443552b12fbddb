"""Finds games by name. A game registers itself; there is no list to edit.

Each built-in game is a folder beside this file whose ``__init__`` calls `register`, or a module of
a folder of many small games (`FAMILIES`); it is imported on first use. Your own game may call
`register` too, and is then known to every command that imports its module.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from tesuji.errors import SetupError, TesujiError, quoted
from tesuji.games.contract import Game

Factory = Callable[..., Game]

FAMILIES = ("normal_play",)
"""Folders in which each module is a game, unless its name begins with an underscore."""

_factories: dict[str, Factory] = {}


def register(name: str) -> Callable[[Factory], Factory]:
    """Registers the decorated factory for games called `name`.

    The factory takes keyword arguments, all strings or already of the right type: ``size`` and
    ``rules`` mean the same in all games that have them. Options without a parameter are refused
    before the factory is called. A second game of the same name is refused, too, but a file may
    be loaded again.
    """

    def remember(factory: Factory) -> Factory:
        known = _factories.get(name)
        is_known = known is not None and _source_of(known) != _source_of(factory)
        if is_known or (name in _modules() and not factory.__module__.startswith("tesuji.games.")):
            raise SetupError(f"there is already a game called {quoted(name)}; choose another name")
        _factories[name] = factory
        return factory

    return remember


def forget(name: str) -> None:
    """Removes a game that a file registered; positions of it stay as they are."""
    _factories.pop(name, None)


def names() -> list[str]:
    """Returns the names of all known games."""
    return sorted(_modules().keys() | _factories.keys())


def catalogued() -> list[Game]:
    """Returns the games that can be made without options, in the order of their cards."""
    games = []
    for name in names():
        with contextlib.suppress(TesujiError, TypeError):
            games.append(make(name))
    return sorted(games, key=lambda game: (game.card.order, game.name))


def registered_by(file: Path) -> list[str]:
    """Returns the names of the games that a Python file registered."""
    return sorted(name for name, factory in _factories.items() if _source_of(factory) == file)


def _source_of(factory: Factory) -> Path | str:
    """Returns the file that defines a factory, or else the name of its module."""
    where = getattr(sys.modules.get(factory.__module__), "__file__", None)
    return factory.__module__ if where is None else Path(where).resolve()


def make(name: str, /, **options: object) -> Game:
    """Returns the game called `name` with `options` such as ``size=9`` or ``rules="renju"``.

    >>> make("torus", size=9)
    <torus:size=9>
    """
    if name not in _factories and name in _modules():
        importlib.import_module(_modules()[name])
    if name not in _factories:
        raise SetupError(f"there is no game called {quoted(name)}; there are: {', '.join(names())}")
    factory = _factories[name]
    known = _options_of(factory)
    given = {key: value for key, value in options.items() if value is not None}
    for key in given:
        if key not in known:
            raise SetupError(f"{name} has no option {quoted(key)}; it has: {', '.join(known)}")
    return factory(**given)


def registering_modules() -> tuple[str, ...]:
    """Returns the modules outside Tesuji that registered games."""
    modules = {factory.__module__ for factory in _factories.values()}
    return tuple(sorted(name for name in modules if not name.startswith("tesuji.")))


def parse_spec(spec: str) -> Game:
    """Returns the game that a one-line description such as ``go:size=9,komi=7`` names."""
    name, _, rest = spec.partition(":")
    return make(name.strip(), **parse_options(rest, spec))


def parse_options(text: str, whole: str) -> dict[str, str]:
    """Reads ``"size=9,komi=7"`` into a dictionary; error messages quote `whole`."""
    options: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise SetupError(f"{quoted(part)} in {quoted(whole)} is not of the form name=value")
        options[key.strip()] = value.strip()
    return options


@lru_cache(maxsize=64)
def _options_of(factory: Factory) -> tuple[str, ...]:
    return tuple(inspect.signature(factory).parameters)


@cache
def _modules() -> Mapping[str, str]:
    """Returns the module of each built-in game, by the game's name."""
    package = sys.modules[__name__.rpartition(".")[0]]
    found = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg and module.name not in FAMILIES:
            found[module.name] = f"tesuji.games.{module.name}"
    for family in FAMILIES:
        for path in package.__path__:
            for module in pkgutil.iter_modules([f"{path}/{family}"]):
                if not module.name.startswith("_"):
                    found[module.name] = f"tesuji.games.{family}.{module.name}"
    return {name.replace("_", "-"): module for name, module in found.items()}

"""Finds players by name. A player registers itself; there is no list to edit.

A module of this folder decorates its player class with `register_player`; the modules are
imported on first use. Your own player may do the same in any module, and is then known to
everything in the same program that takes a spec.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from tesuji.errors import quoted
from tesuji.games import Game
from tesuji.players.base import Player
from tesuji.players.options import Option, SpecError, declared

Factory = Callable[[Game, Any], Player]
F = TypeVar("F", bound=Factory)


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A registered kind of player."""

    name: str
    help: str
    """One line for people."""
    options: Mapping[str, Option]
    options_class: type
    factory: Factory
    games: tuple[str, ...] | None = None
    """The names of the games that it plays; None: all of them."""

    @property
    def module(self) -> str:
        """The module that registers this player."""
        return self.factory.__module__

    def spec(self, options: Any) -> str:
        """Writes `options` as a spec: what differs from the defaults, in the order of the help."""
        values = self.values(options)
        parts = [
            f"{option.name}={option.shown(values[option.name])}"
            for option in self.options.values()
            if values[option.name] != option.default or option.required
        ]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def values(self, options: Any) -> dict[str, Any]:
        """Returns the values of `options` by name."""
        return {name: getattr(options, name) for name in self.options}

    def make(self, game: Game, options: Any) -> Player:
        """Returns a player of `game`; raises `SpecError` for a game that it does not play."""
        if self.games is not None and game.name not in self.games:
            raise SpecError(f"{self.name} plays {' and '.join(self.games)} only, not {game.name}")
        return self.factory(game, options)

    def describe_options(self) -> str:
        return ", ".join(option.describe() for option in self.options.values()) or "no options"


_kinds: dict[str, PlayerKind] = {}


def register_player(
    name: str, options: type, *, games: tuple[str, ...] | None = None
) -> Callable[[F], F]:
    """Registers the decorated class or function for players called `name`.

    It is called with the game and an instance of the frozen dataclass `options`, whose fields
    are declared by `tesuji.players.option`. The first line of its docstring is the help. `games`
    lists the games that it plays, if not all.
    """

    def remember(factory: F) -> F:
        lines = (factory.__doc__ or "").strip().splitlines()
        help = lines[0] if lines else ""
        _kinds[name] = PlayerKind(name, help, declared(options), options, factory, games)
        return factory

    return remember


def player_kinds() -> Mapping[str, PlayerKind]:
    """Returns all known players by name, in alphabetical order."""
    _import_built_in()
    return {name: _kinds[name] for name in sorted(_kinds)}


def describe() -> list[dict[str, Any]]:
    """Returns all players with their options, as plain data for help texts and forms."""
    return [
        {
            "name": kind.name,
            "help": kind.help,
            "options": [
                {
                    "name": option.name,
                    "kind": option.kind,
                    "default": option.default,
                    "required": option.required,
                    "help": option.help,
                    "minimum": option.minimum if option.minimum is not None else option.above,
                    "maximum": option.maximum,
                }
                for option in kind.options.values()
            ],
        }
        for kind in player_kinds().values()
    ]


def make_player(spec: str, game: Game, *, seed: int | None = None) -> Player:
    """Returns the player that `spec` describes, for `game`.

    `seed` is used if the player takes one and the spec does not give it. Raises `SpecError` if the
    spec is not valid, and whatever the player raises if it cannot be made.

    >>> from tesuji.games import make
    >>> make_player("random:seed=1", make("torus")).name
    'random:seed=1'
    """
    kind, options = parse_player(spec, seed=seed)
    player = kind.make(game, options)
    player.name = spec.strip()
    return player


def parse_player(spec: str, *, seed: int | None = None) -> tuple[PlayerKind, Any]:
    """Returns the kind of player and its options, as an instance of their class."""
    name, _, rest = spec.partition(":")
    kind = _find(name.strip(), spec)
    given = _read_options(kind, rest, spec)
    if seed is not None and "seed" in kind.options:
        given.setdefault("seed", kind.options["seed"].read(str(seed), kind.name))
    missing = [option for option in kind.options.values() if option.required]
    for option in missing:
        if option.name not in given:
            raise SpecError(f"{kind.name} needs {option.name}: {option.help}")
    return kind, kind.options_class(**given)


def _find(name: str, spec: str) -> PlayerKind:
    _import_namesake(name)
    if name in _kinds:
        return _kinds[name]
    kinds = player_kinds()
    if name in kinds:
        return kinds[name]
    close = difflib.get_close_matches(name.lower(), kinds, n=1)
    hint = f"did you mean {close[0]!r}? There are" if close else "there are"
    what = f"no player called {quoted(name)}" if name else f"no name of a player in {quoted(spec)}"
    raise SpecError(f"there is {what}; {hint}: {', '.join(kinds)}")


_NAMED = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(?:,|$)')
_ESCAPED = re.compile(r"\\(.)")


def _read_options(kind: PlayerKind, text: str, spec: str) -> dict[str, Any]:
    """Returns the values in ``a=1,b="x, y",cmd=all the rest``, read from left to right."""
    given: dict[str, Any] = {}
    while text.strip():
        option, text = _next_option(kind, text, spec)
        if option.name in given:
            raise SpecError(f"{quoted(spec)} gives {option.name} twice")
        in_quotes = _QUOTED.match(text)
        if in_quotes:
            value, text = _ESCAPED.sub(r"\1", in_quotes[1]), text[in_quotes.end() :]
        elif option.takes_rest:
            value, text = text.strip(), ""
        else:
            value, _, text = text.partition(",")
        given[option.name] = option.read(value.strip(), kind.name)
    return given


def _next_option(kind: PlayerKind, text: str, spec: str) -> tuple[Option, str]:
    """Returns the option at the beginning of `text`, and the text from its value on."""
    named = _NAMED.match(text)
    name = named[1].replace("-", "_") if named else ""
    for option in kind.options.values():
        if named and (name == option.name or name in option.was):
            return option, text[named.end() :]
    for option in kind.options.values():
        if option.unnamed:
            return option, text.strip()
    if not named:
        piece = text.partition(",")[0].strip()
        raise SpecError(
            f"{quoted(piece)} in {quoted(spec)} is not of the form option=value; "
            f"{kind.name} has: {kind.describe_options()}"
        )
    close = difflib.get_close_matches(name, kind.options, n=1)
    hint = f"did you mean {close[0]!r}? It has" if close else "it has"
    raise SpecError(
        f"{kind.name} has no option {quoted(named[1])}; {hint}: {kind.describe_options()}"
    )


def _import_namesake(name: str) -> None:
    """Imports the module named like the player, if there is one, to avoid loading all others."""
    module = f"{__package__}.{name}"
    if name.isidentifier() and importlib.util.find_spec(module) is not None:
        importlib.import_module(module)


@cache
def _import_built_in() -> None:
    folder = sys.modules[__package__ or ""]
    for module in pkgutil.iter_modules(folder.__path__):
        importlib.import_module(f"{__package__}.{module.name}")

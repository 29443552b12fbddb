"""The options of a player: declared once, in a dataclass, and from there parsed and explained.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True)
... class Options:
...     sims: int = option(1000, "simulations for each move", minimum=1)
>>> declared(Options)["sims"].read("200", "mcts")
200
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tesuji.errors import TesujiError, quoted

LARGEST = 2**63 - 1
"""Whole numbers that the core takes, seeds included."""
_YES = frozenset({"1", "yes", "true", "on"})
_NO = frozenset({"0", "no", "false", "off"})


class SpecError(TesujiError):
    """A player spec that names no player, or gives a player what it cannot use."""


def option(
    default: Any = MISSING,
    help: str = "",
    *,
    minimum: float | None = None,
    above: float | None = None,
    maximum: float | None = None,
    takes_rest: bool = False,
    unnamed: bool = False,
    was: tuple[str, ...] = (),
) -> Any:
    """A field of an options dataclass. Without `default` the spec has to give it.

    A number must be at least `minimum`, more than `above` and at most `maximum`. With
    `takes_rest` its value goes on to the end of the spec, commas included, unless it is in
    quotes; with `unnamed` too it may stand without its name: the SPEC in ``canonical:SPEC``.
    `was` are older names, which are still read.
    """
    return field(
        default=default,
        metadata={
            "help": help,
            "minimum": minimum,
            "above": above,
            "maximum": maximum,
            "takes_rest": takes_rest,
            "unnamed": unnamed,
            "was": was,
        },
    )


_USUAL: Any = object()


def reflected(
    options: Any,
    name: str,
    default: Any = _USUAL,
    *,
    unset: str | None = None,
    maximum: float | None = None,
    was: tuple[str, ...] = (),
) -> Any:
    """A field for the option `name` of the core: its default, help and range are the core's.

    `options` is `core.MctsOptions` or `core.SelfPlayOptions`. A `default` is given where a player
    needs another one; None is "what suits the game", which `unset` can put in other words.
    `maximum` is for a narrower range, `was` for names that only this player had.
    """
    info = next(each for each in options.table() if each.name == name)
    help = info.help
    if default is None:
        help = f"{help}; none: {unset or 'what suits the game'}"
    return option(
        info.default if default is _USUAL else default,
        help,
        minimum=_whole(info.minimum),
        above=_whole(info.above),
        maximum=_whole(info.maximum) if maximum is None else maximum,
        was=(*info.was, *was),
    )


def _whole(number: float | None) -> float | None:
    """A bound of the core as people write it: 1, not 1.0."""
    return int(number) if number is not None and number.is_integer() else number


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player, as help texts and forms show it."""

    name: str
    kind: str
    """"int", "float", "bool", "str", or the choices separated by "|"."""
    default: Any
    """None also where the option is required: see `required`."""
    required: bool
    help: str
    optional: bool
    """Whether "none" is a value."""
    minimum: float | None
    above: float | None
    maximum: float | None
    takes_rest: bool
    unnamed: bool
    was: tuple[str, ...]
    """Older names, which are still read."""

    def read(self, text: str, player: str) -> Any:
        """The value that `text` means for this option of `player`."""
        word = text.strip().lower()
        if self.optional and word == "none":
            return None
        if self.kind == "str":
            return self._read_text(text, player)
        if self.kind == "bool":
            if word not in _YES | _NO:
                raise self._bad(text, player, "'yes' or 'no'")
            return word in _YES
        if self.kind in {"int", "float"}:
            return self._read_number(word, player)
        choices = self.kind.split("|")
        if word not in choices:
            raise self._bad(text, player, f"one of {', '.join(choices)}")
        return word

    def describe(self) -> str:
        """``sims=1000``, or ``cmd`` where there is no default."""
        if self.required:
            return f"{self.name} (required)"
        return f"{self.name}={self.shown_default}"

    @property
    def shown_default(self) -> str:
        """The default as a spec would write it."""
        return self.shown(self.default)

    def shown(self, value: Any) -> str:
        """A value of this option as a spec would write it, last of all where it takes the rest."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else f"{value}"

    def _read_text(self, text: str, player: str) -> str:
        if not text.strip():
            raise self._bad(text, player, "text that is not empty")
        return text

    def _read_number(self, word: str, player: str) -> int | float:
        try:
            number: int | float = int(word) if self.kind == "int" else float(word)
            fits = math.isfinite(number)
        except (ValueError, OverflowError):  # no number, or one with hundreds of digits
            number, fits = math.nan, False
        wanted = "a whole number" if self.kind == "int" else "a number"
        if self.minimum is not None:
            wanted += f" of at least {self.minimum:g}"
            fits = fits and number >= self.minimum
        if self.above is not None:
            wanted += f" above {self.above:g}"
            fits = fits and number > self.above
        if self.maximum is not None:
            wanted += f" and at most {self.maximum:g}"
            fits = fits and number <= self.maximum
        if self.kind == "int" and fits and abs(number) > LARGEST:
            wanted, fits = f"a whole number of at most {LARGEST}", False
        if not fits:
            raise self._bad(word, player, wanted)
        return number

    def _bad(self, text: str, player: str, wanted: str) -> SpecError:
        return SpecError(f"the option {self.name} of {player} is {wanted}, not {quoted(text)}")


@cache
def declared(options: type) -> Mapping[str, Option]:
    """The options that an options dataclass declares, by name."""
    hints = get_type_hints(options)
    found = {}
    for item in fields(options):
        kind, optional = _kind(hints[item.name])
        required = item.default is MISSING
        found[item.name] = Option(
            name=item.name,
            kind=kind,
            default=None if required else item.default,
            required=required,
            optional=optional,
            **{"help": "", **_PLAIN, **item.metadata},
        )
    return types.MappingProxyType(found)


_PLAIN: dict[str, Any] = {
    "minimum": None,
    "above": None,
    "maximum": None,
    "takes_rest": False,
    "unnamed": False,
    "was": (),
}


def _kind(hint: Any) -> tuple[str, bool]:
    """How `Option.kind` names the type `hint`, and whether None belongs to it."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        if len(parts) == 1:
            return _kind(parts[0])[0], True
    if get_origin(hint) is Literal:
        return "|".join(str(choice) for choice in get_args(hint)), False
    if hint in (int, float, bool, str):
        return str(hint.__name__), False
    raise TypeError(f"an option cannot be of type {hint}")

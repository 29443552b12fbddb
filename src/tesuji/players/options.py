"""Declares the options of a player in a dataclass, and parses and explains them.

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
"""The largest integer that the core takes, seeds included."""
_YES = frozenset({"1", "yes", "true", "on"})
_NO = frozenset({"0", "no", "false", "off"})


class SpecError(TesujiError):
    """Raised for a player spec without a valid player, or with options that it cannot use."""


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
    """Returns a field of an options dataclass; without `default` the spec must give it.

    A number must be at least `minimum`, more than `above` and at most `maximum`. With
    `takes_rest` its value extends to the end of the spec, commas included, unless it is in
    quotes; with `unnamed` the name may be left out: the SPEC in ``canonical:SPEC``.
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
    """Returns a field for the option `name` of the core, with the core's default, help and range.

    `options` is `core.MctsOptions` or `core.SelfPlayOptions`. `default` replaces the core's
    default; None means "what suits the game", or what `unset` says. `maximum` narrows the range;
    `was` lists older names that only this player had.
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
    """Converts a bound of the core to an int if it is whole: 1, not 1.0."""
    return int(number) if number is not None and number.is_integer() else number


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a player, as help texts and forms show it."""

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
        """Returns the value that `text` means for this option of `player`."""
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
        """Returns ``sims=1000``, or ``cmd`` if there is no default."""
        if self.required:
            return f"{self.name} (required)"
        return f"{self.name}={self.shown_default}"

    @property
    def shown_default(self) -> str:
        """The default as a spec would write it."""
        return self.shown(self.default)

    def shown(self, value: Any) -> str:
        """Writes a value of this option as in a spec; one that takes the rest must come last."""
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
        except (ValueError, OverflowError):  # not a number, or one with hundreds of digits
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
    """Returns the options that an options dataclass declares, by name."""
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
    """Returns `Option.kind` for the type `hint`, and whether it includes None."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        if len(parts) == 1:
            return _kind(parts[0])[0], True
    if get_origin(hint) is Literal:
        return "|".join(str(choice) for choice in get_args(hint)), False
    if hint in (int, float, bool, str):
        return str(hint.__name__), False
    raise TypeError(f"an option cannot be of type {hint}")

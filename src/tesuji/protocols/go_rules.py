"""Finds the rules of Go nearest to those that KGS and KataGo name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games.go import RULE_SETS

_NAMES = {
    "tromp-taylor": "tromp-taylor",
    "tromptaylor": "tromp-taylor",
    "new_zealand": "tromp-taylor",
    "new-zealand": "tromp-taylor",
    "new zealand": "tromp-taylor",
    "aga": "chinese",
    "chinese": "chinese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "japanese": "japanese",
    "korean": "japanese",
}
_KO = {"POSITIONAL": "positional", "SIMPLE": "simple"}
_SCORING = {"AREA": "area", "TERRITORY": "territory"}
FIELDS = {"ko": _KO, "scoring": _SCORING}
"""What can be chosen of the rules: KataGo's words, and the options of our game."""
_WANTED = "unknown rules: ko is POSITIONAL or SIMPLE, scoring is AREA or TERRITORY"


def named_rules(name: str) -> dict[str, object]:
    """Returns the options of Go, komi among them, that come nearest to the rules of that name."""
    known = _NAMES.get(name.strip().lower())
    if known is None:
        raise TesujiError(f"unknown rules: {name[:40]!r}; there are: {', '.join(_NAMES)}")
    rules = RULE_SETS[known]
    return {
        "ko": "positional" if rules.superko else "simple",
        "scoring": "territory" if rules.territory else "area",
        "komi": rules.komi,
    }


def detailed_rules(given: Mapping[str, Any]) -> dict[str, object]:
    """Returns the options for KataGo's JSON; only ``ko`` and ``scoring`` can be chosen."""
    if given.get("suicide") or given.get("hasButton"):
        raise TesujiError("unknown rules: there is no suicide and no button here")
    usual = {"ko": "POSITIONAL", "scoring": "AREA"}
    return {name: one_rule(name, given.get(name, usual[name])) for name in FIELDS}


def one_rule(name: str, value: object) -> str:
    """Returns the value of one field of the rules as the options of our game have it."""
    known = FIELDS.get(name, {}).get(str(value).upper())
    if known is None:
        raise TesujiError(_WANTED)
    return known

"""Positions explained: what can be said of them in words and shown on the board.

Every game says what it knows in the same plain form, so that a program, a terminal and the web app
need to understand only one. The theory of a game stays where it is; a short module of the folder
``explainers`` turns what it says into remarks and registers itself:

    @register_explainer("torus")
    def explain_torus(position: TorusPosition, seconds: float) -> Explanation: ...

>>> from tesuji.games import make
>>> position = make("go", size=5).initial().play("C3 B3 A1 C4 A2 D3")
>>> for remark in explain(position).remarks[:1]:
...     print(remark.kind, remark.player.name, remark.points, remark.text)
atari FIRST (12,) Black's stone C3 is in atari: White captures it at C2.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from tesuji.games import Position
from tesuji.theory.remark import Remark


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a position, the most important remark first."""

    remarks: tuple[Remark, ...] = ()
    scores: Mapping[int, float] = field(default_factory=dict)
    """Exact worth of moves for the player to move, in points of the game; only what is proven."""
    value: float | None = None
    """Exact worth of the position for the player to move, in the same points, where it is known."""
    ownership: tuple[float, ...] = ()
    """For each point how likely it will be whose: 1 the first player's, -1 the second's."""

    @property
    def sentences(self) -> list[str]:
        return [remark.text for remark in self.remarks]


Explainer = Callable[[Any, float], Explanation]
"""Called with a position of its game, not over, and about how many seconds it may take."""
F = TypeVar("F", bound=Explainer)

_explainers: dict[str, Explainer] = {}


def register_explainer(game: str) -> Callable[[F], F]:
    """Makes the decorated function the one that explains positions of `game`."""

    def remember(explainer: F) -> F:
        _explainers[game] = explainer
        return explainer

    return remember


def explained_games() -> list[str]:
    """The games whose positions can be explained."""
    _import_built_in()
    return sorted(_explainers)


def explain(position: Position, seconds: float = 1.0) -> Explanation:
    """What is known of `position`, found in about `seconds`; empty for a game without theory."""
    _import_built_in()
    explainer = _explainers.get(position.game.name)
    if explainer is None or position.is_over:
        return Explanation()
    return explainer(position, seconds)


@cache
def _import_built_in() -> None:
    from tesuji.analysis import explainers

    for module in pkgutil.iter_modules(explainers.__path__):
        importlib.import_module(f"{explainers.__name__}.{module.name}")

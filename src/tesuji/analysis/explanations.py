"""Explains positions in words and by marks on the board.

All games use the same form of remarks, so that programs, the terminal and the web app need to
understand only one. A short module of the folder ``games`` turns the theory of a game into remarks
and registers itself:

    @register_explainer("torus")
    def explain_torus(position: TorusPosition, seconds: float) -> Explanation: ...

>>> from tesuji.games import make
>>> position = make("go", size=5).initial().play("C3 B3 A1 C4 A2 D3")
>>> for remark in explain(position).remarks[:1]:
...     print(remark.kind, remark.player.name, remark.points, remark.text)
atari FIRST (12,) Black's stone C3 is in atari: White captures it at C2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tesuji.games import Position
from tesuji.games.capabilities import Capability
from tesuji.theory.remark import Remark

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a position, the most important remark first."""

    remarks: tuple[Remark, ...] = ()
    scores: Mapping[int, float] = field(default_factory=dict)
    """Exact values of proven moves for the player to move, in points of the game."""
    value: float | None = None
    """Exact value of the position for the player to move, in the same points, if known."""
    ownership: tuple[float, ...] = ()
    """The expected owner of each point: 1 the first player, -1 the second."""

    @property
    def sentences(self) -> list[str]:
        return [remark.text for remark in self.remarks]


Explainer = Callable[[Any, float], Explanation]
"""Called with an unfinished position of its game and the approximate seconds it may take."""

_explainers: Capability[Explainer] = Capability("tesuji.analysis.games")
register_explainer = _explainers.decorator
"""Registers the decorated function, which explains positions of a game."""


def explained_games() -> list[str]:
    """Returns the games whose positions can be explained."""
    return list(_explainers.all())


def explain(position: Position, seconds: float = 1.0) -> Explanation:
    """Explains `position` in about `seconds`; empty for a game without theory."""
    explainer = _explainers.of(position.game.name)
    if explainer is None or position.is_over:
        return Explanation()
    return explainer(position, seconds)


# -- whose the board is -------------------------------------------------------------------------

Owners = Callable[[Any], "NDArray[np.float32]"]
_owners: Capability[Owners] = Capability("tesuji.analysis.games")
register_owners = _owners.decorator
"""Registers the decorated function, which predicts the owner of each point in a game."""


def owners_of(position: Position) -> NDArray[np.float32] | None:
    """Predicts the owner of each point, from 1 (first player) to -1 (second), float32 [points].

    Returns None in a game without owned points.
    """
    find = _owners.of(position.game.name)
    return None if find is None else find(position)

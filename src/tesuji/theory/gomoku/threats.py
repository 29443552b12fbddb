"""Lists the threats that a stone would make, for both players."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from tesuji import core
from tesuji.games import Side
from tesuji.games.gomoku import GomokuPosition

KINDS = MappingProxyType(
    {
        "five_point": "five",
        "four_double": "double four",
        "four_three": "four and three",
        "four_simple": "four",
        "three_double": "double three",
        "three": "three",
    }
)
"""The core's names of threats, the strongest first, and their usual names.

A *double four* is an open four, or two fours at once: it leaves two points that complete a five. A
*three* is an open three: it threatens a double four.
"""


@dataclass(frozen=True, slots=True)
class Threat:
    """The threat that a stone of `player` on the empty point `point` would make."""

    kind: str
    """A value of `KINDS`."""
    player: Side
    point: int

    @property
    def strength(self) -> int:
        """5 for a five, 0 for a three."""
        return len(KINDS) - 1 - list(KINDS.values()).index(self.kind)


def threats(position: GomokuPosition) -> list[Threat]:
    """Returns all threats that either player could make, the strongest first.

    Points that renju forbids are left out. There are no threats until the swap2 opening has decided
    the colours, and none after the game.
    """
    if position.is_over or position.phase != "play":
        return []
    board = core.GomokuBoard(position)
    found = [
        Threat(KINDS[name], Side(position.player_of(colour)), point)
        for colour in (0, 1)
        for point, name in board.threats(colour)
    ]
    return sorted(found, key=lambda threat: -threat.strength)

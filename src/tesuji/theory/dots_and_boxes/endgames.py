"""Evaluates simple loony endgames, which consist of separate long chains and loops.

Every move opens one of them, so the player to move is not in control: the opponent takes what is
opened, all of it or all but the last two boxes of a chain (four of a loop), and by leaving those
stays in control. Values here are net boxes for the player in control. The formulas are those of
Buzzard and Ciere, Playing simple loony dots and boxes endgames optimally (2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tesuji.errors import TesujiError
from tesuji.theory.dots_and_boxes.structure import LONG_CHAIN, Deal, Structure, captured_value

SHORTEST_LOOP = 4


@dataclass(frozen=True, slots=True)
class LoonyEndgame:
    """Separate chains of three boxes or more, and loops, given by their numbers of boxes."""

    chains: tuple[int, ...] = ()
    loops: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if any(length < LONG_CHAIN for length in self.chains):
            raise TesujiError(f"a chain of a loony endgame has at least {LONG_CHAIN} boxes")
        if any(length < SHORTEST_LOOP or length % 2 for length in self.loops):
            raise TesujiError("a loop has an even number of boxes, at least 4")
        object.__setattr__(self, "chains", tuple(sorted(self.chains)))
        object.__setattr__(self, "loops", tuple(sorted(self.loops)))

    @classmethod
    def of(cls, structure: Structure) -> LoonyEndgame | None:
        """Returns the endgame of a position, or None if it is not one."""
        found = structure.chains
        if structure.joints or structure.captures.boxes:
            return None
        if any(not chain.is_separate or not chain.is_long for chain in found):
            return None
        return cls(
            tuple(len(chain.boxes) for chain in found if not chain.is_loop),
            tuple(len(chain.boxes) for chain in found if chain.is_loop),
        )

    @property
    def boxes(self) -> int:
        return sum(self.chains) + sum(self.loops)

    @property
    def fully_controlled_value(self) -> int:
        """The value of keeping control even beyond the last component.

        Two boxes of every chain and four of every loop go to the opponent, even of the last one.
        """
        return sum(length - 4 for length in self.chains) + sum(length - 8 for length in self.loops)

    @property
    def terminal_bonus(self) -> int:
        """The extra boxes of the player in control, who takes the last component whole."""
        if not self.chains and not self.loops:
            return 0
        if not self.chains:
            return 8
        if self.loops and max(self.chains) == LONG_CHAIN:
            return 6
        return 4

    @property
    def controlled_value(self) -> int:
        """Net boxes for the player who keeps control until the last component."""
        return self.fully_controlled_value + self.terminal_bonus

    @property
    def value(self) -> int:
        """Net boxes for the player in control with best play by both.

        It is `controlled_value` if that is at least 2: then control is never given up.
        """
        return -_mover_value(self.chains, self.loops)

    @property
    def best_openings(self) -> tuple[Deal, ...]:
        """Returns the kinds that the player to move may open, always the smallest of its kind."""
        best = -self.value
        return tuple(kind for kind, value in _openings(self.chains, self.loops) if value == best)


@lru_cache(maxsize=1 << 16)
def _mover_value(chains: tuple[int, ...], loops: tuple[int, ...]) -> int:
    """Returns net boxes for the player who must open something."""
    return max((value for _, value in _openings(chains, loops)), default=0)


def _openings(chains: tuple[int, ...], loops: tuple[int, ...]) -> list[tuple[Deal, int]]:
    """Returns the smallest chain and the smallest loop with the value of opening them.

    A larger one of a kind is never better: d more boxes in a component change the value of any
    endgame by at most d, since both players can ignore them.
    """
    found = []
    if chains:
        rest = _mover_value(chains[1:], loops)
        found.append((Deal.CHAIN, -captured_value(chains[0], Deal.CHAIN, rest)))
    if loops:
        rest = _mover_value(chains, loops[1:])
        found.append((Deal.LOOP, -captured_value(loops[0], Deal.LOOP, rest)))
    return found

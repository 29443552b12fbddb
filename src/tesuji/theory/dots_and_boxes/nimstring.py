"""Evaluates Nimstring, in which closing a box means moving again and the last to move wins.

Its values decide who gets control in Dots and Boxes as long as there is enough to control
(Berlekamp, Conway and Guy, Winning Ways, chapter 16). The value of a position is a nimber, or
loony: then the player to move may capture and choose who continues, and wins whatever else there
is.
"""

from __future__ import annotations

from functools import lru_cache

from tesuji.errors import TesujiError
from tesuji.theory.dots_and_boxes.structure import Deal, Structure

LOONY = None
"""The value of a position in which the player to move has the choice."""
MAX_SAFE_LINES = 10
"""The most safe lines of a component that is evaluated, since more would take long."""


def nim_value(structure: Structure) -> int | None:
    """Returns the Nimstring value: a nimber, or `LOONY`.

    The player to move loses at 0, wins elsewhere. Components are evaluated one by one and added
    without carrying.
    """
    captures = structure.captures
    if captures.deal is not Deal.NONE:
        return LOONY
    total = 0
    for component in structure.with_open(captures.rest).components:
        total ^= _component_value(component)
    return total


def component_values(structure: Structure) -> tuple[tuple[Structure, int | None], ...]:
    """Returns the components with their values; `LOONY` for one with a choice."""
    return tuple((part, nim_value(part)) for part in structure.components)


def can_evaluate(structure: Structure) -> bool:
    """Returns whether `nim_value` takes reasonable time."""
    return all(len(part.safe_lines) <= MAX_SAFE_LINES for part in structure.components)


def _component_value(component: Structure) -> int:
    if not component.joints:
        return _value_of_strip(component)
    if not can_evaluate(component):
        raise TesujiError(
            f"a component of {len(component.safe_lines)} safe lines has too many for its Nimstring "
            f"value; the limit is {MAX_SAFE_LINES}"
        )
    return _value_by_moves(component)


def _value_of_strip(component: Structure) -> int:
    """Returns the value of a separate chain or loop: 0 if it is long, since every move is loony.

    A chain of one or two boxes has one sensible move, which is answered by capturing it.
    """
    if not component.chains:
        return 0
    return 0 if component.chains[0].is_long else 1


@lru_cache(maxsize=1 << 18)
def _value_by_moves(component: Structure) -> int:
    """Returns the least nimber that no move leads to; loony moves lead to none."""
    openings = {chain.best_opening for chain in component.chains}
    reachable = {nim_value(component.after(line)) for line in component.safe_lines | openings}
    value = 0
    while value in reachable:
        value += 1
    return value

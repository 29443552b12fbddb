"""Determines who must open the first long chain: the long-chain rule, and control.

A game on a board with D dots in which X lines close two boxes at once has D + X turns. As a rule
each long chain but the last costs one such line, the answer to the double-dealing move; so the
number of long chains determines who will be in control.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Side
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.theory.dots_and_boxes.nimstring import LOONY, can_evaluate, nim_value
from tesuji.theory.dots_and_boxes.structure import Deal, Structure


def num_turns(rows: int, columns: int, double_crosses: int) -> int:
    """Returns the turns of a whole game with this many lines that close two boxes at once.

    A turn is all that one player draws before the other moves.
    """
    return (rows + 1) * (columns + 1) + double_crosses


def wanted_parity(rows: int, columns: int, player: Side) -> int:
    """Returns whether `player` wants an even (0) or odd (1) number of long chains.

    The first player wants dots plus long chains to be even, the second wants it odd.
    """
    dots = (rows + 1) * (columns + 1)
    return (dots + player) % 2


@dataclass(frozen=True, slots=True)
class ChainControl:
    """Who can make the other open the first long chain."""

    holder: Side | None
    """None if counting here does not decide it."""
    reason: str
    """A sentence for people."""


def control_of(position: DotsAndBoxesPosition) -> ChainControl:
    """Returns who is in control, or can get it, and why, by exact counting."""
    structure = Structure.of(position)
    mover = position.to_move
    names = position.game.player_names
    me, opponent = names[mover], names[mover.other]
    if structure.captures.deal is not Deal.NONE:
        left = structure.captures.deal.boxes
        return ChainControl(
            mover,
            f"{me} has control: {me} may take every open box and move on, or leave the last {left} "
            f"and make {opponent} move.",
        )
    quiet = structure.with_open(structure.captures.rest)
    if not quiet.chains and not quiet.open:
        return ChainControl(None, "Nobody: nothing is left to control.")
    long_chains = [chain for chain in quiet.chains if chain.is_long]
    short_chains = [chain for chain in quiet.chains if not chain.is_long]
    if not quiet.safe_lines and not short_chains:
        count = len(long_chains)
        what = "1 long chain or loop is" if count == 1 else f"{count} long chains and loops are"
        return ChainControl(
            mover.other,
            f"{opponent} has control: only {what} left, and {me} has to open the first.",
        )
    if not can_evaluate(quiet):
        return ChainControl(
            None,
            f"Control is still open: {len(quiet.safe_lines)} lines give nothing away, too many to "
            "count who will run out of them.",
        )
    value = nim_value(quiet)
    assert value is not LOONY
    if value:
        return ChainControl(
            mover,
            f"{me} can get control: the Nimstring value is {value}, so {me} can play so that "
            f"{opponent} has to open the first long chain.",
        )
    return ChainControl(
        mover.other,
        f"{opponent} can get control: the Nimstring value is 0, so every quiet move of {me} has an "
        f"answer, until {me} has to open the first long chain.",
    )

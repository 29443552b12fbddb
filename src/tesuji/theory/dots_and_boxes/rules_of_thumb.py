"""Plays by rule: captures, double-deals to keep control, else a safe line or the least gift."""

from __future__ import annotations

import random

from tesuji.theory.dots_and_boxes.structure import GROUND, Deal, Structure


def line_by_rule(structure: Structure, dice: random.Random) -> int:
    """Returns the line of a player who knows chains and control, but does not look ahead.

    Boxes are captured, except the last ones of a long chain or loop if only long chains and loops
    remain, so that the opponent must open the next. There must be an open line.
    """
    captures = structure.captures
    if captures.boxes:
        rest = structure.with_open(captures.rest)
        keeps = bool(rest.open) and not rest.safe_lines and all(c.is_long for c in rest.chains)
        return capturing_line(structure, captures.deal if keeps else Deal.NONE)
    if structure.safe_lines:
        return dice.choice(sorted(structure.safe_lines))
    least = min(structure.chains, key=lambda chain: len(chain.boxes))
    return least.best_opening


def capturing_line(structure: Structure, leave: Deal) -> int:
    """Returns the next line of a player who captures everything, or leaves the boxes of a deal.

    `leave` must be `Deal.NONE` or what `structure.captures` offers. The line that leaves the boxes
    comes last, when no other box can be captured without losing the choice.
    """
    capturing = [
        line
        for line in sorted(structure.open)
        if any(box != GROUND and structure.degree(box) == 1 for box in structure.beside(line))
    ]
    if leave is Deal.NONE:
        return capturing[0]
    for line in capturing:
        if structure.after(line).captures.deal is leave:
            return line
    near = {line for box in structure.captures.boxes for line in structure.lines_round[box]}
    for line in sorted(near - set(capturing)):
        left = structure.after(line).captures
        if len(left.boxes) == leave.boxes and left.deal is Deal.NONE:
            return line
    return capturing[0]

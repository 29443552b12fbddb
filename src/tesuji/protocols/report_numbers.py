"""Computes the numbers of analysis protocols, each for the side to move at the root."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tesuji.analysis import chance_with
from tesuji.search.report import MoveReport, SearchReport

Owners = Callable[[int | None], Sequence[float] | None]
"""From a move, or None for the position itself, to who will own each point: 1 when it surely
becomes that of the side to move at the root; None where nobody can tell."""


def winrate(report: SearchReport, move: MoveReport) -> float:
    """Returns the calibrated chance to win; the bare value of a move without a rating."""
    chance = chance_with(report, move)
    return min(1.0, max(0.0, (move.value.number + 1) / 2)) if chance is None else chance


def lowest_winrate(rate: float, visits: int) -> float:
    """Returns the winrate less 1.96 standard errors, as if each visit were a game won or lost."""
    return max(0.0, rate - 1.96 * math.sqrt(rate * (1 - rate) / max(visits, 1)))


def lead(item: MoveReport | SearchReport) -> float | None:
    """Returns the lead in points: proven, or as a network judges it; None where nobody counts."""
    return item.lead if item.score is None else item.score


def ownership_spread(moves: Sequence[MoveReport], owners: Owners) -> list[float] | None:
    """Returns the standard deviation of each point's owner after `moves`, by their visits."""
    known = [(max(move.visits, 1), owners(move.move)) for move in moves]
    rows = [(visits, row) for visits, row in known if row is not None]
    if not rows:
        return None
    total = sum(visits for visits, _ in rows)
    found = []
    for numbers in zip(*(row for _, row in rows), strict=True):
        pairs = [(visits, one) for (visits, _), one in zip(rows, numbers, strict=True)]
        mean = sum(visits * one for visits, one in pairs) / total
        found.append(math.sqrt(sum(visits * (one - mean) ** 2 for visits, one in pairs) / total))
    return found

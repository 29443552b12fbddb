"""Computes the numbers of analysis protocols, each for the side to move at the root."""

from __future__ import annotations

import math

from tesuji.analysis import chance_with
from tesuji.search.report import MoveReport, SearchReport


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

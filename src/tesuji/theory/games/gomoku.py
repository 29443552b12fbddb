"""Registers proven wins of Gomoku: by fours, and by fours and threes."""

from __future__ import annotations

import dataclasses
import math

from tesuji.games.gomoku import GomokuPosition
from tesuji.search import SearchReport, winning_report
from tesuji.theory.certain import register_certain
from tesuji.theory.gomoku.wins import VCF_BUDGET, VCT_BUDGET, find_vcf, find_vct


@register_certain("gomoku")
def certain_win(
    position: GomokuPosition, seconds: float | None, share: float
) -> SearchReport | None:
    if position.phase != "play":
        return None
    for find, budget in ((find_vcf, VCF_BUDGET), (find_vct, VCT_BUDGET)):
        assert budget.nodes is not None
        limits = dataclasses.replace(
            budget,
            nodes=math.ceil(share * budget.nodes),
            seconds=None if seconds is None else seconds / 2,
        )
        win = find(position, budget=limits)
        if win.is_win:
            return winning_report(position, win.line, nodes=win.nodes)
    return None

"""Explains Gomoku: wins by fours and threes, defences, and possible threats."""

from __future__ import annotations

import dataclasses

from tesuji.analysis.explanations import Explanation, register_explainer
from tesuji.games.gomoku import GomokuPosition
from tesuji.theory.gomoku import explain

KINDS = {
    "vcf": "win-by-fours",
    "vct": "win-by-threats",
    "threatens-vcf": "threatened-win",
    "threatens-vct": "threatened-win",
}
"""Names for people who do not know the abbreviations."""


@register_explainer("gomoku")
def explain_gomoku(position: GomokuPosition, seconds: float) -> Explanation:
    return Explanation(
        tuple(
            dataclasses.replace(remark, kind=KINDS.get(remark.kind, remark.kind.replace(" ", "-")))
            for remark in explain(position)
        )
    )

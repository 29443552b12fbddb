"""Explains Torus: forced wins, necessary defences, and stones in trouble."""

from __future__ import annotations

from tesuji.analysis.explanations import Explanation, register_explainer
from tesuji.games.torus import TorusPosition
from tesuji.theory.torus import explain


@register_explainer("torus")
def explain_torus(position: TorusPosition, seconds: float) -> Explanation:
    return Explanation(tuple(explain(position, seconds=seconds)))

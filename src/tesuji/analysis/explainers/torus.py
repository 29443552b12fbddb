"""Torus explained: wins that can be forced, what has to be saved, stones in trouble."""

from __future__ import annotations

from tesuji.analysis.explanations import Explanation, Remark, Tone, register_explainer
from tesuji.games.torus import TorusPosition
from tesuji.theory.torus import Remark as Trouble
from tesuji.theory.torus import explain

TONES: dict[str, Tone] = {
    "win": "good",
    "must-save": "warning",
    "lost": "danger",
    "in-peril": "danger",
    "in-danger": "warning",
}


@register_explainer("torus")
def explain_torus(position: TorusPosition, seconds: float) -> Explanation:
    return Explanation(tuple(map(_remark, explain(position, seconds=seconds))))


def _remark(found: Trouble) -> Remark:
    tone = TONES.get(found.kind, "neutral")
    if found.kind == "win":  # its points are moves in their order
        return Remark(found.kind, found.text, found.player, sequence=found.points, tone=tone)
    return Remark(found.kind, found.text, found.player, points=found.points, tone=tone)

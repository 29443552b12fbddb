"""Gomoku explained: wins by fours and threes, how to stop them, and where threats can be made."""

from __future__ import annotations

from tesuji.analysis.explanations import Explanation, Remark, Tone, register_explainer
from tesuji.games import Player
from tesuji.games.gomoku import GomokuPosition
from tesuji.theory.gomoku import Mark, explain

WINS = {"vcf": "win-by-fours", "vct": "win-by-threats"}
THREATENED = {"threatens-vcf": "threatened-win", "threatens-vct": "threatened-win"}
STRONG = {"five", "double four", "four and three"}


@register_explainer("gomoku")
def explain_gomoku(position: GomokuPosition, seconds: float) -> Explanation:
    return Explanation(tuple(_remark(mark, position.to_move) for mark in explain(position)))


def _remark(mark: Mark, mover: Player) -> Remark:
    if mark.kind in WINS:  # its points are moves in their order
        kind = WINS[mark.kind]
        return Remark(kind, mark.text, mark.player, sequence=mark.points, tone="good")
    if mark.kind in THREATENED:
        kind = THREATENED[mark.kind]
        return Remark(kind, mark.text, mark.player, points=mark.points[:1], tone="danger")
    tone: Tone = "neutral"
    if mark.kind == "defence":
        tone = "warning"
    elif mark.kind in STRONG:
        tone = "good" if mark.player == mover else "danger"
    return Remark(
        mark.kind.replace(" ", "-"), mark.text, mark.player, points=mark.points, tone=tone
    )

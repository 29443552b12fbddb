"""Explains Dots and Boxes: chains and loops, control, loony lines, net scores of lines."""

from __future__ import annotations

from tesuji.analysis.explanations import Explanation, register_explainer
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.theory.dots_and_boxes import BoxesSolution, Chain, ChainTheory, explain
from tesuji.theory.games.dots_and_boxes import solution_of
from tesuji.theory.remark import Remark, Tone


@register_explainer("dots-and-boxes")
def explain_dots_and_boxes(position: DotsAndBoxesPosition, seconds: float) -> Explanation:
    solution = solution_of(position, seconds)
    theory = explain(position)
    remarks = [Remark("control", theory.control.reason, theory.control.holder)]
    remarks += _parts(theory)
    remarks += _advice(theory)
    if solution is None or solution.value is None:
        return Explanation(tuple(remarks))
    remarks.insert(1, _worth(solution))
    return Explanation(
        tuple(remarks),
        {line: float(value) for line, value in solution.moves.items()},
        float(solution.value),
    )


def _worth(solution: BoxesSolution) -> Remark:
    position, value = solution.position, solution.value
    assert value is not None
    name = position.game.player_names[position.to_move]
    mine = position.scores[position.to_move] - position.scores[position.to_move.other] + value
    ends = "a draw" if mine == 0 else f"{'a win' if mine > 0 else 'a loss'} by {abs(mine)}"
    text = (
        f"With best play {name} nets {value:+d} of the boxes that are left, which makes {ends} "
        "in the end."
    )
    tone: Tone = "good" if mine > 0 else "danger" if mine < 0 else "neutral"
    return Remark("value", text, position.to_move, tone=tone)


def _parts(theory: ChainTheory) -> list[Remark]:
    position = theory.position
    remarks = []
    if theory.capturable:
        number = _boxes(len(theory.capturable))
        boxes = tuple(sorted(theory.capturable))
        remarks.append(
            Remark(
                "capturable",
                f"{number} can be captured now.",
                position.to_move,
                points=boxes,
                tone="good",
            )
        )
    for chain in (*theory.chains, *theory.loops):
        kind = "loop" if chain.is_loop else "long-chain" if chain.is_long else "short-chain"
        remarks.append(
            Remark(kind, _chain_words(theory, chain), points=chain.boxes, lines=chain.lines)
        )
    return remarks


def _chain_words(theory: ChainTheory, chain: Chain) -> str:
    name = "Loop" if chain.is_loop else "Long chain" if chain.is_long else "Short chain"
    lines = " ".join(map(theory.position.game.format_move, chain.lines))
    return f"{name} of {_boxes(len(chain.boxes))}: {lines}."


def _advice(theory: ChainTheory) -> list[Remark]:
    """Returns remarks on loony lines, safe lines and the long-chain rule."""
    remarks = []
    if theory.endgame is not None and theory.endgame.boxes:
        remarks.append(Remark("endgame", theory.endgame_words(), theory.control.holder))
    if not theory.safe and not theory.capturable:
        text = "No line is safe: every line gives something away."
        remarks.append(Remark("unsafe", text, theory.position.to_move, tone="warning"))
    if theory.loony:
        names = " ".join(map(theory.position.game.format_move, theory.loony))
        text = f"Loony, they let the opponent choose who moves next: {names}."
        remarks.append(Remark("loony", text, lines=theory.loony, tone="warning"))
    remarks.append(Remark("long-chain-rule", theory.parity_words()))
    return remarks


def _boxes(number: int) -> str:
    return "1 box" if number == 1 else f"{number} boxes"

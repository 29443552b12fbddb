"""What is known of a position for certain, as a search would report it.

Positions of Dots and Boxes are solved where that takes no longer than a search; in Gomoku and
Torus wins by threats are looked for. The explanations in words rest on the same searches with the
same limits, so that words and ratings agree.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

from tesuji.games import Position, Value
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.games.gomoku import GomokuPosition
from tesuji.games.torus import TorusPosition
from tesuji.search import Budget, MoveReport, Proof, ProofStatus, SearchReport, winning_report
from tesuji.theory.dots_and_boxes import Solution, Table, solve
from tesuji.theory.dots_and_boxes.solver import lead_of
from tesuji.theory.gomoku.wins import VCF_BUDGET, VCT_BUDGET, find_vcf, find_vct
from tesuji.theory.torus.explain import find_shown_win

SEARCHED_LINES = 26
"""Open lines of Dots and Boxes up to which the exact search is tried: it needs seconds beyond."""
MEMORY = 64 << 20
_SECONDS = 1.0
"""For the exact search, where nobody says."""
_LEAST_SHARE = 0.01
SOLVED = "solver"
"""How reports of solved positions name their engine."""


def certain_report(
    position: Position, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """What is certain of `position`; None where nothing is, or it cannot be had in time.

    The report has a proof of the position, and of every move that is known to win or lose. Searches
    for wins are limited by nodes, of which they may use a `share`, and by `seconds` where given.
    """
    find = _CERTAIN.get(position.game.name)
    if find is None or position.is_over:
        return None
    return find(position, seconds, min(max(share, _LEAST_SHARE), 1.0))


def solution_of(position: DotsAndBoxesPosition, seconds: float) -> Solution | None:
    """The exact value of every line, where it can be had in time."""
    if not Table.exists_for(position.game) and len(position.legal_moves()) > SEARCHED_LINES:
        return None
    found = solve(position, Budget(seconds=seconds, memory=MEMORY))
    return found if found.is_complete else None


def exact_report(
    position: DotsAndBoxesPosition, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """The solution of `position` as a report; None where it cannot be had in time.

    Every move has a proof and a score: by how many points the player to move will end up ahead.
    """
    solution = solution_of(position, _SECONDS * share if seconds is None else seconds)
    if solution is None or solution.value is None:
        return None
    lead = lead_of(position)
    ranked = sorted(solution.moves.items(), key=lambda item: (-item[1], item[0]))
    moves = tuple(_move(position, line, lead + value) for line, value in ranked)
    score = lead + solution.value
    return SearchReport(
        position=position,
        value=Value(_sign(score), position.to_move),
        proof=_proof(score),
        score=score,
        moves=moves,
        simulations=0,
        nodes=solution.nodes,
        seconds=solution.seconds,
        depth=len(moves),
        memory=0,
        engine=SOLVED,
    )


def _move(position: DotsAndBoxesPosition, line: int, score: int) -> MoveReport:
    name = position.game.format_move(line)
    value = Value(_sign(score), position.to_move)
    return MoveReport(line, name, 0, value, 0.0, _proof(score), score, (line,), (name,))


def _sign(score: int) -> float:
    return float((score > 0) - (score < 0))


def _proof(score: int) -> Proof:
    return Proof.WIN if score > 0 else Proof.LOSS if score < 0 else Proof.DRAW


def _gomoku_win(
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


def _torus_win(position: TorusPosition, seconds: float | None, share: float) -> SearchReport | None:
    win = find_shown_win(position, seconds, share=share)
    if win.status is not ProofStatus.PROVEN:
        return None
    return winning_report(position, win.line, nodes=win.nodes, seconds=win.seconds)


_CERTAIN: dict[str, Callable[[Any, float | None, float], SearchReport | None]] = {
    "dots-and-boxes": exact_report,
    "gomoku": _gomoku_win,
    "torus": _torus_win,
}

"""Positions of which everything is known for certain, as a search would report them."""

from __future__ import annotations

from tesuji.games import Position, Value
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.search import Budget, MoveReport, Proof, SearchReport
from tesuji.theory.dots_and_boxes import Solution, Table, solve
from tesuji.theory.dots_and_boxes.solver import lead_of

SEARCHED_LINES = 26
"""Open lines of Dots and Boxes up to which the exact search is tried: it needs seconds beyond."""
MEMORY = 64 << 20


def solution_of(position: DotsAndBoxesPosition, seconds: float) -> Solution | None:
    """The exact value of every line, where it can be had in time."""
    if not Table.exists_for(position.game) and len(position.legal_moves()) > SEARCHED_LINES:
        return None
    found = solve(position, Budget(seconds=seconds, memory=MEMORY))
    return found if found.is_complete else None


def exact_report(position: Position, seconds: float = 1.0) -> SearchReport | None:
    """What is certain of `position` and all its moves; None where that cannot be had in time.

    Every move has a proof and a score: by how many points the player to move will end up ahead.
    """
    if not isinstance(position, DotsAndBoxesPosition) or position.is_over:
        return None
    solution = solution_of(position, seconds)
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
    )


def _move(position: DotsAndBoxesPosition, line: int, score: int) -> MoveReport:
    name = position.game.format_move(line)
    value = Value(_sign(score), position.to_move)
    return MoveReport(line, name, 0, value, 0.0, _proof(score), score, (line,), (name,))


def _sign(score: int) -> float:
    return float((score > 0) - (score < 0))


def _proof(score: int) -> Proof:
    return Proof.WIN if score > 0 else Proof.LOSS if score < 0 else Proof.DRAW

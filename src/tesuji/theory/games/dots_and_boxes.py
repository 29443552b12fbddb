"""Registers exact values of Dots and Boxes, if they are found in time."""

from __future__ import annotations

from tesuji.games import Value
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.search import Budget, MoveReport, Proof, SearchReport
from tesuji.theory.certain import (
    SOLVED,
    GameSolver,
    Solved,
    SolverProgress,
    register_certain,
    register_solver,
    register_table,
)
from tesuji.theory.dots_and_boxes import BoxesSolution, Table, explain, solve
from tesuji.theory.dots_and_boxes.solver import lead_of

SEARCHED_LINES = 26
"""The most open lines for which the exact search is tried: more take seconds."""
MEMORY = 64 << 20
_SECONDS = 1.0
"""The default time of the exact search."""


def solution_of(position: DotsAndBoxesPosition, seconds: float) -> BoxesSolution | None:
    """Returns the exact value of every line, or None if it is not found in time."""
    if not Table.exists_for(position.game) and len(position.legal_moves()) > SEARCHED_LINES:
        return None
    found = solve(position, Budget(seconds=seconds, memory=MEMORY))
    return found if found.is_complete else None


@register_certain("dots-and-boxes")
def exact_report(
    position: DotsAndBoxesPosition, seconds: float | None = None, share: float = 1.0
) -> SearchReport | None:
    """Returns the solution of `position` as a report, or None if it is not found in time.

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


@register_table("dots-and-boxes")
def full_table(game: DotsAndBoxes) -> Table | None:
    return Table.of(game) if Table.exists_for(game) else None


def _solve(
    position: DotsAndBoxesPosition, budget: Budget, threads: int, on_progress: SolverProgress
) -> Solved:
    def tell(report: SearchReport) -> None:
        known = sum(move.proof is not Proof.UNKNOWN for move in report.moves)
        on_progress(report.nodes, report.seconds, known, len(report.moves))

    found = solve(position, budget, threads=threads, on_progress=tell)
    return Solved(found.value, found.moves, found.nodes, found.seconds)


register_solver("dots-and-boxes", GameSolver(_solve, lambda position: explain(position).text()))

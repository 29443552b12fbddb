"""Registers proven wins of Torus within a few turns, and exact play on small boards."""

from __future__ import annotations

from tesuji.games.torus import TorusPosition
from tesuji.search import Budget, ProofReport, ProofStatus, SearchReport, winning_report
from tesuji.theory.certain import (
    GameSolver,
    Solved,
    SolverProgress,
    register_certain,
    register_solver,
    register_win_search,
)
from tesuji.theory.torus import find_win
from tesuji.theory.torus.explain import find_shown_win
from tesuji.theory.torus.solver import solve


@register_certain("torus")
def certain_win(
    position: TorusPosition, seconds: float | None, share: float
) -> SearchReport | None:
    win = find_shown_win(position, seconds, share=share)
    if win.status is not ProofStatus.PROVEN:
        return None
    return winning_report(position, win.line, nodes=win.nodes, seconds=win.seconds)


@register_win_search("torus")
def win_within(
    position: TorusPosition, turns: int | None, seconds: float, memory: int
) -> ProofReport:
    return find_win(position, turns, seconds=seconds)


def _solve(
    position: TorusPosition, budget: Budget, threads: int, on_progress: SolverProgress
) -> Solved:
    solution = solve(position, budget, on_progress)
    return Solved(solution.value, solution.moves, solution.nodes, solution.seconds)


register_solver("torus", GameSolver(_solve))

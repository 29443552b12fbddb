"""Solves small boards: who wins, and with which moves.

Superko is part of the rules and of the proofs: a move that would repeat an earlier board is
illegal, and a proof on one path is used on another only if no board of that path can matter
(``cpp/search/history_dependence.hpp``). Torus has no draws, so a disproven win is a loss. What
cannot be proven within the limits stays open.

>>> from tesuji.games import make
>>> solve(make("torus", size=4).initial(), Budget(seconds=100)).value
-1
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tesuji import core
from tesuji.games.canonical import canonical
from tesuji.games.torus import TorusPosition
from tesuji.search import Budget, ProofStatus
from tesuji.search.proof import ProofProgress, ProofSearch

_LARGEST = 8
"""The largest size with a special search of the empty board (``cpp/games/torus/small.hpp``)."""


@dataclass(frozen=True, slots=True)
class TorusSolution:
    """A solution. Values are 1 for a win and -1 for a loss of the player to move."""

    value: int | None
    """None if the limits did not suffice."""
    moves: dict[int, int]
    """The value of each move that could be decided."""
    nodes: int
    seconds: float


SolverProgress = Callable[[int, float, int, int], None]
"""Called with nodes, seconds, moves solved and moves in all."""


def solve(
    position: TorusPosition, budget: Budget, on_progress: SolverProgress | None = None
) -> TorusSolution:
    """Solves `position` and each of its moves; equivalent moves are solved once."""
    if not position.moves and position.setup is None and position.game.rows <= _LARGEST:
        return _solve_start(position, budget, on_progress)
    began = time.monotonic()
    mover = position.to_move
    legal = position.legal_moves()
    known: dict[tuple[object, ...], int] = {}
    moves: dict[int, int] = {}
    nodes = 0
    for move in legal:
        after = position.after(move)
        image = canonical(after)[1]
        name = (tuple(image.stones), tuple(image.moves))
        if after.is_over:
            known[name] = 1  # the mover has won, or the opponent has no move
        elif name not in known:
            rest = _rest(budget, time.monotonic() - began, nodes)
            if rest is None:
                continue

            def tell(at: ProofProgress, before: int = nodes) -> None:
                if on_progress is not None:
                    seconds = time.monotonic() - began
                    on_progress(before + at.nodes, seconds, len(moves), len(legal))

            report = ProofSearch(after, mover, tree=False).run(rest, tell)
            nodes += report.nodes
            if report.status is ProofStatus.PROVEN:
                known[name] = 1
            elif report.status is ProofStatus.DISPROVEN:
                known[name] = -1
        if name in known:
            moves[move] = known[name]
    value = None
    if 1 in moves.values():
        value = 1
    elif len(moves) == len(legal):
        value = -1
    return TorusSolution(value, moves, nodes, time.monotonic() - began)


def _solve_start(
    position: TorusPosition, budget: Budget, on_progress: SolverProgress | None
) -> TorusSolution:
    """Solves the empty board, with symmetric positions counted as one."""
    legal = position.legal_moves()

    def tell(at: Any) -> None:
        assert on_progress is not None
        on_progress(at.nodes, at.seconds, 0, len(legal))

    found = core.prove_torus_start(
        position.game.rows,
        int(position.to_move),
        core.SearchControl(budget.for_core()),
        None if on_progress is None else tell,
    )
    value = {"proven": 1, "disproven": -1}.get(found.status)
    moves = {} if value is None else dict.fromkeys(legal, value)
    return TorusSolution(value, moves, found.nodes, found.seconds)


def _rest(budget: Budget, seconds: float, nodes: int) -> Budget | None:
    """Returns the rest of a budget; None if it is used up."""
    left = None if budget.seconds is None else budget.seconds - seconds
    open_nodes = None if budget.nodes is None else budget.nodes - nodes
    if (left is not None and left <= 0) or (open_nodes is not None and open_nodes <= 0):
        return None
    return Budget(nodes=open_nodes, seconds=left, memory=budget.memory)

"""Solves positions of Dots and Boxes by the full table, or by search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.search import Budget, Progress
from tesuji.search.control import Stoppable
from tesuji.search.report import SearchReport, read_report
from tesuji.theory.dots_and_boxes.table import Table

MAX_OPEN_LINES = 60
"""The most open lines of the exact search."""


@dataclass(frozen=True, slots=True)
class BoxesSolution:
    """The solution of a position. Values are for the player to move there.

    A value counts net boxes still to be won: those that the player to move will take from now on,
    minus those of the opponent, with best play by both. Boxes taken before do not count.
    """

    position: DotsAndBoxesPosition
    value: int | None
    """None if the budget did not suffice."""
    moves: dict[int, int] = field(default_factory=dict)
    """For each solved line the net boxes of the player who draws it, this line included."""
    nodes: int = 0
    """Positions searched; 0 if the full table had the answer."""
    seconds: float = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether the position and every line are solved."""
        return self.value is not None and len(self.moves) == len(self.position.legal_moves())

    @property
    def best_moves(self) -> list[int]:
        """The lines that are known to reach the value."""
        return [line for line, value in self.moves.items() if value == self.value]


class Solver(Stoppable):
    """Solves a position and those that can follow it, and keeps its table."""

    def __init__(
        self,
        position: DotsAndBoxesPosition,
        *,
        memory: int = 256 << 20,
        threads: int = 1,
        all_moves: bool = True,
    ) -> None:
        """Prepares for `position`, with a table of `memory` bytes shared by all `threads`.

        Without `all_moves` it finds only one best line, which is faster.
        """
        open_lines = len(position.legal_moves())
        if open_lines > MAX_OPEN_LINES:
            raise TesujiError(
                f"exact search takes positions of at most {MAX_OPEN_LINES} open lines; this one "
                f"has {open_lines}"
            )
        super().__init__()
        self._core: Any = core.DotsAndBoxesSolver(position, memory, threads, all_moves)

    def covers(self, position: DotsAndBoxesPosition) -> bool:
        """Returns whether this solver can solve `position`: its open lines were open at first."""
        return bool(self._core.covers(position))

    def run(
        self,
        position: DotsAndBoxesPosition,
        budget: Budget | None = None,
        on_progress: Progress | None = None,
        interval: float = 0.1,
    ) -> SearchReport:
        """Solves `position` within the budget; scores are final leads, None if unknown."""

        def tell(found: Any) -> None:
            assert on_progress is not None
            on_progress(read_report(position, found, valued=0))

        control = self._begin(budget or Budget(), interval)
        found = self._core.run(position, control, None if on_progress is None else tell)
        return read_report(position, found, valued=0)


def solve(
    position: DotsAndBoxesPosition,
    budget: Budget | None = None,
    *,
    threads: int = 1,
    all_moves: bool = True,
    on_progress: Callable[[SearchReport], None] | None = None,
) -> BoxesSolution:
    """Returns the exact value of a position and of its lines.

    Boards of up to 24 lines are looked up in the full table, others are searched until they are
    solved or the budget is used up; then some lines or the value itself are missing.

    >>> from tesuji.games import make
    >>> solve(make("dots-and-boxes", size="2x2").initial()).value
    2
    """
    start = time.perf_counter()
    if Table.exists_for(position.game):
        table = Table.of(position.game)
        moves = table.move_values(position)
        return BoxesSolution(position, table.value(position), moves, 0, time.perf_counter() - start)
    memory = (budget or Budget()).memory
    solver = Solver(position, memory=memory, threads=threads, all_moves=all_moves)
    return read_solution(solver.run(position, budget, on_progress))


def read_solution(report: SearchReport) -> BoxesSolution:
    """Converts a report of `Solver` to a solution, without the boxes taken before."""
    position = report.position
    assert isinstance(position, DotsAndBoxesPosition)
    lead = lead_of(position)
    return BoxesSolution(
        position,
        None if report.score is None else round(report.score) - lead,
        {
            move.move: round(move.score) - lead
            for move in sorted(report.moves, key=lambda move: move.move)
            if move.score is not None
        },
        report.nodes,
        report.seconds,
    )


def lead_of(position: DotsAndBoxesPosition) -> int:
    """Returns the boxes of the player to move minus those of the opponent."""
    scores = position.scores
    return scores[position.to_move] - scores[position.to_move.other]

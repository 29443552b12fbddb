"""Searches a region once: for a proof, or by reading along promising lines."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from tesuji import core
from tesuji.search import Budget
from tesuji.theory.go_endgames.local import LocalPosition
from tesuji.theory.go_endgames.surroundings import StoneGrid, outside_owners
from tesuji.theory.go_endgames.tree import LOWER, UPPER, Tree

AT_STAKE = 8
"""The largest assumed value of an area beyond the edge when it is at stake."""
READING_CARE = 6_000
"""The fewest positions of alternating play with which a reading judges a position."""
_NODES_FOR_MOVES = 3_000
_CLOSE = 1e-6

OnProgress = Callable[[int, float], None]
"""Called with the positions searched and the current temperature."""


@dataclass
class Attempt:
    """The search of a region grown by some rings."""

    rings: int
    local: LocalPosition
    offset: int
    """The count of the added points for Black, if nothing happens there."""
    tree: Tree
    exact: bool
    """Whether mean and temperature are proven for this local position."""
    converged: bool
    """Whether a reading has finished."""
    nodes: int
    search: Any
    """The core's search."""

    @property
    def temperature(self) -> float:
        return self.tree.temperature(self.tree.root)

    @property
    def mean(self) -> float:
        return self.tree.mean(self.tree.root) - self.offset

    def allows(self, other: Attempt) -> bool:
        """Returns whether another's answer lies between the bounds found here."""
        low, high = (self.tree.mean(self.tree.root, bound) for bound in (LOWER, UPPER))
        return low - _CLOSE <= other.tree.mean(other.tree.root) <= high + _CLOSE

    def agrees(self, other: Attempt) -> bool:
        """Returns whether both found the same, and proved it."""
        return (
            self.exact
            and other.exact
            and abs(self.temperature - other.temperature) < _CLOSE
            and abs(self.mean - other.mean) < _CLOSE
        )

    def tell_moves_apart(self, seconds: float | None, memory: int) -> None:
        """Continues the search until all best first moves are known.

        This takes at most `seconds`, and a few thousand positions.
        """
        if not self.local.points:
            return
        limits = Budget(nodes=_NODES_FOR_MOVES, seconds=seconds, memory=memory)
        self.search.tell_moves_apart(core.SearchControl(limits.for_core()))


def search_region(
    board: StoneGrid,
    region: Collection[int],
    rings: int,
    local: LocalPosition,
    budget: Budget,
    on_progress: OnProgress | None,
    care: int,
    control: Any = None,
) -> Attempt:
    """Searches for a proof, or with `care` along promising lines.

    `control`, made from the budget, allows another thread to stop it.
    """
    search = (
        core.GoLocalSearch(
            list(local.neighbours), *local.stones, *local.walls, list(local.worth), care
        )
        if local.points
        else _Nothing()
    )
    control = control or core.SearchControl(budget.for_core())
    progress = None
    if on_progress is not None:
        callback = on_progress

        def progress(report: Any) -> None:
            callback(report.nodes, report.temperature)

    report = search.run(control, progress)
    marked = frozenset(region)
    owners = outside_owners(board, marked)
    added = [p for p in local.region - marked if p in owners]
    offset = sum(1 if owners[p] == 0 else -1 for p in added)
    tree = Tree(search, local)
    exact, converged = search.judgement[2], search.converged
    return Attempt(rings, local, offset, tree, exact, converged, report.nodes, search)


class _Nothing:
    """The search of a region in which nothing can change."""

    root = (-1, True, False, 0, (), 0)
    judgement = (0.0, 0.0, True)
    converged = True
    nodes = 0

    def run(self, control: Any, progress: Any) -> _Nothing:
        return self

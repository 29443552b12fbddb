"""Counts a region at the end of a recorded line, as a player counts it.

An expert ends a line where nothing is left, or where the rest is obvious. The count is proven if
that is quick: with the outside at stake, so that a push there counts as a threat, or else with it
out of reach. If the proof comes close, the region is read along the best lines. Otherwise wide
areas are left, which nobody invades at the end of a line: they belong to the colour that holds
them, and only points near both colours are searched.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from tesuji import core
from tesuji.search import Budget
from tesuji.theory.go_endgames.attempt import AT_STAKE, READING_CARE, Attempt, search_region
from tesuji.theory.go_endgames.local import local_position
from tesuji.theory.go_endgames.surroundings import (
    BLACK,
    EMPTY,
    WHITE,
    StoneGrid,
    distances_from,
    outside_owners,
)
from tesuji.theory.go_endgames.tree import LOWER, UPPER, exact

_PROOF_NODES = 1_500
_READING_NODES = 300
_STOP_NODES = 100_000
_CLOSE_BOUNDS = 5
"""The most points between the bounds of the mean with which a reading is used."""
_NEAR = 4
"""The most steps from both colours of a point of a wide area that is in play."""
_NARROW = 7
"""The most points of an empty area that is in play as a whole, since stones can be caught there."""


def score_at_end(board: StoneGrid, region: Collection[int], budget: Budget) -> Fraction:
    """Returns Black's score of a region at the end of a line; `budget` limits each search."""
    opened = _proof(board, region, AT_STAKE, budget)
    if opened.exact:
        return exact(opened.mean)
    closed = _proof(board, region, 0, budget)
    if closed.exact:
        return exact(closed.mean)
    low, high = (closed.tree.mean(closed.tree.root, bound) for bound in (LOWER, UPPER))
    if high - low <= _CLOSE_BOUNDS:
        read = _reading(board, region, budget)
        if low <= read.mean + closed.offset <= high:
            return exact(read.mean)
    return _score_without_invasions(board, region, budget)


def score_after_move(
    board: StoneGrid, region: Collection[int], colour: int, budget: Budget
) -> Fraction:
    """Returns the score for Black after the best move of a colour: read, not proven."""
    found = _reading(board, region, budget)
    steps = found.tree.best(found.tree.root, colour == BLACK, found.temperature)
    if not steps:
        return exact(found.mean)
    return exact(found.tree.mean(steps[0].after) - found.offset)


def _proof(board: StoneGrid, region: Collection[int], beyond: int, budget: Budget) -> Attempt:
    local = local_position(board, region, beyond)
    return search_region(board, region, 0, local, _limits(budget, _PROOF_NODES), None, 0)


def _reading(board: StoneGrid, region: Collection[int], budget: Budget) -> Attempt:
    local = local_position(board, region, AT_STAKE)
    limits = _limits(budget, _READING_NODES)
    return search_region(board, region, 0, local, limits, None, READING_CARE)


def _limits(budget: Budget, nodes: int) -> Budget:
    most = nodes if budget.nodes is None else min(nodes, budget.nodes)
    return Budget(nodes=most, seconds=budget.seconds, memory=budget.memory)


def _score_without_invasions(board: StoneGrid, region: Collection[int], budget: Budget) -> Fraction:
    """Returns the score without play in wide areas; the middle of the stops if not proven."""
    played = frozenset(_in_play(board, region)) or frozenset(region)
    owners = outside_owners(board, played)
    held = sum(1 if owners[p] == BLACK else -1 for p in region if p not in played and p in owners)
    local = local_position(board, played)
    limits = _limits(budget, _PROOF_NODES)
    found = search_region(board, played, 0, local, limits, None, 0)
    if found.exact:
        return exact(found.mean) + held
    left, right, _, _ = core.go_local_stops(
        list(local.neighbours), *local.stones, *local.walls, list(local.worth), _STOP_NODES
    )
    return Fraction(left + right, 2) + local.decided - found.offset + held


def _in_play(board: StoneGrid, region: Collection[int]) -> set[int]:
    """Returns the contested points of a region: stones, narrow areas, points near both colours."""
    distances = [distances_from(board, colour) for colour in (BLACK, WHITE)]
    empty = {point for point, stone in enumerate(board.stones) if stone == EMPTY}
    kept = {point for point in region if point not in empty}
    while empty:
        area = board.connected(min(empty), empty.__contains__)
        empty -= area
        for point in area.intersection(region):
            if len(area) <= _NARROW or max(by[point] for by in distances) <= _NEAR:
                kept.add(point)
    return kept

"""Mean, temperature and best moves of a region."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.search import Budget
from tesuji.theory.go_endgames.local import LocalPosition, local_position
from tesuji.theory.go_endgames.regions import contested_areas, grown, is_endgame
from tesuji.theory.go_endgames.report import (
    RegionMove,
    RegionReport,
    TreeNode,
    as_thermograph,
)
from tesuji.theory.go_endgames.surroundings import Board, outside_owners
from tesuji.theory.go_endgames.tree import LOWER, UPPER, Place, Step, Tree, exact

_CLOSE = 1e-6
_TREE_DEPTH = 6
_TREE_NODES = 400

OnProgress = Callable[[int, float], None]
"""Called with the positions looked at and the present temperature."""


def board_of(position: GoPosition) -> Board:
    """The stones of a position."""
    return Board(position.game.rows, position.game.columns, position.stones)


def analyse_region(
    position: GoPosition,
    region: Collection[int],
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> RegionReport:
    """What moves in a region are worth.

    The region is searched as it is marked, and again with rings of points around it as far as
    the budget goes: stones at its edge have liberties outside. An answer is exact only when the
    search of the grown region is.
    """
    return analyse_board_region(
        board_of(position), region, budget or Budget(seconds=30), on_progress
    )


def analyse_board(
    position: GoPosition,
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> list[RegionReport]:
    """Every undecided region of a board, the hottest first; they share the seconds evenly."""
    board = board_of(position)
    regions = [area for area in contested_areas(board) if is_endgame(board, area)]
    whole = budget or Budget(seconds=30)
    share = whole
    if whole.seconds is not None and regions:
        share = Budget(nodes=whole.nodes, seconds=whole.seconds / len(regions), memory=whole.memory)
    reports = []
    for region in regions:
        try:
            report = analyse_board_region(board, region, share, on_progress)
        except TesujiError:
            continue  # too large to be an endgame
        if report.temperature > 0:
            reports.append(report)
    return sorted(reports, key=lambda report: -report.temperature)


def covers_everything(position: GoPosition) -> bool:
    """Whether a board is in the endgame: every undecided region is small enough to be counted."""
    board = board_of(position)
    return all(is_endgame(board, area) for area in contested_areas(board))


@dataclass
class _Attempt:
    """The search of a region grown by some rings."""

    rings: int
    local: LocalPosition
    offset: int
    """The count of the added points when nothing happens there, for Black."""
    tree: Tree
    exact: bool
    nodes: int

    @property
    def temperature(self) -> float:
        return self.tree.temperature(self.tree.root)

    @property
    def mean(self) -> float:
        return self.tree.mean(self.tree.root) - self.offset

    def allows(self, other: _Attempt) -> bool:
        """Whether another's answer lies between the bounds found here."""
        means = [self.tree.mean(self.tree.root, bound) - self.offset for bound in (LOWER, UPPER)]
        return means[0] - _CLOSE <= other.mean <= means[1] + _CLOSE


def analyse_board_region(
    board: Board,
    region: Collection[int],
    budget: Budget,
    on_progress: OnProgress | None = None,
) -> RegionReport:
    """`analyse_region` for stones without a game."""
    start = time.perf_counter()
    chosen, nodes, warnings = _attempts(board, region, budget, start, on_progress)
    return _report(board, region, chosen, nodes, time.perf_counter() - start, warnings)


def _attempts(
    board: Board,
    region: Collection[int],
    budget: Budget,
    start: float,
    on_progress: OnProgress | None,
) -> tuple[_Attempt, int, list[str]]:
    """Searches the region with 0, 1 and 2 rings; the answer to give, and the nodes of all."""
    done: list[_Attempt] = []
    seen: set[tuple[int, ...]] = set()
    warnings: list[str] = []
    for rings in range(3):
        left = _left(budget, start)
        if done and ((left is not None and left < 0.05) or not done[-1].exact):
            break
        if rings == 2 and left is not None and budget.seconds is not None:
            left = min(left, budget.seconds / 3)
        try:
            local = local_position(board, grown(board, region, rings))
        except TesujiError:
            if not done:
                raise
            break
        if local.points in seen:
            continue  # there is nothing to grow into: the answer stands for more rings, too
        seen.add(local.points)
        limits = Budget(nodes=budget.nodes, seconds=left, memory=budget.memory)
        done.append(_attempt(board, region, rings, local, limits, on_progress))
    nodes = sum(attempt.nodes for attempt in done)
    chosen = done[0]
    for attempt in done[1:]:
        if attempt.exact:
            chosen = attempt
        elif not attempt.allows(chosen):
            chosen = attempt
            warnings.append("the region is larger than marked, and the larger one is not solved")
        elif attempt.rings == 1:
            chosen.exact = False  # proven for the region as marked only
            warnings.append("proven for the region as it is marked, not with the points around it")
    return chosen, nodes, warnings


def _left(budget: Budget, start: float) -> float | None:
    if budget.seconds is None:
        return None
    return max(budget.seconds - (time.perf_counter() - start), 0.01)


def _attempt(
    board: Board,
    region: Collection[int],
    rings: int,
    local: LocalPosition,
    budget: Budget,
    on_progress: OnProgress | None,
) -> _Attempt:
    search = (
        core.GoLocalSearch(
            list(local.neighbours), local.stones[0], local.stones[1], local.walls[0], local.walls[1]
        )
        if local.points
        else _Nothing()
    )
    control = core.SearchControl(budget.for_core())
    progress = None
    if on_progress is not None:
        callback = on_progress

        def progress(report: Any) -> None:
            callback(report.nodes, report.value)

    report = search.run(control, progress)
    marked = frozenset(region)
    owners = outside_owners(board, marked)
    added = [p for p in local.region - marked if p in owners]
    offset = sum(1 if owners[p] == 0 else -1 for p in added)
    return _Attempt(rings, local, offset, Tree(search, local), search.judgement[2], report.nodes)


class _Nothing:
    """The search of a region in which nothing can change."""

    root = (-1, True, False, 0, ())
    judgement = (0.0, 0.0, True)
    nodes = 0

    def run(self, control: Any, progress: Any) -> _Nothing:
        return self


def _report(
    board: Board,
    region: Collection[int],
    attempt: _Attempt,
    nodes: int,
    seconds: float,
    warnings: list[str],
) -> RegionReport:
    tree, root = attempt.tree, attempt.tree.root
    temperature = attempt.temperature
    hottest = tree.hottest(root)
    left: list[tuple[Fraction, Fraction]] = [(Fraction(0), exact(attempt.mean))]
    right = left
    best: dict[bool, list[Step]] = {True: [], False: []}
    if hottest is not None and temperature > 0:
        walls = tree.walls(hottest)
        rest = attempt.mean - walls[0][-1][1]
        left, right = ([(exact(t), exact(score + rest)) for t, score in knots] for knots in walls)
        best = {black: tree.best(root, black, temperature) for black in (True, False)}
    lines = {black: tree.line(root, black, temperature) if best[black] else [] for black in best}
    after = {
        black: exact(tree.mean(line[-1].after) - attempt.offset) if line else exact(attempt.mean)
        for black, line in lines.items()
    }
    return RegionReport(
        region=tuple(sorted(region)),
        temperature=exact(temperature),
        mean=exact(attempt.mean),
        exact=attempt.exact,
        kind=_kind(left, right, best),
        black_moves=_points(best[True]),
        white_moves=_points(best[False]),
        after_black=after[True],
        after_white=after[False],
        black_line=tuple(RegionMove(step.black, step.point) for step in lines[True]),
        white_line=tuple(RegionMove(step.black, step.point) for step in lines[False]),
        tree=_TreeBuilder(attempt).build(),
        thermograph=as_thermograph(left, right),
        nodes=nodes,
        seconds=seconds,
        rings=attempt.rings,
        warnings=tuple(warnings),
    )


def _points(steps: list[Step]) -> tuple[int, ...]:
    return tuple(sorted(step.point for step in steps))


def _kind(
    left: list[tuple[Fraction, Fraction]],
    right: list[tuple[Fraction, Fraction]],
    best: dict[bool, list[Step]],
) -> str:
    """How the walls meet: a vertical one belongs to a move that is answered."""
    top = max(left[-1][0], right[-1][0])
    if top <= 0 or not (best[True] or best[False]):
        return "settled"
    if any(step.ko for steps in best.values() for step in steps[:1]):
        return "ko"
    black_is_answered = left[-1][0] < top
    white_is_answered = right[-1][0] < top
    if black_is_answered:
        return "black sente"
    if white_is_answered:
        return "white sente"
    return "gote"


class _TreeBuilder:
    """The tree of best moves below a root, as plain data."""

    def __init__(self, attempt: _Attempt) -> None:
        self._tree = attempt.tree
        self._offset = attempt.offset
        self._left = _TREE_NODES

    def build(self) -> TreeNode:
        return self._node(self._tree.root, None, False, _TREE_DEPTH)

    def _node(self, place: Place, move: RegionMove | None, ko: bool, depth: int) -> TreeNode:
        tree = self._tree
        self._left -= 1
        temperature = tree.temperature(place)
        pinned = tree.is_pinned(place)
        children: list[TreeNode] = []
        # Below a position that is only guessed at, the moves are guesses of guesses.
        wanted = pinned or move is None
        if depth > 0 and temperature > _CLOSE and self._left > 0 and wanted:
            for black in (True, False):
                for step in tree.best(place, black, temperature)[:1]:
                    below = RegionMove(black, step.point)
                    children.append(self._node(step.after, below, step.ko, depth - 1))
        return TreeNode(
            move,
            exact(tree.mean(place) - self._offset),
            exact(temperature),
            ko,
            pinned,
            tuple(children),
        )

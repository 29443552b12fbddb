"""Finds mean, temperature and best moves of a region."""

from __future__ import annotations

import time
from collections.abc import Collection
from fractions import Fraction

from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.search import Budget
from tesuji.theory.go_endgames.attempt import Attempt, OnProgress
from tesuji.theory.go_endgames.attempts import Attempts, Reading, seconds_left
from tesuji.theory.go_endgames.regions import contested_areas, is_endgame
from tesuji.theory.go_endgames.report import (
    Certainty,
    RegionMove,
    RegionReport,
    TreeNode,
    as_thermograph,
)
from tesuji.theory.go_endgames.surroundings import StoneGrid
from tesuji.theory.go_endgames.tree import Place, RegionStep, exact

_CLOSE = 1e-6
_TREE_DEPTH = 6
_TREE_NODES = 400


def board_of(position: GoPosition) -> StoneGrid:
    """Returns the stones of a position."""
    return StoneGrid(position.game.rows, position.game.columns, position.stones)


def analyse_region(
    position: GoPosition,
    region: Collection[int],
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int = 1,
) -> RegionReport:
    """Analyses the moves in a region.

    The region is searched with nothing to gain outside; with the open areas outside at stake; and
    for each colour with its stones not connected by reaching the edge. If all agree, what is beyond
    the edge does not matter, and the answer is exact. Otherwise the region is grown by a ring of
    points, as far as the budget goes. With two threads the reading, for regions too large to solve,
    runs in parallel with the search for a proof instead of after it.
    """
    return analyse_board_region(
        board_of(position), region, budget or Budget(seconds=30), on_progress, threads
    )


def analyse_board(
    position: GoPosition,
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int = 1,
) -> list[RegionReport]:
    """Analyses every undecided region of a board, sharing the time; returns the hottest first."""
    budget = budget or Budget(seconds=30)
    return analyse_regions(position, budget, on_progress=on_progress, threads=threads)[0]


def analyse_regions(
    position: GoPosition,
    budget: Budget,
    *,
    on_progress: OnProgress | None = None,
    threads: int = 1,
    proofs_only: bool = False,
) -> tuple[list[RegionReport], bool]:
    """Analyses like `analyse_board`, and returns whether every region is solved.

    With `proofs_only` no time is spent on reading unproven regions.
    """
    board = board_of(position)
    areas = contested_areas(board)
    regions = [area for area in areas if is_endgame(board, area)]
    share = budget
    if budget.seconds is not None and regions:
        share = Budget(
            nodes=budget.nodes, seconds=budget.seconds / len(regions), memory=budget.memory
        )
    reports = []
    known = len(regions) == len(areas)
    for region in regions:
        try:
            report = analyse_board_region(board, region, share, on_progress, threads, proofs_only)
        except TesujiError:
            known = False
            continue  # too large to be an endgame
        known = known and report.solved
        if report.temperature > 0:
            reports.append(report)
    return sorted(reports, key=lambda report: -report.temperature), known


def covers_everything(position: GoPosition) -> bool:
    """Returns whether every undecided region is small enough to be counted."""
    board = board_of(position)
    return all(is_endgame(board, area) for area in contested_areas(board))


def analyse_board_region(
    board: StoneGrid,
    region: Collection[int],
    budget: Budget,
    on_progress: OnProgress | None = None,
    threads: int = 1,
    proofs_only: bool = False,
) -> RegionReport:
    """Analyses a region of stones without a game, like `analyse_region`."""
    start = time.perf_counter()
    reading = Reading.NEVER if proofs_only else Reading.BESIDE if threads > 1 else Reading.AFTER
    attempts = Attempts(board, region, budget, start, on_progress, reading)
    chosen, certainty, nodes, warnings = attempts.run()
    # Finding all best moves may take a little more time than the answer itself.
    chosen.tell_moves_apart(seconds_left(budget, start), budget.memory)
    seconds = time.perf_counter() - start
    return _report(board, region, chosen, certainty, nodes, seconds, warnings)


def _report(
    board: StoneGrid,
    region: Collection[int],
    attempt: Attempt,
    certainty: Certainty,
    nodes: int,
    seconds: float,
    warnings: list[str],
) -> RegionReport:
    tree, root = attempt.tree, attempt.tree.root
    temperature = attempt.temperature
    hottest = tree.hottest(root)
    left: list[tuple[Fraction, Fraction]] = [(Fraction(0), exact(attempt.mean))]
    right = left
    best: dict[bool, list[RegionStep]] = {True: [], False: []}
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
        certainty=certainty,
        kind=_kind(left, right, best),
        black_moves=_points(best[True]),
        white_moves=_points(best[False]),
        after_black=after[True],
        after_white=after[False],
        black_line=tuple(map(_move, lines[True])),
        white_line=tuple(map(_move, lines[False])),
        tree=_TreeBuilder(attempt).build(),
        thermograph=as_thermograph(left, right),
        nodes=nodes,
        seconds=seconds,
        rings=attempt.rings,
        warnings=tuple(warnings),
    )


def _move(step: RegionStep) -> RegionMove:
    return RegionMove(step.black, step.point, step.taken)


def _points(steps: list[RegionStep]) -> tuple[int, ...]:
    return tuple(sorted(step.point for step in steps))


def _kind(
    left: list[tuple[Fraction, Fraction]],
    right: list[tuple[Fraction, Fraction]],
    best: dict[bool, list[RegionStep]],
) -> str:
    """Returns the kind by the walls: a vertical wall means that the move is answered."""
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
    """Builds the tree of best moves below a root, as plain data."""

    def __init__(self, attempt: Attempt) -> None:
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
        # Below an estimated position, moves would be estimates of estimates.
        wanted = pinned or move is None
        if depth > 0 and temperature > _CLOSE and self._left > 0 and wanted:
            for black in (True, False):
                children += [
                    self._node(step.after, _move(step), step.ko, depth - 1)
                    for step in tree.best(place, black, temperature)[:1]
                ]
        return TreeNode(
            move,
            exact(tree.mean(place) - self._offset),
            exact(temperature),
            ko,
            pinned,
            tuple(children),
        )

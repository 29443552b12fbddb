"""Finds mean, temperature and best moves of a region."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.search import Budget
from tesuji.theory.go_endgames.attempt import Attempt, OnProgress
from tesuji.theory.go_endgames.attempts import Attempts, ProvenCase, Reading, seconds_left
from tesuji.theory.go_endgames.certificate import certificate
from tesuji.theory.go_endgames.links import doubtful_links
from tesuji.theory.go_endgames.regions import (
    contested_areas,
    is_endgame,
    region_around,
    wide_region_around,
)
from tesuji.theory.go_endgames.report import (
    Certainty,
    RegionMove,
    RegionReport,
    TreeNode,
    as_thermograph,
)
from tesuji.theory.go_endgames.surroundings import StoneGrid
from tesuji.theory.go_endgames.tree import Place, RegionStep, Tree, exact

Knots = list[tuple[Fraction, Fraction]]
Certified = tuple[RegionReport, dict[str, Any] | None]
"""A report, and the certificate of a proven answer if it was wanted."""

_CLOSE = 1e-6
_TREE_DEPTH = 6
_TREE_NODES = 400
_SHARE_FOR_NARROW = 0.25
"""Share of the time for the nearest points, where a region is chosen around a point."""


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
    reading = Reading.NEVER if proofs_only else Reading.BESIDE if threads > 1 else Reading.AFTER
    return _analysed(board, region, budget, on_progress, reading)[0]


def certified_region(
    position: GoPosition,
    region: Collection[int],
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int = 1,
) -> Certified:
    """Analyses like `analyse_region`, and returns what another program can check as well.

    There is no certificate of an estimate.
    """
    board, budget = board_of(position), budget or Budget(seconds=30)
    reading = Reading.BESIDE if threads > 1 else Reading.AFTER
    report, proofs = _analysed(board, region, budget, on_progress, reading)
    return report, certificate(board, region, report, proofs) if proofs else None


def analyse_point(
    position: GoPosition, point: int, budget: Budget | None = None, *, threads: int = 1
) -> RegionReport:
    """Analyses the region around a point like `analyse_region`.

    If the answer for the nearest undecided points depends on what is beyond their edge, a wider
    region is analysed in the rest of the time. The wider answer counts, unless only the other is
    solved.
    """

    def analysed(region: Collection[int], limits: Budget) -> Certified:
        return analyse_region(position, region, limits, threads=threads), None

    return _around(board_of(position), point, budget or Budget(seconds=30), analysed)[0]


def certified_point(
    position: GoPosition,
    point: int,
    budget: Budget | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int = 1,
) -> Certified:
    """Analyses like `analyse_point`, and returns the certificate of a proven answer as well."""

    def analysed(region: Collection[int], limits: Budget) -> Certified:
        return certified_region(position, region, limits, on_progress=on_progress, threads=threads)

    return _around(board_of(position), point, budget or Budget(seconds=30), analysed)


def _around(
    board: StoneGrid,
    point: int,
    budget: Budget,
    analysed: Callable[[Collection[int], Budget], Certified],
) -> Certified:
    """Analyses the nearest undecided points around a point and, where needed, a wider region."""
    wide = wide_region_around(board, point)
    try:
        narrow = region_around(board, point)
    except TesujiError:
        return analysed(wide, budget)
    start = time.perf_counter()
    share = budget.seconds and budget.seconds * _SHARE_FOR_NARROW
    first = analysed(narrow, replace(budget, seconds=share))
    if first[0].exact:
        return first
    second = analysed(wide, replace(budget, seconds=seconds_left(budget, start)))
    return first if first[0].solved and not second[0].solved else second


def _analysed(
    board: StoneGrid,
    region: Collection[int],
    budget: Budget,
    on_progress: OnProgress | None,
    reading: Reading,
) -> tuple[RegionReport, list[ProvenCase]]:
    """Returns the report of a region and the searches that it rests on."""
    start = time.perf_counter()
    attempts = Attempts(board, region, budget, start, on_progress, reading)
    chosen, certainty, nodes, warnings = attempts.run()
    # Finding all best moves may take a little more time than the answer itself.
    chosen.tell_moves_apart(seconds_left(budget, start), budget.memory)
    seconds = time.perf_counter() - start
    report = _report(board, region, chosen, certainty, nodes, seconds, warnings)
    return report, attempts.proofs(certainty)


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
    left, right = _walls(tree, root, attempt.offset)
    best: dict[bool, list[RegionStep]] = {True: [], False: []}
    if temperature > 0:
        best = {black: tree.best(root, black, temperature) for black in (True, False)}
    lines = _lines(tree, root) if temperature > 0 else {True: [], False: []}
    after = {
        black: exact(tree.mean(line[-1].after) - attempt.offset) if line else exact(attempt.mean)
        for black, line in lines.items()
    }
    shown = _TreeBuilder(attempt).build()
    doubtful = doubtful_links(attempt.local) if certainty is Certainty.INSIDE else []
    return RegionReport(
        region=tuple(sorted(region)),
        temperature=exact(temperature),
        mean=exact(attempt.mean),
        certainty=certainty,
        kind=shown.kind,
        black_moves=_points(best[True]),
        white_moves=_points(best[False]),
        after_black=after[True],
        after_white=after[False],
        black_line=tuple(map(_move, lines[True])),
        white_line=tuple(map(_move, lines[False])),
        tree=shown,
        thermograph=as_thermograph(left, right),
        nodes=nodes,
        seconds=seconds,
        rings=attempt.rings,
        warnings=tuple(warnings),
        doubtful=tuple(RegionMove(black, point) for point, black in doubtful),
    )


def _move(step: RegionStep) -> RegionMove:
    return RegionMove(step.black, step.point, step.taken)


def _points(steps: list[RegionStep]) -> tuple[int, ...]:
    return tuple(sorted(step.point for step in steps))


def _walls(tree: Tree, place: Place, offset: int) -> tuple[Knots, Knots]:
    """Returns both walls of a place from temperature 0 on: those of its hottest part, moved."""
    mean = tree.mean(place) - offset
    hottest = tree.hottest(place)
    if hottest is None or tree.temperature(place) <= 0:
        return [(Fraction(0), exact(mean))], [(Fraction(0), exact(mean))]
    walls = tree.walls(hottest)
    rest = mean - walls[0][-1][1]
    left, right = ([(exact(t), exact(score + rest)) for t, score in knots] for knots in walls)
    return left, right


def _lines(tree: Tree, place: Place) -> dict[bool, list[RegionStep]]:
    """Returns orthodox play from a move of each colour on, as the walls have it.

    An upright wall is that of a move that is answered. The line of a place that is only estimated,
    or of a ko, in which somebody moves elsewhere, may end a move too late.
    """
    left, right = _walls(tree, place, 0)
    top = max(left[-1][0], right[-1][0])
    lines = {}
    for black, wall in ((True, left), (False, right)):
        line = tree.line(place, black)
        is_upright = wall[-1][0] < top
        may_be_late = not tree.is_pinned(place) or any(step.ko for step in line)
        if may_be_late and len(line) > 1 and is_upright != (len(line) % 2 == 0):
            line = line[:-1]
        lines[black] = line
    return lines


def _kind(tree: Tree, place: Place, lines: dict[bool, list[RegionStep]]) -> str:
    """Returns the kind by the walls: an upright one is that of a move that is answered.

    The walls of a proven place may be unknown below the top. Its lines are known there.
    """
    if any(step.ko for line in lines.values() for step in line[:1]):
        return "ko"
    left, right = _walls(tree, place, 0)
    top = max(left[-1][0], right[-1][0])
    for black, wall, kind in ((True, left, "black sente"), (False, right, "white sente")):
        line = lines[black]
        is_even = bool(line) and len(line) % 2 == 0
        by_walls = not tree.is_pinned(place) or any(step.ko for step in line)
        if wall[-1][0] < top if by_walls else is_even:
            return kind
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
        kind = "settled" if temperature <= _CLOSE else ""
        # Below an estimated position, moves would be estimates of estimates.
        wanted = pinned or move is None
        if depth > 0 and temperature > _CLOSE and self._left > 0 and wanted:
            lines = _lines(tree, place)
            # Where a ko has just been taken, nobody's moves are followed.
            kind = _kind(tree, place, lines) if lines[True] or lines[False] else "ko" * ko
            children = [
                self._node(line[0].after, _move(line[0]), line[0].ko, depth - 1)
                for line in lines.values()
                if line
            ]
        return TreeNode(
            move,
            exact(tree.mean(place) - self._offset),
            exact(temperature),
            ko,
            pinned,
            tuple(children),
            kind,
        )

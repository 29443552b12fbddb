"""Plays Go endgames by counting every region and by searching for points."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tesuji.games import Game, Position, Value
from tesuji.games.go import GoPosition
from tesuji.players.base import Choice, Player, TimeLeft
from tesuji.players.options import option
from tesuji.players.registry import register_player
from tesuji.players.searching import MEGABYTE, MctsOptions, MctsPlayer
from tesuji.players.timing import thinking_time
from tesuji.search import Budget, SearchReport

if TYPE_CHECKING:
    from tesuji.theory.cgt import Form
    from tesuji.theory.go_endgames import RegionReport, TreeNode
    from tesuji.theory.go_endgames.living import LivingBoard

_SHARE_FOR_COUNTING = 0.25
"""Share of the time for a move that counts every region exactly; a tree search takes the rest."""
_SUM_SIZE = 3
"""The most regions whose sum is played out exactly; with more, the hottest is taken."""
_POINTS = 0.8
"""The share of points, as opposed to winning, in the values of the tree search.

A search that only counts wins gives points away when ahead and plays wildly when behind.
"""
_DOUBT = 0.04
"""The most by which the search may value the counted move below its best, with values from -1 to 1:
about a point. Counting assumes that groups live which the search may have seen dying."""
_FEWEST_VISITS = 50
"""A move with fewer visits was rejected by the search."""


@dataclass(frozen=True, slots=True)
class TemperatureOptions:
    """Options of the spec ``temperature``."""

    seconds: float = option(1.0, "seconds for each move", above=0)
    memory: int = option(256, "megabytes for a region's tree", minimum=1)
    seed: int | None = option(None, "seed of the tree search", minimum=0)


@register_player("temperature", TemperatureOptions, games=("go",))
class TemperaturePlayer(Player):
    """Go endgames region by region, where a tree search for points has nothing against it."""

    def __init__(self, game: Game, options: TemperatureOptions) -> None:
        self._options = options
        self._search = MctsPlayer(
            game,
            MctsOptions(
                seconds=options.seconds,
                memory=options.memory,
                score_weight=_POINTS,
                seed=options.seed,
            ),
        )

    def start(self, game: Game, position: Position) -> None:
        self._search.start(game, position)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Choice:
        assert isinstance(position, GoPosition)
        start = time.perf_counter()
        seconds = self._options.seconds
        if time_left is not None:
            seconds = thinking_time(position, time_left, seconds) or seconds
        counted = self._count(position, seconds * _SHARE_FOR_COUNTING)
        left = seconds - (time.perf_counter() - start)
        searched = self._search.choose(position, TimeLeft(per_move=max(left, 0.0)))
        if counted is None or searched.report is None or _objects(searched.report, counted):
            return searched
        return counted

    def _count(self, position: GoPosition, seconds: float) -> Choice | None:
        """Returns the move of a count, or None if the board does not consist of known regions."""
        from tesuji.theory.go_endgames import covers_everything
        from tesuji.theory.go_endgames.analysis import analyse_regions
        from tesuji.theory.go_endgames.living import without_dead_stones

        living = without_dead_stones(position)
        if not living.is_clear or not covers_everything(living.position):
            return None
        budget = Budget(seconds=seconds, memory=self._options.memory * MEGABYTE)
        reports, known = analyse_regions(living.position, budget, proofs_only=True)
        # Estimates of regions mislead: a group that seems alive may be dead.
        return self._endgame(position, living, reports) if known else None

    def _endgame(
        self, position: GoPosition, living: LivingBoard, reports: list[RegionReport]
    ) -> Choice | None:
        """Returns the move of the hottest region, or None if only dead stones are left to gain."""
        from tesuji.theory.cgt.mixed import mixed

        black = position.to_move == 0
        candidates = [
            (report, point)
            for report in reports
            for point in (report.black_moves if black else report.white_moves)[:1]
            if position.is_legal(point)
        ]
        if not candidates:
            return None
        lead = _lead(living.position, reports)
        value = Value(max(-1.0, min(1.0, float(lead) / 20)), position.to_move)
        best = candidates[0]
        if len(candidates) <= _SUM_SIZE:
            best = _best_of_sum(candidates, black) or best
        report, point = best
        return Choice(
            point, value, f"{report.kind}, worth {mixed(report.temperature)} points of area"
        )

    def observe(self, before: Position, move: int, after: Position) -> None:
        self._search.observe(before, move, after)

    def stop(self) -> None:
        self._search.stop()

    def close(self) -> None:
        self._search.close()


def _objects(report: SearchReport, counted: Choice) -> bool:
    """Returns whether a search found the move of the count to be worse than its own."""
    best = report.moves[0]
    for move in report.moves:
        if move.move == counted.move:
            rejected = move.value.number < best.value.number - _DOUBT
            return rejected or move.visits < _FEWEST_VISITS
    return True


def _best_of_sum(
    candidates: list[tuple[RegionReport, int]], black: bool
) -> tuple[RegionReport, int] | None:
    """Returns the best first move in the sum of a few exactly known regions, or None."""
    from tesuji.theory.cgt import Mover, Sum

    forms = [_form(report.tree) for report, _ in candidates]
    if any(form is None for form in forms):
        return None
    values = [form.value() for form in forms if form is not None]
    side = Mover.LEFT if black else Mover.RIGHT
    moves = Sum.of(values).best_moves(side)
    for move in moves:
        for value, candidate in zip(values, candidates, strict=True):
            if not move.is_coupon and move.component == value:
                return candidate
    return None


def _form(tree: TreeNode) -> Form | None:
    """Returns the game of a tree whose leaves are finished, or None if it was cut off."""
    from tesuji.theory.cgt import node, score

    if not tree.exact or tree.ko or tree.mean.denominator & (tree.mean.denominator - 1):
        return None
    if tree.temperature <= 0:
        return score(tree.mean)
    black = [_form(child) for child in tree.children if child.move and child.move.black]
    white = [_form(child) for child in tree.children if child.move and not child.move.black]
    if not black or not white or None in black or None in white:
        return None
    return node([form for form in black if form], [form for form in white if form])


def _lead(position: GoPosition, reports: list[RegionReport]) -> Fraction:
    """Returns the expected margin of the player to move, with regions counted by their means."""
    owner = position.score().owner
    inside = {point for report in reports for point in report.region}
    total = sum((report.mean for report in reports), Fraction(0))
    for point, colour in enumerate(owner):
        if point not in inside and colour >= 0:
            total += 1 if colour == 0 else -1
    total -= Fraction(position.game.komi)
    return total if position.to_move == 0 else -total

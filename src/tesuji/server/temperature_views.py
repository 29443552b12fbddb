"""Describes local endgames of Go for the browser."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.lessons.counting import reasons
from tesuji.search import Budget
from tesuji.server import endgame_models as models
from tesuji.server.views import replay
from tesuji.theory.go_endgames import (
    RegionMove,
    RegionReport,
    TreeNode,
    analyse_board,
    analyse_point,
    analyse_region,
    mixed,
    region_around,
    signed,
)
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.living import without_dead_stones

MOST_REGIONS = 12
MEMORY = 128 << 20


def temperatures(request: models.TemperatureRequest) -> models.TemperatureAnswer:
    """Returns the regions of a board by temperature, or the marked one."""
    position = replay(request.spec, request.setup, request.moves)
    if not isinstance(position, GoPosition):
        raise TesujiError(f"temperatures are measured in Go, not in {position.game.name}")
    budget = Budget(seconds=request.seconds, memory=MEMORY)
    region = set(request.region)
    outside = [p for p in region if p >= position.game.rows * position.game.columns]
    if outside:
        raise TesujiError(f"the board has no point {outside[0]}")
    dead: tuple[int, ...] = ()
    if request.point is not None and not region:
        reports = [analyse_point(position, request.point, budget)]
    elif region:
        if request.point is not None:
            region |= region_around(board_of(position), request.point)
        reports = [analyse_region(position, region, budget)]
    else:
        living = without_dead_stones(position)
        reports, dead = analyse_board(living.position, budget), living.dead
    return models.TemperatureAnswer(
        regions=[region_view(position, report, dead) for report in reports[:MOST_REGIONS]]
    )


def region_view(
    position: GoPosition, report: RegionReport, dead: Collection[int] = ()
) -> models.TemperatureRegion:
    """Describes a region of a board and its analysis, for which `dead` stones were taken off."""
    names = position.game.player_names
    stones = _Stones(position.stones, dict.fromkeys(dead, -1))
    return models.TemperatureRegion(
        region=list(report.region),
        temperature=float(report.temperature),
        temperature_text=mixed(report.temperature),
        territory_text=mixed(report.territory_temperature),
        difference_text=mixed(report.move_value),
        mean_text=signed(report.mean),
        exact=report.exact,
        solved=report.solved,
        certainty_text=report.certainty.value,
        kind=report.kind,
        words=report.words,
        why=reasons(report, position.game.format_move),
        moves=(list(report.black_moves), list(report.white_moves)),
        after=(
            f"{names[0]} first: {signed(report.after_black)}",
            f"{names[1]} first: {signed(report.after_white)}",
        ),
        lines=(_steps(stones, report.black_line), _steps(stones, report.white_line)),
        tree=_tree(stones, report.tree),
        thermograph=report.svg(),
        warnings=[*report.warnings, *filter(None, [report.doubts(position.game.format_move)])],
    )


class _Stones:
    """The changes of a board by moves of a search."""

    def __init__(self, start: Sequence[int], changed: Mapping[int, int] = {}) -> None:
        self._start = start
        self.changed = dict(changed)
        """Points that differ from the start: -1 empty, 0 Black, 1 White."""

    def after(self, move: RegionMove) -> _Stones:
        now = self.changed | dict.fromkeys(move.taken, -1) | {move.point: 0 if move.black else 1}
        return _Stones(self._start, {p: s for p, s in now.items() if s != self._start[p]})


def _steps(start: _Stones, line: tuple[RegionMove, ...]) -> list[models.LineStep]:
    steps, stones = [], start
    for move in line:
        stones = stones.after(move)
        steps.append(
            models.LineStep(move=move.point, player=0 if move.black else 1, stones=stones.changed)
        )
    return steps


def _tree(start: _Stones, root: TreeNode) -> list[models.EndgameNode]:
    """Returns the nodes, each before its children."""
    found: list[models.EndgameNode] = []

    def add(node: TreeNode, parent: int | None, before: _Stones) -> None:
        move = node.move
        here = before if move is None else before.after(move)
        number = len(found)
        found.append(
            models.EndgameNode(
                parent=parent,
                move=None if move is None else move.point,
                player=None if move is None else 0 if move.black else 1,
                mean_text=signed(node.mean),
                temperature=float(node.temperature),
                temperature_text=mixed(node.temperature),
                kind=node.kind,
                exact=node.exact,
                ko=node.ko,
                stones=here.changed,
            )
        )
        for child in node.children:
            add(child, number, here)

    add(root, None, start)
    return found

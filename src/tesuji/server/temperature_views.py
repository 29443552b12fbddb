"""What local endgames of Go are worth, as a browser shows it."""

from __future__ import annotations

from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.lessons.counting import kind_of, reasons
from tesuji.search import Budget
from tesuji.server import endgame_models as models
from tesuji.server.views import replay
from tesuji.theory.go_endgames import (
    Board,
    RegionMove,
    RegionReport,
    TreeNode,
    analyse_board,
    analyse_region,
    mixed,
    region_around,
    signed,
)
from tesuji.theory.go_endgames.analysis import board_of

MOST_REGIONS = 12
MEMORY = 128 << 20


def temperatures(request: models.TemperatureRequest) -> models.TemperatureAnswer:
    """The regions of a board by their temperature, or the one that is marked or pointed at."""
    position = replay(request.spec, request.setup, request.moves)
    if not isinstance(position, GoPosition):
        raise TesujiError(f"temperatures are measured in Go, not in {position.game.name}")
    budget = Budget(seconds=request.seconds, memory=MEMORY)
    region = set(request.region)
    outside = [p for p in region if p >= position.game.rows * position.game.columns]
    if outside:
        raise TesujiError(f"the board has no point {outside[0]}")
    if request.point is not None:
        region |= region_around(board_of(position), request.point)
    reports = (
        [analyse_region(position, region, budget)] if region else analyse_board(position, budget)
    )
    return models.TemperatureAnswer(
        regions=[region_view(position, report) for report in reports[:MOST_REGIONS]]
    )


def region_view(position: GoPosition, report: RegionReport) -> models.TemperatureRegion:
    """A region of a board with all that was found out about it."""
    names = position.game.player_names
    board = board_of(position)
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
        lines=(_steps(board, report.black_line), _steps(board, report.white_line)),
        tree=_tree(board, report.tree),
        thermograph=report.svg(),
        warnings=list(report.warnings),
    )


def _steps(board: Board, line: tuple[RegionMove, ...]) -> list[models.LineStep]:
    steps = []
    here = board
    for move in line:
        here = here.after(move.point, 0 if move.black else 1)
        steps.append(
            models.LineStep(
                move=move.point, player=0 if move.black else 1, stones=_changes(board, here)
            )
        )
    return steps


def _tree(start: Board, root: TreeNode) -> list[models.EndgameNode]:
    """The nodes in the order in which they are read: each before what follows it."""
    found: list[models.EndgameNode] = []

    def add(node: TreeNode, parent: int | None, before: Board) -> None:
        move = node.move
        player = None if move is None else 0 if move.black else 1
        here = before
        if move is not None and player is not None:
            here = before.after(move.point, player)
        number = len(found)
        found.append(
            models.EndgameNode(
                parent=parent,
                move=None if move is None else move.point,
                player=player,
                mean_text=signed(node.mean),
                temperature=float(node.temperature),
                temperature_text=mixed(node.temperature),
                kind=kind_of(node),
                exact=node.exact,
                ko=node.ko,
                stones=_changes(start, here),
            )
        )
        for child in node.children:
            add(child, number, here)

    add(root, None, start)
    return found


def _changes(start: Board, here: Board) -> dict[int, int]:
    pairs = zip(start.stones, here.stones, strict=True)
    return {point: after for point, (before, after) in enumerate(pairs) if before != after}

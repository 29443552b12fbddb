"""What local endgames of Go are worth, as a browser shows it."""

from __future__ import annotations

from tesuji.errors import TesujiError
from tesuji.games.go import GoPosition
from tesuji.search import Budget
from tesuji.server import study_models
from tesuji.server.views import replay
from tesuji.theory.go_endgames import (
    RegionMove,
    RegionReport,
    analyse_board,
    analyse_region,
    mixed,
    signed,
)

MOST_REGIONS = 12
MEMORY = 128 << 20


def temperatures(request: study_models.TemperatureRequest) -> study_models.TemperatureAnswer:
    """The regions of a board by their temperature, or the one that is marked."""
    position = replay(request.spec, request.setup, request.moves)
    if not isinstance(position, GoPosition):
        raise TesujiError(f"temperatures are measured in Go, not in {position.game.name}")
    budget = Budget(seconds=request.seconds, memory=MEMORY)
    if request.region:
        outside = [p for p in request.region if p >= position.game.rows * position.game.columns]
        if outside:
            raise TesujiError(f"the board has no point {outside[0]}")
        reports = [analyse_region(position, request.region, budget)]
    else:
        reports = analyse_board(position, budget)
    return study_models.TemperatureAnswer(
        regions=[_view(position, report) for report in reports[:MOST_REGIONS]]
    )


def _view(position: GoPosition, report: RegionReport) -> study_models.TemperatureRegion:
    names = position.game.player_names
    return study_models.TemperatureRegion(
        region=list(report.region),
        temperature=float(report.temperature),
        temperature_text=mixed(report.temperature),
        mean_text=signed(report.mean),
        exact=report.exact,
        kind=report.kind,
        words=report.words,
        moves=(list(report.black_moves), list(report.white_moves)),
        after=(
            f"{names[0]} first: {signed(report.after_black)}",
            f"{names[1]} first: {signed(report.after_white)}",
        ),
        lines=(_steps(report.black_line), _steps(report.white_line)),
        thermograph=report.svg(),
        warnings=list(report.warnings),
    )


def _steps(line: tuple[RegionMove, ...]) -> list[study_models.ColouredMove]:
    return [
        study_models.ColouredMove(move=step.point, player=0 if step.black else 1) for step in line
    ]

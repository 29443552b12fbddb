"""Makes counts and estimates of Go boards for the browser."""

from __future__ import annotations

from tesuji.analysis.go_status import estimate, proposed_count, toggled
from tesuji.errors import TesujiError
from tesuji.games import Position
from tesuji.games.go import GoPosition
from tesuji.games.go.counting import Count
from tesuji.server import models
from tesuji.server.views import replay


def count_view(count: Count) -> models.CountView:
    return models.CountView(
        dead=list(count.dead),
        seki=list(count.seki),
        owner=list(count.owner),
        margin=count.margin,
        by_territory=count.by_territory,
        sentences=count.sentences(),
    )


def counted(request: models.CountRequest) -> models.CountView:
    """Returns the requested count: proposed, by given marks, or after a click."""
    position = _of_go(replay(request.spec, request.setup, request.moves))
    if request.dead is None or request.seki is None:
        return count_view(proposed_count(position))
    if request.click is None:
        return count_view(position.counted(request.dead, request.seki))
    to_seki = request.click_means == "seki"
    return count_view(toggled(position, request.dead, request.seki, request.click, to_seki))


def estimated(request: models.PositionRequest) -> models.EstimateView:
    position = _of_go(replay(request.spec, request.setup, request.moves))
    found = estimate(position)
    return models.EstimateView(
        ownership=[round(float(share), 3) for share in found.ownership],
        lead=round(found.lead, 2),
        source=found.source,
        sentence=found.sentence(),
    )


def _of_go(position: Position) -> GoPosition:
    if not isinstance(position, GoPosition):
        raise TesujiError(f"only boards of Go can be counted, not of {position.game.name}")
    return position

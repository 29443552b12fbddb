"""Implements the API about learning: runs, their curves, versions and games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from tesuji.errors import TesujiError
from tesuji.learning.common.runs import Run
from tesuji.server import record_models, run_models
from tesuji.server.computing import Computing
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.opponents import Opponents, games_of
from tesuji.server.run_looks import live_view, looks_of
from tesuji.server.run_views import run_curves, run_summary, run_view
from tesuji.server.teaching import Teaching

Name = Annotated[str, Path(max_length=200)]
MAX_RECORD = 2_000_000
"""The most bytes of a record that is shown."""


def run_routes(opponents: Opponents, teaching: Teaching, looking: Computing) -> APIRouter:
    """Returns the routes; `looking` evaluates networks."""
    router = APIRouter(prefix="/api/v1/runs", responses=PROBLEMS)

    def found(name: str) -> Run:
        try:
            return opponents.run(name)
        except TesujiError as error:
            raise HTTPException(404, "There is no such run.") from error

    @router.get("")
    def list_runs() -> run_models.RunList:
        """Returns all runs of learning on this machine, the newest first."""
        return run_models.RunList(
            runs=[run_summary(run, teaching.view(run)) for run in opponents.runs()]
        )

    @router.get("/{run}")
    def get_run(run: Name) -> run_models.RunView:
        """Describes a run and its results so far."""
        one = found(run)
        return run_view(one, teaching.view(one))

    @router.get("/{run}/curves")
    def get_curves(
        run: Name, after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0
    ) -> run_models.RunCurves:
        """Returns the figures of a run from line number `after` of its metrics on."""
        return run_curves(found(run), after)

    @router.get("/{run}/games/{game}")
    def get_record(run: Name, game: Name) -> record_models.SgfText:
        """Returns the record of a sample game."""
        for path in games_of(found(run)):
            if path.name == game:
                with path.open("rb") as file:
                    data = file.read(MAX_RECORD + 1)
                if len(data) > MAX_RECORD:
                    raise HTTPException(400, "This record is too long to be shown.")
                return record_models.SgfText(sgf=data.decode("utf-8", errors="replace"))
        raise HTTPException(404, "There is no such record.")

    @router.get("/{run}/live")
    def get_live(run: Name) -> run_models.RunLive:
        """Returns what a run is doing now, and its newest game of self-play."""
        return live_view(found(run))

    @router.post("/{run}/looks")
    async def get_looks(run: Name, request: run_models.LookRequest) -> run_models.Looks:
        """Returns what versions of a run would play in a position, without any search."""
        return await looking.run(
            looks_of, found(run), tuple(request.versions), tuple(request.moves)
        )

    return router

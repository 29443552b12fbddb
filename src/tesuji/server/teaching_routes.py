"""Implements the API that teaches: starts, pauses, resumes, stops and deletes runs of learning."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Response

from tesuji.errors import TesujiError
from tesuji.games import catalogued, make
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import Experiment
from tesuji.match import usual_workers
from tesuji.server import run_models as models
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.opponents import Opponents
from tesuji.server.run_settings import setting_title
from tesuji.server.run_views import run_view
from tesuji.server.teaching import NOT_HERE, Teaching, can_be_learnt
from tesuji.studies import experiments

Name = Annotated[str, Path(max_length=200)]
NetworkId = Annotated[str, Path(max_length=40, pattern=r"^[0-9a-f]+$")]


def teaching_routes(opponents: Opponents, teaching: Teaching) -> APIRouter:
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

    def found(name: str) -> Run:
        try:
            return opponents.run(name)
        except TesujiError as error:
            raise HTTPException(404, "There is no such run.") from error

    def check_allowed() -> None:
        if not teaching.allowed:
            raise HTTPException(403, NOT_HERE[0].upper() + NOT_HERE[1:] + ".")

    def view_of(run: Run) -> models.RunView:
        return run_view(run, teaching.view(run))

    @router.get("/teaching")
    def get_teaching() -> models.TeachingView:
        """Returns what can be taught on this server, and what is being taught."""
        at_work = teaching.at_work
        return models.TeachingView(
            allowed=teaching.problem is None,
            problem=teaching.problem,
            games=[game.name for game in catalogued() if can_be_learnt(game)],
            experiments=_experiments(),
            most_cores=usual_workers(),
            at_work=None if at_work is None else at_work.name,
        )

    @router.post("/runs", status_code=201)
    def begin(request: models.NewLesson) -> models.RunView:
        """Starts a run of self-play or of evolution; there is one at a time."""
        check_allowed()
        return view_of(teaching.begin(request))

    @router.post("/runs/{run}/pause")
    def pause(run: Name) -> models.RunView:
        """Pauses a run; only games that are not over are lost."""
        check_allowed()
        paused = found(run)
        teaching.end(paused, "paused")
        return view_of(paused)

    @router.post("/runs/{run}/resume")
    def resume(run: Name, request: models.MoreTime) -> models.RunView:
        """Goes on after a pause or an interruption, or gives a run more time."""
        check_allowed()
        resumed = found(run)
        teaching.resume(resumed, request.minutes)
        return view_of(resumed)

    @router.post("/runs/{run}/stop")
    def stop(run: Name) -> models.RunView:
        """Ends a run before its time is over."""
        check_allowed()
        stopped = found(run)
        teaching.end(stopped, "ended")
        return view_of(stopped)

    @router.delete("/runs/{run}", status_code=204)
    def delete(run: Name) -> Response:
        """Ends a run and deletes everything that it has."""
        check_allowed()
        teaching.delete(found(run))
        return Response(status_code=204)

    @router.get("/opponents")
    def list_opponents() -> models.OpponentList:
        """Returns the networks that were put on the list of opponents."""
        return models.OpponentList(
            opponents=[
                models.ShippedOpponent(
                    id=each.id,
                    name=each.name,
                    game=each.game,
                    spec=each.spec,
                    run=each.run,
                    added=each.added,
                )
                for each in opponents.trained.all()
            ]
        )

    @router.post("/runs/{run}/opponents", status_code=201)
    def ship(run: Name, request: models.NewOpponent) -> models.OpponentList:
        """Puts a version of a run on the list of opponents; returns the list."""
        check_allowed()
        opponents.ship(found(run), request.version, request.name)
        return list_opponents()

    @router.delete("/opponents/{network}", status_code=204)
    def remove(network: NetworkId) -> Response:
        """Removes a network from the list of opponents."""
        check_allowed()
        opponents.trained.remove(network)
        return Response(status_code=204)

    return router


@lru_cache(maxsize=1)
def _experiments() -> list[models.ExperimentView]:
    return [_experiment(each) for each in experiments().values()]


def _experiment(experiment: Experiment) -> models.ExperimentView:
    options = experiment.options
    usual: dict[str, Any] = {name: option.default for name, option in options.items()}
    name, settings = experiment.game(experiment.config(**usual))
    size = str(settings.get("size", ""))
    rows, _, columns = size.partition("x")
    title = make(name, **settings).card.title
    return models.ExperimentView(
        name=experiment.name,
        help=experiment.help,
        game=f"{title} {rows}×{columns or rows}" if rows else title,
        settings=[
            models.Setting(
                name=option.name,
                title=setting_title(option.name),
                help=option.help[:1].upper() + option.help[1:],
                kind=option.kind,
                default=_text(option.default),
            )
            for option in options.values()
        ],
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)

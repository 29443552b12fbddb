"""Implements the API about tournaments between engines, and about engines that were added."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Response
from fastapi.concurrency import run_in_threadpool

from tesuji.errors import TesujiError
from tesuji.server import tournament_models as models
from tesuji.server.computing import Computing
from tesuji.server.engines import ONLY_LOCAL, AddedEngine, Engines
from tesuji.server.error_answers import PROBLEMS
from tesuji.server.tournament_views import played_moves, summary_of, view_of
from tesuji.server.tournaments import Tournament, Tournaments

Id = Annotated[str, Path(max_length=40, pattern=r"^[0-9a-f]+$")]


def tournament_routes(tournaments: Tournaments) -> APIRouter:
    router = APIRouter(prefix="/api/v1/tournaments", responses=PROBLEMS)

    def found(tournament_id: str) -> Tournament:
        tournament = tournaments.find(tournament_id)
        if tournament is None:
            raise HTTPException(404, "There is no such tournament.")
        return tournament

    @router.get("")
    def list_tournaments() -> models.TournamentList:
        """Returns all tournaments, the newest first."""
        return models.TournamentList(
            tournaments=[summary_of(tournament) for tournament in tournaments.all()]
        )

    @router.post("", status_code=201)
    def begin(request: models.NewTournament) -> models.TournamentView:
        """Starts a tournament; there is one at a time."""
        return view_of(tournaments.begin(request))

    @router.get("/{tournament}")
    def get_tournament(tournament: Id) -> models.TournamentView:
        """Returns the table, the games that are being played, and those that are over."""
        return view_of(found(tournament))

    @router.post("/{tournament}/pause")
    def pause(tournament: Id) -> models.TournamentView:
        """Lets all games wait before their next move."""
        paused = found(tournament)
        paused.pace.paused = True
        return view_of(paused)

    @router.post("/{tournament}/resume")
    def resume(tournament: Id) -> models.TournamentView:
        """Goes on after a pause, a stop or a restart of the server."""
        resumed = found(tournament)
        tournaments.go_on(resumed)
        return view_of(resumed)

    @router.post("/{tournament}/stop")
    def stop(tournament: Id) -> models.TournamentView:
        """Ends the games that are being played; those that are over count."""
        stopped = found(tournament)
        tournaments.stop(stopped)
        return view_of(stopped)

    @router.put("/{tournament}/pace")
    def set_pace(tournament: Id, request: models.NewPace) -> models.TournamentView:
        """Changes how long games wait before each move, at once."""
        changed = found(tournament)
        changed.pace.seconds = request.pace
        return view_of(changed)

    @router.get("/{tournament}/games/{number}")
    def get_game(
        tournament: Id, number: Annotated[int, Path(ge=0, lt=100_000)]
    ) -> models.PlayedMoves:
        """Returns the moves of a game that is over."""
        played = found(tournament)
        if number >= len(played.games):
            raise HTTPException(404, "There is no such game.")
        return played_moves(played, number)

    @router.delete("/{tournament}", status_code=204)
    def delete(tournament: Id) -> Response:
        """Stops a tournament and deletes its games."""
        tournaments.delete(found(tournament))
        return Response(status_code=204)

    return router


def engine_routes(engines: Engines, trials: Computing) -> APIRouter:
    router = APIRouter(prefix="/api/v1/engines", responses=PROBLEMS)

    def check_allowed() -> None:
        if not engines.allowed:
            raise HTTPException(403, ONLY_LOCAL[0].upper() + ONLY_LOCAL[1:] + ".")

    @router.get("")
    def list_engines() -> models.EngineList:
        """Returns the external engines that were added."""
        return models.EngineList(
            allowed=engines.allowed, engines=[_engine_view(engine) for engine in engines.all()]
        )

    @router.post("", status_code=201)
    async def add_engine(request: models.NewEngine) -> models.EngineView:
        """Adds an external engine after it has made a first move."""
        check_allowed()
        try:
            added = await trials.run(
                engines.add,
                request.name,
                request.game,
                request.protocol,
                request.command,
                request.move_seconds,
            )
        except TesujiError as error:
            raise HTTPException(400, f"The engine did not work: {error}") from error
        return _engine_view(added)

    @router.delete("/{engine}", status_code=204)
    async def remove_engine(engine: Id) -> Response:
        """Removes an engine from the list."""
        check_allowed()
        await run_in_threadpool(engines.remove, engine)
        return Response(status_code=204)

    return router


def _engine_view(engine: AddedEngine) -> models.EngineView:
    return models.EngineView(
        id=engine.id,
        name=engine.name,
        game=engine.game,
        protocol=engine.protocol,
        command=engine.command,
        move_seconds=engine.move_seconds,
    )

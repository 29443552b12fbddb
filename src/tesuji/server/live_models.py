"""Defines the types of the WebSocket: commands of a client, events of the server.

OpenAPI does not cover WebSockets, so `describe_live` adds these types to the API's description,
from which the app's types are generated.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from pydantic import Field, RootModel

from tesuji.server import analysis_models, models
from tesuji.server.jobs import MAX_SECONDS, MAX_SECONDS_PER_MOVE

# -- commands ---------------------------------------------------------------------------------


class Watch(models.Model):
    """Sends the state of a game, and from then on its changes."""

    type: Literal["watch"]
    game: models.ShortText
    key: models.ShortText | None = None
    """The key of a seat, in a game that is shared by a link."""


class Unwatch(models.Model):
    """Ends the updates of a game."""

    type: Literal["unwatch"]
    game: models.ShortText


class Analyse(models.Model):
    """Searches a position, and reports while it searches."""

    type: Literal["analyse"]
    job: models.ShortText
    at: models.PositionRequest
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)] = 10


class Review(models.Model):
    """Judges every move of a game, and reports each judgement at once."""

    type: Literal["review"]
    job: models.ShortText
    game: models.PositionRequest
    seconds_per_move: Annotated[float, Field(gt=0, le=MAX_SECONDS_PER_MOVE)] = 0.5


class CancelJob(models.Model):
    """Ends a job."""

    type: Literal["cancel"]
    job: models.ShortText


Command = Watch | Unwatch | Analyse | Review | CancelJob


class LiveCommand(RootModel[Annotated[Command, Field(discriminator="type")]]):
    """What a client may send."""


# -- events -----------------------------------------------------------------------------------


class GameEvent(models.Model):
    """The state of a game when a client begins to watch it."""

    type: Literal["game"] = "game"
    about: str
    """The game, or the job, that it is about."""
    body: models.GameView


class ChangeEvent(models.Model):
    """What has changed in a game since the last event."""

    type: Literal["change"] = "change"
    about: str
    body: models.GameChange


class AnalysisEvent(models.Model):
    """The report of a search so far."""

    type: Literal["analysis"] = "analysis"
    about: str
    body: analysis_models.AnalysisView


class JudgementEvent(models.Model):
    """One move of a game that is reviewed."""

    type: Literal["judgement"] = "judgement"
    about: str
    body: analysis_models.ReviewedMove


class DoneEvent(models.Model):
    """A job has ended."""

    type: Literal["done"] = "done"
    about: str
    body: analysis_models.Done = analysis_models.Done()


class ProblemEvent(models.Model):
    """Why a command, or a job, failed."""

    type: Literal["problem"] = "problem"
    about: str
    body: models.ProblemDetails


Event = GameEvent | ChangeEvent | AnalysisEvent | JudgementEvent | DoneEvent | ProblemEvent


class LiveEvent(RootModel[Annotated[Event, Field(discriminator="type")]]):
    """What the server may send."""


def describe_live(app: FastAPI) -> None:
    """Adds commands and events to the schemas in the description of `app`."""
    described = FastAPI()

    @described.post("/live")
    def live(command: LiveCommand) -> LiveEvent:
        raise NotImplementedError

    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schemas = describe()["components"]["schemas"]
            for name, schema in described.openapi()["components"]["schemas"].items():
                schemas.setdefault(name, schema)
            describe()["components"]["schemas"] = dict(sorted(schemas.items()))
        return describe()

    app.openapi = openapi  # type: ignore[method-assign]

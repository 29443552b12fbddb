"""Defines the types of tournaments between engines, as the web app shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tesuji.server.models import GameInfo, Model, SeatView, ShortText

State = Literal["playing", "paused", "stopped", "finished"]


class NewTournament(Model):
    """A round robin: everybody meets everybody, with both colours."""

    game: ShortText
    options: Annotated[dict[ShortText, ShortText], Field(max_length=12, default_factory=dict)]
    players: Annotated[list[SeatView], Field(min_length=2, max_length=12)]
    games: Annotated[int, Field(ge=1, le=200)] = 4
    """Games between every two players."""
    opening_plies: Annotated[int, Field(ge=0, le=10)] = 2
    """Random moves at the start of every pair of games."""
    at_once: Annotated[int, Field(ge=1, le=8)] = 1
    """Games that are played at once."""
    pace: Annotated[float, Field(ge=0, le=60)] = 0.0
    """Seconds to wait before each move, so that people can follow."""


class NewPace(Model):
    pace: Annotated[float, Field(ge=0, le=60)]


class TournamentRow(Model):
    """A player's row in the table."""

    player: int
    """Its number, from 0."""
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float | None
    """Relative to the mean of all; null before its first game."""
    error: float | None
    """Half-width of the 95 % interval."""
    failures: int
    """Games lost by an illegal move, a crash or an overrun of time."""


class LiveGame(Model):
    """A game that is being played."""

    first: int
    second: int
    moves: list[int]


class TournamentGame(Model):
    number: int
    """In the order in which games ended, from 0."""
    first: int
    second: int
    winner: int | None
    reason: str
    num_moves: int


class TournamentSummary(Model):
    id: str
    spec: str
    names: list[str]
    state: State
    began: float
    done: int
    total: int


class TournamentView(TournamentSummary):
    game: GameInfo
    players: list[SeatView]
    games_per_pair: int
    pace: float
    problem: str | None
    """Why it stopped by itself."""
    standings: list[TournamentRow]
    """The best first."""
    points: list[list[float | None]]
    """Of each player against each other one; null if they have not met."""
    live: list[LiveGame]
    played: list[TournamentGame]
    """The newest games first."""


class TournamentList(Model):
    tournaments: list[TournamentSummary]


class PlayedMoves(Model):
    """A game of a tournament, to be looked at."""

    spec: str
    names: tuple[str, str]
    moves: list[int]
    result: str


# -- external engines ----------------------------------------------------------------------------


class NewEngine(Model):
    name: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
    game: ShortText
    protocol: Literal["gtp", "gomocup"]
    command: Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True)]
    move_seconds: Annotated[float, Field(gt=0, le=600)] = 1.0


class EngineView(Model):
    id: str
    name: str
    game: str
    protocol: str
    command: str
    move_seconds: float


class EngineList(Model):
    allowed: bool
    """Whether engines may be added: only where the server listens on this machine alone."""
    engines: list[EngineView]

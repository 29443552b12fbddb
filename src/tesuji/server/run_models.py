"""Defines the types of runs of learning, as the web app shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tesuji.server.models import GameInfo, Model, Moves, PositionView

VersionName = Annotated[str, StringConstraints(max_length=200)]
MOST_LOOKS = 12
"""The most versions whose policies are asked for at once."""


LessonState = Literal["learning", "elsewhere", "paused", "interrupted", "ended"]


class RunLesson(Model):
    """What can be done with a run from the web app."""

    state: LessonState
    """Elsewhere: another program works on it. Interrupted: the server ended before the lesson."""
    planned: float | None
    """Seconds that the run is to learn, altogether; null for a run of a terminal."""
    spent: float
    """Seconds that it has learnt under this server."""
    cores: int | None
    problem: str | None
    """Why the last sitting ended, if something was wrong."""
    can_learn: bool
    """Whether it can go on learning from the web app."""


class RunSummary(Model):
    """A run of learning by self-play or by evolution."""

    name: str
    kind: str
    """"alphazero", or the name of an experiment of evolution."""
    game: str
    spec: str | None
    """The game spec; null if the game is not known here."""
    title: str
    began: float
    updated: float
    """When something was last measured."""
    step: int
    at_work: bool
    """Whether a process is working on it now."""
    num_versions: int
    num_games: int
    latest: dict[str, float]
    """The last known value of each figure."""
    lesson: RunLesson


class RunList(Model):
    runs: list[RunSummary]


class RunVersion(Model):
    """A player made by a run."""

    name: str
    number: int | None
    """Its generation."""


class LadderRung(Model):
    player: str
    version: str | None
    """The version of the run, if it is one."""
    elo: float
    error: float | None
    score: float | None
    games: float | None


class SettingView(Model):
    """An option of a run, with its help."""

    name: str
    title: str
    value: str
    help: str
    is_usual: bool
    """Whether it has its default."""


class SettingGroup(Model):
    title: str
    settings: list[SettingView]


class RunView(Model):
    summary: RunSummary
    in_words: list[str]
    """How it learns, in a few sentences."""
    settings: list[SettingGroup]
    seed: int
    shows_policy: bool
    """Whether `/looks` can show what its versions would play."""
    versions: list[RunVersion]
    """The newest first."""
    games: list[str]
    """Records of sample games, the newest first."""
    ladder: list[LadderRung]


class RunCurves(Model):
    """The figures of a run, as columns of the same length."""

    lines: int
    """The number of lines; request those after it for news."""
    steps: list[float]
    times: list[float]
    figures: dict[str, list[float | None]]


# -- watching -------------------------------------------------------------------------------------


class NewestGame(Model):
    """A game that a network has played against itself."""

    spec: str
    moves: list[int]
    result: float
    """1 if the first player won, -1 if the second."""


class RunLive(Model):
    """What a run is doing now."""

    at_work: bool
    phase: str
    """"self-play", "training", "measurement"; empty when it is not known."""
    generation: int
    done: int
    """Games or steps of this phase so far, of `total`."""
    total: int
    games_per_second: float
    seconds_left: float | None
    note: str
    """The last notable event."""
    game: NewestGame | None
    """The newest game of self-play."""


class LookRequest(Model):
    versions: Annotated[list[VersionName], Field(max_length=MOST_LOOKS)]
    moves: Moves = Field(default_factory=list)
    """The moves that lead to the position."""


class Look(Model):
    """What a version would play, without any search."""

    version: str
    number: int | None
    policy: list[float]
    """The probability of each move; 0 for illegal ones."""
    chance: float
    """The chance of the first player to win that it sees, from 0 to 1."""


class Looks(Model):
    game: GameInfo
    position: PositionView
    looks: list[Look]


# -- teaching -------------------------------------------------------------------------------------


class Setting(Model):
    """An option of an experiment of evolution."""

    name: str
    title: str
    help: str
    kind: str
    """"int", "float", "bool", "str", or the choices separated by "|"."""
    default: str


class ExperimentView(Model):
    name: str
    help: str
    game: str
    """The game that it evolves players for, as a title."""
    settings: list[Setting]


class TeachingView(Model):
    """What can be taught here, and what is being taught."""

    allowed: bool
    problem: str | None
    """Why nothing can be taught on this server."""
    games: list[str]
    """The games that a network can learn."""
    experiments: list[ExperimentView]
    most_cores: int
    at_work: str | None
    """The run that is learning now; there is one at a time."""


Minutes = Annotated[float, Field(gt=0, le=7 * 24 * 60)]
Cores = Annotated[int, Field(ge=1, le=1024)]


class NewLesson(Model):
    """A run of self-play of a game, or of an experiment of evolution."""

    game: Annotated[str, StringConstraints(max_length=80)] | None = None
    options: Annotated[dict[str, str], Field(max_length=20)] = Field(default_factory=dict)
    """Options of the game: its size, its rules."""
    experiment: Annotated[str, StringConstraints(max_length=80)] | None = None
    settings: Annotated[dict[str, str], Field(max_length=40)] = Field(default_factory=dict)
    """Options of the experiment."""
    minutes: Minutes
    cores: Cores | None = None
    """Processors that it may use; all by default."""
    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")] | None = (
        None
    )
    """The name of the run; by default that of the game with a number."""


class MoreTime(Model):
    minutes: Minutes | None = None
    """Time that is added; by default the run goes on for what is left of its time."""


class ShippedOpponent(Model):
    """A network on the list of opponents; a copy, so the run may be deleted."""

    id: str
    name: str
    game: str
    spec: str
    run: str
    added: float


class OpponentList(Model):
    opponents: list[ShippedOpponent]


class NewOpponent(Model):
    version: VersionName | None = None
    """The best by default."""
    name: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]

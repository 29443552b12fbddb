"""Defines the types of runs of learning, as the web app shows them."""

from __future__ import annotations

from tesuji.server.models import Model


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


class RunView(Model):
    summary: RunSummary
    config: dict[str, str]
    seed: int
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

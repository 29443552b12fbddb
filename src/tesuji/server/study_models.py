"""Defines the types of the pages for learning: exercises, puzzles, lessons."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tesuji.server.models import (
    GameInfo,
    Model,
    Move,
    PositionView,
    SetupView,
)


class ExerciseView(Model):
    """A position and a question about it; the answer comes with it."""

    number: int
    kind: Literal["parity", "count", "control", "line"]
    game: GameInfo
    setup: SetupView
    position: PositionView
    question: str
    choices: list[str]
    """Possible answers; empty if a line has to be drawn."""
    answer: int | None
    """The right choice; null if a line has to be drawn."""
    scores: dict[int, float]
    """The net score of each line, if a line has to be drawn."""
    best: list[int]
    explanation: list[str]


class LessonStep(Model):
    """A position of a lesson with its question."""

    title: str
    text: str
    hint: str
    game: GameInfo
    setup: SetupView
    position: PositionView


class LessonView(Model):
    """The first steps in a game."""

    steps: list[LessonStep]
    ending: str
    """The text after the last step."""


class LessonTry(Model):
    move: Move


class LessonAnswer(Model):
    """The result of a move in a lesson."""

    right: bool
    text: str
    position: PositionView
    reply: int | None
    """The opponent's answer that refutes the move, or null."""
    refuted: PositionView | None
    """The position after that answer."""


PuzzleKind = Literal["fours", "threats"]
PuzzleState = Literal["going on", "solved", "failed"]


class PuzzleEntry(Model):
    number: int
    kind: PuzzleKind
    plies: int
    """Moves of both players until the five."""


class PuzzleList(Model):
    puzzles: list[PuzzleEntry]


class PuzzleView(Model):
    """A position in which the player to move wins by force."""

    number: int
    kind: PuzzleKind
    plies: int
    game: GameInfo
    moves: list[int]
    """The moves that led to it."""
    position: PositionView
    question: str


class PuzzleTry(Model):
    moves: Annotated[list[Move], Field(max_length=200)]
    """Those of both players from the puzzle's position on."""


class PuzzleAnswer(Model):
    state: PuzzleState
    answer: int | None
    """The defender's move."""
    position: PositionView
    """After it."""
    text: str


class PuzzleSolution(Model):
    line: list[int]

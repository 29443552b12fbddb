"""Teaches the first steps of each game on its board, one move at a time.

A lesson is a TOML file named like its game. A step sets up a position, asks for a move, and defines
the right moves by a *goal*. Whether a move reaches the goal is decided by the rules alone, so a
step cannot praise a move that does not do what its text says.

>>> from tesuji.lessons.first_steps import find_lesson, judged
>>> step = find_lesson("torus").steps[0]
>>> judged(step, step.position.game.parse_move("D3")).right
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import Position, Side, make
from tesuji.games.presentation import OnBoard
from tesuji.lessons.first_steps.goals import GOALS, Goal


@dataclass(frozen=True)
class Step:
    """One position with one question."""

    title: str
    text: str
    """The explanation, followed by the question."""
    position: Position
    goal: Goal
    hint: str
    right: str
    """The comment on a move that reaches the goal."""
    wrong: str
    """The comment on any other move."""


@dataclass(frozen=True)
class Lesson:
    """The first steps in one game."""

    game: str
    steps: tuple[Step, ...]
    ending: str
    """The text after the last step."""


@dataclass(frozen=True)
class Judgement:
    """The result of a move in a step."""

    right: bool
    text: str
    after: Position
    reply: int | None
    """The opponent's answer that refutes the move, or None."""


@cache
def lessons() -> Mapping[str, Lesson]:
    """Returns all lessons by the name of their game."""
    folder = resources.files(__package__)
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    found = (
        _lesson(file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8")))
        for file in files
    )
    return {lesson.game: lesson for lesson in found}


def find_lesson(game: str) -> Lesson:
    """Returns the lesson of a game; raises `TesujiError` if it has none."""
    try:
        return lessons()[game]
    except KeyError:
        known = ", ".join(lessons())
        raise TesujiError(f"there is no lesson for {game}; there are: {known}") from None


def judged(step: Step, move: int) -> Judgement:
    """Judges a legal move in a step, with a refutation if it misses the goal."""
    after = step.position.after(move)
    if step.goal.reached(step.position, after):
        return Judgement(True, step.right, after, None)
    return Judgement(False, step.wrong, after, step.goal.refutation(step.position, after))


def _lesson(game: str, data: dict[str, Any]) -> Lesson:
    steps = tuple(_step(game, step, data) for step in data["step"])
    return Lesson(game, steps, data["ending"])


def _step(name: str, data: dict[str, Any], usual: dict[str, Any]) -> Step:
    game = make(name, **{**usual.get("board", {}), **data.get("board", {})})
    mover = Side.SECOND if data.get("to_move") == "second" else Side.FIRST
    read: Callable[[str], int] = game.parse_move
    if "lines" in data:
        lines = tuple(sorted(read(word) for word in data["lines"].split()))
        owners = data.get("owners")
        position = game.set_up(
            OnBoard(lines=lines, owners=tuple(owners) if owners else None), mover
        )
    elif "diagram" in data:
        position = game.parse(data["diagram"], mover)
    else:
        position = game.initial()
    for word in data.get("moves", "").split():
        position = position.after(read(word))
    kind, _, amount = data["goal"].partition(" ")
    goal = GOALS[kind](int(amount)) if amount else GOALS[kind]()
    return Step(
        data["title"], data["text"], position, goal, data["hint"], data["right"], data["wrong"]
    )

"""Serves the lessons on the board."""

from __future__ import annotations

from fastapi import HTTPException

from tesuji.lessons.first_steps import Lesson, Step, judged, lessons
from tesuji.server import study_models
from tesuji.server.views import game_info, position_view, setup_of


def lesson_view(game: str) -> study_models.LessonView:
    lesson = _lesson(game)
    return study_models.LessonView(
        steps=[_step_view(step) for step in lesson.steps], ending=lesson.ending
    )


def try_lesson(game: str, number: int, move: int) -> study_models.LessonAnswer:
    """Returns the result of `move` in a step; an illegal move is refused."""
    steps = _lesson(game).steps
    if number >= len(steps):
        raise HTTPException(404, "There is no such step.")
    step = steps[number]
    judgement = judged(step, move)
    reply = judgement.reply
    return study_models.LessonAnswer(
        right=judgement.right,
        text=judgement.text,
        position=position_view(judgement.after, 1),
        reply=reply,
        refuted=None if reply is None else position_view(judgement.after.after(reply), 2),
    )


def _lesson(game: str) -> Lesson:
    if game not in lessons():
        raise HTTPException(404, "There is no lesson for this game.")
    return lessons()[game]


def _step_view(step: Step) -> study_models.LessonStep:
    return study_models.LessonStep(
        title=step.title,
        text=step.text.strip(),
        hint=step.hint,
        game=game_info(step.position.game.spec),
        setup=setup_of(step.position),
        position=position_view(step.position, 0),
    )

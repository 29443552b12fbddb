"""First steps: every step asks for something that some moves do and others do not."""

from __future__ import annotations

import pytest

from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.lessons.first_steps import Step, find_lesson, judged, lessons
from tesuji.lessons.first_steps.goals import GOALS, won_by

STEPS = [
    pytest.param(step, id=f"{name}-{number}-{step.title}")
    for name, lesson in lessons().items()
    for number, step in enumerate(lesson.steps, start=1)
]
FREE = {"Enclose and turn", "The end"}
"""Steps in which every legal move is right: they only show how a move is made."""


@pytest.mark.parametrize("step", STEPS)
def test_some_moves_are_right_and_others_wrong(step: Step) -> None:
    judgements = [judged(step, move) for move in step.position.legal_moves()]
    assert any(each.right for each in judgements)
    assert step.title in FREE or not all(each.right for each in judgements)


@pytest.mark.parametrize("step", STEPS)
def test_a_refutation_is_a_legal_move_that_shows_something(step: Step) -> None:
    for move in step.position.legal_moves():
        judgement = judged(step, move)
        if judgement.reply is not None:
            assert not judgement.right
            then = judgement.after.after(judgement.reply)
            if "wins" in judgement.text or "makes five" in judgement.text:
                assert won_by(then, judgement.after.to_move)


@pytest.mark.parametrize(
    ("game", "number", "right"),
    [
        ("torus", 1, "D3"),
        ("torus", 2, "G4"),
        ("torus", 3, "D4"),
        ("torus", 4, "E3"),
        ("torus", 5, "D3"),
        ("torus", 6, "D4"),
        ("torus", 7, "C3 D4 E3"),
        ("go", 1, "C2"),
        ("go", 2, "D2"),
        ("go", 3, "B1"),
        ("go", 4, "C2"),
        ("go", 5, "A1"),
        ("go", 6, "C4"),
        ("go", 7, "C3"),
        ("gomoku", 1, "B5 G5"),
        ("gomoku", 2, "E5"),
        ("gomoku", 3, "G5"),
        ("gomoku", 4, "C5 G5"),
        ("gomoku", 5, "G5"),
        ("dots-and-boxes", 1, "Ab"),
        ("dots-and-boxes", 2, "Ab"),
        ("dots-and-boxes", 4, "Bb"),
        ("dots-and-boxes", 5, "Ae"),
        ("reversi", 3, "A1"),
    ],
)
def test_the_right_moves(game: str, number: int, right: str) -> None:
    step = find_lesson(game).steps[number - 1]
    moves = step.position.legal_moves()
    found = {step.position.game.format_move(move) for move in moves if judged(step, move).right}
    assert found == set(right.split())


def test_every_game_has_four_to_eight_steps() -> None:
    for name, lesson in lessons().items():
        assert make(name).name == lesson.game
        assert 4 <= len(lesson.steps) <= 8


def test_a_game_without_a_lesson() -> None:
    with pytest.raises(TesujiError, match="no lesson for chess"):
        find_lesson("chess")


def test_every_goal_is_used() -> None:
    used = {type(step.goal) for lesson in lessons().values() for step in lesson.steps}
    assert used == set(GOALS.values())

"""Serves the counting trainer: its problems, and the judgement of an answer."""

from __future__ import annotations

from tesuji.errors import TesujiError
from tesuji.lessons.counting import (
    CountingProblem,
    counting_words,
    judge,
    load_problems,
    parse_count,
    solve,
)
from tesuji.server import endgame_models as models
from tesuji.server.temperature_views import region_view
from tesuji.server.views import game_info, position_view, setup_of


def counting_list() -> models.CountingList:
    return models.CountingList(
        problems=[
            models.CountingEntry(number=number, kind=problem.kind, size=problem.size)
            for number, problem in enumerate(load_problems())
        ]
    )


def counting_view(number: int) -> models.CountingView:
    problem = _problem(number)
    position = problem.position
    legal = [p for p in problem.region if position.is_legal(p)]
    shown = position_view(position, 0).model_copy(update={"legal": legal})
    who = position.game.player_names[position.to_move]
    return models.CountingView(
        number=number,
        size=problem.size,
        from_game=problem.source == "game",
        game=game_info(position.game.spec),
        setup=setup_of(position),
        position=shown,
        region=list(problem.region),
        question=f"{who} to move: where, and what is it worth?",
    )


def try_counting(number: int, attempt: models.CountingTry) -> models.CountingAnswer:
    problem = _problem(number)
    position = problem.position
    value = parse_count(attempt.value)
    if attempt.move >= position.game.rows * position.game.columns:
        raise TesujiError(f"the board has no point {attempt.move}")
    verdict = judge(problem, attempt.move, value, attempt.counting, position.game.format_move)
    return models.CountingAnswer(
        move_right=verdict.move,
        value_right=verdict.value,
        text=list(verdict.sentences),
        counting_text=counting_words(problem.temperature),
        best=sorted({*problem.best, *([attempt.move] if verdict.move else [])}),
        region=region_view(position, solve(problem)),
    )


def _problem(number: int) -> CountingProblem:
    known = load_problems()
    if number >= len(known):
        raise TesujiError(f"there are problems from 0 to {len(known) - 1}, not {number}")
    return known[number]

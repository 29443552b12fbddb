"""Describes games and positions for the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tesuji.analysis import Explanation, MoveJudgement, chance_in, rate_moves
from tesuji.errors import SetupError, TesujiError
from tesuji.games import Game, Position, Side, parse_spec
from tesuji.games.presentation import OnBoard
from tesuji.lessons import Exercise
from tesuji.search import SearchReport
from tesuji.server import analysis_models, models, study_models

LINE_SHOWN = 16
"""The most moves of a line that are sent."""


@lru_cache(maxsize=256)
def game_info(spec: str) -> models.GameInfo:
    """Describes what stays the same during a game of `spec`."""
    game = parse_spec(spec)
    names = [game.format_move(move) for move in range(game.num_moves)]
    common: dict[str, Any] = {
        "name": game.name,
        "title": game.card.title,
        "spec": game.spec,
        "players": game.player_names,
        "move_names": names,
        "has_score": game.has_score,
        "swaps_colours": game.swaps_colours,
        "tools": list(game.card.tools),
    }
    board = game.board
    if board is None:
        return models.GameInfo(board="picture", rows=0, columns=0, wraps=False, **common)
    return models.GameInfo(
        board=board.kind,
        rows=board.rows,
        columns=board.columns,
        wraps=board.wraps,
        colours=board.colours,
        stars=list(board.stars),
        skips_letter_i=board.skips_letter_i,
        rows_from_top=board.rows_from_top,
        squares=board.squares,
        counts=board.counts,
        **common,
    )


def loaded_game(spec: str) -> Game | None:
    """Returns the game of a stored spec; None if its rules are not loaded or have changed."""
    try:
        return parse_spec(spec)
    except TesujiError:
        return None


def position_view(position: Position, ply: int) -> models.PositionView:
    """Describes `position`, reached after `ply` moves."""
    common: dict[str, Any] = {
        "ply": ply,
        "to_move": int(position.to_move),
        "colour_to_place": int(position.to_move),
        "legal": position.legal_moves(),
        "last_move": position.last_move,
        "notes": position.game.notes(position),
        "ending": ending_view(position),
    }
    shown = position.on_board()
    if shown is None:
        return models.PositionView(picture=position.svg(theme="light"), **common)
    if shown.colour_to_place is not None:
        common["colour_to_place"] = shown.colour_to_place
    return models.PositionView(
        stones=_list(shown.stones),
        lines=_list(shown.lines),
        owners=_list(shown.owners),
        score=shown.score,
        highlight=list(shown.highlight),
        forbidden=list(shown.forbidden),
        **common,
    )


def _list(numbers: tuple[int, ...] | None) -> list[int] | None:
    return None if numbers is None else list(numbers)


def explanation_view(explanation: Explanation) -> models.ExplanationView:
    """Describes an explanation of a position."""
    return models.ExplanationView(
        remarks=list(explanation.remarks),
        scores=dict(explanation.scores),
        value=explanation.value,
        ownership=list(explanation.ownership),
    )


def analysis_view(report: SearchReport, done: bool) -> analysis_models.AnalysisView:
    """Describes the report of a search; `done` if it is the last one."""
    ratings = rate_moves(report)
    return analysis_models.AnalysisView(
        for_player=int(report.value.for_player),
        value=report.value.number,
        proof=report.proof.value,
        chance=chance_in(report),
        score=report.score,
        lead=_rounded(report.lead),
        engine=report.engine,
        simulations=report.simulations,
        nodes=report.nodes,
        seconds=report.seconds,
        moves=[
            analysis_models.MoveAnalysis(
                move=move.move,
                visits=move.visits,
                value=move.value.number,
                rating=ratings.get(move.move),
                proof=move.proof.value,
                score=move.score,
                lead=_rounded(move.lead),
                line=list(move.line[:LINE_SHOWN]),
            )
            for move in report.moves
        ],
        done=done,
    )


def judgement_view(judged: MoveJudgement) -> analysis_models.ReviewedMove:
    """Describes the judgement of a move."""
    return analysis_models.ReviewedMove(
        ply=judged.ply,
        move=judged.move,
        player=int(judged.player),
        chance=judged.chance,
        best_chance=judged.best_chance,
        best=judged.best,
        line=list(judged.line[:LINE_SHOWN]),
        loss=judged.loss,
        verdict=judged.verdict.value,
        points_lost=_rounded(judged.points_lost),
        points_proven=judged.points_proven,
        lead=_rounded(judged.lead),
        best_lead=_rounded(judged.best_lead),
        engine=judged.engine,
    )


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, 2)


def exercise_view(number: int, exercise: Exercise) -> study_models.ExerciseView:
    position = exercise.position
    return study_models.ExerciseView(
        number=number,
        kind=exercise.kind,
        game=game_info(position.game.spec),
        setup=setup_of(position),
        position=position_view(position, 0),
        question=exercise.question,
        choices=list(exercise.choices),
        answer=exercise.answer if exercise.choices else None,
        scores={line: float(value) for line, value in exercise.lines.items()},
        best=exercise.best_lines,
        explanation=list(exercise.explanation),
    )


def seat_view(stored: Mapping[str, Any]) -> models.SeatView:
    """Describes a seat without a program's secret ticket."""
    return models.SeatView(**{name: value for name, value in stored.items() if name != "ticket"})


def ending_view(position: Position) -> models.EndingView | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else int(outcome.winner)
    return make_ending(position.game.player_names, winner, outcome.margin, outcome.reason)


def make_ending(
    player_names: tuple[str, str], winner: int | None, margin: float, reason: str
) -> models.EndingView:
    """Describes how a game ended."""
    if winner is None:
        text = f"Draw: {reason}"
    else:
        lead = f" by {abs(margin):g}" if abs(margin) not in (0, 1) else ""
        text = f"{player_names[winner]} wins{lead}: {reason}"
    return models.EndingView(winner=winner, margin=margin, reason=reason, text=text)


def start_position(game: Game, setup: models.SetupView | None) -> Position:
    """Returns the position that a game starts from."""
    if setup is None:
        return game.initial()
    shown = OnBoard(_tuple(setup.stones), _tuple(setup.lines), _tuple(setup.owners))
    position: Position = game.set_up(shown, Side(setup.to_move))
    return position


def setup_of(start: Position) -> models.SetupView:
    """Converts a starting position to the form that the browser sends."""
    shown = start.on_board()
    if shown is None:
        raise SetupError(f"a board of {start.game.spec} cannot be set up")
    return models.SetupView(
        stones=_list(shown.stones),
        lines=_list(shown.lines),
        owners=_list(shown.owners),
        to_move=int(start.to_move),
    )


def _tuple(numbers: list[int] | None) -> tuple[int, ...] | None:
    return None if numbers is None else tuple(numbers)


def replay(spec: str, setup: models.SetupView | None, moves: list[int]) -> Position:
    """Returns the position after `moves`; raises `TesujiError` if it cannot be reached."""
    position = start_position(parse_spec(spec), setup)
    for move in moves:
        position = position.after(move)
    return position


def line_view(request: models.PositionRequest) -> models.PositionLine:
    """Describes all positions of a game, without their legal moves."""
    position = replay(request.spec, request.setup, [])
    views = [position_view(position, 0)]
    for ply, move in enumerate(request.moves, start=1):
        position = position.after(move)
        views.append(position_view(position, ply))
    return models.PositionLine(
        game=game_info(position.game.spec),
        positions=[view.model_copy(update={"legal": []}) for view in views],
    )


def kept_moves(before: Sequence[object], now: Sequence[object]) -> int:
    """Returns the length of the common beginning of two lists of moves."""
    kept = 0
    for old, new in zip(before, now, strict=False):
        if old is not new and old != new:
            break
        kept += 1
    return kept

"""Adds scores that exact search proves to the estimates of a network or a search."""

from __future__ import annotations

import dataclasses

from tesuji.games import Position, Side
from tesuji.search import MoveReport, SearchReport
from tesuji.theory.certain import exact_score

_MOST_MOVES = 8
"""Moves whose score is looked for, beyond what it takes to find the best."""


def with_exact_scores(report: SearchReport) -> SearchReport:
    """Returns the report with exact scores where they are proven, and a proven best move.

    It stays as it is where the score of the position, or a move that keeps it, is not known.
    """
    position = report.position
    whole = _score_for(position, position.to_move)
    if whole is None or report.score is not None:
        return report
    known: dict[int, float] = {}
    for number, move in enumerate(report.moves):
        if number >= _MOST_MOVES and whole in known.values():
            break
        score = _score_for(position.after(move.move), position.to_move)
        if score is not None:
            known[move.move] = score
    if max(known.values(), default=None) != whole:
        return report
    best = next(move for move in report.moves if known.get(move.move) == whole)
    moves = [best, *(move for move in report.moves if move is not best)]
    return dataclasses.replace(
        report, score=whole, moves=tuple(_with_score(move, known) for move in moves)
    )


def _score_for(position: Position, side: Side) -> float | None:
    score = exact_score(position)
    return score if score is None or side == Side.FIRST else -score


def _with_score(move: MoveReport, known: dict[int, float]) -> MoveReport:
    if move.move not in known:
        return move
    line = move.line or (move.move,)
    names = move.line_notation or (move.notation,)
    return dataclasses.replace(move, score=known[move.move], line=line, line_notation=names)

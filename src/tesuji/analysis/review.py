"""Reviews games: what each move gave away, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tesuji.analysis.agreement import agreed_outcome
from tesuji.analysis.exact_scores import with_exact_scores
from tesuji.analysis.rating import chance_in, chance_of, chance_with
from tesuji.games import Outcome, Position, Side
from tesuji.search import SearchReport

Searcher = Callable[[Position], SearchReport]


class Verdict(Enum):
    """A class of moves, by the chance to win, or the points, that they gave away."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """The only legal move."""


_POINTS = 2
"""A move that gave away more points than this, though not the result, is a mistake."""
_LIMITS = ((0.05, Verdict.GOOD), (0.10, Verdict.INACCURACY), (0.20, Verdict.MISTAKE))
"""A move that gave away less than the limit is of that class; everything above is a blunder."""


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """One move of a game. Chances are those of the player who moved, from 0 to 1."""

    ply: int
    """The number of moves before it."""
    move: int
    player: Side
    chance: float
    """After the move that was played."""
    best_chance: float
    """With the move that the search prefers."""
    best: int
    line: tuple[int, ...]
    """The expected continuation, beginning with the best move."""
    verdict: Verdict
    points_lost: float | None = None
    """Points of the game that it gave away, if known; never negative."""
    points_proven: bool = False
    """Whether they come from an exact search; otherwise a network estimates them."""
    lead: float | None = None
    """Points by which the player who moved leads after it; None if unknown."""
    best_lead: float | None = None
    """The same with the move that the search prefers."""
    engine: str = ""
    """The judge and its budget, as a player spec."""

    @property
    def loss(self) -> float:
        """What the move gave away, never negative."""
        return max(0.0, self.best_chance - self.chance)


def review_game(start: Position, moves: Sequence[int], search: Searcher) -> Iterator[MoveJudgement]:
    """Yields the judgements of the moves of a game, one after the other.

    Every position is searched once: the value of a move is that of the position it leads to, which
    is needed for the next move anyway. In an endgame that exact search can solve, the points are
    exact. Passes that end a game of Go are judged by the count on which the players would agree,
    not by the board as it stands.
    """

    def judge(position: Position) -> SearchReport:
        return with_exact_scores(search(position))

    closing, agreed = _closing_moves(start, moves)
    before, report = start, judge(start) if moves else None
    for ply, move in enumerate(moves):
        assert report is not None
        after = before.after(move)
        if agreed is not None and ply >= closing:
            yield _judge_closing(ply, before, move, report, agreed, is_first=ply == closing)
            before = after
            continue
        next_report = None if after.is_over else judge(after)
        chance = _chance_after(before, after, next_report)
        lead = _lead_after(before, after, next_report)
        is_exact = lead is not None and (next_report is None or next_report.score is not None)
        yield _judge(ply, before, move, report, chance, lead, is_exact)
        before, report = after, next_report


def _closing_moves(start: Position, moves: Sequence[int]) -> tuple[int, Outcome | None]:
    """Returns the ply of the first of the moves that close a game by agreement, and on what."""
    end = start
    for move in moves:
        end = end.after(move)
    agreed = agreed_outcome(end)
    if agreed is None:
        return len(moves), None
    return max(0, len(moves) - end.game.closing_moves), agreed


def _judge_closing(
    ply: int,
    before: Position,
    move: int,
    report: SearchReport,
    agreed: Outcome,
    is_first: bool,
) -> MoveJudgement:
    """Judges a move that closes a game: the first offers to count, the next ones accept."""
    mover = before.to_move
    chance, lead = chance_of(agreed.value_for(mover)), _margin_for(agreed, mover)
    if is_first:
        return _judge(ply, before, move, report, chance, lead, is_exact=False)
    return MoveJudgement(
        ply,
        move,
        mover,
        chance,
        chance,
        move,
        (move,),
        Verdict.BEST,
        points_lost=0.0,
        lead=lead,
        best_lead=lead,
        engine=report.engine,
    )


def _margin_for(outcome: Outcome, side: Side) -> float:
    return outcome.margin if side == Side.FIRST else -outcome.margin


def _chance_after(before: Position, after: Position, report: SearchReport | None) -> float:
    """Returns the chance of the player who moved from `before` to `after`."""
    if report is not None:
        chance = chance_in(report)
        return chance if after.to_move == before.to_move else 1 - chance
    assert after.outcome is not None
    return chance_of(after.outcome.value_for(before.to_move))


def _lead_after(before: Position, after: Position, report: SearchReport | None) -> float | None:
    """Returns the lead in points of the player who moved from `before` to `after`."""
    if report is None:
        assert after.outcome is not None
        return _margin_for(after.outcome, before.to_move) if after.game.has_score else None
    lead = report.lead if report.score is None else report.score
    return lead if lead is None or after.to_move == before.to_move else -lead


def _judge(
    ply: int,
    before: Position,
    move: int,
    report: SearchReport,
    chance: float,
    lead: float | None,
    is_exact: bool,
) -> MoveJudgement:
    """Judges a move; `chance` and `lead` are those after it, and the lead may be exact."""
    best = report.best
    assert best is not None
    best_chance = chance_with(report, best)
    if best_chance is None:  # the search was stopped before it had evaluated any move
        best_chance = chance_in(report)
    if move == best.move:
        # The two searches differ a little; a move must not look better than itself.
        best_chance = chance
    loss = max(0.0, best_chance - chance)
    points = _points_lost(report, move, lead if is_exact else None)
    best_lead = report.lead if report.score is None else report.score
    if move == best.move and best_lead is not None and lead is not None:
        best_lead = lead
    if len(report.moves) == 1:
        verdict = Verdict.FORCED
    elif points is not None and loss == 0:
        verdict = _verdict_by_points(points)
    elif move == best.move or loss == 0:
        verdict = Verdict.BEST
    else:
        verdict = next((name for limit, name in _LIMITS if loss < limit), Verdict.BLUNDER)
    estimate = None if best_lead is None or lead is None else max(0.0, best_lead - lead)
    return MoveJudgement(
        ply,
        move,
        before.to_move,
        chance,
        best_chance,
        best.move,
        tuple(best.line),
        verdict,
        points_lost=estimate if points is None else points,
        points_proven=points is not None,
        lead=lead,
        best_lead=best_lead,
        engine=report.engine,
    )


def _points_lost(report: SearchReport, move: int, exact_lead: float | None) -> float | None:
    """Returns the points that a move provably gave away, if position and move are solved."""
    found = next((one.score for one in report.moves if one.move == move), None)
    after = exact_lead if found is None else found
    if after is None or report.score is None:
        return None
    return max(0.0, report.score - after)


def _verdict_by_points(points: float) -> Verdict:
    """Returns the class of a move that keeps the result."""
    if points == 0:
        return Verdict.BEST
    return Verdict.INACCURACY if points <= _POINTS else Verdict.MISTAKE

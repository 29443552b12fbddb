"""Defines the goals of lessons, which the rules of the game decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tesuji.games import Position, Side
from tesuji.players.tactics import winning_move


class Goal(Protocol):
    """Which moves are right in a position."""

    def reached(self, before: Position, after: Position) -> bool:
        """Returns whether the move from `before` to `after` is right."""

    def refutation(self, before: Position, after: Position) -> int | None:
        """Returns an answer of the opponent that shows why it is not, or None."""


class Win:
    """Wins the game at once."""

    def reached(self, before: Position, after: Position) -> bool:
        return won_by(after, before.to_move)

    def refutation(self, before: Position, after: Position) -> int | None:
        return winning_move(after)


class WinNext:
    """Wins with the next move, whatever the opponent answers."""

    def reached(self, before: Position, after: Position) -> bool:
        if after.is_over:
            return won_by(after, before.to_move)
        return self.refutation(before, after) is None

    def refutation(self, before: Position, after: Position) -> int | None:
        if after.is_over:
            return None
        attacker = before.to_move
        for reply in after.legal_moves():
            then = after.after(reply)
            if then.is_over:
                if not won_by(then, attacker):
                    return reply
            elif then.to_move != attacker or winning_move(then) is None:
                return reply
        return None


class NotLose:
    """Leaves the opponent no move that wins at once."""

    def reached(self, before: Position, after: Position) -> bool:
        return won_by(after, before.to_move) or winning_move(after) is None

    def refutation(self, before: Position, after: Position) -> int | None:
        return winning_move(after)


class Take:
    """Takes at least `count` stones, discs or boxes with this move."""

    def __init__(self, count: int) -> None:
        self.count = count

    def reached(self, before: Position, after: Position) -> bool:
        return taken(before, after) >= self.count

    def refutation(self, before: Position, after: Position) -> int | None:
        return None


class Keep:
    """Leaves the opponent nothing to take with his next move."""

    def reached(self, before: Position, after: Position) -> bool:
        return self.refutation(before, after) is None

    def refutation(self, before: Position, after: Position) -> int | None:
        if after.is_over or after.to_move == before.to_move:
            return None
        replies = ((taken(after, after.after(reply)), reply) for reply in after.legal_moves())
        most, reply = max(replies, default=(0, None))
        return reply if most > 0 else None


class Best:
    """Leads to the best result with perfect play; for positions near the end of a game."""

    def reached(self, before: Position, after: Position) -> bool:
        mover = before.to_move
        best = max(result(before.after(move), mover) for move in before.legal_moves())
        return result(after, mover) == best

    def refutation(self, before: Position, after: Position) -> int | None:
        if after.is_over or after.to_move == before.to_move:
            return None
        return max(after.legal_moves(), key=lambda reply: result(after.after(reply), after.to_move))


GOALS: dict[str, Callable[..., Goal]] = {
    "win": Win,
    "win-next": WinNext,
    "not-lose": NotLose,
    "take": Take,
    "keep": Keep,
    "best": Best,
}


def won_by(position: Position, player: Side) -> bool:
    """Returns whether a game is over, and won by `player`."""
    return position.outcome is not None and position.outcome.winner == player


def taken(before: Position, after: Position) -> int:
    """Returns the number of stones captured, or boxes taken, by a move."""
    mover = int(before.to_move)
    was, now = before.on_board(), after.on_board()
    if was is None or now is None:
        return 0
    if was.owners is not None and now.owners is not None:
        return now.owners.count(mover) - was.owners.count(mover)
    if was.stones is not None and now.stones is not None:
        return was.stones.count(1 - mover) - now.stones.count(1 - mover)
    return 0


def result(position: Position, player: Side) -> float:
    """Returns the final lead of `player` when both play perfectly."""
    known: dict[Position, float] = {}

    def lead(here: Position) -> float:
        """Returns the final lead of the first player."""
        if here.is_over:
            return here.lead() or 0.0
        if here not in known:
            leads = (lead(here.after(move)) for move in here.legal_moves())
            known[here] = max(leads) if here.to_move is Side.FIRST else min(leads)
        return known[here]

    return lead(position) if player is Side.FIRST else -lead(position)

"""Reviews games with a coupon stack: lost points, and the rules that would have helped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tesuji.lessons.counting.coupons import (
    CouponGame,
    CouponMove,
    CouponState,
    best_moves,
    is_threatened,
    perfect,
)
from tesuji.theory.cgt import Mover
from tesuji.theory.go_endgames import mixed


@dataclass(frozen=True, slots=True)
class Loss:
    """A move that gave points away."""

    ply: int
    side: Mover
    move: CouponMove
    points: Fraction
    better: CouponMove
    rule: str


@dataclass(frozen=True, slots=True)
class CouponReview:
    """A finished game. Scores are points for Black."""

    score: Fraction
    perfect_score: Fraction
    """The result of perfect play by both from the start."""
    losses: tuple[Loss, ...]

    def lost_by(self, side: Mover) -> Fraction:
        return sum((loss.points for loss in self.losses if loss.side is side), Fraction(0))


def review(game: CouponGame, moves: Sequence[CouponMove]) -> CouponReview:
    """Compares every move with perfect play; the losses of both sides explain the score."""
    state = game.start()
    best = state.exact_score
    losses = []
    for ply, move in enumerate(moves):
        after = state.after(move)
        lost = state.mover.sign * (state.exact_score - after.exact_score)
        if lost > 0:
            better = perfect(state)
            losses.append(Loss(ply, state.mover, move, lost, better, rule_for(state, move, better)))
        state = after
    return CouponReview(state.exact_score, best, tuple(losses))


def rule_for(state: CouponState, move: CouponMove, better: CouponMove) -> str:
    """Returns the rule of thumb for the better move, with the numbers of this state."""
    heats = [each.temperature for each in state.positions]
    hottest = max(heats)
    coupon = state.coupon or Fraction(0)
    if is_threatened(state) and better.region == state.last != move.region:
        assert better.region is not None
        assert state.ambient is not None
        return (
            f"Answer sente: the last move made region {better.region + 1} worth "
            f"{mixed(heats[better.region])}, more than anything was before, "
            f"{mixed(state.ambient)}."
        )
    if better.is_coupon and coupon > hottest:
        return (
            "Take the coupon when it is larger than every temperature: it was worth "
            f"{mixed(coupon)}, the hottest region {mixed(hottest)}."
        )
    if better.region is not None and better.region == move.region:
        return "The right region, but another point of it gains more."
    if better.region is not None and heats[better.region] == hottest and hottest >= coupon:
        return (
            f"Play in the hottest region: region {better.region + 1} was worth {mixed(hottest)}, "
            f"the coupon {mixed(coupon)}."
        )
    if better.region is not None and _threatens(state, better):
        return (
            f"Play your own sente first: in region {better.region + 1} it threatens more than "
            "anything else is worth, and the turn comes back."
        )
    count = len(best_moves(state))
    only = "it was the only move" if count == 1 else f"{count} moves keep the score"
    return (
        f"No rule of thumb helps here: with so few places left the exact count decides, and {only}."
    )


def _threatens(state: CouponState, move: CouponMove) -> bool:
    """Returns whether a move leaves its region hotter than everything is now."""
    assert move.region is not None
    return state.after(move).positions[move.region].temperature > state.temperature

"""Plays sums of games exactly for the highest score.

Players alternate, moving in one component or taking the top coupon of the stack, until only numbers
are left; their total is the score, in points for Left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tesuji.theory.cgt.algebra import maximal
from tesuji.theory.cgt.dyadic import as_fraction
from tesuji.theory.cgt.errors import GameError
from tesuji.theory.cgt.form import Form
from tesuji.theory.cgt.mover import Mover
from tesuji.theory.cgt.named import switch
from tesuji.theory.cgt.short_game import GameLike, ShortGame, as_game
from tesuji.theory.cgt.thermograph import thermograph


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a sum."""

    component: ShortGame
    """The component that is moved in; for a coupon, the coupon as a switch."""
    option: ShortGame
    """What it becomes."""
    is_coupon: bool = False

    def __str__(self) -> str:
        return f"{'coupon ' if self.is_coupon else ''}{self.component} -> {self.option}"


@dataclass(frozen=True)
class Sum:
    """A position made of independent components, with a stack of coupons beside it.

    >>> from tesuji.theory.cgt import parse
    >>> total = Sum.of([parse("{7||6|0}"), parse("{5|-5}")])
    >>> total.score(Mover.RIGHT), [str(move) for move in total.best_moves(Mover.RIGHT)]
    (Fraction(2, 1), ['±5 -> -5'])
    """

    components: tuple[ShortGame, ...]
    """Games that are not numbers, in a fixed order."""
    points: Fraction = Fraction(0)
    """The sum of the components that are numbers, and of coupons taken."""
    coupons: tuple[Fraction, ...] = ()
    """The stack; the first coupon is on top, and none is larger."""

    @classmethod
    def of(
        cls, games: Iterable[GameLike | Form], coupons: Iterable[int | Fraction | str] = ()
    ) -> Sum:
        """Returns the sum of `games`; cancelling pairs are dropped and numbers are added."""
        stack = sorted(map(as_fraction, coupons), reverse=True)
        if stack and stack[-1] < 0:
            raise GameError(f"a coupon must be worth at least 0, got {stack[-1]}")
        points = Fraction(0)
        kept: list[ShortGame] = []
        for given in games:
            game = given.value() if isinstance(given, Form) else as_game(given)
            if game.number is not None:
                points += game.number
            elif -game in kept:
                kept.remove(-game)
            else:
                kept.append(game)
        kept.sort(key=lambda game: game.serial)
        return cls(tuple(kept), points, tuple(stack))

    def enriched(self, temperature: int | Fraction | str, step: int | Fraction | str) -> Sum:
        """Returns this sum with a stack of coupons: `step`, twice `step`, … up to `temperature`."""
        return Sum(self.components, self.points, coupon_stack(temperature, step))

    @cached_property
    def mean(self) -> Fraction:
        """The sum of all means; coupons have none."""
        return self.points + sum((thermograph(g).mean for g in self.components), Fraction(0))

    @cached_property
    def temperature(self) -> Fraction:
        """The temperature of the hottest component or coupon; -1 if there is none."""
        heats = [thermograph(game).temperature for game in self.components]
        return max([*heats, *self.coupons[:1]], default=Fraction(-1))

    @property
    def is_over(self) -> bool:
        return not self.components and not self.coupons

    def moves(self, side: Mover) -> list[Move]:
        """Returns all moves of a player, without repetitions."""
        found = [
            Move(game, option)
            for game in dict.fromkeys(self.components)
            for option in (game.left if side is Mover.LEFT else game.right)
        ]
        return found + ([self.coupon_move(side)] if self.coupons else [])

    def coupon_move(self, side: Mover) -> Move:
        """Returns the move that takes the top coupon."""
        value = self.coupons[0]
        return Move(switch(value), as_game(side.sign * value), is_coupon=True)

    def sensible_moves(self, side: Mover) -> list[Move]:
        """Returns the moves whose incentive is not dominated by that of another move."""
        gains: dict[ShortGame, Move] = {}
        for move in self.moves(side):
            change = move.option - move.component
            gains.setdefault(change if side is Mover.LEFT else -change, move)
        return [gains[gain] for gain in maximal(gains)]

    def after(self, move: Move) -> Sum:
        """Returns the sum after a move."""
        if move.is_coupon:
            if not self.coupons:
                raise GameError("there is no coupon left to take")
            taken = move.option.number
            assert taken is not None
            return Sum(self.components, self.points + taken, self.coupons[1:])
        rest = list(self.components)
        try:
            rest.remove(move.component)
        except ValueError:
            raise GameError(f"the sum has no component {move.component!r}") from None
        total = Sum.of([*rest, move.option])
        return Sum(total.components, total.points + self.points, self.coupons)

    def score(self, first: Mover) -> Fraction:
        """Returns the score of perfect play when `first` is to move, in points for Left."""
        return self.points + _score(self.components, self.coupons, first, {})

    def best_moves(self, first: Mover) -> list[Move]:
        """Returns all moves, dominated ones too, that reach the score of perfect play."""
        memo: _Memo = {}
        best = self.points + _score(self.components, self.coupons, first, memo)
        found = []
        for move in self.moves(first):
            after = self.after(move)
            if after.points + _score(after.components, after.coupons, first.other, memo) == best:
                found.append(move)
        return found


def coupon_stack(
    temperature: int | Fraction | str, step: int | Fraction | str
) -> tuple[Fraction, ...]:
    """Returns coupons from `temperature` down in steps of `step`, all above 0.

    >>> print(*coupon_stack(1, "1/4"))
    1 3/4 1/2 1/4
    """
    top, gap = as_fraction(temperature), as_fraction(step)
    if gap <= 0 or top / gap > 100_000:
        raise GameError(f"a stack from {top} down in steps of {gap} cannot be made")
    return tuple(top - index * gap for index in range(int(-(-top // gap))))


_Memo = dict[tuple[tuple[ShortGame, ...], int, Mover], Fraction]


def _score(
    components: tuple[ShortGame, ...], coupons: tuple[Fraction, ...], mover: Mover, memo: _Memo
) -> Fraction:
    """Returns the score of perfect play, without the points already made."""
    key = (components, len(coupons), mover)
    if key not in memo:
        here = Sum(components, Fraction(0), coupons)
        if here.is_over:
            return Fraction(0)
        results = []
        for move in here.sensible_moves(mover):
            after = here.after(move)
            results.append(
                after.points + _score(after.components, after.coupons, mover.other, memo)
            )
        memo[key] = max(results) if mover is Mover.LEFT else min(results)
    return memo[key]

"""Computes canonical forms, order and sums of short games, for `ShortGame`.

Results are cached by the identity of the values, which are unique objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.errors import GameTooDeepError
from tesuji.theory.cgt.short_game import (
    MAX_DEPTH,
    GameLike,
    ShortGame,
    as_game,
    interned,
    number,
)

MEMO_SIZE = 1_000_000
"""The number of entries at which a cache is emptied; values themselves stay."""


def from_options(left: Iterable[GameLike], right: Iterable[GameLike]) -> ShortGame:
    """Returns the value of { left | right }.

    >>> print(from_options([0], [0]), from_options([-1], [5]), from_options([1], [-1]))
    * 0 ±1
    """
    lefts = tuple(dict.fromkeys(map(as_game, left)))
    rights = tuple(dict.fromkeys(map(as_game, right)))
    simplest = _number_between(lefts, rights)
    if simplest is not None:
        return number(simplest)
    reduction = _Reduction(lefts, rights)
    return interned(maximal(reduction.bypassed(left=True)), minimal(reduction.bypassed(left=False)))


def _number_between(lefts: Sequence[ShortGame], rights: Sequence[ShortGame]) -> Fraction | None:
    """Returns the value of { lefts | rights } if it is a number, by the simplicity theorem.

    A number x fits if no Left option is >= x and no Right option is <= x. A Left option is >= x
    exactly below its right stop, and at it if it reaches that stop; so x lies in an interval.
    """
    low = max((g._right_stop for g in lefts), default=None)
    high = min((g._left_stop for g in rights), default=None)
    return dyadic.simplest_between(
        low,
        high,
        low_open=any(g._right_stop == low and g._reaches_right_stop for g in lefts),
        high_open=any(g._left_stop == high and g._reaches_left_stop for g in rights),
    )


class _Reduction:
    """Bypasses the reversible options of a game G = { lefts | rights } that is not a number."""

    def __init__(self, lefts: Sequence[ShortGame], rights: Sequence[ShortGame]) -> None:
        self.lefts, self.rights = lefts, rights
        self.known: dict[tuple[int, bool], bool] = {}

    def bypassed(self, *, left: bool) -> list[ShortGame]:
        """Returns one side's options, each reversible one replaced by what follows its reversal."""
        kept: dict[ShortGame, None] = {}
        seen: set[ShortGame] = set()
        pending = list(reversed(self.lefts if left else self.rights))
        while pending:
            option = pending.pop()
            if option in seen:
                continue
            seen.add(option)
            if left:
                through = next((reply for reply in option.right if self.at_least(reply)), None)
            else:
                through = next((reply for reply in option.left if self.at_most(reply)), None)
            if through is None:
                kept[option] = None
            else:
                pending.extend(through.left if left else through.right)
        return list(kept)

    def at_least(self, other: ShortGame) -> bool:
        """Returns whether G >= `other`."""
        known = self.known.get((other._uid, True))
        if known is not None:
            return known
        answer = True
        for option in self.rights:
            if at_most(option, other):
                answer = False
                break
        else:
            for option in other._left:  # options of a number need not be tried: number avoidance
                if self.at_most(option):
                    answer = False
                    break
        self.known[other._uid, True] = answer
        return answer

    def at_most(self, other: ShortGame) -> bool:
        """Returns whether G <= `other`."""
        known = self.known.get((other._uid, False))
        if known is not None:
            return known
        answer = True
        for option in self.lefts:
            if at_most(other, option):
                answer = False
                break
        else:
            for option in other._right:
                if self.at_least(option):
                    answer = False
                    break
        self.known[other._uid, False] = answer
        return answer


def maximal(games: Iterable[ShortGame]) -> list[ShortGame]:
    """Returns those of different games that are not below another one."""
    given = list(games)
    return [g for g in given if not any(h is not g and at_most(g, h) for h in given)]


def minimal(games: Iterable[ShortGame]) -> list[ShortGame]:
    """Returns those of different games that are not above another one."""
    given = list(games)
    return [g for g in given if not any(h is not g and at_most(h, g) for h in given)]


# -- order and arithmetic of values ------------------------------------------------------------

_order_memo: dict[tuple[int, int], bool] = {}
_sum_memo: dict[tuple[int, int], ShortGame] = {}


def at_most(small: ShortGame, large: ShortGame) -> bool:
    """Returns whether small <= large."""
    if small is large:
        return True
    if small._number is not None:
        x, stop = small._number, large._right_stop
        return x < stop or (x == stop and large._reaches_right_stop)
    if large._number is not None:
        x, stop = large._number, small._left_stop
        return stop < x or (x == stop and small._reaches_left_stop)
    if small._left_stop > large._left_stop or small._right_stop > large._right_stop:
        return False
    if small._left_stop < large._right_stop:
        return True
    key = (small._uid, large._uid)
    known = _order_memo.get(key)
    if known is not None:
        return known
    answer = True
    for option in small._left:
        if at_most(large, option):
            answer = False
            break
    else:
        for option in large._right:
            if at_most(option, small):
                answer = False
                break
    if len(_order_memo) >= MEMO_SIZE:
        _order_memo.clear()
    _order_memo[key] = answer
    return answer


def negative(game: ShortGame) -> ShortGame:
    if game._negative is None:
        if game._number is not None:
            mirror = number(-game._number)
        else:
            mirror = interned(
                [negative(option) for option in game._right],
                [negative(option) for option in game._left],
            )
        game._negative, mirror._negative = mirror, game
    return game._negative


def add(one: ShortGame, two: ShortGame) -> ShortGame:
    if one._number is not None:
        one, two = two, one
    if one._number is not None and two._number is not None:
        return number(one._number + two._number)
    if two._number == 0:
        return one
    key = (one._uid, two._uid) if one._uid < two._uid else (two._uid, one._uid)
    known = _sum_memo.get(key)
    if known is not None:
        return known
    if one._depth + two._depth > MAX_DEPTH:
        raise GameTooDeepError(
            f"the sum of games {one._depth} and {two._depth} moves deep is deeper than "
            f"{MAX_DEPTH}; play it as a Sum instead of adding its values"
        )
    if two._number is not None:  # number translation: the options move along
        total = interned([add(g, two) for g in one._left], [add(g, two) for g in one._right])
    elif one._negative is two:
        total = number(0)
    else:
        total = from_options(
            [add(g, two) for g in one._left] + [add(one, g) for g in two._left],
            [add(g, two) for g in one._right] + [add(one, g) for g in two._right],
        )
    if len(_sum_memo) >= MEMO_SIZE:
        _sum_memo.clear()
    _sum_memo[key] = total
    return total

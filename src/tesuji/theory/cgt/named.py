"""Makes short games by name, and finds the name of a game."""

from __future__ import annotations

from fractions import Fraction

from tesuji.theory.cgt.algebra import from_options
from tesuji.theory.cgt.dyadic import as_fraction
from tesuji.theory.cgt.errors import GameError
from tesuji.theory.cgt.short_game import (
    MAX_DEPTH,
    GameLike,
    ShortGame,
    as_game,
    interned,
    number,
)


def star(n: int = 1) -> ShortGame:
    """Returns the nimber of a heap of `n` counters, which is 0 for an empty one.

    >>> print(star(), star(2) + star(3))
    * *
    """
    if not 0 <= n <= MAX_DEPTH:
        raise GameError(f"nimbers from *0 to *{MAX_DEPTH} can be made, not *{n}")
    while len(_stars) <= n:
        _stars.append(interned(_stars, _stars))  # nimbers are already canonical
    return _stars[n]


def up(n: int = 1, nimber: int = 0) -> ShortGame:
    """Returns `n` copies of up, {0|*}, plus *nimber; downs if `n` is negative.

    >>> print(up(), up(-2), up(3, 1), up() == from_options([0], [star()]))
    ↑ 2·↓ 3·↑* True
    """
    return _UP * n + star(nimber)


def switch(left: int | Fraction | str, right: int | Fraction | str | None = None) -> ShortGame:
    """Returns {left | right} with left >= right; by default the coupon ±left.

    >>> print(switch(4), switch(3, 0))
    ±4 {3|0}
    """
    high = as_fraction(left)
    low = -high if right is None else as_fraction(right)
    if high < low:
        raise GameError(f"a switch needs its first number to be the larger one, not {high}|{low}")
    return from_options([high], [low])


def plus_minus(game: GameLike) -> ShortGame:
    """Returns ±G = {G | -G}."""
    return from_options([game], [-as_game(game)])


def tiny(game: GameLike) -> ShortGame:
    """Returns tiny-G, {0 || 0 | -G}: positive, and less than every up for positive numbers G.

    >>> 0 < tiny(1) < up(), tiny(2) < tiny(1)
    (True, True)
    """
    return from_options([0], [from_options([0], [-as_game(game)])])


def miny(game: GameLike) -> ShortGame:
    """Returns miny-G, {G | 0 || 0}, the negative of tiny-G."""
    return -tiny(game)


def ups_and_star(game: ShortGame) -> tuple[Fraction, int, int] | None:
    """Returns (x, n, m) if the game is the number x plus n ups plus *m, or None.

    >>> ups_and_star(up(-2, 3) + 5)
    (Fraction(5, 1), -2, 3)
    """
    if not game.is_numberish:
        return None
    x = game.left_stop
    small = game - x
    ups, nimber = 0, _nimber(small)
    while nimber is None:  # walk n·↑+*m = {0 | (n-1)·↑+*(m^1)} down to a nimber
        rising = small.left == (_ZERO,)
        if small in (_UP_STAR, -_UP_STAR):
            ups, nimber = ups + (1 if small is _UP_STAR else -1), 1
        elif (rising or small.right == (_ZERO,)) and len(small.left) == len(small.right) == 1:
            ups += 1 if rising else -1
            small = small.right[0] if rising else small.left[0]
            nimber = _nimber(small)
        else:
            return None
    nimber ^= abs(ups) & 1
    for candidate in (nimber, nimber ^ 1):
        if abs(ups) + candidate <= MAX_DEPTH and up(ups, candidate) is game - x:
            return x, ups, candidate
    return None


def _nimber(game: ShortGame) -> int | None:
    size = len(game.left)
    return size if size == len(game.right) and size <= MAX_DEPTH and game is star(size) else None


_ZERO = number(0)
_stars = [_ZERO]
_UP = from_options([0], [star()])
_UP_STAR = _UP + star()

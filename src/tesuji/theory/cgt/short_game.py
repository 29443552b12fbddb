"""Represents short games as exact values: one object for each value, in canonical form.

Two games with the same value are the same object, so that equality is identity. Numbers store their
fraction and are never expanded in computations: a position worth 100 points costs no more than one
worth 1 (by the number-avoidance theorem nobody moves in it).
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction

from tesuji.errors import NotationError
from tesuji.theory.cgt import dyadic
from tesuji.theory.cgt.errors import GameError, GameTooDeepError

MAX_DEPTH = 200
"""The most consecutive moves in a value until only numbers are left."""


class Order(Enum):
    """How two games compare; the four outcomes exclude each other."""

    LESS = "<"
    EQUAL = "=="
    GREATER = ">"
    CONFUSED = "||"


class OutcomeClass(Enum):
    """Who wins under normal play, where a player who cannot move has lost."""

    LEFT = "Left wins"
    RIGHT = "Right wins"
    NEXT = "the first player wins"
    PREVIOUS = "the second player wins"


class ShortGame:
    """The value of a short game, immutable. Made by `number`, `from_options`, `parse` or sums.

    >>> from tesuji.theory.cgt import parse
    >>> up, star = parse("^"), parse("*")
    >>> up > 0, up.compare(star), up + up > star
    (True, <Order.CONFUSED: '||'>, True)
    >>> print(parse("{3|1}") - 2, parse("{0,*|0}"))
    ±1 ↑*
    """

    __slots__ = (
        "_number",
        "_left",
        "_right",
        "_uid",
        "_depth",
        "_left_stop",
        "_right_stop",
        "_reaches_left_stop",
        "_reaches_right_stop",
        "_negative",
        "__weakref__",
    )
    _number: Fraction | None
    _left: tuple[ShortGame, ...]
    _right: tuple[ShortGame, ...]
    _uid: int
    _depth: int
    _left_stop: Fraction
    _right_stop: Fraction
    _reaches_left_stop: bool
    """Whether the game is at most its left stop."""
    _reaches_right_stop: bool
    """Whether the game is at least its right stop."""
    _negative: ShortGame | None

    def __new__(cls) -> ShortGame:
        raise GameError("make games with number, from_options or parse")

    # -- structure ---------------------------------------------------------------------------

    @property
    def left(self) -> tuple[ShortGame, ...]:
        """Left's options in canonical form."""
        if self._number is None:
            return self._left
        option = dyadic.options(self._number)[0]
        return () if option is None else (number(option),)

    @property
    def right(self) -> tuple[ShortGame, ...]:
        """Right's options in canonical form."""
        if self._number is None:
            return self._right
        option = dyadic.options(self._number)[1]
        return () if option is None else (number(option),)

    @property
    def number(self) -> Fraction | None:
        """The number that this game is, or None."""
        return self._number

    @property
    def is_number(self) -> bool:
        return self._number is not None

    @property
    def is_integer(self) -> bool:
        return self._number is not None and self._number.denominator == 1

    @property
    def is_infinitesimal(self) -> bool:
        """Whether the game is smaller in size than every positive number; 0 is."""
        return self._left_stop == 0 == self._right_stop

    @property
    def is_numberish(self) -> bool:
        """Whether the game is a number plus an infinitesimal."""
        return self._left_stop == self._right_stop

    @property
    def left_stop(self) -> Fraction:
        """The number reached when Left starts and both play for their best number."""
        return self._left_stop

    @property
    def right_stop(self) -> Fraction:
        """The number reached when Right starts and both play for their best number."""
        return self._right_stop

    @property
    def depth(self) -> int:
        """The longest play until only a number is left, counting moves of either player."""
        return self._depth

    @property
    def outcome(self) -> OutcomeClass:
        return {
            Order.GREATER: OutcomeClass.LEFT,
            Order.LESS: OutcomeClass.RIGHT,
            Order.CONFUSED: OutcomeClass.NEXT,
            Order.EQUAL: OutcomeClass.PREVIOUS,
        }[self.compare(0)]

    @property
    def serial(self) -> int:
        """A unique number for each value, in the order of creation."""
        return self._uid

    def followers(self) -> list[ShortGame]:
        """Returns this game and all that can arise from it, options first.

        Numbers are not expanded.
        """
        order: dict[ShortGame, None] = {}
        stack = [self]
        while stack:
            game = stack[-1]
            pending = [g for g in (*game._left, *game._right) if g not in order]
            if pending:
                stack.extend(pending)
            else:
                order.setdefault(stack.pop())
        return list(order)

    def birthday(self) -> int:
        """Returns the day on which this value is born: the height of its canonical form.

        >>> from tesuji.theory.cgt import parse
        >>> print(*(parse(text).birthday() for text in ("0", "*", "1/2", "^", "{3||2|1}")))
        0 1 2 2 4
        """
        days: dict[ShortGame, int] = {}
        for game in self.followers():
            if game._number is not None:
                days[game] = dyadic.birthday(game._number)
            else:
                days[game] = 1 + max(days[option] for option in (*game._left, *game._right))
        return days[self]

    # -- order -------------------------------------------------------------------------------

    def compare(self, other: GameLike) -> Order:
        """Compares this game with `other`."""
        there = as_game(other)
        at_most, at_least = algebra.at_most(self, there), algebra.at_most(there, self)
        if at_most:
            return Order.EQUAL if at_least else Order.LESS
        return Order.GREATER if at_least else Order.CONFUSED

    def confused_with(self, other: GameLike) -> bool:
        """Returns whether neither is at least the other: the first player wins the difference."""
        return self.compare(other) is Order.CONFUSED

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ShortGame):
            return self is other
        if isinstance(other, int | Fraction):
            return self._number is not None and self._number == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._uid) if self._number is None else hash(self._number)

    def __le__(self, other: GameLike) -> bool:
        return algebra.at_most(self, as_game(other))

    def __ge__(self, other: GameLike) -> bool:
        return algebra.at_most(as_game(other), self)

    def __lt__(self, other: GameLike) -> bool:
        there = as_game(other)
        return self is not there and algebra.at_most(self, there)

    def __gt__(self, other: GameLike) -> bool:
        there = as_game(other)
        return self is not there and algebra.at_most(there, self)

    # -- arithmetic --------------------------------------------------------------------------

    def __neg__(self) -> ShortGame:
        return algebra.negative(self)

    def __pos__(self) -> ShortGame:
        return self

    def __add__(self, other: GameLike) -> ShortGame:
        return algebra.add(self, as_game(other))

    __radd__ = __add__

    def __sub__(self, other: GameLike) -> ShortGame:
        return algebra.add(self, algebra.negative(as_game(other)))

    def __rsub__(self, other: GameLike) -> ShortGame:
        return algebra.add(as_game(other), algebra.negative(self))

    def __mul__(self, copies: int) -> ShortGame:
        """Returns the sum of `copies` copies."""
        if not isinstance(copies, int):
            return NotImplemented
        if self._number is not None:
            return number(self._number * copies)
        total, power = number(0), self if copies >= 0 else -self
        count = abs(copies)
        while count:
            if count & 1:
                total = total + power
            count >>= 1
            if count:
                power = power + power
        return total

    __rmul__ = __mul__

    # -- text --------------------------------------------------------------------------------

    def __str__(self) -> str:
        from tesuji.theory.cgt.notation import write  # which imports this class

        return write(self, unicode=True)

    def __repr__(self) -> str:
        try:
            return f"<ShortGame {self}>"
        except NotationError:  # too long to write
            stops = f"{self._left_stop}|{self._right_stop}"
            return f"<ShortGame with stops {stops}, {self._depth} moves deep>"

    def __reduce__(self) -> tuple[Callable[..., ShortGame], tuple[object, ...]]:
        if self._number is not None:
            return number, (self._number,)
        return algebra.from_options, (self._left, self._right)


GameLike = ShortGame | int | Fraction
"""What can be used as a game in arithmetic: a game, or an exact number."""


# -- making values -----------------------------------------------------------------------------


def number(x: int | Fraction | str) -> ShortGame:
    """Returns the game that is the dyadic number `x`.

    >>> number("3/4").left, number(5) == 5
    ((<ShortGame 1/2>,), True)
    """
    fraction = dyadic.as_fraction(x)
    known = _interned_numbers.get(fraction)
    if known is not None:
        return known
    if not dyadic.is_dyadic(fraction):
        raise GameError(
            f"{fraction} is not a short game: its denominator must be a power of two. "
            "Forms and thermographs take it as a score."
        )
    game = object.__new__(ShortGame)
    game._number = game._left_stop = game._right_stop = fraction
    game._left = game._right = ()
    game._depth = 0
    game._reaches_left_stop = game._reaches_right_stop = True
    game._negative = None
    with _lock:
        game._uid = next(_uids)
        return _interned_numbers.setdefault(fraction, game)


def as_game(x: GameLike) -> ShortGame:
    """Returns `x` as a game."""
    return x if isinstance(x, ShortGame) else number(x)


def interned(lefts: Sequence[ShortGame], rights: Sequence[ShortGame]) -> ShortGame:
    """Returns the object for { lefts | rights }, which must be canonical and not a number."""
    key = (tuple(sorted(g._uid for g in lefts)), tuple(sorted(g._uid for g in rights)))
    known = _interned_games.get(key)
    if known is not None:
        return known
    depth = 1 + max(g._depth for g in (*lefts, *rights))
    if depth > MAX_DEPTH:
        raise GameTooDeepError(
            f"a game with more than {MAX_DEPTH} moves in a row is too deep for exact values; "
            "its thermograph can still be computed from a Form"
        )
    game = object.__new__(ShortGame)
    game._number = None
    game._left, game._right = tuple(lefts), tuple(rights)
    game._depth = depth
    high = max(g._right_stop for g in lefts)
    low = min(g._left_stop for g in rights)
    game._left_stop, game._right_stop = high, low
    game._reaches_left_stop = not any(
        g._right_stop == high and g._reaches_right_stop for g in lefts
    )
    game._reaches_right_stop = not any(g._left_stop == low and g._reaches_left_stop for g in rights)
    game._negative = None
    with _lock:
        game._uid = next(_uids)
        return _interned_games.setdefault(key, game)


_lock = threading.Lock()
_uids = itertools.count()
_interned_numbers: weakref.WeakValueDictionary[Fraction, ShortGame] = weakref.WeakValueDictionary()
_interned_games: weakref.WeakValueDictionary[tuple[tuple[int, ...], tuple[int, ...]], ShortGame] = (
    weakref.WeakValueDictionary()
)


from tesuji.theory.cgt import algebra  # noqa: E402 - last: it works on what is above

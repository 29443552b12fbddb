"""Computes with dyadic rationals m / 2^k, the numbers among the short games."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from tesuji.theory.cgt.errors import GameError


def is_dyadic(x: Fraction) -> bool:
    """Returns whether the denominator is a power of two."""
    return x.denominator & (x.denominator - 1) == 0


def as_fraction(x: int | Fraction | str) -> Fraction:
    """Converts `x` exactly; floats are refused because they are rarely what was meant."""
    if isinstance(x, bool) or not isinstance(x, int | Fraction | str):
        raise GameError(f"an exact number is needed, like 3, Fraction(1, 3) or '1/3', not {x!r}")
    try:
        return Fraction(x)
    except (ValueError, ZeroDivisionError):
        raise GameError(f"{x!r} is not an exact number; write 3, 1/3 or 0.25") from None


def simplest_between(
    low: Fraction | None,
    high: Fraction | None,
    *,
    low_open: bool = True,
    high_open: bool = True,
) -> Fraction | None:
    """Returns the dyadic with the earliest birthday in an interval, or None if it is empty.

    None as a bound is minus or plus infinity. A closed interval of one point is that point.

    >>> simplest_between(Fraction(1), Fraction(2))
    Fraction(3, 2)
    >>> simplest_between(Fraction(-7, 3), Fraction(-1, 5))
    Fraction(-1, 1)
    """

    def inside(x: Fraction) -> bool:
        above = low is None or x > low or (x == low and not low_open)
        below = high is None or x < high or (x == high and not high_open)
        return above and below

    if low is not None and high is not None:
        if low > high or (low == high and (low_open or high_open)):
            return None
        if low == high:
            return low
    if inside(Fraction(0)):
        return Fraction(0)
    if low is not None and low >= 0:
        nearest = Fraction(floor(low) + 1) if low_open else Fraction(ceil(low))
    else:
        assert high is not None
        nearest = Fraction(ceil(high) - 1) if high_open else Fraction(floor(high))
    if inside(nearest):
        return nearest
    assert low is not None
    assert high is not None
    denominator = 1
    while True:
        denominator *= 2
        scaled = low * denominator
        first = floor(scaled) + 1 if low_open else ceil(scaled)
        candidate = Fraction(first, denominator)
        if inside(candidate):
            return candidate


def options(x: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Returns the only Left and Right option of the canonical form of a dyadic `x`.

    >>> options(Fraction(3, 4))
    (Fraction(1, 2), Fraction(1, 1))
    >>> options(Fraction(2))
    (Fraction(1, 1), None)
    """
    if x.denominator == 1:
        return (x - 1 if x > 0 else None), (x + 1 if x < 0 else None)
    step = Fraction(1, x.denominator)
    return x - step, x + step


def birthday(x: Fraction) -> int:
    """Returns the day on which a dyadic number is born.

    >>> [birthday(Fraction(n, 4)) for n in (0, 1, 4, 5, 6)]
    [0, 3, 1, 4, 3]
    """
    whole = abs(x.numerator) // x.denominator
    places = x.denominator.bit_length() - 1
    return whole + places + (1 if places else 0)

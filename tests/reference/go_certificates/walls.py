"""Walls of thermographs, with fractions.

A wall is a list of (temperature, score), constant after the last.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

Wall = list[tuple[Fraction, Fraction]]
ZERO = Fraction(0)
HOTTEST = Fraction(4096)


def flat(score: int | Fraction) -> Wall:
    return [(ZERO, Fraction(score))]


def at(wall: Wall, t: Fraction) -> Fraction:
    for (t0, v0), (t1, v1) in pairwise(wall):
        if t < t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return wall[-1][1]


def tidy(points: list[tuple[Fraction, Fraction]]) -> Wall:
    """Leaves out bends that are none."""
    wall: Wall = []
    for t, v in points:
        if wall and wall[-1][0] == t:
            continue
        if len(wall) > 1:
            (t0, v0), (t1, v1) = wall[-2:]
            if (v1 - v0) * (t - t1) == (v - v1) * (t1 - t0):
                wall.pop()
        wall.append((t, v))
    while len(wall) > 1 and wall[-1][1] == wall[-2][1]:
        wall.pop()
    return wall


def bends(*walls: Wall) -> list[Fraction]:
    return sorted({t for wall in walls for t, _ in wall})


def plus(one: Wall, two: Wall) -> Wall:
    return tidy([(t, at(one, t) + at(two, t)) for t in bends(one, two)])


def shifted(wall: Wall, points: int) -> Wall:
    return [(t, v + points) for t, v in wall]


def better(one: Wall, two: Wall, choose: Callable[[Fraction, Fraction], Fraction]) -> Wall:
    """The higher (max) or the lower (min) of two walls at each temperature."""
    found: list[tuple[Fraction, Fraction]] = []
    before: tuple[Fraction, Fraction, Fraction] | None = None
    for t in bends(one, two):
        a, b = at(one, t), at(two, t)
        if before is not None and (before[1] - before[2]) * (a - b) < 0:
            t0, a0, b0 = before
            share = (a0 - b0) / ((a0 - b0) - (a - b))
            found.append((t0 + share * (t - t0), a0 + share * (a - a0)))
        found.append((t, choose(a, b)))
        before = t, a, b
    return tidy(found)


def taxed(wall: Wall, sign: int) -> Wall:
    """The wall plus or minus the temperature, up to a temperature above all others."""
    return [(t, v + sign * t) for t, v in (*wall, (HOTTEST, wall[-1][1]))]


def sloping(start: int, end: int) -> Wall:
    """From one score to another by one point a degree."""
    return tidy([(ZERO, Fraction(start)), (Fraction(abs(end - start)), Fraction(end))])


def or_better(
    one: Wall | None, two: Wall, choose: Callable[[Fraction, Fraction], Fraction]
) -> Wall:
    return two if one is None else better(one, two, choose)


def walls_from(black: Wall | None, white: Wall | None, score: int) -> tuple[Wall, Wall]:
    """Both walls of a game from the best walls after Black's and after White's moves.

    As long as both gain by moving, the walls are these less the price of the move. Where neither
    does, both wait for cheaper moves elsewhere: the score is that of the temperature just below,
    unless a player does better by moving. At temperature 0 waiting is passing.
    """
    if black is None or white is None:
        low = Fraction(score) if black is None else max(Fraction(score), at(black, ZERO))
        mast = low if white is None else min(low, at(white, ZERO))
        return flat(mast), flat(mast)
    stops = bends(black, white)
    stops.append(stops[-1] + abs(black[-1][1] - white[-1][1]) + 1)
    left: list[tuple[Fraction, Fraction]] = []
    right: list[tuple[Fraction, Fraction]] = []

    def note(t: Fraction, of_left: Fraction, of_right: Fraction) -> None:
        left.append((t, of_left))
        right.append((t, of_right))

    a, b = at(black, ZERO), at(white, ZERO)
    mast = min(max(Fraction(score), a), b) if a < b else a
    for begin, end in pairwise(stops):
        t = begin
        rise = (at(black, end) - at(black, begin)) / (end - begin) - 1
        fall = (at(white, end) - at(white, begin)) / (end - begin) + 1
        while t < end:
            a, b = at(black, t) - t, at(white, t) + t
            until = end
            if a > b or (a == b and rise > fall):
                note(t, a, b)
                if rise < fall:
                    until = min(until, t + (a - b) / (fall - rise))
                t = until
                mast = at(black, t) - t
                note(t, mast, at(white, t) + t)
                continue
            mast = min(max(mast, a), b)
            note(t, mast, mast)
            speed = ZERO  # of the mast, which a scaffold may push
            if mast == a and rise > 0:
                speed = rise
            if mast == b and fall < speed:
                speed = fall
            if rise > speed and mast > a:
                until = min(until, t + (mast - a) / (rise - speed))
            if fall < speed and mast < b:
                until = min(until, t + (b - mast) / (speed - fall))
            mast += speed * (until - t)
            t = until
            note(t, mast, mast)
    return tidy(left), tidy(right)

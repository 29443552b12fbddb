"""Slow rules of games of normal play, and slow comparison of games, from their definitions.

Boards are sets of ((row, column), letter); games are trees (left, right) of frozen sets.
Nothing here knows of canonical forms, parts or symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

Tree = tuple[frozenset[Any], frozenset[Any]]
Board = frozenset[tuple[tuple[int, int], str]]
Rules = Callable[[Board, str], Iterator[Board]]

SIDEWAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
OTHER = {"L": "R", "R": "L"}


def board(diagram: str) -> Board:
    rows = enumerate(diagram.split("/"))
    return frozenset(((y, x), letter) for y, row in rows for x, letter in enumerate(row))


def tree(rules: Rules, start: Board) -> Tree:
    @cache
    def of(state: Board) -> Tree:
        left, right = (frozenset(of(after) for after in rules(state, who)) for who in "LR")
        return left, right

    return of(start)


@cache
def at_most(one: Tree, other: Tree) -> bool:
    """G <= H unless H is at most a left option of G, or a right option of H at most G."""
    return not any(at_most(other, left) for left in one[0]) and not any(
        at_most(right, one) for right in other[1]
    )


def equal(one: Tree, other: Tree) -> bool:
    return at_most(one, other) and at_most(other, one)


def _changed(state: Board, changes: dict[tuple[int, int], str]) -> Board:
    return frozenset((dict(state) | changes).items())


def domineering(state: Board, who: str) -> Iterator[Board]:
    there = dict(state)
    dy, dx = (1, 0) if who == "L" else (0, 1)
    for (y, x), letter in state:
        if letter == "." and there.get((y + dy, x + dx)) == ".":
            yield _changed(state, {(y, x): "#", (y + dy, x + dx): "#"})


def clobber(state: Board, who: str) -> Iterator[Board]:
    there = dict(state)
    for (y, x), letter in state:
        for dy, dx in SIDEWAYS:
            if letter == who and there.get((y + dy, x + dx)) == OTHER[who]:
                yield _changed(state, {(y, x): "#", (y + dy, x + dx): who})


def col(state: Board, who: str) -> Iterator[Board]:
    there = dict(state)
    for (y, x), letter in state:
        if letter == "." and all(there.get((y + dy, x + dx)) != who for dy, dx in SIDEWAYS):
            yield _changed(state, {(y, x): who})


def snort(state: Board, who: str) -> Iterator[Board]:
    there = dict(state)
    for (y, x), letter in state:
        if letter == "." and all(there.get((y + dy, x + dx)) != OTHER[who] for dy, dx in SIDEWAYS):
            yield _changed(state, {(y, x): who})


def konane(state: Board, who: str) -> Iterator[Board]:
    there = dict(state)
    for (y, x), letter in state:
        for dy, dx in SIDEWAYS:
            jumped, here = {(y, x): "."}, (y, x)
            while letter == who:
                over, beyond = (here[0] + dy, here[1] + dx), (here[0] + 2 * dy, here[1] + 2 * dx)
                if there.get(over) != OTHER[who] or there.get(beyond) != ".":
                    break
                jumped[over], here = ".", beyond
                yield _changed(state, jumped | {here: who})


def toads_and_frogs(state: Board, who: str) -> Iterator[Board]:
    there, step = dict(state), 1 if who == "L" else -1
    for (y, x), letter in state:
        if letter != who:
            continue
        if there.get((y, x + step)) == ".":
            yield _changed(state, {(y, x): ".", (y, x + step): who})
        if there.get((y, x + step)) == OTHER[who] and there.get((y, x + 2 * step)) == ".":
            yield _changed(state, {(y, x): ".", (y, x + 2 * step): who})


def chomp(state: Board, who: str) -> Iterator[Board]:
    for (y, x), letter in state:
        if letter == "." and (y, x) != (0, 0):
            yield _changed(state, {(b, a): "#" for (b, a), _ in state if b >= y and a >= x})


GRIDS: dict[str, tuple[Rules, str]] = {
    "domineering": (domineering, ".#"),
    "clobber": (clobber, "LR#"),
    "col": (col, "LR..."),
    "snort": (snort, "LR..."),
    "konane": (konane, "LR."),
    "toads-and-frogs": (toads_and_frogs, "LR."),
    "chomp": (chomp, "...#"),
}
"""The rules of each game, and what the squares of a random start may hold."""


# -- games without a board ----------------------------------------------------------------------


def nim_sum(heaps: list[int]) -> int:
    total = 0
    for heap in heaps:
        total ^= heap
    return total


@cache
def grundy(digits: tuple[int, ...], heap: int) -> int:
    """Returns the Grundy value of a heap of an octal game, by its definition with heaps."""
    seen = set()
    for taken, digit in enumerate(digits, 1):
        rest = heap - taken
        if rest == 0 and digit & 1:
            seen.add(0)
        if rest > 0 and digit & 2:
            seen.add(grundy(digits, rest))
        if digit & 4:
            seen |= {grundy(digits, part) ^ grundy(digits, rest - part) for part in range(1, rest)}
    return next(value for value in range(len(seen) + 1) if value not in seen)


def hackenbush(edges: frozenset[tuple[int, int, str, int]]) -> Tree:
    """Edges are (end, end, colour, number); 0 is the ground."""

    def grounded(lines: frozenset[Any]) -> frozenset[Any]:
        reached = {0}
        for _ in lines:
            reached |= {end for a, b, _, _ in lines if {a, b} & reached for end in (a, b)}
        return frozenset(line for line in lines if line[0] in reached)

    @cache
    def of(lines: frozenset[Any]) -> Tree:
        left, right = (
            frozenset(of(grounded(lines - {line})) for line in lines if line[2] in colours)
            for colours in ("BG", "RG")
        )
        return left, right

    return of(grounded(edges))

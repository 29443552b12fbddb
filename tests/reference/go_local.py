"""A slow, plain reference for local endgames of Go: the whole graph of a tiny region.

Independent of the core: positions are tuples of strings, nothing is split off or declared safe,
nothing is bounded, and scores are fractions.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from tesuji.theory.cgt import Thermograph, Wall
from tesuji.theory.cgt.walls import highest, lowest

State = tuple[str, ...]


class TinyRegion:
    """Points, each beside immortal stones or not; stones ``X`` and ``O``, empty ``.``."""

    def __init__(
        self, neighbours: list[list[int]], black_wall: set[int], white_wall: set[int]
    ) -> None:
        self.neighbours = neighbours
        self.walls = {"X": black_wall, "O": white_wall}

    def chain(self, state: State, point: int) -> set[int]:
        found, front = {point}, [point]
        while front:
            for near in self.neighbours[front.pop()]:
                if near not in found and state[near] == state[point]:
                    found.add(near)
                    front.append(near)
        return found

    def breathes(self, state: State, chain: set[int]) -> bool:
        colour = state[min(chain)]
        return any(
            p in self.walls[colour] or any(state[n] == "." for n in self.neighbours[p])
            for p in chain
        )

    def play(self, state: State, point: int, colour: str) -> State | None:
        """The position after a stone; None where it is not allowed."""
        other = "O" if colour == "X" else "X"
        board = list(state)
        board[point] = colour
        for near in self.neighbours[point]:
            if board[near] == other:
                chain = self.chain(tuple(board), near)
                if not self.breathes(tuple(board), chain):
                    for p in chain:
                        board[p] = "."
        after = tuple(board)
        return after if self.breathes(after, self.chain(after, point)) else None

    def count(self, state: State) -> int:
        """The area of Black less that of White, all stones alive."""
        total = state.count("X") - state.count("O")
        seen: set[int] = set()
        for point, stone in enumerate(state):
            if stone != "." or point in seen:
                continue
            area = self.chain(state, point)
            seen |= area
            touched = {state[n] for p in area for n in self.neighbours[p]} - {"."}
            touched |= {c for c in "XO" if self.walls[c] & area}
            if len(touched) == 1:
                total += len(area) if touched == {"X"} else -len(area)
        return total

    def options(self, state: State) -> tuple[list[State], list[State]]:
        found: tuple[list[State], list[State]] = ([], [])
        for side, colour in enumerate("XO"):
            for point, stone in enumerate(state):
                if stone == ".":
                    after = self.play(state, point, colour)
                    if after is not None:
                        found[side].append(after)
        return found


class LoopFound(Exception):
    """The position can come back: this reference is for regions without loops."""


def thermograph_of(region: TinyRegion, start: State, limit: int = 3000) -> Thermograph:
    """The thermograph of a position by area counting, from temperature 0 up.

    Where nobody gains by a move at temperature 0 both pass, and the count as it stands is
    the score, unless a player does better by moving.
    """
    known: dict[State, Thermograph] = {}
    _solve(region, start, known, set(), limit)
    return known[start]


def _solve(
    region: TinyRegion, state: State, known: dict[State, Thermograph], path: set[State], limit: int
) -> Thermograph:
    if state in known:
        return known[state]
    if state in path:
        raise LoopFound
    if len(known) > limit:
        raise OverflowError
    path.add(state)
    black, white = (
        [_solve(region, after, known, path, limit) for after in options]
        for options in region.options(state)
    )
    path.discard(state)
    left = highest([graph.right for graph in black]).taxed(-1) if black else None
    right = lowest([graph.left for graph in white]).taxed(1) if white else None
    known[state] = _meet(left, right, Fraction(region.count(state)))
    return known[state]


def _meet(left: Wall | None, right: Wall | None, stand: Fraction) -> Thermograph:
    zero = Fraction(0)
    if left is None or right is None or left(zero) < right(zero):
        mast = stand if left is None else max(stand, left(zero))
        mast = mast if right is None else min(mast, right(zero))
        return Thermograph(Wall.mast(mast), Wall.mast(mast))
    # Between two bends of either wall both are straight: look for the first crossing.
    bends = sorted({zero, *(t for wall in (left, right) for t, _ in wall.points if t > 0)})
    bends.append(bends[-1] + 1000)
    points: tuple[list[tuple[Fraction, Fraction]], list[tuple[Fraction, Fraction]]] = ([], [])
    for begin, end in itertools.pairwise(bends):
        points[0].append((begin, left(begin)))
        points[1].append((begin, right(begin)))
        gap, after = left(begin) - right(begin), left(end) - right(end)
        if after <= 0:
            meet = begin + (end - begin) * gap / (gap - after) if gap else begin
            return Thermograph(
                *(
                    Wall.through(
                        [(Fraction(-1), wall[0][1]), *wall, (meet, left(meet))]
                        if meet > wall[-1][0]
                        else [(Fraction(-1), wall[0][1]), *wall],
                        zero,
                    )
                    for wall in points
                )
            )
    raise AssertionError("taxes make walls meet")

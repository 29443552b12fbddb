"""Analyses positions of Dots and Boxes: chains, loops, joints, and capturable boxes.

Only open lines matter. Boxes are nodes, open lines join them, and a line on the border joins its
box to the ground (Berlekamp's Strings and Coins). A box with two open lines is a link of a chain or
of a loop; one with more is a joint; one with a single open line can be captured at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property

from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.games.line_names import LineNames

GROUND = -1
"""The area beyond the border, used as the number of a box."""
LONG_CHAIN = 3
"""The least length of a long chain, whose last two boxes can be declined."""


class Deal(IntEnum):
    """How a player who could capture everything can make the opponent move instead."""

    NONE = 0
    CHAIN = 2
    """Leave the last two boxes of a chain: double-dealing."""
    LOOP = 4
    """Leave the last four boxes of a loop."""

    @property
    def boxes(self) -> int:
        """The number of boxes left to the opponent."""
        return int(self)


@dataclass(frozen=True, slots=True)
class Chain:
    """Boxes with two open lines each, one after the other."""

    boxes: tuple[int, ...]
    """From one end to the other."""
    lines: tuple[int, ...]
    """The open lines in the same order: one more than boxes, or equally many in a loop."""
    ends: tuple[int, int]
    """Its two ends: `GROUND` or a joint. The ends of a loop are its first box."""
    is_loop: bool = False

    @property
    def is_separate(self) -> bool:
        """Whether it touches no joint, so that it is a separate game."""
        return self.is_loop or self.ends == (GROUND, GROUND)

    @property
    def is_long(self) -> bool:
        return self.is_loop or len(self.boxes) >= LONG_CHAIN

    @property
    def best_opening(self) -> int:
        """The line at which to open it: the middle of two boxes, so that both must be taken."""
        return self.lines[1] if len(self.boxes) == 2 and not self.is_loop else self.lines[0]


@dataclass(frozen=True, slots=True)
class Captures:
    """What the player to move can capture."""

    boxes: frozenset[int]
    deal: Deal
    """The cheapest way to leave some of them and make the opponent move."""
    rest: frozenset[int]
    """The open lines when all of it is captured."""


@dataclass(frozen=True)
class Structure:
    """The open lines of a board of `rows` x `columns` boxes, and what they form."""

    rows: int
    columns: int
    open: frozenset[int]

    @classmethod
    def of(cls, position: DotsAndBoxesPosition) -> Structure:
        """Returns the structure of a position; who owns which box does not matter."""
        return cls(position.game.rows, position.game.columns, frozenset(position.legal_moves()))

    def with_open(self, lines: Iterable[int]) -> Structure:
        """Returns the same board with other lines open."""
        return Structure(self.rows, self.columns, frozenset(lines))

    def after(self, line: int) -> Structure:
        """Returns the structure with `line` drawn."""
        return self.with_open(self.open - {line})

    # -- boxes and lines --------------------------------------------------------------------

    @cached_property
    def lines_round(self) -> dict[int, tuple[int, ...]]:
        """For each open box its open lines."""
        sides, _ = _board(self.rows, self.columns)
        found = {}
        for box, lines in enumerate(sides):
            left = tuple(line for line in lines if line in self.open)
            if left:
                found[box] = left
        return found

    def across(self, line: int, box: int) -> int:
        """Returns the box on the other side of `line`, or `GROUND`."""
        one, two = self.beside(line)
        return two if one == box else one

    def beside(self, line: int) -> tuple[int, int]:
        """Returns the boxes on both sides of a line; the second is `GROUND` for a border line."""
        return _board(self.rows, self.columns)[1][line]

    def degree(self, box: int) -> int:
        """Returns how many open lines a box has."""
        return len(self.lines_round.get(box, ()))

    @cached_property
    def num_boxes(self) -> int:
        """Boxes that are still open."""
        return len(self.lines_round)

    @cached_property
    def joints(self) -> frozenset[int]:
        """Boxes with three or four open lines."""
        return frozenset(box for box, lines in self.lines_round.items() if len(lines) > 2)

    # -- chains and loops -------------------------------------------------------------------

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """All chains and loops, in reading order of their first box."""
        left = {box: None for box, lines in self.lines_round.items() if len(lines) == 2}
        found = []
        while left:
            chain = self._chain_through(next(iter(left)))
            for box in chain.boxes:
                del left[box]
            found.append(chain)
        return tuple(found)

    def _chain_through(self, start: int) -> Chain:
        first, second = self.lines_round[start]
        forward = list(self._follow(start, first))
        if forward and forward[-1][1] == start:
            boxes = (start, *(box for _, box in forward[:-1]))
            return Chain(boxes, tuple(line for line, _ in forward), (start, start), True)
        backward = list(self._follow(start, second))
        boxes = (*(box for _, box in backward[-2::-1]), start, *(box for _, box in forward[:-1]))
        lines = (*(line for line, _ in backward[::-1]), *(line for line, _ in forward))
        return Chain(boxes, lines, (backward[-1][1], forward[-1][1]))

    def _follow(self, start: int, line: int) -> Iterator[tuple[int, int]]:
        """Yields (line, what is behind it) from `start` up to the ground, a joint or `start`."""
        box = start
        while True:
            beyond = self.across(line, box)
            yield line, beyond
            if beyond in (GROUND, start) or self.degree(beyond) != 2:
                return
            (line,) = (other for other in self.lines_round[beyond] if other != line)
            box = beyond

    @cached_property
    def safe_lines(self) -> frozenset[int]:
        """Lines that can be drawn without giving the opponent a box."""
        return frozenset(
            line
            for line in self.open
            if all(box == GROUND or self.degree(box) > 2 for box in self.beside(line))
        )

    @cached_property
    def components(self) -> tuple[Structure, ...]:
        """The independent parts, each as a structure."""
        left = set(self.open)
        parts = []
        while left:
            part = set()
            edge = [min(left)]
            while edge:
                line = edge.pop()
                if line not in left:
                    continue
                left.discard(line)
                part.add(line)
                for box in self.beside(line):
                    edge += self.lines_round.get(box, ())
            parts.append(self.with_open(part))
        return tuple(parts)

    # -- captures ---------------------------------------------------------------------------

    @cached_property
    def captures(self) -> Captures:
        """What can be captured at once, one box after the other.

        Good play captures everything, or all but two boxes of a chain or four of a loop, which can
        be left so that the opponent must move next. A region that can be captured is a tree of
        boxes. If it is open on one side, its last line leaves two boxes; if it is closed, the
        middle line of the last four leaves those.
        """
        left = {box: set(lines) for box, lines in self.lines_round.items()}
        captured: set[int] = set()
        drawn: set[int] = set()
        ready = [box for box, lines in left.items() if len(lines) == 1]
        while ready:
            box = ready.pop()
            if not left[box]:
                continue
            (line,) = left[box]
            drawn.add(line)
            for other in self.beside(line):
                if other == GROUND:
                    continue
                left[other].discard(line)
                if not left[other]:
                    captured.add(other)
                elif len(left[other]) == 1:
                    ready.append(other)
        deals = [self._deal(region, drawn) for region in self._regions(captured, drawn)]
        offered = [deal for deal in deals if deal]
        return Captures(
            frozenset(captured), min(offered, default=Deal.NONE), self.open - frozenset(drawn)
        )

    def _regions(self, captured: set[int], drawn: set[int]) -> Iterator[set[int]]:
        left = set(captured)
        while left:
            region: set[int] = set()
            edge = [left.pop()]
            while edge:
                box = edge.pop()
                region.add(box)
                for line in self.lines_round[box]:
                    beyond = self.across(line, box)
                    if line in drawn and beyond in left:
                        left.discard(beyond)
                        edge.append(beyond)
            yield region

    def _deal(self, region: set[int], drawn: set[int]) -> Deal:
        touching = {line for box in region for line in self.lines_round[box] if line in drawn}
        if len(touching) == len(region):  # one line more than a tree has inside: open to one side
            return Deal.CHAIN if len(region) >= 2 else Deal.NONE
        is_star = any(
            sum(self.across(line, box) in region for line in self.lines_round[box])
            == len(region) - 1
            for box in region
        )
        return Deal.LOOP if len(region) >= 4 and not is_star else Deal.NONE

    @cached_property
    def loony_lines(self) -> frozenset[int]:
        """Lines after which the opponent may choose who moves next: openings of long chains.

        The choice is an advantage, so a loony move is never good in Nimstring, and in Dots and
        Boxes only if nothing else is left or boxes are at stake.
        """
        return frozenset(line for line in self.open if self._is_loony(line))

    def _is_loony(self, line: int) -> bool:
        beside = [box for box in self.beside(line) if box != GROUND]
        if any(self.degree(box) == 1 for box in beside) or all(
            self.degree(box) != 2 for box in beside
        ):
            return False
        return self.after(line).captures.deal is not Deal.NONE


def captured_value(boxes: int, deal: Deal, rest: int) -> int:
    """Returns the value of `boxes` to capture before a rest worth `rest` to its mover.

    It is net boxes for the player to move, who takes all and moves on, or leaves some.
    """
    take_all = boxes + rest
    return take_all if deal is Deal.NONE else max(take_all, boxes - 2 * deal.boxes - rest)


@cache
def _board(
    rows: int, columns: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    """Returns (lines around each box, boxes on both sides of each line)."""
    names = LineNames(rows, columns)
    sides = tuple(names.sides(box) for box in range(names.num_boxes))
    beside: list[list[int]] = [[] for _ in range(names.num_lines)]
    for box, lines in enumerate(sides):
        for line in lines:
            beside[line].append(box)
    return sides, tuple((boxes[0], boxes[1] if len(boxes) > 1 else GROUND) for boxes in beside)

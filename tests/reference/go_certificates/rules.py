"""The rules in a part of a board: where moves lead, and what is decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BLACK, WHITE = 0, 1


class Position(NamedTuple):
    """What is undecided, and nothing outside influences it."""

    points: int
    stones: tuple[int, int]
    walls: tuple[int, int]
    """The points beside immortal stones of Black, of White."""

    @property
    def empty(self) -> int:
        return self.points & ~self.stones[BLACK] & ~self.stones[WHITE]


class Banned(NamedTuple):
    """A position just after a ko was taken, which a colour may not retake at once."""

    position: Position
    point: int
    colour: int


class Move(NamedTuple):
    """Where a move leads: decided points and undecided positions."""

    colour: int
    point: int
    score: int
    parts: tuple[Position | Banned, ...]


def bits(points: int) -> Iterator[int]:
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


class Region:
    """A part of a board; points are numbered."""

    def __init__(self, neighbours: list[int], worth: list[int]) -> None:
        self.neighbours = neighbours
        self.worth = worth
        self.heavy = [(1 << point, n - 1) for point, n in enumerate(worth) if n > 1]
        # What lies beside each set of eight points, which is looked up all the time.
        self.beside_eight: list[list[int]] = []
        for first in range(0, len(neighbours), 8):
            table = [0]
            for near in neighbours[first : first + 8]:
                table += [known | near for known in table]
            self.beside_eight.append(table)

    def value(self, points: int) -> int:
        return points.bit_count() + sum(more for point, more in self.heavy if points & point)

    def beside(self, points: int) -> int:
        found = 0
        for table in self.beside_eight:
            found |= table[points & 255]
            points >>= 8
        return found

    def connected(self, start: int, within: int) -> int:
        found = front = start & within
        while front:
            front = self.beside(front) & within & ~found
            found |= front
        return found

    def pieces(self, points: int) -> Iterator[int]:
        while points:
            piece = self.connected(points & -points, points)
            points &= ~piece
            yield piece

    def place(self, at: Position, point: int, colour: int) -> tuple[Position, int, bool] | None:
        """The position after a stone, the stones taken, and whether it took a ko."""
        stone, other = 1 << point, 1 - colour
        touches_own = at.walls[colour] & stone or self.neighbours[point] & at.stones[colour]
        if self.worth[point] > 1 and not touches_own:
            return None  # an area beyond the edge is entered from next to it
        own, theirs = at.stones[colour] | stone, at.stones[other]
        taken = 0
        for chain in self.pieces(theirs):
            is_beside = self.neighbours[point] & chain
            breathes = self.beside(chain) & at.empty & ~stone or chain & at.walls[other]
            if is_beside and not breathes:
                taken |= chain
        theirs &= ~taken
        chain = self.connected(stone, own)
        liberties = self.beside(chain) & at.points & ~own & ~theirs
        is_safe = bool(chain & at.walls[colour])
        if not liberties and not is_safe:
            return None
        is_ko = not is_safe and chain == stone and taken.bit_count() == 1 and liberties == taken
        stones = (own, theirs) if colour == BLACK else (theirs, own)
        return Position(at.points, stones, at.walls), taken, is_ko

    def split(self, at: Position) -> tuple[int, list[Position]]:
        """Takes out what is decided: immortal chains, and areas in which one colour has no room."""
        score, rest, walls = 0, at.points, list(at.walls)
        for colour, sign in ((BLACK, 1), (WHITE, -1)):
            safe = self.connected(at.stones[colour] & at.walls[colour], at.stones[colour])
            rest &= ~safe
            walls[colour] |= self.beside(safe)
            score += sign * self.value(safe)
        parts = []
        for area in self.pieces(rest):
            black, white = area & walls[BLACK], area & walls[WHITE]
            if not white and self.lacks_room(area & ~black):
                score += self.value(area)
            elif not black and self.lacks_room(area & ~white):
                score -= self.value(area)
            else:
                stones = (at.stones[BLACK] & area, at.stones[WHITE] & area)
                parts.append(Position(area, stones, (black, white)))
        return score, parts

    def lacks_room(self, inner: int) -> bool:
        """Whether two eyes do not fit in: they are apart, and not beside the opponent's stones."""
        if inner.bit_count() > 2:
            return False
        return inner.bit_count() < 2 or bool(self.beside(inner & -inner) & inner)

    def count(self, at: Position) -> int:
        """The score if both pass: stones, and empty areas that touch one colour."""
        score = self.value(at.stones[BLACK]) - self.value(at.stones[WHITE])
        for area in self.pieces(at.empty):
            edge = self.beside(area)
            black = edge & at.stones[BLACK] or area & at.walls[BLACK]
            white = edge & at.stones[WHITE] or area & at.walls[WHITE]
            if bool(black) != bool(white):
                score += self.value(area) if black else -self.value(area)
        return score

    def moves(self, at: Position) -> list[Move]:
        """All moves of both colours."""
        found = []
        for colour in (BLACK, WHITE):
            for point in bits(at.empty):
                placed = self.place(at, point, colour)
                if placed is None:
                    continue
                after, taken, is_ko = placed
                score, parts = self.split(after)
                retake = taken.bit_length() - 1
                found.append(
                    Move(
                        colour,
                        point,
                        score,
                        tuple(
                            Banned(part, retake, 1 - colour)
                            if is_ko and part.points & taken
                            else part
                            for part in parts
                        ),
                    )
                )
        return found

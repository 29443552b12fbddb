"""Defines the corridors of Go."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from tesuji.errors import SetupError, quoted
from tesuji.games.contract import Side
from tesuji.games.normal_play._normal_play import NormalPlayGame
from tesuji.games.registry import register


class Corridors(NamedTuple):
    """Open corridors by length, negative where Right owns them, and the territory of each side."""

    lengths: tuple[int, ...]
    points: tuple[int, int]


@register("go-corridors")
class GoCorridors(NormalPlayGame):
    """Corridors of Go, one point wide and open at one end, as a game of normal play.

    The owner of a corridor closes it: all of its points but that of the closing stone become
    territory. The opponent pushes in and makes it one point shorter. In place of counting, a point
    of territory is a free move for its owner. Corridors of positive length are Left's.
    """

    name = "go-corridors"
    tagline = "Close your corridor or push into theirs: territory as numbers."
    most, longest = 12, 20

    def __init__(self, corridors: object = "4.3.-3.-2") -> None:
        words = str(corridors).split(".")
        lengths = [
            int(word) for word in words if word.removeprefix("-").isdecimal() and len(word) < 5
        ]
        is_long = any(not 1 <= abs(length) <= self.longest for length in lengths)
        if len(lengths) < len(words) or len(words) > self.most or is_long:
            raise SetupError(
                f"corridors are 1 to {self.most} lengths from 1 to {self.longest} with dots "
                f"between them, negative for Right's, such as 4.3.-2, got {quoted(str(corridors))}"
            )
        self.lengths = tuple(lengths)

    @property
    def spec(self) -> str:
        return f"{self.name}:corridors={'.'.join(map(str, self.lengths))}"

    @property
    def num_moves(self) -> int:
        return len(self.lengths) + 1

    @property
    def start(self) -> Corridors:
        return Corridors(self.lengths, (0, 0))

    def moves(self, state: Corridors, side: Side) -> dict[int, Corridors]:
        """A move is the number of a corridor; the last number fills a point of one's territory."""
        found, sign = {}, 1 if side is Side.FIRST else -1
        for place, length in enumerate(state.lengths):
            if length:
                is_own = length * sign > 0
                left = 0 if is_own else length - (1 if length > 0 else -1)
                gained = abs(length) - 1 if is_own else 0
                lengths = (*state.lengths[:place], left, *state.lengths[place + 1 :])
                found[place] = Corridors(lengths, _more(state.points, side, gained))
        if state.points[side]:
            found[len(state.lengths)] = state._replace(points=_more(state.points, side, -1))
        return found

    def parts(self, state: Corridors) -> list[Corridors]:
        parts = [Corridors((length,), (0, 0)) for length in state.lengths if length]
        parts += [Corridors((), (points, 0)) for points in state.points[:1] if points]
        return parts + [Corridors((), (0, points)) for points in state.points[1:] if points]

    def key(self, state: Corridors) -> tuple[Hashable, bool]:
        mirrored = Corridors(
            tuple(-length for length in state.lengths), (state.points[1], state.points[0])
        )
        return min((state, False), (mirrored, True))

    def drawn(self, state: Corridors) -> str:
        lines = [f"{number}: {_row(length)}" for number, length in enumerate(state.lengths, 1)]
        return "\n".join([*lines, f"territory: Left {state.points[0]}, Right {state.points[1]}"])

    def format_move(self, move: int) -> str:
        return "fill" if move == len(self.lengths) else str(move + 1)


def _row(length: int) -> str:
    return f"{'L' if length > 0 else 'R'}{'.' * abs(length)}" if length else "-"


def _more(points: tuple[int, int], side: Side, gained: int) -> tuple[int, int]:
    left, right = points
    return (left + gained, right) if side is Side.FIRST else (left, right + gained)

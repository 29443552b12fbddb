"""Counts a board of Go after play has stopped, and explains the count in words.

The players decide which stones are dead or in seki. Dead stones become prisoners. Under territory
scoring an empty region that is surrounded only by stones in seki is nobody's, as in the Japanese
rules; under area scoring it belongs to the colour that surrounds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tesuji.errors import SetupError
from tesuji.games.contract import Outcome, Side

if TYPE_CHECKING:
    from tesuji.games.go import GoPosition


@dataclass(frozen=True, slots=True)
class SideCount:
    """The points of one side."""

    territory: int
    """Surrounded points: empty ones, and those under dead stones of the opponent."""
    stones: int
    """Living stones on the board, which area scoring counts."""
    captured: int
    """Stones of the opponent taken during the game, which territory scoring counts."""
    dead: int
    """Stones of the opponent taken off at the end, which territory scoring counts as well."""
    komi: float
    total: float


@dataclass(frozen=True, slots=True)
class Count:
    """A board counted without its dead stones."""

    by_territory: bool
    """Territory and prisoners are counted; otherwise area, that is territory and stones."""
    superko: bool
    sides: tuple[SideCount, SideCount]
    """Black's and White's."""
    owner: tuple[int, ...]
    """For each point 0 (Black's), 1 (White's) or -1 (nobody's); living stones own theirs."""
    stones: tuple[int, ...]
    """The board: for each point 0 (Black), 1 (White) or -1 (empty)."""
    dead: tuple[int, ...]
    seki: tuple[int, ...]
    """The points of all stones that are dead, and of those that live in seki."""
    neutral: int
    """Empty points that are nobody's: dame, and points in seki."""
    handicap: int
    """Stones that Black had at the start."""

    @property
    def margin(self) -> float:
        """Points by which Black leads."""
        return self.sides[0].total - self.sides[1].total

    @property
    def outcome(self) -> Outcome:
        margin = self.margin
        winner = None if margin == 0 else Side.FIRST if margin > 0 else Side.SECOND
        return Outcome(winner, margin, "counted by agreement")

    def territory_of(self, side: Side) -> list[int]:
        """Returns the surrounded points of a side, including those under dead stones."""
        dead = set(self.dead)
        return [
            point
            for point, stone in enumerate(self.stones)
            if self.owner[point] == side and (stone < 0 or point in dead)
        ]

    def sentences(self) -> list[str]:
        """Returns the count in words: what is counted, each side's sum, and who wins."""
        return [self._rule(), self._sum(Side.FIRST), self._sum(Side.SECOND), *self._rest()]

    def _rule(self) -> str:
        if self.by_territory:
            return (
                "Territory (Japanese) counting: surrounded points, prisoners and dead stones; "
                "points inside a seki count for nobody."
            )
        if self.superko and not self.dead:
            return "Area (Tromp–Taylor) counting: all stones on the board, and surrounded points."
        name = "Tromp–Taylor" if self.superko else "Chinese"
        off = ", once dead stones are taken off by agreement" if self.superko else ""
        return f"Area ({name}) counting: living stones and surrounded points{off}."

    def _sum(self, side: Side) -> str:
        mine = self.sides[side]
        parts = [_plural(mine.territory, "surrounded point")]
        if self.by_territory:
            parts.append(_plural(mine.captured, "prisoner"))
            if mine.dead:
                parts.append(_plural(mine.dead, "dead stone"))
        else:
            parts.append(_plural(mine.stones, "stone"))
        if mine.komi:
            parts.append(f"{mine.komi:g} komi")
        name = "Black" if side == Side.FIRST else "White"
        return f"{name}: {' + '.join(parts)} = {mine.total:g}."

    def _rest(self) -> list[str]:
        said = []
        if self.neutral:
            seki = ", those in seki included" if self.seki and self.by_territory else ""
            verb = "is" if self.neutral == 1 else "are"
            said.append(f"{_plural(self.neutral, 'point')} {verb} nobody's (dame){seki}.")
        if self.handicap:
            said.append(
                f"Black began with {_plural(self.handicap, 'handicap stone')}, for which White "
                "gets no points beyond komi."
            )
        if self.margin == 0:
            return [*said, "The game is a draw."]
        winner = "Black" if self.margin > 0 else "White"
        return [*said, f"{winner} wins by {_plural(abs(self.margin), 'point')}."]


def count(position: GoPosition, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> Count:
    """Returns the count of a board; `dead` and `seki` list the points of all such stones.

    Raises `SetupError` for a point without a stone, and for a stone in both lists.
    """
    stones = list(position.stones)
    taken, held = sorted(set(dead)), sorted(set(seki))
    for point in (*taken, *held):
        if not 0 <= point < len(stones) or stones[point] < 0:
            raise SetupError(f"no stone stands on point {point}, so it cannot be dead or in seki")
    if both := set(taken).intersection(held):
        name = position.game.format_move(min(both))
        raise SetupError(f"the stone at {name} cannot be both dead and in seki")
    rules = position.game.rules
    owner = list(position.score(taken).owner)
    if rules.territory and held:
        for point in _points_in_seki(position, stones, set(taken), set(held)):
            owner[point] = -1
    empty = [stone < 0 or point in set(taken) for point, stone in enumerate(stones)]
    sides = []
    for side in Side:
        territory = sum(at == side and open for at, open in zip(owner, empty, strict=True))
        living = sum(stone == side for stone in stones)
        living -= sum(stones[point] == side for point in taken)
        off = sum(stones[point] == side.other for point in taken)
        captured = position.prisoners[side]
        komi = position.game.komi if side == Side.SECOND else 0.0
        own = captured + off if rules.territory else living
        sides.append(SideCount(territory, living, captured, off, komi, territory + own + komi))
    neutral = sum(at < 0 and open for at, open in zip(owner, empty, strict=True))
    return Count(
        by_territory=rules.territory,
        superko=rules.superko,
        sides=(sides[0], sides[1]),
        owner=tuple(owner),
        stones=tuple(stones),
        dead=tuple(taken),
        seki=tuple(held),
        neutral=neutral,
        handicap=_handicap(position),
    )


def group_at(position: GoPosition, point: int) -> list[int]:
    """Returns the stones that a click at `point` means, sorted; none at an empty point.

    These are the chain there and all others of its colour that are connected to it by empty
    points, because they live or die together.
    """
    stones = position.stones
    if not 0 <= point < len(stones) or stones[point] < 0:
        return []
    around = neighbours(position.game.rows, position.game.columns)
    seen, waiting = {point}, [point]
    while waiting:
        for near in around[waiting.pop()]:
            if near not in seen and stones[near] in (-1, stones[point]):
                seen.add(near)
                waiting.append(near)
    return sorted(at for at in seen if stones[at] >= 0)


def regions(points: set[int], around: list[list[int]]) -> list[set[int]]:
    """Returns the connected regions of some points."""
    found, left = [], set(points)
    while left:
        region = {left.pop()}
        waiting = list(region)
        while waiting:
            new = left.intersection(around[waiting.pop()])
            left -= new
            region |= new
            waiting.extend(new)
        found.append(region)
    return found


@lru_cache(maxsize=8)
def neighbours(rows: int, columns: int) -> list[list[int]]:
    """Returns for each point of a board its neighbours."""
    table = []
    for point in range(rows * columns):
        row, column = divmod(point, columns)
        steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
        table.append(
            [
                (row + down) * columns + column + right
                for down, right in steps
                if 0 <= row + down < rows and 0 <= column + right < columns
            ]
        )
    return table


def _points_in_seki(
    position: GoPosition, stones: list[int], dead: set[int], seki: set[int]
) -> set[int]:
    """Returns the empty points that only stones in seki surround."""
    around = neighbours(position.game.rows, position.game.columns)
    empty = {point for point, stone in enumerate(stones) if stone < 0 or point in dead}
    found: set[int] = set()
    for region in regions(empty, around):
        beside = {near for point in region for near in around[point]} - empty
        if beside and beside <= seki:
            found |= region
    return found


def _handicap(position: GoPosition) -> int:
    """Returns the number of Black's stones at the start, if White had none and moved first."""
    setup = position.setup
    if setup is None:
        return 0
    stones, to_move = list(setup[0]), setup[1]
    has_white = any(stone == Side.SECOND for stone in stones)
    return 0 if has_white or to_move != Side.SECOND else stones.count(int(Side.FIRST))


def _plural(number: float, what: str) -> str:
    return f"{number:g} {what}{'' if number == 1 else 's'}"

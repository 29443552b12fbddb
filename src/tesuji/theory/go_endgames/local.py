"""Represents local positions: a region of a board with its surroundings fixed."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass

from tesuji.errors import TesujiError
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, WHITE, StoneGrid, outside_owners

MAX_POINTS = 64
"""The most points of a region that may change."""


@dataclass(frozen=True)
class LocalPosition:
    """A region whose points that can change are numbered for the core's search."""

    board: StoneGrid
    region: frozenset[int]
    points: tuple[int, ...]
    """The points that can change, in the order of their numbers in masks."""
    neighbours: tuple[int, ...]
    """For each of them the mask of its neighbours among them."""
    stones: tuple[int, int]
    """Masks of the black and white stones that can be captured."""
    walls: tuple[int, int]
    """Masks of the points that touch something immortal of Black, of White."""
    decided: int
    """The count for Black of the immortal stones in the region, minus that of the areas beyond."""
    worth: tuple[int, ...] = ()
    """The value of each point; more than one for a point that represents an outside area."""
    marked: frozenset[int] = frozenset()
    """The points that were asked for; `region` has those of chains that can be captured as well."""
    beyond: int = 0
    """The most that an area outside is assumed to be worth; 0 if it is out of reach."""
    doubted: int | None = None
    """The colour whose points outside save the other's stones."""

    def mask_to_points(self, mask: int) -> list[int]:
        """Returns the board's points of a mask."""
        return [point for number, point in enumerate(self.points) if mask >> number & 1]


def local_position(
    board: StoneGrid, region: Collection[int], beyond: int = 0, doubted: int | None = None
) -> LocalPosition:
    """Returns the region of a board as input of the search.

    With `beyond`, each empty area outside that the region is open to becomes one more point, worth
    as many points as the area has, but at most `beyond`: a player who gets there gets the area, and
    its owner can defend it there. Without it, the outside is out of reach.

    The empty points outside count as stones of their owner, unless that is `doubted`: then they
    save the other colour's stones instead, which is the worst case beyond the edge.

    A chain that touches the region is immortal if it has a liberty outside that belongs to its own
    colour; other chains can be captured and belong to the region as a whole.
    """
    inside = set(region)
    if not inside:
        raise TesujiError("a region has at least one point")
    owners = outside_owners(board, inside)
    immortal: dict[int, int] = {}
    for point in region:
        for near in (point, *board.neighbours[point]):
            if board.stones[near] == EMPTY or near in immortal or near in inside - set(region):
                continue
            chain = board.chain(near)
            if _reaches_out(board, chain, inside, owners):
                immortal.update(dict.fromkeys(chain & inside, board.stones[near]))
            else:
                inside |= chain  # all of its liberties lie in the region: it can be captured
    points = tuple(sorted(inside - immortal.keys()))
    if len(points) > MAX_POINTS:
        raise TesujiError(
            f"the region has {len(points)} points that can change; {MAX_POINTS} is the limit"
        )
    numbers = {point: number for number, point in enumerate(points)}
    around = {**owners, **immortal}
    areas = _areas_beyond(board, inside, numbers, owners, beyond) if beyond else []
    areas = areas[: MAX_POINTS - len(points)]
    walls = [0, 0]
    for point, number in numbers.items():
        for near in board.neighbours[point]:
            if near in numbers or around.get(near) is None:
                continue
            owner = around[near]
            if board.stones[near] == EMPTY:
                if beyond:
                    continue  # the area is at stake, and not a connection
                if owner == doubted:
                    owner = WHITE if owner == BLACK else BLACK
            walls[owner] |= 1 << number
    neighbours = [
        sum(1 << numbers[near] for near in board.neighbours[point] if near in numbers)
        for point in points
    ]
    decided = sum(1 if stone == BLACK else -1 for stone in immortal.values())
    for number, area in enumerate(areas, start=len(points)):
        neighbours.append(sum(1 << numbers[near] for near in area.edge))
        for near in area.edge:
            neighbours[numbers[near]] |= 1 << number
        walls[area.owner] |= 1 << number
        decided += -area.worth if area.owner == BLACK else area.worth
    return LocalPosition(
        board,
        frozenset(inside),
        points + tuple(area.point for area in areas),
        tuple(neighbours),
        (_mask(board, points, BLACK), _mask(board, points, WHITE)),
        (walls[0], walls[1]),
        decided,
        (1,) * len(points) + tuple(area.worth for area in areas),
        frozenset(region),
        beyond,
        doubted,
    )


@dataclass(frozen=True)
class _AreaBeyond:
    """An empty area outside that a region is open to."""

    owner: int
    point: int
    """The point of it that represents it."""
    edge: frozenset[int]
    """The points of the region that it touches."""
    worth: int


def _areas_beyond(
    board: StoneGrid, inside: set[int], numbers: Container[int], owners: dict[int, int], most: int
) -> list[_AreaBeyond]:
    """Returns the empty areas outside that touch changeable points, the largest first."""
    areas = []
    empty = {p for p in owners if board.stones[p] == EMPTY and p not in inside}
    by_owner = {owner: {p for p in empty if owners[p] == owner} for owner in (BLACK, WHITE)}
    while empty:
        start = min(empty)
        area = board.connected(start, by_owner[owners[start]].__contains__)
        empty -= area
        touching = sorted(
            (point, near)
            for point in area
            for near in board.neighbours[point]
            if near in numbers and board.stones[near] == EMPTY
        )
        if touching:
            edge = frozenset(near for _, near in touching)
            worth = min(len(area), most)
            areas.append(_AreaBeyond(owners[start], touching[0][0], edge, worth))
    return sorted(areas, key=lambda area: (-area.worth, area.point))


def _reaches_out(
    board: StoneGrid, chain: set[int], inside: set[int], owners: dict[int, int]
) -> bool:
    """Returns whether a chain has a liberty outside the region that belongs to its own colour."""
    colour = board.stones[min(chain)]
    return any(
        board.stones[near] == EMPTY and near not in inside and owners.get(near) == colour
        for point in chain
        for near in board.neighbours[point]
    )


def _mask(board: StoneGrid, points: tuple[int, ...], colour: int) -> int:
    return sum(1 << i for i, point in enumerate(points) if board.stones[point] == colour)

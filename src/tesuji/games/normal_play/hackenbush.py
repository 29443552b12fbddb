"""Defines Hackenbush in red, blue and green."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from tesuji.errors import SetupError, quoted
from tesuji.games.contract import Position, Side
from tesuji.games.drawing import (
    Palette,
    Theme,
    circle,
    document,
    label,
    path,
    points,
    surface,
    surface_rules,
)
from tesuji.games.normal_play._normal_play import NormalPlayGame, NormalPlayPosition
from tesuji.games.registry import register

GROUND = 0
_CUTS = {Side.FIRST: "BG", Side.SECOND: "RG"}
_EXCHANGED = str.maketrans("BR", "RB")


class Edge(NamedTuple):
    """A line of the picture between two points, 0 being the ground, and its colour: B, R or G."""

    number: int
    one: int
    other: int
    colour: str


Picture = tuple[Edge, ...]


@register("hackenbush")
class Hackenbush(NormalPlayGame):
    """A move cuts a line of a picture, and all that hangs on the ground no more is gone.

    Left cuts blue lines, Right red ones, and green ones both. A player who cannot cut loses.
    A picture is written with dots between its parts: stalks from the ground up, such as BRB, or
    lines between numbered points, such as 0-1B, where 0 is the ground.
    """

    name = "hackenbush"
    tagline = "Cut your lines of the picture; what loses the ground is gone."
    most = 40
    """Lines of a picture."""

    def __init__(self, picture: object = "0-1B.1-2R.1-3G.2-4B.3-4R.RBB.GR") -> None:
        self.written = str(picture).upper()
        self.start_picture = tuple(_read(self.written))
        if not 1 <= len(self.start_picture) <= self.most:
            raise SetupError(
                f"a picture of {self.name} has 1 to {self.most} lines on the ground, "
                f"got {len(self.start_picture)}"
            )

    @property
    def spec(self) -> str:
        return f"{self.name}:picture={self.written}"

    @property
    def num_moves(self) -> int:
        return len(self.start_picture)

    @property
    def start(self) -> Picture:
        return self.start_picture

    def moves(self, state: Picture, side: Side) -> dict[int, Picture]:
        """A move is the number of the line that is cut."""
        return {
            edge.number: _standing(tuple(other for other in state if other is not edge))
            for edge in state
            if edge.colour in _CUTS[side]
        }

    def parts(self, state: Picture) -> list[Picture]:
        groups: list[tuple[set[int], list[Edge]]] = []
        for edge in state:
            ends = {edge.one, edge.other} - {GROUND}
            touched = [group for group in groups if group[0] & ends]
            groups = [group for group in groups if not group[0] & ends]
            groups.append(
                (ends.union(*(g[0] for g in touched)), [*(e for g in touched for e in g[1]), edge])
            )
        return [tuple(sorted(edges)) for _, edges in groups]

    def key(self, state: Picture) -> tuple[Hashable, bool]:
        """Numbers the points by their order in the picture, so that equal stalks are one."""
        names = {GROUND: GROUND}
        for edge in state:
            for end in edge[1:3]:
                names.setdefault(end, len(names))
        lines = [(names[one], names[other], colour) for _, one, other, colour in state]
        mirrored = [(one, other, colour.translate(_EXCHANGED)) for one, other, colour in lines]
        return min((tuple(lines), False), (tuple(mirrored), True))

    def drawn(self, state: Picture) -> str:
        lines = (f"{_name(edge)}: {edge.one}-{edge.other} {edge.colour}" for edge in state)
        return "\n".join(lines) or "(nothing is left)"

    def format_move(self, move: int) -> str:
        return _name(self.start_picture[move])

    def svg(self, position: Position, *, theme: Theme = "auto") -> str:  # type: ignore[override]
        assert isinstance(position, NormalPlayPosition)
        places = _places(self.start_picture)
        width = 50 + max(x for x, _ in places.values())
        height = 60 + max(y for _, y in places.values())
        body = [surface(width, height, wooden=False)]
        floor = height - 30
        body.append(path(points((12, floor), (width - 12, floor)), "ground"))
        for edge in position.state:
            (x1, y1), (x2, y2) = _ends(edge, places)
            body.append(path(points((x1, floor - y1), (x2, floor - y2)), edge.colour.lower()))
            x, y = (x1 + x2) / 2, floor - (y1 + y2) / 2
            body.append(circle(x, y, 9, "name"))
            body.append(label(x, y, _name(edge), "co", 11))
        return document(
            body, width=width, height=height, title=position.text(), rules=_rules, theme=theme
        )


def _name(edge: Edge) -> str:
    return str(edge.number + 1)


def _read(text: str) -> Iterator[Edge]:
    """Yields the lines of a picture that hang on the ground."""
    found: list[Edge] = []
    parts = text.split(".")
    unused = 10_000  # points of lines have at most four digits
    for part in parts:
        line = re.fullmatch(r"(\d{1,4})-(\d{1,4})([BRG])", part, re.ASCII)
        if line:
            found.append(Edge(len(found), int(line[1]), int(line[2]), line[3]))
        elif part and set(part) <= set("BRG"):
            below = GROUND
            for colour in part:
                found.append(Edge(len(found), below, unused, colour))
                below, unused = unused, unused + 1
        else:
            raise SetupError(
                f"{quoted(part)} is neither a stalk, such as BRB, nor a line, such as 0-1B"
            )
    for number, edge in enumerate(_standing(tuple(found))):
        yield edge._replace(number=number)


def _standing(picture: Picture) -> Picture:
    """Returns the lines that are connected with the ground."""
    reached, before = {GROUND}, 0
    while len(reached) > before:
        before = len(reached)
        for edge in picture:
            if edge.one in reached or edge.other in reached:
                reached |= {edge.one, edge.other}
    return tuple(edge for edge in picture if edge.one in reached)


def _places(picture: Picture) -> dict[int, tuple[float, float]]:
    """Returns where each point is drawn: as high as it is lines away from the ground."""
    height = {GROUND: 0}
    queue = [GROUND]
    for here in queue:  # grows while we walk along it
        for edge in picture:
            if here in edge[1:3]:
                there = edge.other if edge.one == here else edge.one
                if there not in height:
                    height[there] = height[here] + 1
                    queue.append(there)
    column: dict[int, float] = {}
    right = 0.0
    for point in queue[1:]:
        below = [
            edge.one if edge.other == point else edge.other
            for edge in picture
            if point in edge[1:3]
        ]
        wanted = next((column[b] for b in below if b in column), None)
        taken = {column[p] for p in column if height[p] == height[point]}
        if wanted is None or wanted in taken:
            right += 60
            wanted = right
        column[point] = wanted
    return {p: (column[p], 55.0 * height[p]) for p in column}


def _ends(
    edge: Edge, places: dict[int, tuple[float, float]]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Returns where the ends of a line are drawn; it stands upright on the ground."""
    one, other = (places.get(end) for end in edge[1:3])
    if one is None and other is not None:
        one = (other[0], 0.0)
    if other is None and one is not None:
        other = (one[0], 0.0)
    return one or (0.0, 0.0), other or (0.0, 0.0)


def _rules(palette: Palette) -> dict[str, str]:
    line = "fill:none;stroke-width:6;stroke-linecap:round;stroke:"
    return surface_rules(palette, wooden=False) | {
        ".b": line + palette.first,
        ".r": line + palette.second,
        ".g": f"{line}#3f8f4f",
        ".ground": f"fill:none;stroke-width:3;stroke:{palette.line}",
        ".name": f"fill:{palette.paper[0]};stroke:{palette.frame};stroke-width:0.75",
    }

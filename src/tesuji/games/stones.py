"""Draws boards with black and white stones on the points of a grid, or in its squares.

A point is ``row * columns + column`` with row 0 at the top; stones are a sequence with one entry
per point: -1 empty, 0 black, 1 white.

`board_svg` draws the picture; names and plain text come from `tesuji.games.stones_text`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tesuji.errors import SetupError
from tesuji.games import drawing
from tesuji.games.drawing import (
    DARK,
    LIGHT,
    SCOPE,
    Markup,
    Palette,
    Theme,
    circle,
    group,
    number,
    path,
)
from tesuji.games.stones_text import (
    BLACK,
    EMPTY,
    WHITE,
    PointNames,
    board_text,
    check_stones,
    parse_board,
    star_points,
)

__all__ = [
    "BLACK",
    "EMPTY",
    "WHITE",
    "Mark",
    "PointNames",
    "board_svg",
    "board_text",
    "parse_board",
    "star_points",
]

Mark = Literal["triangle", "square", "circle", "cross", "dot"]

_CELL = 40.0
_RADIUS = 0.478 * _CELL
_STRIP = 0.62 * _CELL
"""Width of the strip with the coordinates."""


def board_svg(
    stones: Sequence[int],
    names: PointNames,
    *,
    theme: Theme = "auto",
    last_move: int | None = None,
    marks: Mapping[int, Mark] | None = None,
    labels: Mapping[int, str] | None = None,
    heat: Mapping[int, float] | None = None,
    highlight: Collection[int] = (),
    forbidden: Collection[int] = (),
    stars: Collection[int] = (),
    wrap: int = 0,
    border: bool = True,
    squares: bool = False,
    size: int = 480,
    title: str | None = None,
    coordinates: bool = True,
) -> str:
    """Returns the board as an SVG picture whose longer side has `size` pixels.

    `heat` gives points a value from 0 to 1, drawn under the stones; `highlight` rings points,
    e.g. a winning five; `forbidden` strikes them out. `wrap` repeats that many rows and columns
    on every side, faded, to show that a torus has no edge; without `border` (and with `wrap`)
    lines run off the edge. With `squares` stones stand between the lines instead of on them.
    """
    check_stones(stones, names)
    if not 0 <= wrap <= min(names.rows, names.columns):
        raise SetupError(f"wrap must be from 0 to the length of the shorter side, got {wrap}")
    marks, labels, heat = marks or {}, labels or {}, heat or {}
    last = () if last_move is None else (last_move,)
    for point in itertools.chain(marks, labels, heat, highlight, forbidden, stars, last):
        names.check(point)
    for mark in marks.values():
        if mark not in get_args(Mark):
            raise SetupError(
                f"there is no mark called {mark!r}; there are: {', '.join(get_args(Mark))}"
            )
    steps = {at: drawing.heat_step(value, names.format(at)) for at, value in heat.items()}

    field = _Field(names, wrap, _STRIP if coordinates else 0.0, border and not wrap, squares)
    places = list(field.places())

    def at(wanted: Collection[int]) -> Iterator[tuple[int, float, float]]:
        return ((point, x, y) for point, x, y in places if point in wanted)

    occupied = {point for point in range(names.num_points) if stones[point] != EMPTY}
    written_on_board = (marks.keys() | labels.keys()) - occupied - steps.keys()
    tone = {point: "bw"[stones[point]] if point in occupied else "e" for point, _, _ in places}
    tone |= {point: f"h{step}" for point, step in steps.items() if point not in occupied}
    body = [
        _definitions(),
        drawing.surface(field.width, field.height, wooden=True),
        field.grid(),
        group("st", (circle(x, y, 0.095 * _CELL, "i") for _, x, y in at(stars))),
        group("hs", (_heat_spot(x, y, steps[point]) for point, x, y in at(steps))),
        group("ps", (circle(x, y, 0.4 * _CELL, "pa") for _, x, y in at(written_on_board))),
        group("sh", (circle(x + 1.6, y + 2.6, 0.55 * _CELL, "s") for _, x, y in at(occupied))),
        group("ha", (circle(x, y, 0.54 * _CELL, "i") for _, x, y in at(highlight))),
        group("ss", (circle(x, y, _RADIUS, f"s{tone[point]}") for point, x, y in at(occupied))),
        group("no", (_forbidden(x, y) for _, x, y in at(forbidden))),
        group("mk", (_mark(marks[p], x, y, tone[p]) for p, x, y in at(marks.keys()))),
        group("la", (_label(labels[p], x, y, tone[p]) for p, x, y in at(labels.keys()))),
        group("lm", (_last(x, y, tone[p], p in marks or p in labels) for p, x, y in at(last))),
        field.veil(),
    ]
    if coordinates:
        body.append(group("co", field.coordinates()))

    def rules(palette: Palette) -> dict[str, str]:
        return _rules(palette, sorted(set(steps.values())))

    return drawing.document(
        body,
        width=field.width,
        height=field.height,
        title=_description(stones, names, last_move) if title is None else title,
        rules=rules,
        theme=theme,
        size=size,
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """The layout of a picture; with `wrap`, rows and columns are repeated beyond the board."""

    names: PointNames
    wrap: int
    strip: float
    border: bool
    squares: bool

    @property
    def edge(self) -> float:
        """The distance from the edge of the picture to the outermost points."""
        return self.strip + (0.62 if self.strip else 0.7) * _CELL

    @property
    def width(self) -> float:
        return 2 * self.edge + (self.names.columns - 1 + 2 * self.wrap) * _CELL

    @property
    def height(self) -> float:
        return 2 * self.edge + (self.names.rows - 1 + 2 * self.wrap) * _CELL

    def x(self, column: float) -> float:
        return self.edge + (column + self.wrap) * _CELL

    def y(self, row: float) -> float:
        return self.edge + (row + self.wrap) * _CELL

    def places(self) -> Iterator[tuple[int, float, float]]:
        """Yields (point, x, y) of every visible place."""
        rows, columns = self.names.rows, self.names.columns
        for row in self._rows:
            for column in self._columns:
                yield row % rows * columns + column % columns, self.x(column), self.y(row)

    def grid(self) -> Markup:
        reach = 0.0 if self.border else self.edge - self.strip
        rows: list[float] = list(self._rows)
        columns: list[float] = list(self._columns)
        if self.squares:
            reach = _CELL / 2
            rows = [row - 0.5 for row in range(self.names.rows + 1)]
            columns = [column - 0.5 for column in range(self.names.columns + 1)]
        left, right = self.edge - reach, self.width - self.edge + reach
        top, bottom = self.edge - reach, self.height - self.edge + reach
        lines = [f"M{number(left)} {number(self.y(r))}H{number(right)}" for r in rows]
        lines += [f"M{number(self.x(c))} {number(top)}V{number(bottom)}" for c in columns]
        parts = [path("".join(lines), "gd")]
        if self.border:
            parts.append(drawing.rect(left, top, right - left, bottom - top, "bo"))
        return Markup("".join(parts))

    @property
    def _rows(self) -> range:
        return range(-self.wrap, self.names.rows + self.wrap)

    @property
    def _columns(self) -> range:
        return range(-self.wrap, self.names.columns + self.wrap)

    def veil(self) -> Markup:
        """Fades what is repeated, and outlines the board proper."""
        if not self.wrap:
            return Markup("")
        left, right = self.x(-0.5), self.x(self.names.columns - 0.5)
        top, bottom = self.y(-0.5), self.y(self.names.rows - 0.5)
        inner = drawing.points((left, top), (left, bottom), (right, bottom), (right, top)) + "Z"
        right_edge, bottom_edge = number(self.width - 1.5), number(self.height - 1.5)
        outer = f"M1.5 1.5H{right_edge}V{bottom_edge}H1.5Z"
        return Markup(path(outer + inner, "ve") + path(inner, "da"))

    def coordinates(self) -> Iterator[Markup]:
        font, near = 0.37 * _CELL, 0.56 * self.strip
        rows, columns = self.names.rows, self.names.columns
        for column in self._columns:
            tone = "co" if 0 <= column < columns else "co fa"
            for y in (near, self.height - near):
                letter = self.names.letters[column % columns]
                yield drawing.label(self.x(column), y, letter, tone, font)
        for row in self._rows:
            tone = "co" if 0 <= row < rows else "co fa"
            for x in (near, self.width - near):
                yield drawing.label(x, self.y(row), str(self.names.number(row % rows)), tone, font)


def _definitions() -> Markup:
    return drawing.element(
        "defs",
        drawing.radial_gradient("b", {0.0: "b0", 1.0: "b1"}, (0.32, 0.28)),
        drawing.radial_gradient("w", {0.0: "w0", 0.45: "w0", 1.0: "w1"}, (0.36, 0.32)),
        drawing.radial_gradient("d", {0.0: "d0", 0.48: "d0", 0.66: "d1"}, (0.5, 0.5)),
    )


def _heat_spot(x: float, y: float, step: int) -> Markup:
    """Returns a rounded square that grows with the value, so that colour does not tell alone."""
    side = (0.5 + 0.4 * math.sqrt(step / drawing.HEAT_STEPS)) * _CELL
    return drawing.rect(x - side / 2, y - side / 2, side, side, f"ht h{step}", rx=0.22 * side)


def _mark(mark: Mark, x: float, y: float, tone: str) -> Markup:
    class_, unit = f"m m{tone}", _CELL
    if mark == "circle":
        return circle(x, y, 0.24 * unit, class_)
    if mark == "dot":
        return circle(x, y, 0.13 * unit, f"{class_} fi")
    if mark == "square":
        half = 0.2 * unit
        return drawing.rect(x - half, y - half, 2 * half, 2 * half, class_)
    if mark == "cross":
        arm = 0.19 * unit
        strokes = drawing.points((x - arm, y - arm), (x + arm, y + arm))
        return path(strokes + drawing.points((x - arm, y + arm), (x + arm, y - arm)), class_)
    reach = 0.29 * unit
    corners = [(x + reach * math.sin(a), y - reach * math.cos(a)) for a in (0, 2.0944, 4.1888)]
    return path(drawing.points(*corners) + "Z", class_)


def _label(text: str, x: float, y: float, tone: str) -> Markup:
    font = _CELL * {0: 0.5, 1: 0.5, 2: 0.44, 3: 0.35}.get(len(text), 1.05 / max(len(text), 1))
    return drawing.label(x, y, text, f"l{tone}", font)


def _forbidden(x: float, y: float) -> Markup:
    reach = 0.23 * _CELL
    slash = drawing.points((x - 0.7 * reach, y + 0.7 * reach), (x + 0.7 * reach, y - 0.7 * reach))
    ring = circle(x, y, reach, "i")
    return Markup(circle(x, y, reach, "un") + ring + path(slash, "i"))


def _last(x: float, y: float, tone: str, crowded: bool) -> Markup:
    """Marks the last move by a target, or by a ring at the rim if a mark needs the room."""
    if crowded:
        return circle(x, y, 0.425 * _CELL, f"ri r{tone}")
    ring = circle(x, y, 0.27 * _CELL, f"ri r{tone}")
    return Markup(ring + circle(x, y, 0.1 * _CELL, f"re r{tone}"))


def _description(stones: Sequence[int], names: PointNames, last_move: int | None) -> str:
    black, white = (sum(stone == colour for stone in stones) for colour in (BLACK, WHITE))
    last = "" if last_move is None else f", last move {names.format(last_move)}"
    return f"Board of {names.rows} by {names.columns}: {black} black, {white} white stones{last}"


def _rules(palette: Palette, steps: Sequence[int]) -> dict[str, str]:
    p, wood = palette, drawing.mix(*palette.board, 0.5)
    thin = "fill:none;stroke-linecap:round;stroke-linejoin:round"
    rules = drawing.surface_rules(p, wooden=True) | {
        ".gd": f"fill:none;stroke:{p.line};stroke-width:1;stroke-opacity:0.85",
        ".bo": f"fill:none;stroke:{p.line};stroke-width:2.2",
        ".st .i": f"fill:{p.line}",
        ".pa": f"fill:{wood}",
        ".ve": f"fill:{wood};fill-opacity:0.6;fill-rule:evenodd",
        ".da": f"fill:none;stroke:{p.ink};stroke-width:1.4;stroke-dasharray:5 4;"
        "stroke-opacity:0.75",
        ".fa": "opacity:0.6",
        ".d0": "stop-color:#000;stop-opacity:0.42",
        ".d1": "stop-color:#000;stop-opacity:0",
        ".sh .s": f"fill:url(#{SCOPE}-d)",
        ".b0": f"stop-color:{p.black[0]}",
        ".b1": f"stop-color:{p.black[1]}",
        ".w0": f"stop-color:{p.white[0]}",
        ".w1": f"stop-color:{p.white[1]}",
        ".sb": f"fill:url(#{SCOPE}-b);stroke:{p.black_rim};stroke-width:0.8",
        ".sw": f"fill:url(#{SCOPE}-w);stroke:{p.white_rim};stroke-width:0.8",
        ".ha .i": f"fill:none;stroke:{p.halo};stroke-width:4.6",
        ".no .i": f"{thin};stroke:{p.warn};stroke-width:2.8",
        ".no .un": f"fill:{wood}",
        ".m": f"{thin};stroke-width:2.4",
        ".mb": "stroke:#fff",
        ".mw": "stroke:#16181c",
        ".me": f"stroke:{p.ink}",
        ".fi.mb": "fill:#fff",
        ".fi.mw": "fill:#16181c",
        ".fi.me": f"fill:{p.ink}",
        ".la text": "font-weight:600",
        ".lb": "fill:#fff",
        ".lw": "fill:#16181c",
        ".le": f"fill:{p.ink}",
        ".ri": f"stroke:{p.accent};stroke-width:2.8;fill:none",
        ".re": f"fill:{p.accent}",
        ".ri.rb": f"stroke:{DARK.accent}",
        ".re.rb": f"fill:{DARK.accent}",
        ".ri.rw": f"stroke:{LIGHT.accent}",
        ".re.rw": f"fill:{LIGHT.accent}",
    }
    for step in steps:
        colour = drawing.heat_colour(p, step)
        ink = drawing.ink_on(colour)
        rules[f".h{step}"] = f"fill:{colour}"
        rules[f".lh{step}"] = f"fill:{ink}"
        rules[f".mh{step}"] = f"stroke:{ink}"
        rules[f".fi.mh{step}"] = f"fill:{ink}"
    return rules

"""Draws thermographs: scores grow to the left, temperatures upwards."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from tesuji.errors import SetupError
from tesuji.games.drawing import (
    Markup,
    Palette,
    Theme,
    circle,
    document,
    element,
    escape,
    group,
    label,
    path,
    points,
    surface,
    surface_rules,
)
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.cgt.walls import COLDEST, Wall

if TYPE_CHECKING:
    from tesuji.theory.cgt.thermograph import Thermograph

WIDTH, HEIGHT = 480.0, 460.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 30.0, 48.0, 78.0
_STEPS = [Fraction(a) * 10**k for k in range(8) for a in (1, 2, 5)]
_SMALL_STEPS = [Fraction(1, 64), Fraction(1, 32), Fraction(1, 16), Fraction(1, 8), Fraction(1, 4)]


def thermograph_svg(
    graph: Thermograph,
    *,
    theme: Theme = "auto",
    title: str | None = None,
    size: float | None = None,
    players: tuple[str, str] = ("Left", "Right"),
) -> str:
    """Draws the two walls, the mast, and marks at the temperature and the mean.

    `title` is written above the picture; `size` is its longer side in pixels; `players` are the
    names of Left and Right.
    """
    frame = _Frame(graph)
    heading = [label(WIDTH / 2, 22, title, "ti", 15)] if title else []
    body = [
        surface(WIDTH, HEIGHT, wooden=False),
        *heading,
        *frame.grid(players),
        *frame.marks(),
        *frame.walls(),
    ]

    def rules(palette: Palette) -> dict[str, str]:
        return {
            **surface_rules(palette, wooden=False),
            ".ti": "font-weight:600",
            ".gl": f"stroke:{palette.muted};stroke-width:1;stroke-opacity:0.18;fill:none",
            ".ax": f"stroke:{palette.muted};stroke-width:1.4;stroke-opacity:0.75;fill:none",
            ".lw": f"stroke:{palette.first};stroke-width:5;fill:none;stroke-linejoin:round;"
            "stroke-linecap:round",
            ".rw": f"stroke:{palette.second};stroke-width:3;fill:none;stroke-linejoin:round;"
            "stroke-linecap:round",
            ".ma": f"stroke:{palette.ink};stroke-width:3.2;fill:none",
            ".ah": f"fill:{palette.ink}",
            ".mk": f"stroke:{palette.accent};stroke-width:1.4;stroke-dasharray:5 4;fill:none",
            ".dt": f"fill:{palette.accent}",
            ".mt": f"fill:{palette.accent};font-weight:600;paint-order:stroke;"
            f"stroke:{palette.paper[0]};stroke-width:4px;stroke-linejoin:round",
            ".ll": f"fill:{palette.first};font-weight:600",
            ".rl": f"fill:{palette.second};font-weight:600",
        }

    return document(
        body,
        width=WIDTH,
        height=HEIGHT,
        title=title or _in_words(graph),
        rules=rules,
        theme=theme,
        size=size,
    )


def draw_with_matplotlib(graph: Thermograph, axes: Any = None) -> Any:
    """Draws the same picture on matplotlib axes, by default new ones, and returns them."""
    if axes is None:
        try:
            axes = import_module("matplotlib.pyplot").subplots()[1]
        except ImportError:
            raise SetupError(
                "this drawing needs matplotlib (pip install matplotlib); svg() needs nothing"
            ) from None
    frame = _Frame(graph)
    for wall, colour, width in ((graph.left, "C0", 4.0), (graph.right, "C1", 1.8)):
        corners = [*frame.corners(wall), (frame.high, wall(frame.high))]
        axes.plot(
            [float(score) for _, score in corners],
            [float(t) for t, _ in corners],
            color=colour,
            linewidth=width,
        )
    if graph.has_mast:
        axes.plot([float(graph.mean)], [float(graph.temperature)], "o", color="C3")
        axes.set_title(f"mean {mixed(graph.mean)}, temperature {mixed(graph.temperature)}")
    axes.set_xlabel("score")
    axes.set_ylabel("temperature")
    axes.set_xlim(float(frame.most), float(frame.least))
    axes.set_ylim(float(COLDEST), float(frame.high))
    return axes


class _Frame:
    """The scales of one picture."""

    def __init__(self, graph: Thermograph) -> None:
        self.graph = graph
        bends = [t for wall in (graph.left, graph.right) for t, _ in wall.points]
        tip = max(*bends, Fraction(0))
        self.high = tip + max(Fraction(1, 2), (tip - COLDEST) / 4)
        corners = [s for wall in (graph.left, graph.right) for _, s in self.corners(wall)]
        least, most = min(corners), max(corners)
        margin = max((most - least) / 12, Fraction(1, 2) if most - least < 1 else Fraction(0))
        self.least, self.most = least - margin, most + margin

    def corners(self, wall: Wall) -> list[tuple[Fraction, Fraction]]:
        """Returns the bends of a wall up to the mast, or to the upper edge if there is none."""
        end = self.graph.temperature if self.graph.has_mast else self.high
        return [*(p for p in wall.points if p[0] < end), (end, wall(end))]

    def x(self, score: Fraction) -> float:
        share = (self.most - score) / (self.most - self.least)
        return _LEFT + float(share) * (WIDTH - _LEFT - _RIGHT)

    def y(self, t: Fraction) -> float:
        share = (self.high - t) / (self.high - COLDEST)
        return _TOP + float(share) * (HEIGHT - _TOP - _BOTTOM)

    def grid(self, players: tuple[str, str]) -> list[Markup]:
        left, right, bottom = _LEFT, WIDTH - _RIGHT, HEIGHT - _BOTTOM
        lines: list[Markup] = []
        numbers: list[Markup] = []
        for score in _ticks(self.least, self.most, 8):
            lines.append(path(points((self.x(score), _TOP), (self.x(score), bottom)), "gl"))
            numbers.append(label(self.x(score), bottom + 14, _text(score), "co", 12))
        for t in _ticks(COLDEST, self.high, 9):
            lines.append(path(points((left, self.y(t)), (right, self.y(t))), "gl"))
            numbers.append(label(left - 18, self.y(t), _text(t), "co", 12))
        zero = self.y(Fraction(0))
        lines.append(path(points((left, zero), (right, zero)), "ax"))
        lines.append(path(points((left, bottom), (right, bottom)), "ax"))
        lines.append(path(points((left, _TOP), (left, bottom)), "ax"))
        middle = (_TOP + bottom) / 2
        turned = element(
            "text",
            escape("temperature"),
            transform=f"translate(17 {middle:.0f}) rotate(-90)",
            font_size=12,
            class_="co",
        )
        scores = f"← score, in points for {players[0]}"
        names = [
            label((left + right) / 2, HEIGHT - 18, scores, "co", 12),
            turned,
            label(left + 30, HEIGHT - 18, f"{players[0]} first", "ll", 12),
            label(right - 32, HEIGHT - 18, f"{players[1]} first", "rl", 12),
        ]
        return [group("g", lines), *numbers, *names]

    def walls(self) -> list[Markup]:
        parts = [
            path(points(*((self.x(s), self.y(t)) for t, s in self.corners(wall))), name)
            for wall, name in ((self.graph.left, "lw"), (self.graph.right, "rw"))
        ]
        if self.graph.has_mast:
            x, foot = self.x(self.graph.mean), self.y(self.graph.temperature)
            parts.append(path(points((x, foot), (x, _TOP)), "ma"))
            parts.append(path(points((x - 6, _TOP), (x, _TOP - 11), (x + 6, _TOP)) + "Z", "ah"))
            parts.append(circle(x, foot, 5.5, "dt"))
            aside = -1 if x > WIDTH * 0.6 else 1
            text = element(
                "text",
                escape(f"t = {_text(self.graph.temperature)}"),
                x=x + aside * 13,
                y=foot - 9,
                font_size=14,
                class_="mt",
                style=f"text-anchor:{'start' if aside > 0 else 'end'}",
            )
            below = label(x, HEIGHT - _BOTTOM + 33, f"mean {_text(self.graph.mean)}", "mt", 13)
            parts += [text, below]
        return parts

    def marks(self) -> list[Markup]:
        if not self.graph.has_mast:
            return []
        x, foot = self.x(self.graph.mean), self.y(self.graph.temperature)
        return [
            path(points((_LEFT, foot), (x, foot)), "mk"),
            path(points((x, foot), (x, HEIGHT - _BOTTOM)), "mk"),
        ]


def _ticks(low: Fraction, high: Fraction, most: int) -> list[Fraction]:
    """Returns round numbers from `low` to `high`, at most about `most`."""
    span = high - low
    step = next(s for s in [*_SMALL_STEPS, Fraction(1, 2), *_STEPS] if span / s <= most)
    return [index * step for index in range(ceil(low / step), floor(high / step) + 1)]


def _text(value: Fraction) -> str:
    return mixed(value).replace("-", "−")


def _in_words(graph: Thermograph) -> str:
    if not graph.has_mast:
        return "A thermograph without a mast"
    return f"A thermograph with mean {mixed(graph.mean)} and temperature {mixed(graph.temperature)}"

"""Draws charts as SVG files with matplotlib, which comes with ``tesuji[train]``."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.files import write_atomically

Points = Sequence[tuple[float, float]]


def draw_lines(path: Path, series: Mapping[str, Points], **style: Any) -> None:
    """Writes a line chart to `path`; `style` is that of `lines_svg`."""
    write_atomically(path, lines_svg(series, **style).encode())


def lines_svg(
    series: Mapping[str, Points],
    *,
    title: str,
    x: str,
    y: str,
    bands: Mapping[str, Sequence[tuple[float, float, float]]] | None = None,
    levels: Mapping[str, float] | None = None,
) -> str:
    """Returns a line chart as an SVG file.

    `series` are named lines of (x, y); `bands` shade (x, low, high) behind the line of the same
    name; `levels` are horizontal lines with a name, such as a figure from the literature.
    """
    figure, axes = _empty_chart()
    for number, (name, points) in enumerate(series.items()):
        color = f"C{number}"
        if bands and name in bands:
            at, low, high = zip(*bands[name], strict=True)
            axes.fill_between(at, low, high, color=color, alpha=0.15, linewidth=0)
        axes.plot(*zip(*points, strict=True), color=color, label=name, linewidth=1.6)
    for name, level in (levels or {}).items():
        axes.axhline(level, color="0.5", linewidth=1, linestyle="--")
        axes.annotate(name, (1, level), xycoords=("axes fraction", "data"), ha="right", va="bottom")
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.25)
    if all(float(at).is_integer() for points in series.values() for at, _ in points):
        axes.locator_params(axis="x", integer=True)  # players and generations are whole numbers
    if len(series) > 1:
        axes.legend(frameon=False)
    return _written(figure)


def bars_svg(bars: Mapping[str, float], *, title: str, x: str, y: str) -> str:
    """Returns a chart with a named bar for each figure, from the top down, as an SVG file.

    `x` is what the lengths of the bars are, `y` what the bars are.
    """
    figure, axes = _empty_chart()
    drawn = axes.barh(list(bars), list(bars.values()), color="C0", height=0.6)
    axes.bar_label(drawn, fmt="%.4g", padding=3)
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(axis="x", alpha=0.25)
    return _written(figure)


def _empty_chart() -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise TesujiError("charts need matplotlib: pip install matplotlib") from None
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    return figure, figure.subplots()


def _written(figure: Any) -> str:
    from matplotlib import rc_context

    drawing = io.BytesIO()
    # No date, and fixed names of parts, so that equal figures give equal files.
    with rc_context({"svg.hashsalt": "tesuji"}):
        figure.savefig(drawing, format="svg", metadata={"Date": None})
    return drawing.getvalue().decode()

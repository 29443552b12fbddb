"""Defines the parts of a study's report: text, tables, charts, pictures and games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class ReportText:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of texts; the first column is aligned to the left."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""


@dataclass(frozen=True, slots=True)
class ReportChart:
    """A line chart, or bars if `series` is empty."""

    title: str
    x: str
    y: str
    series: Mapping[str, Points] = field(default_factory=dict)
    levels: Mapping[str, float] = field(default_factory=dict)
    """Horizontal lines, such as a figure of the document."""
    bars: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportPicture:
    """A drawing, as an SVG file."""

    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class ReportGame:
    """A game that can be stepped through, as SGF."""

    title: str
    sgf: str
    note: str = ""


Block = ReportText | ReportTable | ReportChart | ReportPicture | ReportGame


def percent(share: float) -> str:
    """Returns a share as a text: 0.625 is "62.5 %"."""
    return f"{100 * share:.1f} %"


def spread(values: Sequence[float]) -> str:
    """Returns the mean, and in brackets the lowest and the highest: "0.60 (0.51–0.67)"."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return f"{mean:.3f}"
    return f"{mean:.3f} ({min(values):.3f}–{max(values):.3f})"

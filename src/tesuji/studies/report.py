"""Writes the report of a study: one HTML page that needs nothing else, and the same in Markdown.

Beside the Markdown file there is a folder with its pictures (SVG) and games (SGF).
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tesuji
from tesuji.errors import TesujiError
from tesuji.files import write_atomically
from tesuji.learning.common.charts import bars_svg, lines_svg
from tesuji.learning.common.pages import figure, html_page, html_table
from tesuji.learning.common.pages import text as escaped
from tesuji.studies.blocks import (
    Block,
    ReportChart,
    ReportGame,
    ReportPicture,
    ReportTable,
    ReportText,
)
from tesuji.studies.exhibits import Exhibit, Plan, StoredUnit, Study, StudyResults, units_of
from tesuji.studies.sample_games import (
    GAME_SCRIPT,
    GAME_STYLE,
    game_html,
    game_picture,
    moves_text,
    public_sgf,
)

TELLING = 0.05
"""The report of a shorter run warns its readers."""
NO_CHART = "(A chart was left out: charts need matplotlib.)"


@dataclass(frozen=True, slots=True)
class StudySection:
    """One exhibit as the report tells it."""

    exhibit: Exhibit
    state: str
    """In a word or two, for the overview."""
    ours: Sequence[Block] = ()
    facts: Sequence[tuple[str, str]] = ()
    core_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The whole report, not yet written in a format."""

    study: Study
    plan: Plan
    sections: Sequence[StudySection] = field(default_factory=list)
    core_seconds: float = 0.0

    def as_dict(self) -> dict[str, object]:
        """Returns the report as plain data; pictures are left out."""
        return {
            "study": self.study.name,
            "document": self.study.document,
            "scale": self.plan.scale,
            "seed": self.plan.seed,
            "core_seconds": round(self.core_seconds, 1),
            "exhibits": [_section_as_dict(section) for section in self.sections],
        }


def make_report(study: Study, plan: Plan, stored: Mapping[str, StoredUnit]) -> StudyReport:
    """Returns the report of what has been done so far."""
    exhibits = study.exhibits(plan)
    sections = [_section(exhibit, plan, stored) for exhibit in exhibits]
    used = stored.keys() & units_of(exhibits).keys()
    return StudyReport(study, plan, sections, sum(stored[name].core_seconds for name in used))


def _section(exhibit: Exhibit, plan: Plan, stored: Mapping[str, StoredUnit]) -> StudySection:
    if exhibit.missing:
        reason = exhibit.missing[:1].upper() + exhibit.missing[1:]
        return StudySection(exhibit, "not repeated", facts=[("Not repeated", reason)])
    units = units_of([exhibit])
    open_units = units.keys() - stored.keys()
    if open_units:
        sentence = f"{len(units) - len(open_units)} of {len(units)} units of work are done."
        return StudySection(exhibit, "not done yet", facts=[("Not done yet", sentence)])
    facts: list[tuple[str, str]] = []
    short = [
        f"{plan.length(length):,} of {length.full:,} {length.what}"
        for length in exhibit.lengths
        if plan.length(length) < length.full
    ]
    if short:
        facts.append(("Shortened", ", ".join(short) + "."))
    if exhibit.differs:
        facts.append(("Differs", exhibit.differs))
    seconds = sum(stored[name].core_seconds for name in units)
    if units:
        facts.append(("Cost", f"{duration(seconds)} of one core."))
    ours = exhibit.show(StudyResults(stored))
    return StudySection(exhibit, "shortened" if short else "repeated", ours, facts, seconds)


def duration(seconds: float) -> str:
    """Returns a time in a fitting unit: "3.2 s", "14 min", "2.5 h"."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def write_report(report: StudyReport, folder: Path) -> list[Path]:
    """Writes ``NAME.html``, ``NAME.md`` and the folder ``NAME`` with what the latter shows."""
    name = report.study.name
    beside = folder / name
    try:
        beside.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TesujiError(f"cannot make the folder {beside}: {error.strerror}") from error
    page, markdown = folder / f"{name}.html", folder / f"{name}.md"
    write_atomically(markdown, _markdown(report, beside).encode())
    write_atomically(page, report_html(report).encode())
    return [page, markdown]


# -- the head -------------------------------------------------------------------------------------


def _head(report: StudyReport) -> Iterator[str]:
    study, plan = report.study, report.plan
    yield f"This report repeats the experiments of {study.document}."
    command = f"tesuji reproduce {study.name} --scale {plan.scale:g} --seed {plan.seed}"
    # Where a file was is nobody else's business.
    command += "".join(
        f" --{name} {shlex.quote(Path(value).name if os.path.isabs(value) else value)}"
        for name, value in plan.given.items()
    )
    yield (
        f"It was made by Tesuji {tesuji.__version__} with the command `{command}` and took "
        f"{duration(report.core_seconds)} of one core. A unit of work that was interrupted counts "
        "its last sitting only."
    )
    if plan.scale < 1:
        yield (
            f"At scale {plan.scale:g} experiments are shorter than in the document; each section "
            "says by how much. The same command with --scale 1 does them at full length, and after "
            "a stop --resume continues."
        )
    if plan.scale < TELLING:
        yield (
            "A run as short as this shows that the experiments work. Tables of a few games or "
            "generations say nothing about who is stronger."
        )
    yield from study.notes


def _overview(report: StudyReport) -> ReportTable:
    rows = [
        [
            section.exhibit.key,
            section.exhibit.title,
            section.state,
            "" if section.core_seconds is None else duration(section.core_seconds),
        ]
        for section in report.sections
    ]
    return ReportTable(["", "contents", "here", "one core"], rows)


def _heading(exhibit: Exhibit) -> str:
    return f"{exhibit.key[:1].upper()}{exhibit.key[1:]}: {exhibit.title}"


# -- HTML -----------------------------------------------------------------------------------------


def report_html(report: StudyReport) -> str:
    """Returns the report as one HTML page."""
    title = report.study.title
    parts = [f"<h1>{escaped(title)}</h1>"]
    parts += [f"<p>{_marked(sentence)}</p>" for sentence in _head(report)]
    parts.append(_html_block(_overview(report), "overview"))
    for number, section in enumerate(report.sections):
        parts.append(f"<h2>{escaped(_heading(section.exhibit))}</h2>")
        for heading, blocks in _groups(section):
            parts.append(f"<h3>{heading}</h3>")
            parts += [
                _html_block(block, f"b{number}{heading}{i}") for i, block in enumerate(blocks)
            ]
        parts += [f"<p><b>{name}.</b> {_marked(sentence)}</p>" for name, sentence in section.facts]
    parts.append(f"<script>{GAME_SCRIPT}</script>")
    return html_page(title, parts, style=GAME_STYLE + "td, th { vertical-align: top }")


def _groups(section: StudySection) -> Iterator[tuple[str, Sequence[Block]]]:
    if section.exhibit.document:
        yield "In the document", section.exhibit.document
    if section.ours:
        yield "Here", section.ours


def _html_block(block: Block, name: str) -> str:
    match block:
        case ReportText():
            return f"<p>{_marked(block.text)}</p>"
        case ReportTable():
            caption = f"<p><b>{escaped(block.title)}</b></p>" if block.title else ""
            return caption + html_table([block.columns], block.rows)
        case ReportChart():
            drawing = _drawn(block)
            return f"<p>{NO_CHART}</p>" if drawing is None else figure(drawing, name)
        case ReportPicture():
            return f"<p><b>{escaped(block.title)}</b></p>{figure(block.svg, name)}"
        case ReportGame():
            return game_html(block)


def _marked(sentence: str) -> str:
    """Returns a sentence as HTML; what stands between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(sentence))


def _drawn(chart: ReportChart) -> str | None:
    try:
        if chart.bars:
            return bars_svg(chart.bars, title=chart.title, x=chart.x, y=chart.y)
        return lines_svg(chart.series, title=chart.title, x=chart.x, y=chart.y, levels=chart.levels)
    except TesujiError:  # matplotlib is not installed
        return None


# -- Markdown -------------------------------------------------------------------------------------


def _markdown(report: StudyReport, beside: Path) -> str:
    parts = [f"# {report.study.title}", *_head(report), _markdown_table(_overview(report))]
    for section in report.sections:
        parts.append(f"## {_heading(section.exhibit)}")
        for heading, blocks in _groups(section):
            parts.append(f"### {heading}")
            for i, block in enumerate(blocks):
                stem = re.sub(r"[^\w.]+", "-", section.exhibit.key)
                parts.append(_markdown_block(block, beside, f"{stem}-{heading[:4].strip()}-{i}"))
        parts += [f"**{name}.** {sentence}" for name, sentence in section.facts]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_block(block: Block, beside: Path, stem: str) -> str:
    stem = stem.lower()
    match block:
        case ReportText():
            return block.text
        case ReportTable():
            title = f"**{block.title}**\n\n" if block.title else ""
            return title + _markdown_table(block)
        case ReportChart():
            drawing = _drawn(block)
            return NO_CHART if drawing is None else _kept(beside, stem, block.title, drawing)
        case ReportPicture():
            return _kept(beside, stem, block.title, block.svg)
        case ReportGame():
            sgf = public_sgf(block)
            write_atomically(beside / f"{stem}.sgf", sgf.encode())
            picture = _kept(beside, stem, block.title, game_picture(sgf))
            link = f"[The game as SGF]({beside.name}/{stem}.sgf)"
            note = f" {block.note}" if block.note else ""
            return f"**{block.title}.**{note}\n\n{picture}\n\n{moves_text(sgf)} {link}."


def _kept(beside: Path, stem: str, title: str, drawing: str) -> str:
    """Writes a picture into the folder, and returns how Markdown shows it."""
    path = beside / f"{stem}.svg"
    write_atomically(path, drawing.encode())
    return f"![{title}]({beside.name}/{os.path.basename(path)})"


def _markdown_table(table: ReportTable) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = "|---|" + "---:|" * (len(table.columns) - 1)
    return "\n".join([line(table.columns), rule, *(line(row) for row in table.rows)])


def _section_as_dict(section: StudySection) -> dict[str, object]:
    tables = [
        {
            "title": block.title,
            "columns": list(block.columns),
            "rows": [list(r) for r in block.rows],
        }
        for block in section.ours
        if isinstance(block, ReportTable)
    ]
    return {
        "key": section.exhibit.key,
        "title": section.exhibit.title,
        "state": section.state,
        "core_seconds": section.core_seconds,
        "facts": dict(section.facts),
        "tables": tables,
    }

"""Makes self-contained HTML pages out of headings, tables and pictures."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.5rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .8rem; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto } pre { overflow-x: auto; background: #f5f5f5; padding: 1rem }
"""


def html_page(title: str, parts: Iterable[str], *, style: str = "") -> str:
    """Returns a page with these parts, which are HTML; `style` is added to the usual one."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{text(title)}'
        f"</title><style>{_STYLE}{style}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def html_table(heads: Iterable[Iterable[str]], rows: Iterable[Iterable[str]]) -> str:
    """Returns a table; rows of `heads` that are empty are left out."""
    head = "".join(
        "<tr>" + "".join(f"<th>{text(cell)}</th>" for cell in row) + "</tr>"
        for row in heads
        if any(row)
    )
    body = "".join(
        "<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{head}{body}</table>"


def figure(drawing: str, name: str) -> str:
    """Returns an SVG file as a part of a page; `name` must differ between its pictures."""
    # The header is for separate files only, and ids must differ between the pictures.
    drawing = drawing[drawing.index("<svg") :]
    mark = re.sub(r"\W", "", name)
    drawing = re.sub(r'id="([^"]+)"', rf'id="{mark}-\1"', drawing)
    drawing = re.sub(r'href="#([^"]+)"', rf'href="#{mark}-\1"', drawing)
    drawing = re.sub(r"url\(#([^)]+)\)", rf"url(#{mark}-\1)", drawing)
    return f"<figure>{drawing}</figure>"


def text(content: str) -> str:
    """Returns text as HTML."""
    return html.escape(content)

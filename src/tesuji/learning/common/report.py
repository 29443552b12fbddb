"""Writes a run as one self-contained HTML page with its charts."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tesuji.learning.common.charts import Points, lines_svg
from tesuji.learning.common.pages import figure, html_page, html_table, text
from tesuji.learning.common.runs import Run
from tesuji.learning.common.summary import summary_of


def report_page(run: Run) -> str:
    """Returns the page of a run, as HTML."""
    metrics = list({(line.get("kind"), line["step"]): line for line in run.metrics()}.values())
    metrics.sort(key=lambda line: int(line["step"]))
    title = f"{run.name}: {run.description.game}"
    parts = [
        f"<h1>{text(title)}</h1>",
        html_table([("", "")], _facts(run)),
        *_charts(metrics),
        *_measurements(metrics),
        *_competitions(metrics),
        "<h2>Config</h2>",
        f"<pre>{text(json.dumps(run.description.config, indent=2))}</pre>",
    ]
    return html_page(title, parts)


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    found = summary_of(run)
    options = ", ".join(f"{key} {value}" for key, value in found["options"].items())
    yield "game", f"{found['game']} ({options})" if options else found["game"]
    yield "begun", time.strftime("%Y-%m-%d %H:%M", time.localtime(found["began"]))
    yield "seed", str(found["seed"])
    yield "generations", str(found["generation"])
    if found["games"]:
        yield "games", str(found["games"])
    if found["seconds"]:
        yield "hours", f"{found['seconds'] / 3600:.2f}"
    if found["elo"] is not None:
        elo = f"{found['elo']:+.0f} ± {found['elo_error']:.0f} ({found['elo_anchor']} has 0)"
        yield "Elo", elo


# -- charts -------------------------------------------------------------------------------------


def _charts(metrics: list[dict[str, Any]]) -> Iterator[str]:
    measured = _of(metrics, "measurement")
    elo = [(line["step"], line["elo"]) for line in measured if line.get("elo") is not None]
    bands = [
        (line["step"], line["elo"] - line["elo_error"], line["elo"] + line["elo_error"])
        for line in measured
        if line.get("elo") is not None
    ]
    if elo:
        anchor = (measured[0].get("matches") or [{"opponent": "the first opponent"}])[0]
        levels = {str(anchor["opponent"]): 0.0}
        yield _chart("Strength", {"Elo": elo}, "Elo", bands={"Elo": bands}, levels=levels)
    if optimal := _lines(measured, "optimality", ("optimal", "raw_optimal", "keep")):
        yield _chart("Against the exact table", optimal, "share of moves")
    trained = _of(metrics, "training")
    for name in ("policy", "value"):
        series = {
            label: [(line["step"], line[part][name]) for line in trained if name in line[part]]
            for label, part in (("training", "train"), ("held out", "test"))
        }
        series = {label: points for label, points in series.items() if points}
        if series:
            yield _chart(f"Loss of the {name}", series, "loss")
    played = _of(metrics, "self-play")
    if played:
        plies = {"plies": [(line["step"], line["plies"]) for line in played]}
        yield _chart("Length of games", plies, "plies")
        shares = {
            "first player wins": [(line["step"], line["first_wins"]) for line in played],
            "draws": [(line["step"], line["draws"]) for line in played],
        }
        yield _chart("Results of self-play", shares, "share of games")
    yield from _other_charts([line for line in metrics if "kind" not in line])


def _other_charts(lines: list[dict[str, Any]]) -> Iterator[str]:
    """Yields a chart for each figure of other kinds of learning."""
    for name in dict.fromkeys(name for line in lines for name in line):
        points = [
            (line["step"], line[name])
            for line in lines
            if isinstance(line.get(name), int | float) and not isinstance(line[name], bool)
        ]
        if name not in ("step", "time") and len(points) > 1:
            yield _chart(name.replace("_", " "), {name: points}, name.replace("_", " "))


def _of(metrics: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [line for line in metrics if line.get("kind") == kind]


def _lines(
    lines: Iterable[dict[str, Any]], part: str, names: Iterable[str]
) -> dict[str, list[tuple[float, float]]]:
    found = [(line["step"], line[part]) for line in lines if line.get(part)]
    series = {name: [(step, content[name]) for step, content in found] for name in names}
    return {name.replace("_", " "): points for name, points in series.items() if points}


def _chart(title: str, series: Mapping[str, Points], y: str, **more: Any) -> str:
    return figure(lines_svg(series, title=title, x="generation", y=y, **more), title)


# -- tables -------------------------------------------------------------------------------------


def _measurements(metrics: list[dict[str, Any]]) -> Iterator[str]:
    measured = _of(metrics, "measurement")
    if not measured:
        return
    yield "<h2>Measurements</h2>"
    rows = []
    for line in measured:
        for match in line.get("matches", ()):
            first, second = match["first"], match["second"]
            rows.append(
                (
                    str(line["step"]),
                    match["opponent"],
                    f"{match['score']:.1%}",
                    f"{first['wins']}–{first['draws']}–{first['losses']}",
                    f"{second['wins']}–{second['draws']}–{second['losses']}",
                )
            )
    heads = ("generation", "opponent", "score", "moving first", "moving second")
    yield html_table([heads], rows)


def _competitions(metrics: list[dict[str, Any]]) -> Iterator[str]:
    rows = [
        (
            f"{line['match']['opponent']} – generation {line['step']}",
            str(line["match"]["losses"]),
            str(line["match"]["draws"]),
            str(line["match"]["wins"]),
            "promoted" if line["promoted"] else "–",
        )
        for line in _of(metrics, "competition")
    ]
    if rows:
        yield "<h2>Competitions</h2>"
        yield html_table([("versions", "old wins", "draws", "new wins", "")], rows)

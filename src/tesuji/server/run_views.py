"""Describes runs of learning for the browser: curves, versions, games."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.learning.common.runs import Run
from tesuji.server import run_models
from tesuji.server.opponents import games_of, number_of, versions_of
from tesuji.server.run_looks import shows_policy
from tesuji.server.run_settings import in_words, settings_of

MOST_FIGURES = 64
"""The most figures of a run that are shown."""
MOST_LINES = 5000
"""The most lines of metrics in one answer; longer runs are thinned out."""
MOST_GAMES = 200
LADDER = "ladder.json"
RECENT = 200
"""Lines of metrics that a summary uses."""
TELLING = ("elo", "best", "fitness", "optimality", "wins", "test", "train", "loss", "mean")
"""Prefixes of the most important figures, in order."""


def run_summary(run: Run, lesson: run_models.RunLesson) -> run_models.RunSummary:
    told = run.description
    metrics = _metrics(run)
    last = metrics[-1] if metrics else {}
    return run_models.RunSummary(
        name=run.name,
        kind=told.kind,
        game=told.game,
        spec=_spec(run),
        title=_title(run),
        began=told.began,
        updated=_number(last.get("time")) or told.began,
        step=_step(last),
        at_work=run.is_at_work,
        num_versions=len(versions_of(run)),
        num_games=len(games_of(run)),
        latest=_latest(metrics),
        lesson=lesson,
    )


def run_view(run: Run, lesson: run_models.RunLesson) -> run_models.RunView:
    return run_models.RunView(
        summary=run_summary(run, lesson),
        in_words=in_words(run),
        settings=settings_of(run),
        seed=run.description.seed,
        versions=[
            run_models.RunVersion(name=path.name, number=number_of(path))
            for path in versions_of(run)
        ],
        games=[path.name for path in games_of(run)[:MOST_GAMES]],
        ladder=_ladder(run, _metrics(run)),
        shows_policy=shows_policy(run),
    )


def run_curves(run: Run, after: int) -> run_models.RunCurves:
    """Returns the metrics from line number `after` on, as columns."""
    lines = _metrics(run)
    total = len(lines)
    shown = [_flat(line) for line in lines[after:]]
    stride = math.ceil(len(shown) / MOST_LINES) if shown else 1
    shown = shown[::-1][::stride][::-1]  # the newest line is always included
    names: dict[str, None] = {}
    for line in shown:
        names |= dict.fromkeys(line)
    chosen = [name for name in names if name not in ("step", "time")][:MOST_FIGURES]
    return run_models.RunCurves(
        lines=total,
        steps=[line.get("step", 0.0) for line in shown],
        times=[line.get("time", 0.0) for line in shown],
        figures={name: [line.get(name) for line in shown] for name in chosen},
    )


def _metrics(run: Run) -> list[dict[str, Any]]:
    """Returns the lines of metrics; none if the file is damaged."""
    try:
        return [line for line in run.metrics() if isinstance(line, dict)]
    except (OSError, ValueError):
        return []


def _title(run: Run) -> str:
    """Returns the game with its size: "Dots and Boxes 3×3"."""
    told = run.description
    try:
        title = make(told.game).card.title
    except TesujiError:
        title = told.game
    size = str(told.options.get("size", ""))
    rows, _, columns = size.partition("x")
    return f"{title} {rows}×{columns or rows}" if rows else title


def _spec(run: Run) -> str | None:
    """Returns the spec of a run's game; None if it is not known here."""
    try:
        return make(run.description.game, **run.description.options).spec
    except (TesujiError, TypeError):
        return None


def _flat(line: Mapping[str, Any], group: str = "") -> dict[str, float]:
    """Returns the numbers of a line of metrics; those of a group are named ``group.name``."""
    found: dict[str, float] = {}
    for name, value in line.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{group}{name}.")
        elif (number := _number(value)) is not None:
            found[f"{group}{name}"] = number
    return found


def _latest(metrics: list[dict[str, Any]]) -> dict[str, float]:
    """Returns the last known value of each figure, the most important first."""
    found: dict[str, float] = {}
    for line in metrics[-RECENT:]:
        found |= _flat(line)
    names = [name for name in found if name not in ("step", "time")]
    names.sort(key=_importance)
    return {name: found[name] for name in names[:MOST_FIGURES]}


def _importance(name: str) -> int:
    """Returns the place of a figure in `TELLING`, by the prefix of its name."""
    for place, beginning in enumerate(TELLING):
        if name.startswith(beginning):
            return place
    return len(TELLING)


def _step(line: dict[str, Any]) -> int:
    number = _number(line.get("step"))
    return 0 if number is None else int(number)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _ladder(run: Run, metrics: list[dict[str, Any]]) -> list[run_models.LadderRung]:
    """Returns the strength of the versions, best first; empty if it was not measured.

    It is read from ``ladder.json``, a list of objects with ``player``, ``elo`` and, if known,
    ``error``, ``score`` (share of points) and ``games``; or else from the metrics.
    """
    entries = _kept_ladder(run) or _measured_ladder(metrics)
    versions = versions_of(run)
    rungs = []
    for entry in entries:
        elo = _number(entry.get("elo", entry.get("rating")))
        if elo is None:
            continue
        player = str(entry.get("player", entry.get("name", "?")))[:200]
        rungs.append(
            run_models.LadderRung(
                player=player,
                version=_version_called(player, versions),
                elo=elo,
                error=_number(entry.get("error")),
                score=_number(entry.get("score")),
                games=_number(entry.get("games")),
            )
        )
    return sorted(rungs, key=lambda rung: -rung.elo)


def _kept_ladder(run: Run) -> list[dict[str, Any]]:
    try:
        listed = json.loads(run.path(LADDER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    if isinstance(listed, dict):
        listed = listed.get("players")
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _measured_ladder(metrics: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns a rung for each step at which Elo and its error were measured."""
    by_step = {
        _step(line): {
            "player": f"generation {_step(line)}",
            "elo": line.get("elo"),
            "error": line.get("elo_error"),
        }
        for line in metrics
        if _number(line.get("elo")) is not None and _number(line.get("elo_error")) is not None
    }
    return list(by_step.values())


def _version_called(player: str, versions: list[Path]) -> str | None:
    """Returns the file of the version that a ladder calls `player`."""
    for path in versions:
        if player in (path.name, path.stem) or player == f"generation {number_of(path)}":
            return path.name
    return None

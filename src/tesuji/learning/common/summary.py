"""Summarises a run of any kind in a few figures."""

from __future__ import annotations

import json
import time
from typing import Any

from tesuji.learning.common.runs import Run


def summary_of(run: Run) -> dict[str, Any]:
    """Returns the figures for tables of runs; None for missing ones.

    Elo is that of the last measurement.
    """
    metrics = run.metrics()
    measured = [line for line in metrics if line.get("elo") is not None]
    played = [line for line in metrics if line.get("kind") == "self-play"]
    trained = [line for line in metrics if line.get("kind") == "training"]
    last = measured[-1] if measured else {}
    matches = last.get("matches") or [{}]
    description = run.description
    return {
        "name": run.name,
        "folder": str(run.folder),
        "kind": description.kind,
        "game": description.game,
        "options": dict(description.options),
        "seed": description.seed,
        "began": description.began,
        "version": description.version,
        "at_work": run.is_at_work,
        "generation": max((int(line["step"]) for line in metrics), default=0),
        "games": sum(line["games"] for line in {line["step"]: line for line in played}.values()),
        "seconds": _progress(run).get("spent"),
        "last_change": metrics[-1]["time"] if metrics else description.began,
        "games_per_second": played[-1]["games_per_second"] if played else None,
        "losses": trained[-1]["train"] if trained else None,
        "test_losses": trained[-1]["test"] if trained else None,
        "elo": last.get("elo"),
        "elo_error": last.get("elo_error"),
        "elo_anchor": matches[0].get("opponent"),
        "optimality": last.get("optimality"),
        "network": str(run.best_network) if run.best_network.exists() else None,
    }


def _progress(run: Run) -> dict[str, Any]:
    data = run.load_state("progress.json")
    try:
        found: dict[str, Any] = json.loads(data) if data else {}
    except ValueError:
        return {}
    return found


def ago(moment: float) -> str:
    """Describes how long ago a moment was."""
    seconds = max(time.time() - moment, 0)
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit} ago"
    return "now"

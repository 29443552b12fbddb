"""Stores how long a run is to learn, in its folder, and limits the disk that it takes."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from tesuji.errors import TesujiError
from tesuji.learning.common.runs import Run

MOST_BYTES = 4 << 30
"""The most bytes that the folder of a run may have."""
SPARE_BYTES = 1 << 30
"""Bytes that must stay free on the disk."""
_FILE = "lesson.json"


@dataclass(frozen=True, slots=True)
class TeachingPlan:
    """How long a run is to learn; stored in its folder."""

    seconds: float
    cores: int
    spent: float = 0.0
    state: Literal["learning", "paused", "ended"] = "learning"
    problem: str | None = None

    @property
    def left(self) -> float:
        return max(self.seconds - self.spent, 0.0)


def disk_problem(run: Run) -> str | None:
    """Returns why a run may not take more of the disk; None if it may."""
    total = 0
    for path in run.folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size
    if total > MOST_BYTES:
        return f"the run has more than {MOST_BYTES >> 30} GB; delete it, or go on in a terminal"
    return spare_problem(run.folder)


def spare_problem(folder: Path) -> str | None:
    if shutil.disk_usage(folder).free < SPARE_BYTES:
        return f"less than {SPARE_BYTES >> 30} GB is free on the disk"
    return None


def read_plan(run: Run) -> TeachingPlan | None:
    """Returns the plan of a run; None for a run that was never taught from the web app."""
    try:
        data = run.load_state(_FILE)
        return None if data is None else TeachingPlan(**json.loads(data))
    except (ValueError, TypeError, TesujiError):
        return None


def write_plan(run: Run, plan: TeachingPlan) -> None:
    run.save_state(_FILE, json.dumps(asdict(plan)).encode())

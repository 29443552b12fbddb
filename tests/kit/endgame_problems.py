"""Finds the endgame problems of a course, which are not part of Tesuji."""

import os
from pathlib import Path

PROBLEMS = Path(
    os.environ.get(
        "TESUJI_ENDGAME_PROBLEMS",
        Path(__file__).parents[3] / "shared" / "data" / "endgame-problems",
    )
)


def problem_name(path: Path) -> str:
    """The name of a problem in a list of tests."""
    return f"{path.parent.name}-{path.stem}"

"""Every example runs and says something, as a reader would run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
SAYS = {
    "hex": "",
    "own_player": "hug against random: ",
    "best_moves": "visits",
    "endgame_value": "a move at C2 gains 1 by area (proven); it is gote",
}
LONGEST = 80
"""Lines of an example."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs_and_is_short(path: Path, tmp_path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST
    ran = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert SAYS[path.stem] in ran.stdout
    assert ran.stderr == ""


def test_a_thermograph_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "thermograph.svg"
    script = EXAMPLES[0].with_name("endgame_value.py")
    subprocess.run([sys.executable, str(script), str(picture)], check=True, capture_output=True)
    assert picture.read_text(encoding="utf-8").startswith("<svg")

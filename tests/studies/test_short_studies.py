"""A short run of each study, as ``tesuji reproduce STUDY --scale 0.01`` does it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.cli import invoke
from tesuji.games import make
from tesuji.studies.mayer_maier.representations import co_occurrence

SCALE = 0.01
PROBLEM = (
    "(;GM[1]FF[4]SZ[9]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][eb][ea][ec]"
    "SQ[aa][ba][ca][da][ea]C[1])"
)
"""A corner in which nothing is left to gain."""


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))


def short(name: str, folder: Path, *words: object) -> dict[str, dict[str, Any]]:
    """Returns the exhibits of a short run by their keys."""
    common = ("reproduce", name, "--scale", SCALE, "--workers", 0, "--run", folder / "run")
    result = invoke(*common, "--json", *words)
    assert result.exit_code == 0, result.exception
    told = json.loads(result.output)
    found = {one["key"]: one for one in told["exhibits"]}
    assert not [key for key, one in found.items() if one["state"] == "not done yet"]
    for path in told["files"]:
        assert "not done yet" not in Path(path).read_text(encoding="utf-8")
    return found


def test_mayer_maier(tmp_path: Path) -> None:
    found = short("mayer-maier", tmp_path)
    for key in ("section 5.2.1", "figure 7", "figure 10", "figure 12", "section 6", "beyond 1"):
        (table, *_) = found[key]["tables"]
        assert table["columns"][-2:] == ["mcts:sims=10", "mcts:sims=40"]  # the held-out examiners
        assert table["rows"][-1][0] == "untrained twin"
        shares = [float(cell) for cell in table["rows"][0][1:6]]
        assert all(0 <= share <= 1 for share in shares)
    (table, *_) = found["section 5.2.1"]["tables"]
    assert float(table["rows"][0][1]) > float(table["rows"][-1][1])  # evolution beats its twin


def test_costa(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    found = short("costa", tmp_path)
    (table,) = found["table 5.7"]["tables"]
    assert table["rows"][0][:5] == ["P1 B v100", "16", "17", "16", "15"]
    (ours,) = found["table 5.8"]["tables"]
    games = [float(a) + float(b) for a, b in zip(*(row[5:] for row in ours["rows"]), strict=True)]
    assert len(games) == 4
    assert len(set(games)) == 1  # every round has as many games
    (truth,) = found["section 5.2.4"]["tables"]
    assert len(truth["rows"]) == 9
    assert "--network" in found["table 5.3"]["facts"]["Not repeated"]


def test_toruszero(tmp_path: Path) -> None:
    found = short("toruszero", tmp_path)
    (strength,) = found["beyond 1"]["tables"]
    assert [row[0] for row in strength["rows"]][-1] == "untrained twin"
    (times,) = found["figure 12"]["tables"]
    assert len(times["rows"]) == 6


def test_garcia(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    found = short("garcia", tmp_path)
    assert "--opponent" in found["chapter 4"]["facts"]["Not repeated"]
    (table,) = found["chapter 6, 9×9"]["tables"]
    assert len(table["rows"]) == 6  # three networks and their untrained twins


def test_frejlak(tmp_path: Path) -> None:
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "corner.sgf").write_text(PROBLEM, encoding="utf-8")
    found = short("frejlak", tmp_path, "--problems", tmp_path / "problems")
    (table,) = found["appendix B"]["tables"]
    assert [row[0] for row in table["rows"]] == ["corner"]
    assert table["rows"][0][4] in ("right", "wrong")
    (counted,) = found["figure 5.2, scores"]["tables"]
    assert counted["rows"][-1][0] == "expert, expert"
    assert counted["rows"][-1][3] == "0 of 1 (0%)"  # its record has no variations
    without = invoke("reproduce", "frejlak", "--json", "--run", tmp_path / "none")
    states = [one["state"] for one in json.loads(without.output)["exhibits"]]
    assert set(states) == {"not repeated"}


def test_co_occurrence_counts_neighbours() -> None:
    position = make("go", size=5).initial().play("C3 C4")  # Black is to move
    across, down, *_ = co_occurrence(position).reshape(4, 3, 3)
    assert np.isclose(across.sum(), 1)
    assert np.isclose(down[2, 1], 1 / 20)  # White's C4 above Black's C3, of 20 pairs
    assert down[1, 2] == 0

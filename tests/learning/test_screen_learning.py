"""The screening of options of learning: equal work, one usual run for all, nothing done twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.screen_learning import main
from tesuji.learning.alphazero.progress import Progress
from tesuji.learning.common.runs import Run

pytest.importorskip("torch")
pytest.importorskip("onnx")


def test_changes_are_screened_against_one_usual_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def screen(*changes: str) -> list[dict[str, object]]:
        main(
            [
                str(tmp_path),
                *changes,
                *("--board", "dots-and-boxes:size=2", "--preset", "smoke"),
                *("--core-minutes", "0.05", "--games", "4", "--simulations", "2"),
            ]
        )
        found: list[dict[str, object]] = json.loads((tmp_path / "results.json").read_text())
        return found

    first = screen("training.reuse=3", "seed=2")
    assert [line["change"] for line in first] == ["training.reuse=3", "seed=2"]
    [folder] = [path for path in tmp_path.iterdir() if path.is_dir()]
    names = {path.name for path in folder.iterdir()}
    assert names == {"usual-seed-1", "usual-seed-2", "training.reuse=3-seed-1"}
    for name in names:
        spent = Progress.of(Run.open(folder / name)).core_seconds
        assert 3.0 - 2.0 <= spent < 6.0  # the work that was asked for
    config = Run.open(folder / "training.reuse=3-seed-1").description.config
    assert config["training"]["reuse"] == 3
    for line in first:
        match = line["matches"]["simulations"]  # type: ignore[index]
        assert match["wins"] + match["draws"] + match["losses"] == match["games"] == 4
        assert match["elo_error"] > 0
        assert str(tmp_path) not in json.dumps(line)
    assert screen("seed=2") == first
    assert "there already" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        screen("training.nonsense=1")
    assert json.loads((tmp_path / "results.json").read_text()) == first

"""``tesuji train`` and ``tesuji runs`` as people call them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

_SMALL = ["--preset", "smoke", "--workers", "0", "--seed", "1", "--set", "measurement.every=0"]


def tesuji(*arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tesuji.cli import main; main()", *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=300,
        env={**__import__("os").environ, "TESUJI_DATA_DIR": str(data)},
    )


def refused(*arguments: str, data: Path) -> str:
    result = tesuji(*arguments, data=data)
    assert result.returncode == 2, result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    return result.stderr


def test_train_resume_and_runs(tmp_path: Path) -> None:
    begun = tesuji(
        "train",
        "dots-and-boxes",
        "--size",
        "2",
        "--run",
        "first",
        "--generations",
        "1",
        *_SMALL,
        data=tmp_path,
    )
    assert begun.returncode == 0, begun.stderr
    assert "1 generations" in begun.stdout
    went_on = tesuji(
        "train",
        "--run",
        "first",
        "--resume",
        "--generations",
        "2",
        "--workers",
        "0",
        "--json",
        data=tmp_path,
    )
    assert went_on.returncode == 0, went_on.stderr
    found = json.loads(went_on.stdout)
    assert found["generation"] == 2
    assert Path(found["network"]).exists()
    listed = json.loads(tesuji("runs", "--json", data=tmp_path).stdout)
    assert [run["name"] for run in listed] == ["first"]
    page = tmp_path / "page.html"
    shown = tesuji("runs", "first", "--report", str(page), data=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert page.read_text().startswith("<!doctype html>")
    match = tesuji(
        "match",
        "dots-and-boxes",
        "--size",
        "2",
        "alphazero:net=first,sims=8",
        "random",
        "--games",
        "2",
        "--workers",
        "1",
        "--json",
        data=tmp_path,
    )
    assert match.returncode == 0, match.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train"], "say which game to learn"),
        (["train", "chess"], "there is no game called 'chess'"),
        (["train", "gomoku", "--preset", "huge"], "there is no preset called 'huge'"),
        (["train", "gomoku", "--set", "training.rat=1"], "did you mean 'rate'"),
        (["train", "--resume"], "say which run to go on with"),
        (["train", "--resume", "--run", "none"], "there is no run in none"),
        (
            ["train", "gomoku", "--backend", "cloud", "--preset", "smoke"],
            "no backend called 'cloud'",
        ),
        (["runs", "none"], "there is no run in none"),
        (["runs", "--report", "x.html"], "a report is about one run"),
    ],
)
def test_what_is_wrong(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in refused_in_process(arguments, tmp_path)


def refused_in_process(arguments: list[str], data: Path) -> str:
    """The same as in a process of its own, without its start."""
    import os
    from unittest import mock

    from tesuji.cli import build_app
    from tesuji.errors import TesujiError

    with (
        mock.patch.dict(os.environ, {"TESUJI_DATA_DIR": str(data)}),
        pytest.raises(TesujiError) as caught,
    ):
        build_app()(arguments, standalone_mode=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_torch(tmp_path: Path) -> None:
    """Where PyTorch is not installed, one sentence says how to get it."""
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError('No module', name='torch')\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = "
        "['train', 'gomoku', '--size', '5', '--preset', 'smoke', '--generations', '1'];"
        "from tesuji.cli import main; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**__import__("os").environ, "TESUJI_DATA_DIR": str(tmp_path)},
    )
    assert result.returncode == 2
    assert "pip install 'tesuji[train]'" in result.stderr
    assert "Traceback" not in result.stderr

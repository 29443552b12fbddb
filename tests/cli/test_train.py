"""``tesuji train`` and ``tesuji runs`` as people call them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tesuji.cli import build_app
from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.learning.alphazero.shipping import untrained_twin
from tesuji.networks.network import Network

pytest.importorskip("torch").set_num_threads(1)

_SMALL = ["--preset", "smoke", "--workers", "0", "--seed", "1", "--set", "measurement.every=0"]
_TWO = ["dots-and-boxes", "--size", "2"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    return tmp_path


def tesuji(*arguments: str) -> None:
    assert not build_app()(list(arguments), standalone_mode=False)


def test_train_resume_and_runs(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tesuji("train", *_TWO, "--run", "first", "--generations", "1", *_SMALL)
    assert "1 generations" in capsys.readouterr().out
    tesuji("train", "--run", "first", "--resume", "--generations", "2", "--workers", "0", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["generation"] == 2
    assert Path(found["network"]).exists()
    tesuji("runs", "--json")
    assert [run["name"] for run in json.loads(capsys.readouterr().out)] == ["first"]
    tesuji("runs")
    assert "first" in capsys.readouterr().out
    tesuji("runs", "first")
    assert "generations: 2" in capsys.readouterr().out
    page = data / "page.html"
    tesuji("runs", "first", "--report", str(page))
    assert page.read_text().startswith("<!doctype html>")
    tesuji("runs", "first", "--ship", str(data / "networks"))
    small = ("--as", "small", "--int8")
    tesuji("runs", "first", "--ship", str(data / "networks"), *small)
    names = sorted(path.name for path in (data / "networks").iterdir())
    both = ["small.int8.onnx", "small.json", "small.onnx"]
    assert names == ["dots-and-boxes-2.json", "dots-and-boxes-2.onnx", *both]
    assert Network.load(data / "networks" / "small.int8.onnx").info.info["precision"] == "int8"
    recipe = json.loads((data / "networks" / "dots-and-boxes-2.json").read_text())
    [step] = recipe["steps"]
    assert step["command"].startswith("tesuji train dots-and-boxes:size=2 --seed")
    assert "--set self_play." in step["command"]
    assert step["games"] >= 16
    assert step["core_hours"] >= 0
    best = Path(found["network"]).parent / "best.onnx"
    assert (data / "networks" / "dots-and-boxes-2.onnx").read_bytes() == best.read_bytes()
    # A run that begins with that network has its command before its own.
    shipped = data / "networks" / "dots-and-boxes-2.onnx"
    tesuji(
        "train",
        *_TWO,
        "--run",
        "second",
        *_SMALL,
        "--generations",
        "0",
        "--start-from",
        str(shipped),
    )
    tesuji("runs", "second", "--ship", str(data / "more"))
    steps = json.loads((data / "more" / "dots-and-boxes-2.json").read_text())["steps"]
    assert steps[0] == step
    assert "--start-from NETWORK_ABOVE" in steps[1]["command"]
    twin = Network.from_bytes(untrained_twin(shipped, make("dots-and-boxes", size=2)))
    assert twin.info.generation == 0
    assert len(twin.data) == pytest.approx(shipped.stat().st_size, rel=0.05)
    with pytest.raises(TesujiError, match="already holds a run"):
        tesuji("train", *_TWO, "--run", "first", *_SMALL)
    with pytest.raises(TesujiError, match="first is a run of dots-and-boxes:size=2, not of go"):
        tesuji("train", "go", "--run", "first", "--resume")
    with pytest.raises(TesujiError, match="continues with the config it began with"):
        tesuji("train", "--run", "first", "--resume", "--set", "training.rate=1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train"], "give a game to learn"),
        (["train", "chess"], "there is no game called 'chess'"),
        (["train", "gomoku", "--preset", "huge"], "there is no preset called 'huge'"),
        (["train", "gomoku", "--set", "training.rat=1"], "did you mean 'rate'"),
        (["train", "gomoku", "--set", "measurement.opponents=['nobody']"], "no player called"),
        (["train", "--resume"], "give the run to continue"),
        (["train", "--resume", "--run", "none"], "there is no run in none"),
        (["train", "gomoku", "--backend", "cloud"], "no backend called 'cloud'"),
        (["runs", "none"], "there is no run in none"),
        (["runs", "--report", "x.html"], "need the name of one run"),
    ],
)
def test_what_is_wrong(arguments: list[str], sentence: str, data: Path) -> None:
    with pytest.raises(TesujiError) as caught:
        tesuji(*arguments)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(data.iterdir())


def test_a_sitting_ends_after_so_much_work(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tesuji("train", *_TWO, "--run", "first", "--core-minutes", "0", *_SMALL, "--json")
    assert json.loads(capsys.readouterr().out)["generation"] == 0
    resumed = ("train", "--run", "first", "--resume", "--workers", "0", "--json")
    tesuji(*resumed, "--core-minutes", "0.01")  # 0.6 seconds: enough for one at least
    assert json.loads(capsys.readouterr().out)["generation"] > 0


def test_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    tesuji("train", "--options")
    assert "self_play.simulations: " in capsys.readouterr().out


def test_without_torch(data: Path) -> None:
    """Where PyTorch is not installed, one sentence says how to get it, and no run is begun."""
    (data / "torch.py").write_text("raise ModuleNotFoundError('No module', name='torch')\n")
    code = (
        f"import sys; sys.path.insert(0, {str(data)!r}); sys.argv[1:] = "
        "['train', 'gomoku', '--size', '5', '--preset', 'smoke', '--generations', '1'];"
        "from tesuji.cli import main; main()"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))
    assert result.returncode == 2
    assert result.stderr == (
        "tesuji: training needs PyTorch and ONNX: pip install 'tesuji[train]'\n"
    )
    assert not (data / "runs").exists()

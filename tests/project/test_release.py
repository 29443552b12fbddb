"""What is given to others holds all that is needed, and the version stands in one place."""

from __future__ import annotations

import contextlib
import os
import subprocess
import zipfile
from pathlib import Path

import pytest

import tesuji
from tests.kit.cli import TESUJI
from tools import check_release

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("scikit_build_core.build")
    folder = tmp_path_factory.mktemp("sdist")
    with contextlib.chdir(ROOT):
        return folder / str(build.build_sdist(str(folder)))


def test_the_source_distribution_holds_what_a_build_needs_and_nothing_else(sdist: Path) -> None:
    assert check_release.sdist_problems(sdist) == []


def test_a_wheel_without_a_part_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / f"tesuji-{check_release.VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        info = f"tesuji-{check_release.VERSION}.dist-info/METADATA"
        archive.writestr(info, f"Name: tesuji\nVersion: {check_release.VERSION}\n\n")
        archive.writestr("tests/test_go.py", "")
    problems = check_release.wheel_problems(wheel, cores=("_avx2",))
    assert "the wheel has no core _avx2" in problems
    assert "the wheel lacks tesuji/server/static/index.html" in problems
    assert "the wheel lacks tesuji/networks/go.onnx" in problems
    assert "tests/test_go.py does not belong in the wheel" in problems


def test_the_version_stands_in_one_place() -> None:
    """The project file says it; nobody repeats it in code."""
    assert tesuji.__version__ == check_release.VERSION
    repeats = [
        path
        for pattern in ("src/**/*.py", "cpp/**/*.?pp", "web/src/**/*.ts*", "CMakeLists.txt")
        for path in ROOT.glob(pattern)
        if f'"{check_release.VERSION}"' in path.read_text(encoding="utf-8")
    ]
    assert repeats == []


def test_the_program_says_its_version() -> None:
    command = [*TESUJI, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=True)
    assert check_release.VERSION in done.stdout


def test_every_shipped_network_plays_as_the_check_asks() -> None:
    """The check itself needs a wheel; what it asks of the installed program is asked here."""
    exec(check_release.NETWORKS, {})

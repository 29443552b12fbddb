"""The examples in docstrings and in documents are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import tesuji

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

MODULES = [
    "tesuji",
    *sorted(found.name for found in pkgutil.walk_packages(tesuji.__path__, "tesuji.")),
    *sorted(f"examples.{path.stem}" for path in (ROOT / "examples").glob("*.py")),
]
DOCUMENTS = sorted(
    path
    for path in (
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / "src").rglob("*.md"),
    )
    if path.is_file() and ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.split(".")[0] != "tesuji":
            pytest.skip(f"{name} needs {error.name}, which is not installed")
        raise
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0, f"see the output above for the examples of {name} that fail"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # examples may write files
    examples = python_examples(path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(examples, {}, path.name, str(path), 0)
    failed, _ = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert failed == 0, f"see the output above for the examples of {path.name} that fail"


def python_examples(text: str) -> str:
    """What stands in the fenced blocks of a document, blank lines elsewhere: lines keep numbers."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        inside = inside != fence
        kept.append(line if inside and not fence else "")
    return "\n".join(kept) + "\n"


def test_there_is_something_to_run() -> None:
    """The walk finds the modules: the check cannot become empty unnoticed."""
    assert "tesuji.games.contract" in MODULES
    assert "examples.hex" in MODULES
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = finder.find(importlib.import_module("tesuji.games"), "tesuji.games")
    assert any(test.examples for test in found)

"""The notebooks of the documentation run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path

import pytest

notebooks = pytest.importorskip("tools.notebooks", reason="needs nbclient")
NAMES = sorted(path.stem for path in notebooks.FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("name", NAMES)
def test_it_runs(name: str, tmp_path: Path) -> None:
    if name == "your-own-game":
        pytest.importorskip("torch")
    notebooks.execute(notebooks.FOLDER / f"{name}.ipynb")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_shown_as_a_page(name: str, tmp_path: Path) -> None:
    text = notebooks.page(notebooks.FOLDER / f"{name}.ipynb", tmp_path / "pictures")
    assert text.startswith("# ")
    pictures = list((tmp_path / "pictures").glob("*.svg"))
    assert len(pictures) == text.count("![](pictures/")
    assert all(picture.read_text().startswith("<svg") for picture in pictures)


def test_a_game_of_your_own_has_at_most_sixty_lines() -> None:
    import nbformat

    book = nbformat.read(notebooks.FOLDER / "your-own-game.ipynb", as_version=4)
    rules = next(cell for cell in book.cells if "@register" in cell.source)
    assert len(rules.source.splitlines()) <= 60

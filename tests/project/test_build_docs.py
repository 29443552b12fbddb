"""Pages of the manual show the files that they name."""

from __future__ import annotations

import pytest

from tools.build_docs import ROOT, with_examples


def test_every_page_shows_its_examples() -> None:
    shown = 0
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        found = with_examples(text, page.name)
        assert "8<" not in found
        shown += found != text
    assert shown >= 1
    tutorial = (ROOT / "docs/tutorials/your-own-game.md").read_text(encoding="utf-8")
    assert "class Hex(Game)" in with_examples(tutorial, "your-own-game.md")


@pytest.mark.parametrize("line", ['--8 < --"examples/hex.py"', '# --8<-- "examples/none.py"'])
def test_a_damaged_marker_ends_the_build(line: str) -> None:
    with pytest.raises(SystemExit, match=r"page\.md: the line .* names no file"):
        with_examples(f"before\n{line}\nafter\n", "page.md")

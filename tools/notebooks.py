"""Runs the notebooks of docs/notebooks, and shows them as pages.

Usage: notebooks.py [NAME...]

Runs the notebooks (all of them by default) and writes what their cells gave into them, which is
what readers and the documentation see. The tests run them, too, and compare nothing but that they
run: `execute` is shared.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
SECONDS = 300
"""For one cell."""


def main() -> None:
    names = sys.argv[1:] or [path.stem for path in sorted(FOLDER.glob("*.ipynb"))]
    for name in names:
        path = FOLDER / f"{name}.ipynb"
        book = execute(path)
        for number, cell in enumerate(book.cells):
            cell["id"] = f"cell-{number}"
            cell["metadata"] = {}  # when a cell was run is of no interest
            for output in cell.get("outputs", []):
                output.pop("execution_count", None)
                if output["output_type"] == "execute_result":
                    output["output_type"] = "display_data"
            if cell["cell_type"] == "code":
                cell["execution_count"] = None
                cell["outputs"] = _joined(cell["outputs"])
        book.metadata["language_info"] = {"name": "python"}
        nbformat.write(book, path)
        print(path)


def execute(path: Path) -> Any:
    """Returns the notebook after all of its cells were run; raises where one of them fails."""
    book = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(book, timeout=SECONDS, kernel_name="python3")
    return client.execute(cwd=str(path.parent))


# -- pages ----------------------------------------------------------------------------------------


def page(path: Path, pictures: Path) -> str:
    """Returns a notebook as Markdown; writes its pictures into the folder `pictures` beside it."""
    parts = []
    for number, cell in enumerate(nbformat.read(path, as_version=4).cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for position, output in enumerate(_joined(cell.outputs)):
            name = f"{path.stem}-{number}-{position}.svg"
            parts.append(_shown(output, pictures, name))
    parts.append(f"*The notebook itself: [{path.name}]({path.name}).*")
    return "\n\n".join(filter(None, parts)) + "\n"


def _joined(outputs: list[Any]) -> list[Any]:
    """Returns the outputs, with texts that were printed one after the other in one."""
    found: list[Any] = []
    for output in outputs:
        if found and found[-1].output_type == output.output_type == "stream":
            found[-1] = nbformat.from_dict({**found[-1], "text": found[-1].text + output.text})
        else:
            found.append(output)
    return found


def _shown(output: Any, pictures: Path, name: str) -> str:
    if output.output_type == "stream":
        return f"```text\n{output.text.rstrip()}\n```"
    picture = output.data.get("image/svg+xml")
    if picture is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / name).write_text(picture, encoding="utf-8")
        return f"![]({pictures.name}/{name})"
    return f"```text\n{output.data['text/plain']}\n```"


if __name__ == "__main__":
    main()

"""Builds the documentation site into build/docs/site.

Usage: build_docs.py [--install]

With --install the site is also put beside the web app, where `tesuji serve` has it under /docs.

Pages are those of docs/ and, so that nothing is told twice, pages made here from what the program
says of itself: the rules of the games, the command line, the players, the HTTP interface, and the
measurements of benchmarks/.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tesuji.games.diagrams import plain_diagrams

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "docs" / "pages"
SITE = ROOT / "build" / "docs" / "site"


def main() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    add_rules()
    add_notebooks()
    include_examples()
    write("results.md", (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8"))
    for name, text in reference_pages().items():
        write(f"reference/{name}.md", text)
    subprocess.run(["zensical", "build", "--clean"], cwd=ROOT, check=True)
    move_missing_page()
    match sys.argv[1:]:
        case []:
            print(SITE / "index.html")
        case ["--install"]:
            install()
        case _:
            sys.exit(__doc__)


def move_missing_page() -> None:
    """Links of the page for missing pages begin at the root, and the site is under /docs."""
    page = SITE / "404.html"
    text = re.sub(r'((?:href|src)=")/', r"\1/docs/", page.read_text(encoding="utf-8"))
    page.write_text(text.replace('"base":"/"', '"base":"/docs/"'), encoding="utf-8")


def install() -> None:
    """Puts the site where the server looks for it, in place of an older one."""
    from tesuji.server.served_files import built_files

    app = built_files("static")
    if app is None:
        sys.exit("the web app is not installed here, so there is no server to show the site")
    folder = app.with_name("docs")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SITE, folder)


def include_examples() -> None:
    """Puts files of the project where pages of docs/ ask for them."""
    for page in PAGES.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(with_examples(text, page.name), encoding="utf-8")


def with_examples(text: str, page: str) -> str:
    """Returns `text` with each line ``# --8<-- "FILE"`` replaced by that file of the project.

    A comment of Python, because formatters change whatever else stands in a block of code.
    Whatever only looks like such a line ends the build: it would be shown to readers as it is.
    """

    def example(line: re.Match[str]) -> str:
        named = re.fullmatch(r'# --8<-- "([\w./-]+)"', line[0])
        if named is None or not (ROOT / named[1]).is_file():
            sys.exit(f"{page}: the line {line[0]!r} names no file of the project")
        return (ROOT / named[1]).read_text(encoding="utf-8").rstrip()

    return re.sub(r"(?m)^.*-\s*-\s*8\s*<.*$", example, text)


def write(page: str, text: str) -> None:
    path = PAGES / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_rules() -> None:
    """Adds a page for each game, from the folder of the game."""
    for rules in (ROOT / "src" / "tesuji" / "games").glob("*/rules.md"):
        text = plain_diagrams(rules.read_text(encoding="utf-8"))
        write(f"games/{rules.parent.name.replace('_', '-')}.md", text)


def reference_pages() -> dict[str, str]:
    import reference_pages as pages  # type: ignore[import-not-found]
    from strength_page import strength_page  # type: ignore[import-not-found]

    return {
        "command-line": pages.command_line(),
        "players": pages.players(),
        "strength": strength_page(),
        "http": pages.http_interface(ROOT / "web" / "openapi.json"),
    }


def add_notebooks() -> None:
    """Adds a page for each notebook, with the outputs of its last run."""
    from notebooks import page  # type: ignore[import-not-found]

    for notebook in (PAGES / "notebooks").glob("*.ipynb"):
        text = page(notebook, notebook.parent / "pictures")
        write(f"notebooks/{notebook.stem}.md", text)


if __name__ == "__main__":
    main()

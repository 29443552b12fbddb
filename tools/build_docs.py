"""Builds the documentation site into build/docs/site.

Usage: build_docs.py [--install]

With --install the site is also put beside the web app, where `tesuji serve` has it under /docs.

Pages are those of docs/ and, so that nothing is told twice, pages made here from what the program
says of itself: the rules of the games, the command line, the players, the HTTP interface, and the
measurements of benchmarks/.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import typer

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
    write("reference/command-line.md", command_line())
    write("reference/players.md", players())
    write("reference/http.md", http_interface())
    subprocess.run(["zensical", "build", "--clean"], cwd=ROOT, check=True)
    match sys.argv[1:]:
        case []:
            print(SITE / "index.html")
        case ["--install"]:
            install()
        case _:
            sys.exit(__doc__)


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
    """Replaces each line ``--8<-- "FILE"`` by that file of the project."""
    for page in PAGES.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        found = re.sub(
            r'(?m)^--8<-- "([\w./-]+)"$',
            lambda line: (ROOT / line[1]).read_text(encoding="utf-8").rstrip(),
            text,
        )
        page.write_text(found, encoding="utf-8")


def write(page: str, text: str) -> None:
    path = PAGES / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_rules() -> None:
    """A page for each game, from the folder of the game."""
    for rules in (ROOT / "src" / "tesuji" / "games").glob("*/rules.md"):
        write(f"games/{rules.parent.name.replace('_', '-')}.md", rules.read_text(encoding="utf-8"))


def add_notebooks() -> None:
    """A page for each notebook, with what its cells gave when it was last run."""
    from notebooks import page  # type: ignore[import-not-found]

    for notebook in (PAGES / "notebooks").glob("*.ipynb"):
        text = page(notebook, notebook.parent / "pictures")
        write(f"notebooks/{notebook.stem}.md", text)


# -- the command line -----------------------------------------------------------------------------


def command_line() -> str:
    """All commands with their help, arguments and options."""
    from tesuji.cli import build_app

    group: Any = typer.main.get_command(build_app())
    parts = ["# Command line\n\nEvery command takes `--help`.\n"]
    for name, command in sorted(group.commands.items()):
        if command.hidden:
            continue
        parts.append(f"## `tesuji {name}`\n\n{plain(command.help or '')}\n")
        rows = [option_row(parameter) for parameter in command.params]
        if rows:
            parts.append("| | | default |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def option_row(parameter: Any) -> str:
    names = ", ".join(f"`{name}`" for name in parameter.opts)
    if parameter.param_type_name == "argument":
        names = f"`{(parameter.metavar or parameter.name).upper()}`"
    default = parameter.default
    if default is None or default is False or callable(default) or default == ...:
        shown = ""
    else:
        shown = f"`{default}`"
    return f"| {names} | {cell(plain(getattr(parameter, 'help', None) or ''))} | {shown} |"


def plain(text: str) -> str:
    """A help text without the markup of the terminal; examples become code."""
    text = re.sub(r"\[/?(?:bold|italic|dim|cyan|green|red|yellow)\]", "", text.replace("\b", ""))
    return re.sub(r"(?m)^ *(tesuji .*)$", r"    \1", text)


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


# -- players --------------------------------------------------------------------------------------


def players() -> str:
    """All kinds of players with their options."""
    from tesuji.players import describe

    parts = [
        "# Players\n\nA player is a short text that works everywhere: a name, and options after a "
        "colon, such as `mcts:sims=2000,threads=2`.\n"
    ]
    for kind in describe():
        parts.append(f"## `{kind['name']}`\n\n{kind['help']}\n")
        rows = [
            f"| `{one['name']}` | {cell(one['help'])} | {default_of(one)} |"
            for one in kind["options"]
        ]
        if rows:
            parts.append("| option | | default |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def default_of(option: dict[str, Any]) -> str:
    if option["required"]:
        return "required"
    return "" if option["default"] in (None, "") else f"`{option['default']}`"


# -- the HTTP interface ---------------------------------------------------------------------------


def http_interface() -> str:
    """The addresses of the server's interface, from its own description."""
    described = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))
    parts = [
        "# HTTP\n\n`tesuji serve` answers JSON under `/api/v1`; errors are problem details "
        "(RFC 9457) with one sentence. The whole description, with all types, is at "
        "`/api/v1/openapi.json`. Games and analyses are followed live over the WebSocket at "
        "`/api/v1/live`.\n"
    ]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            about = operation.get("description") or operation.get("summary") or ""
            parts.append(f"## `{method.upper()} {path}`\n\n{about}\n")
            rows = [
                f"| `{one['name']}` | {one['in']} | {cell(one.get('description', ''))} |"
                for one in operation.get("parameters", [])
            ]
            if rows:
                parts.append("| parameter | in | |\n|---|---|---|\n" + "\n".join(rows) + "\n")
            body = operation.get("requestBody", {}).get("content", {})
            for kind, content in body.items():
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                parts.append(f"Body: `{kind}`{f', `{name}`' if name else ''}.\n")
    return "\n".join(parts)


if __name__ == "__main__":
    main()

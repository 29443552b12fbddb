"""Builds ``pbrain-tesuji``: a folder with all that a Gomocup brain needs beside Python itself.

    python tools/pbrain.py dist                     from the Tesuji that runs this
    python tools/pbrain.py dist --wheel dist/*.whl  from a wheel, for any x86-64 machine

The folder holds a program, ``pbrain-tesuji``, and the part of Tesuji that plays Gomoku. It needs
no installation and no other package; a zip of it lies beside it.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import shutil
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path
from py_compile import PycInvalidationMode

NAME = "pbrain-tesuji"
ROOTS = (
    "tesuji.protocols.gomocup_main",
    "tesuji.games.gomoku",
    "tesuji.players.gomoku",
    "tesuji.players.monomial",
    "tesuji.players.random",
    "tesuji.players.searching",
    "tesuji.search.games.gomoku",
)
"""Modules that the brain begins with; what they import comes along."""

LAUNCHER = '''#!/usr/bin/env python3
"""Tesuji as a Gomocup brain. An argument, if any, is a player spec such as monomial:version=2."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
sys.dont_write_bytecode = True

from tesuji.protocols.gomocup_main import main  # noqa: E402

main()
'''


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("target", type=Path, help="where the folder and the zip shall be")
    options.add_argument("--wheel", type=Path, help="a wheel to take everything from")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if given.wheel is not None:
            source = Path(scratch)
            with zipfile.ZipFile(given.wheel) as wheel:
                wheel.extractall(source)
            information = next(source.glob("tesuji-*.dist-info")).name
            version = information.removesuffix(".dist-info").removeprefix("tesuji-")
            build(given.target, source / "tesuji", source / "tesuji" / "core", version)
        else:
            import tesuji
            from tesuji import core

            package = Path(tesuji.__file__).parent
            extensions = Path(str(core.module.__file__)).parent
            build(given.target, package, extensions, metadata.version("tesuji"))


def build(target: Path, package: Path, extensions: Path, version: str) -> None:
    """Makes the folder and the zip in `target` from the package and its compiled core."""
    folder = target / NAME
    shutil.rmtree(folder, ignore_errors=True)
    library = folder / "lib"
    for module in sorted(closure(package)):
        relative = module.relative_to(package.parent)
        (library / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, library / relative)
    for extension in extensions.iterdir():
        if extension.suffix in (".so", ".pyd"):
            shutil.copy(extension, library / "tesuji" / "core")
    information = library / f"tesuji-{version}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: tesuji\nVersion: {version}\n", encoding="utf-8"
    )
    compileall.compile_dir(
        library,
        quiet=1,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        stripdir=str(folder.resolve()),
    )
    program = folder / NAME
    program.write_text(LAUNCHER, encoding="utf-8")
    program.chmod(0o755)
    archive = shutil.make_archive(str(folder), "zip", target, NAME)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{program} ({size / 1e6:.1f} MB) and {archive}")


def closure(package: Path) -> set[Path]:
    """Returns the files of all modules that the roots import on loading, directly or not."""
    found: set[Path] = set()
    waiting = [*ROOTS, "tesuji"]
    while waiting:
        name = waiting.pop()
        file = _file_of(package, name)
        if file is None or file in found:
            continue
        found.add(file)
        waiting.append(name.rpartition(".")[0])
        waiting.extend(_imports(file))
    return found


def _file_of(package: Path, name: str) -> Path | None:
    if name != "tesuji" and not name.startswith("tesuji."):
        return None
    path = package.joinpath(*name.split(".")[1:])
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file():
            return file
    return None


def _imports(file: Path) -> list[str]:
    """Returns what a module imports on loading: not in functions, not for type checkers."""
    names = []
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Import):
            names += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            names.append(statement.module)
            names += [f"{statement.module}.{alias.name}" for alias in statement.names]
    return names


if __name__ == "__main__":
    main()

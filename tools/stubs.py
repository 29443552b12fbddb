"""Writes the type stub of the C++ core, src/tesuji/core/__init__.pyi, from the built module.

With --check it writes nothing and fails when the stub is out of date.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from nanobind.stubgen import StubGen

from tesuji import core

STUB = Path(__file__).parents[1] / "src" / "tesuji" / "core" / "__init__.pyi"
HEAD = '''"""Generated from the C++ core by tools/stubs.py: do not edit."""

from types import ModuleType
from typing import Any

'''
TAIL = '''
module: ModuleType
"""The extension module itself."""
variant: str
"""Which build was loaded: ``native``, ``avx2`` or ``baseline``."""
'''


def generate() -> str:
    generator = StubGen(core.module)
    generator.put(core.module)
    with tempfile.NamedTemporaryFile("w", suffix=".pyi") as file:
        # nanobind leaves open what a callable is called with, and what options are.
        body = re.sub(r"(?<!import )\bCallable\b(?!\[)", "Callable[..., Any]", generator.get())
        body = re.sub(r"\*\*(\w+)\)", r"**\1: Any)", body)
        file.write(HEAD + body + TAIL)
        file.flush()
        # The order of names in a module is not part of its interface: sort the imports.
        subprocess.run(["ruff", "check", "--quiet", "--select=I", "--fix", file.name], check=True)
        subprocess.run(["ruff", "format", "--quiet", "--line-length=100", file.name], check=True)
        return Path(file.name).read_text(encoding="utf-8")


def main() -> int:
    wanted = generate()
    if "--check" not in sys.argv:
        STUB.write_text(wanted, encoding="utf-8")
        return 0
    if STUB.exists() and STUB.read_text(encoding="utf-8") == wanted:
        return 0
    print("the stub of the core is out of date: run 'make stubs'", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

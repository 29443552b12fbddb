"""The command ``tesuji`` as tests run it: in this process, or as a process of its own."""

from __future__ import annotations

import sys
from typing import Any

from typer.testing import CliRunner, Result

from tesuji.cli import build_app

TESUJI = [sys.executable, "-c", "from tesuji.cli import main; main()"]
"""How the command is started as a process; words of the command line follow."""

TESUJI_LINE = f"{sys.executable} -c 'from tesuji.cli import main; main()'"
"""The same as a line for a shell."""


def invoke(*words: object, **options: Any) -> Result:
    """What the command does in this process; `options` are those of `CliRunner.invoke`."""
    line = [str(word) for word in words]
    return CliRunner().invoke(build_app(line[0]), line, **options)

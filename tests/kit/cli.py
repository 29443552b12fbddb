"""The command ``tesuji`` as tests run it: in this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from tests.kit.patience import PATIENCE
from tesuji.cli import build_app

TESUJI = [sys.executable, "-c", "from tesuji.cli import main; main()"]
"""How the command is started as a process; words of the command line follow."""

TESUJI_LINE = f"{sys.executable} -c 'from tesuji.cli import main; main()'"
"""The same as a line for a shell."""


def invoke(*words: object, **options: Any) -> Result:
    """What the command does in this process; `options` are those of `CliRunner.invoke`."""
    line = [str(word) for word in words]
    return CliRunner().invoke(build_app(line[0]), line, **options)


def run(
    *words: str, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What the command does as a process of its own, with nothing on its standard input."""
    return subprocess.run(
        [*TESUJI, *words],
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=cwd,
        env=os.environ | environment,
    )

"""A program at the other end of pipes, as engines are spoken with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.kit.patience import PATIENCE


class Program:
    """A running Python program that reads lines and writes lines."""

    def __init__(self, command: Sequence[str], end_of_line: str = "\n") -> None:
        """`command` is what follows ``python``."""
        self.end_of_line = end_of_line
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def send(self, *lines: str) -> None:
        self.write("".join(line + self.end_of_line for line in lines))

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())

    def line(self) -> str:
        """The next line that it writes, without its end."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().rstrip("\n")

    def line_without(self, *remarks: str) -> str:
        """The next line that does not begin with one of these words."""
        while (line := self.line()).startswith(remarks):
            pass
        return line

    def end(self) -> tuple[str, str, int]:
        """Closes its input and waits: what it wrote since then, its complaints, its status."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        return output.decode(), errors.decode(), self.process.returncode

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def peak_memory(self) -> int:
        """The most memory that the process has had in use, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024

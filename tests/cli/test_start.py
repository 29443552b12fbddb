"""The command starts at once, can be interrupted at once, and bears all kinds of streams."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import typer

from tests.kit.patience import PATIENCE
from tesuji.cli import build_app
from tesuji.cli.commands import COMMANDS

RUN = "from tesuji.start import main; main()"
TORUS = "match torus random random --games 2 --workers 1"


def test_the_overview_tells_what_the_commands_tell() -> None:
    group = typer.main.get_command(build_app())
    real = group.commands  # type: ignore[attr-defined]
    assert set(real) == set(COMMANDS)
    for name, command in COMMANDS.items():
        told = (real[name].help or "").strip().partition("\n\n")[0]
        assert " ".join(told.split()) == command.help


def test_paragraphs_of_help_fit_a_narrow_terminal() -> None:
    """Each is one line, which the terminal breaks; examples keep their lines."""
    group = typer.main.get_command(build_app())
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        for part in (command.help or "").split("\n\n"):
            assert part.startswith(" ") or "\n" not in part, name


@pytest.mark.parametrize("arguments", ["--help", "--version", "games", "rules go", "players"])
def test_what_needs_little_imports_little(arguments: str) -> None:
    program = f"""
        import atexit, sys
        heavy = ("numpy", "torch", "tesuji.theory", "tesuji.learning", "fastapi")
        atexit.register(lambda: print([name for name in heavy if name in sys.modules]))
        sys.argv = ["tesuji", *{arguments.split()}]
        {RUN}
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("module", ["tesuji.cli", "typer", "rich", "tesuji.core", "tesuji.match"])
def test_ctrl_c_while_it_starts(module: str) -> None:
    program = f"""
        import os, signal, sys

        class Interrupts:
            def find_spec(self, name, path=None, target=None):
                if name == "{module}":
                    os.kill(os.getpid(), signal.SIGINT)

        sys.meta_path.insert(0, Interrupts())
        sys.argv = ["tesuji", *"{TORUS}".split()]
        {RUN}
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "tesuji: interrupted\n")


STREAMS = {
    "closed input": "<&-",
    "closed output": ">&-",
    "closed errors": "2>&-",
    "all closed": "<&- >&- 2>&-",
    "full disk": ">/dev/full",
    "full disk for errors": "2>/dev/full",
    "nobody reads": "| true; exit ${PIPESTATUS[0]}",
}
PROGRAMS = ["gtp go", "gomocup", "json-analysis", "play torus", "games", TORUS]


@pytest.mark.parametrize("streams", STREAMS.values(), ids=STREAMS)
@pytest.mark.parametrize("arguments", PROGRAMS, ids=[text.split()[0] for text in PROGRAMS])
def test_streams_that_cannot_be_used(arguments: str, streams: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -c "{RUN}" {arguments} {streams}'
    done = subprocess.run(
        ["bash", "-c", command],
        input=b"name\nabout\nrubbish\nquit\n",
        capture_output=True,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode in (0, 1, 2), done.stderr
    assert done.stderr.count(b"\n") <= 1


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "utf-8"])
@pytest.mark.parametrize("arguments", ["doctor", "rules go", TORUS, "--help", "players"])
def test_every_encoding_of_the_output(arguments: str, encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments.split()],
        capture_output=True,
        env={"PYTHONIOENCODING": encoding, "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert len(text) > 100
    assert text.count("?") <= 3

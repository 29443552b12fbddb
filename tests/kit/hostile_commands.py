"""Every option of every command with values that nobody should give it.

    python -m tests.kit.hostile_commands                    all of them, some minutes
    python -m tests.kit.hostile_commands --sample 100       a few, by --seed
    python -m tests.kit.hostile_commands --only "match --games"

A command has to do its work, or to say in one sentence what is wrong and to end with status 2. What
takes longer than a moment of processor time is interrupted (Ctrl-C) and has to end then, quietly.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.main import get_command

from tesuji.cli import build_app, main

SECONDS = 1.5
"""Processor time after which a command is interrupted."""
PATIENCE = 15.0
"""Seconds by the clock after which it is interrupted as well: a server waits for ever."""
MOST_SECONDS = 60.0
"""By the clock, for all of it."""
MEMORY = 6 << 30
"""Bytes of address space; Python with ONNX Runtime reserves one or two gigabytes by itself."""

VALUES = (
    "", " ", "-1", "0", "1e308", "nan", "inf", "2147483648", "-9223372036854775809", "3.5", "abc",
    "\udcff", "a\nb", "A" * 5000, "-", "=", ":", "x=1,x=2", "9x9", "é",
)  # fmt: skip
PATHS = (
    "{folder}", "{folder}/missing/x", "{file}/x", "/dev/null", "/dev/full", "/proc/self/mem",
    "{binary}", "{empty}",
)  # fmt: skip
"""In places of files and folders, and everywhere else, too."""

BASE = {
    "value": "domineering --size 2x3",
    "analyze": "{record} --player mcts:sims=5",
    "bench": "--only playouts --rounds 1",
    "doctor": "",
    "endgame-benchmark": "{problems} --seconds 0.2 --nodes 100",
    "evolve": "--workers 1 --threads 1",
    "games": "",
    "gomocup": "",
    "gtp": "go --size 5 --player random",
    "json-analysis": "",
    "ladder": "torus random greedy --size 4 --games 2 --workers 1 --out {folder}/ladder.jsonl",
    "match": "torus random greedy --size 4 --games 2 --workers 1",
    "networks": "list",
    "play": "torus --size 4 --players random greedy",
    "players": "",
    "reproduce": "garcia --table 2.2 --workers 0 --scale 0.01",
    "rules": "go",
    "runs": "",
    "serve": "--port 0 --no-browser --database {folder}/games.sqlite",
    "endgame": "{record} --seconds 0.2",
    "show": "{record}",
    "solve": "dots-and-boxes --size 1",
    "temperature": "{record} --point A1 --nodes 100 --seconds 0.2",
    "train": "dots-and-boxes --size 1 --preset smoke --generations 1 --workers 0 "
    "--set self_play.games=1 --set measurement.every=0 --set competition.games=0",
    "train go-endgames": "--games 0 --regions 4 --nodes 200 --game-steps 0 --steps 1 --channels 4 "
    "--seed 1",
    "win": "torus --size 4 --turns 1 --seconds 1",
}
"""Arguments with which a command has little to do."""
EXPERIMENTS = {
    "go-generalist": "--generations 1 --population 4 --games 2 --measure-games 2",
    "go-td": "--rounds 1 --games 2 --measure-games 2 --hidden 2",
    "torus-raters": "--tournaments 1 --size 4 --layers 2 --opponents random --strength-games 2",
}
"""Experiments that are tried, with little to do: all others have the options of one of these."""
PROBLEM = (
    "(;SZ[9]AB[db][eb][fb][gb][ga][gc][gd]AW[ca][cb][cc][cd][ea]"
    "SQ[ca][da][ea][fa][ga][cb][db][eb][fb][gb]C[3])"
)
NOTES = re.compile(r"(?m)^tesuji: (?:the run is in|\[).*\n")
"""What long work says while it goes on."""
INPUT = b'boardsize 5\ngenmove b\nSTART 15\nBEGIN\n{"id": 1, "game": "go:size=3"}\nquit\n'


@dataclass(frozen=True)
class Case:
    """A command line; `about` is the command and what was made hostile of it."""

    about: str
    words: tuple[str, ...]
    hostile: bool = True
    """Otherwise it has to go well: what is complained of later is the hostile value alone."""


def cases() -> Iterator[Case]:
    """All of them."""
    tried: set[tuple[str, str]] = set()
    for name, command in get_command(build_app()).commands.items():  # type: ignore[attr-defined]
        if name != "evolve":
            yield from _cases_of(command, [name], set())
        for experiment in EXPERIMENTS if name == "evolve" else ():
            yield from _cases_of(command.commands[experiment], [name, experiment], tried)


def _cases_of(command: Any, path: list[str], tried: set[tuple[str, str]]) -> Iterator[Case]:
    """Options that were `tried` before, by name and meaning, are left out; the others are added."""
    base = BASE[path[0]].split()
    if path[0] == "evolve":
        base += EXPERIMENTS[path[1]].split()
    yield Case(" ".join(path), (*path, *base), hostile=False)
    for option in command.params:
        name = option.opts[0]
        meaning = name, getattr(option, "help", None) or ""
        if getattr(option, "is_flag", False) or meaning in tried:
            continue
        tried.add(meaning)
        for value in (*VALUES, *PATHS):
            given = [value] * abs(option.nargs)
            words = [*path, *base]
            if name.startswith("-"):
                words += [name, *given]
            else:  # the places of arguments are those at the beginning
                at = [other.opts[0] for other in _arguments(command)].index(name)
                words[len(path) + at : len(path) + at + 1] = given
            yield Case(f"{' '.join(path)} {name}", tuple(words))


def _arguments(command: Any) -> list[Any]:
    return [one for one in command.params if not one.opts[0].startswith("-")]


def complaint(case: Case, folder: Path) -> str | None:
    """Runs a command; what was wrong with how it went, None if nothing."""
    places = _prepare(folder)
    words = [_filled(word, places) for word in case.words]
    child = _start(words, folder)
    began, interrupted = time.monotonic(), 0.0
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        waited = time.monotonic() - began
        if not interrupted and (waited > PATIENCE or _processor_seconds(child) > SECONDS):
            interrupted = time.monotonic()
            os.kill(child, signal.SIGINT)
        if waited > MOST_SECONDS:
            os.kill(child, signal.SIGUSR1)  # says where it is
            time.sleep(1)
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            where = (folder / "stderr").read_bytes().decode("utf-8", "replace").strip()
            return f"had to be killed{' after Ctrl-C' if interrupted else ''}: {where[-3000:]}"
        time.sleep(0.005)
    code = os.waitstatus_to_exitcode(status)
    said = (folder / "stderr").read_bytes().decode("utf-8", "replace").strip()
    told = (folder / "stdout").read_bytes().decode("utf-8", "replace")
    if "Traceback" in said or "Traceback" in told:
        return f"status {code}: {said[-1500:]}"
    if code not in ((0, 1, 2, 130) if interrupted else (0, 1, 2)):
        return f"status {code}: {said[-1500:]}"
    if not case.hostile and code not in (0, 130):
        return f"status {code} without anything hostile: {said[-1500:]}"
    said = NOTES.sub("", said)
    if code == 2 and (said.count("\n") > 0 or not said.startswith("tesuji: ")):
        return f"not one sentence: {said[-1500:]}"
    if code == 2 and len(said) > 600:
        return f"a sentence of {len(said)} characters: {said[:300]}"
    return None


def _prepare(folder: Path) -> dict[str, str]:
    places = {name: str(folder / name) for name in ("file", "binary", "empty")}
    (folder / "file").write_text("hello\n")
    (folder / "binary").write_bytes(bytes(range(256)) * 9)
    (folder / "empty").write_bytes(b"")
    (folder / "record.sgf").write_text("(;GM[1]SZ[5];B[aa];W[bb])")
    (folder / "problems").mkdir(exist_ok=True)
    (folder / "problems" / "one.sgf").write_text(PROBLEM)
    places |= {"problems": str(folder / "problems")}
    return places | {"folder": str(folder), "record": str(folder / "record.sgf")}


def _filled(word: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        word = word.replace(f"{{{name}}}", place)
    return word


def _start(words: list[str], folder: Path) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        os.chdir(folder)
        os.environ |= {"TESUJI_DATA_DIR": str(folder / "data"), "COLUMNS": "200"}
        os.environ |= {"TESUJI_CACHE_DIR": str(folder / "cache")}
        os.environ |= {"PYTHONWARNINGS": "ignore"}  # of semaphores, because of `os._exit` below
        (folder / "stdin").write_bytes(INPUT)
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            os.dup2(os.open(folder / name, flags), number)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        faulthandler.register(signal.SIGUSR1, file=2)
        # Whoever starts this in the background of a shell has Ctrl-C ignored by all children.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["tesuji", *words]
        main()
    except SystemExit as end:
        sys.stdout.flush()
        os._exit(end.code if isinstance(end.code, int) else 0 if end.code is None else 1)
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)
    os._exit(0)


def _processor_seconds(child: int) -> float:
    fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sample", type=int, help="so many, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="those whose command and option begin so")
    parser.add_argument("--without", nargs="*", default=[], help="commands to leave out")
    options = parser.parse_args()
    chosen = [
        case
        for case in cases()
        if case.about.startswith(options.only or "") and case.words[0] not in options.without
    ]
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    if any(case.words[0].startswith("train") for case in chosen):
        importlib.import_module("tesuji.learning.alphazero.generations")  # slow: once for all
    found = 0
    for number, case in enumerate(chosen):
        print(f"\r{number}/{len(chosen)} {found} ", end="", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            wrong = complaint(case, Path(folder))
        if wrong is not None:
            found += 1
            print(f"== {case.about}: {[word[:80] for word in case.words]}\n{wrong}", flush=True)
    print(f"{len(chosen)} command lines, {found} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(run())

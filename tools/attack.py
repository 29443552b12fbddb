"""Attacks the program from outside, all ways in turn, and counts what it stood and what it did not.

    python tools/attack.py                          everything, a quarter of an hour
    python tools/attack.py --part floods kills
    python tools/attack.py --inputs 1000 --kills 5 --lines 20     a short one

Bad input (damaged files and messages, command lines), environments (streams, encodings, Ctrl-C
while it starts, what leaves the machine), kills and full disks, floods of the server. Each part is
a campaign of its own that can be run alone; here they follow one another, and the table at the end
is that of docs/hardening.md. The status is 1 when anything was found.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
VICTIMS = ("ladder", "server", "evolve", "train")


@dataclass(frozen=True, slots=True)
class Count:
    """What a campaign did."""

    what: str
    tried: int
    findings: int
    seconds: float
    words: str = ""
    """What it said, where something was found."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--inputs", type=int, default=5000, help="damaged inputs for each target")
    parser.add_argument("--lines", type=int, default=150, help="command lines")
    parser.add_argument("--kills", type=int, default=20, help="of each victim, and full disks")
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    counts = []
    for part in options.part:
        for count in PARTS[part](options):
            counts.append(count)
            print(f"{count.what}: {count.tried} tried, {count.findings} findings", flush=True)
            if count.findings:
                print(count.words, flush=True)
    print("\n| attack | tried | findings | seconds |\n|---|---:|---:|---:|")
    for count in counts:
        print(f"| {count.what} | {count.tried:,} | {count.findings} | {count.seconds:.0f} |")
    return 1 if any(count.findings for count in counts) else 0


# -- the parts ---------------------------------------------------------------------------------


def bad_input(options: argparse.Namespace) -> Iterator[Count]:
    """Damaged files, messages and requests; options with values that nobody should give."""
    began = time.monotonic()
    ran = _run("-m", "tests.fuzz", "--inputs", options.inputs, "--seed", options.seed, "--json")
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    found = sum(len(line["findings"]) for line in lines) + (not lines)
    tried = sum(line["inputs"] for line in lines)
    yield Count("damaged input", tried, found, time.monotonic() - began, ran.stdout + ran.stderr)
    began = time.monotonic()
    ran = _run(
        "-m", "tests.kit.hostile_commands", "--sample", options.lines, "--seed", options.seed
    )
    told = re.search(r"(\d+) command lines, (\d+) complaints", ran.stdout)
    tried, found = (int(told[1]), int(told[2])) if told else (0, 1)
    yield Count("command lines", tried, found, time.monotonic() - began, ran.stdout + ran.stderr)


def environments(options: argparse.Namespace) -> Iterator[Count]:
    """Streams, encodings, Ctrl-C at the wrong moment, what leaves the machine."""
    yield _tests("streams, encodings, Ctrl-C while it starts", "tests/cli/test_start.py")
    yield _tests("what leaves the machine", "tests/project/test_privacy.py")
    yield _tests("odd values in ordinary work", "tests/cli/test_small_mends.py")
    yield _tests("searches that outlive their owners", "tests/search/test_search_lifetime.py")
    yield _tests(
        "bad queries and closed pipes of engines", "tests/protocols/test_json_analysis_process.py"
    )


def kills(options: argparse.Namespace) -> Iterator[Count]:
    """Kills processes and fills disks."""
    for disk in (False, True):
        for victim in VICTIMS:
            began = time.monotonic()
            words = [victim, "--kills", options.kills, "--seed", options.seed, "--json"]
            ran = _run("tools/kill_campaign.py", *words, *(["--full-disk"] if disk else []))
            last = ran.stdout.strip().splitlines()[-1:] or [""]
            deaths = json.loads(last[0])["deaths"] if last[0].startswith("{") else 0
            what = f"{'full disks of' if disk else 'kills of'} {victim}"
            seconds = time.monotonic() - began
            failed = int(ran.returncode != 0)
            yield Count(what, deaths, failed, seconds, ran.stdout + ran.stderr)


def floods(options: argparse.Namespace) -> Iterator[Count]:
    """Sends many heavy requests, and Ctrl-C in the middle of them."""
    files = ["tests/server/test_floods.py", "tests/server/test_ending.py"]
    yield _tests("floods of the server", *files, "-m", "slow or not slow")


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Count]]] = {
    "bad-input": bad_input,
    "environments": environments,
    "kills": kills,
    "floods": floods,
}


# -- running them --------------------------------------------------------------------------------


def _tests(what: str, *words: str) -> Count:
    began = time.monotonic()
    ran = _run("-m", "pytest", "-q", *words)
    told = re.findall(r"(\d+) (passed|failed|error)", ran.stdout)
    numbers = {kind: int(number) for number, kind in told}
    failed = numbers.get("failed", 0) + numbers.get("error", 0)
    if ran.returncode != 0:
        failed = max(failed, 1)
    tried = numbers.get("passed", 0) + failed
    return Count(what, tried, failed, time.monotonic() - began, ran.stdout)


def _run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())

"""Runs a target on many inputs and collects what was not promised.

Inputs run in a child process, so that a crash is a finding like another one: the child says in
shared memory which input it is at.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from types import FrameType
from typing import Any

from tests.fuzz.target import TARGETS, Check, Target

SECONDS = 20
"""An input that takes more processor time than this hangs, as far as we are concerned."""
PATIENCE = 30
"""So many times as long may it take by the clock on the wall, where it waits for others."""
MEMORY = 3 << 30
"""Bytes that the process may have: who believes a hostile file asks for more."""
MOST_FINDINGS = 50


@dataclass
class Tally:
    """What came of a campaign."""

    target: str
    seed: int
    inputs: int = 0
    used: int = 0
    """Inputs that were not refused."""
    cpu_seconds: float = 0.0
    findings: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By the place in the code: the first input that got there, and the traceback."""


def input_of(target: Target, seed: int, number: int) -> bytes:
    """Input `number` of the campaign with `seed`."""
    return target.input(Random(f"{target.name} {seed} {number}"), target.seeds())


def run_here(name: str, seed: int, numbers: range) -> Tally:
    """Runs inputs in this process; for tests."""
    tally = Tally(name, seed)
    with prepared(TARGETS[name]) as check:
        for number in numbers:
            _one(TARGETS[name], check, number, tally)
    return tally


def run(name: str, seed: int, numbers: range, tell: Callable[[Tally], None]) -> Tally:
    """Runs a campaign in child processes; `tell` hears of it now and then."""
    tally = Tally(name, seed)
    at = multiprocessing.Value("q", numbers.start)
    while tally.inputs < len(numbers) and len(tally.findings) < MOST_FINDINGS:
        receiver, sender = multiprocessing.Pipe(duplex=False)
        first = at.value
        child = multiprocessing.get_context("fork").Process(
            target=_child, args=(name, seed, first, numbers.stop, at, sender)
        )
        child.start()
        sender.close()
        while True:
            try:
                part: Tally = receiver.recv()
            except EOFError:
                break
            tally.inputs += part.inputs
            tally.used += part.used
            tally.cpu_seconds += part.cpu_seconds
            for place, finding in part.findings.items():
                tally.findings.setdefault(place, finding)
            tell(tally)
        child.join()
        if child.exitcode:
            place = f"the process died with {child.exitcode}"
            tally.findings.setdefault(place, (at.value, place))
            at.value += 1
            tally.inputs = at.value - numbers.start
            tell(tally)
    return tally


def prepared(target: Target) -> AbstractContextManager[Check]:
    return target.prepare()


def _child(name: str, seed: int, first: int, end: int, at: Any, sender: Connection) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY + used, MEMORY + used))
    signal.signal(signal.SIGPROF, _too_slow)
    signal.signal(signal.SIGALRM, _too_slow)
    target = TARGETS[name]
    tally = Tally(name, seed)
    began, told = time.process_time(), time.monotonic()
    with prepared(target) as check:
        for number in range(first, end):
            at.value = number
            # Processor time, which a busy machine does not use up; the alarm is for what waits.
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.alarm(PATIENCE * SECONDS)
            _one(target, check, number, tally)
            if time.monotonic() - told > 5 or number == end - 1:
                tally.cpu_seconds = time.process_time() - began
                sender.send(tally)
                tally = Tally(name, seed)
                began, told = time.process_time(), time.monotonic()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
    sender.close()
    sys.stdout.flush()
    os._exit(0)


class Hangs(BaseException):
    """An input that takes too long; not an `Exception`, which somebody might catch."""


def _too_slow(signal_number: int, frame: FrameType | None) -> None:
    raise Hangs(f"more than {SECONDS} seconds")


def _one(target: Target, check: Check, number: int, tally: Tally) -> None:
    data = input_of(target, tally.seed, number)
    tally.inputs += 1
    try:
        tally.used += check(data)
    except (Exception, Hangs) as error:
        tally.findings.setdefault(_place(error), (number, traceback.format_exc()))


def _place(error: BaseException) -> str:
    """The kind of an error and the last line of ours that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "tesuji" in frame.filename] or frames
    last = ours[-1]
    return f"{type(error).__name__} at {os.path.basename(last.filename)}:{last.lineno}"

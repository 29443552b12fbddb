"""What can be fuzzed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.mutation import damaged

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where files of a campaign are written: in memory, if the system has such a place."""

Check = Callable[[bytes], bool]
"""Takes one input; whether it was used (and not refused). Raises what was not promised."""


@dataclass(frozen=True)
class Target:
    """One way in, with input to start from."""

    name: str
    about: str
    prepare: Callable[[], AbstractContextManager[Check]]
    """Makes everything ready and gives the check."""
    seeds: Callable[[], Sequence[bytes]]
    """Good inputs."""
    tokens: Sequence[bytes] = ()
    """What good inputs are made of."""
    damage: Callable[[Random, Sequence[bytes], Sequence[bytes]], bytes] = damaged

    def input(self, dice: Random, seeds: Sequence[bytes]) -> bytes:
        return self.damage(dice, seeds, self.tokens)


TARGETS: dict[str, Target] = {}


def add(target: Target) -> None:
    TARGETS[target.name] = target


def sentence(error: BaseException) -> None:
    """A refusal is one line that says something."""
    text = str(error)
    if not text.strip() or len(text) > 2000:
        raise AssertionError(f"this says nothing, or too much: {text[:200]!r}") from error

"""Defines the seats of a game: who plays which side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tesuji.play.asked import AskedPlayer

PERSON, ENGINE, PROGRAM = "human", "engine", "program"
"""The kinds of seats. A program plays through an interface, like a person."""


@dataclass(slots=True)
class Seat:
    """Who plays one side."""

    name: str = ""
    kind: str = PERSON
    """`PERSON`, `ENGINE` or `PROGRAM`."""
    player: AskedPlayer | None = None
    """The engine, if there is one."""

"""Defines remarks on positions, in the form used from here to the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tesuji.games import Side

Tone = Literal["good", "neutral", "warning", "danger"]
"""The tone of a remark, from the viewpoint of `Remark.player` if there is one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A fact about a position: a sentence, and what to mark on the board."""

    kind: str
    """What it is about, for programs and for the choice of what to show: "atari", "chain"."""
    text: str
    """A sentence for people."""
    player: Side | None = None
    """The player concerned: whose stones are in atari, who has control."""
    points: tuple[int, ...] = ()
    """What to mark on the board: points of a board of stones, boxes in Dots and Boxes."""
    lines: tuple[int, ...] = ()
    """Lines to mark in Dots and Boxes."""
    sequence: tuple[int, ...] = ()
    """Moves in their order, to be numbered on the board: a winning sequence."""
    tone: Tone = "neutral"

    # The web server sends remarks unchanged; this describes them in its API.
    __pydantic_config__ = {  # noqa: RUF012  (pydantic's own name for it)
        "json_schema_serialization_defaults_required": True,
        "use_attribute_docstrings": True,
    }

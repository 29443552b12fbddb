"""Defines the types of game records as trees."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tesuji.server.models import GameInfo, LongText, Model, Move, SetupView


class RecordUpload(Model):
    sgf: Annotated[str, StringConstraints(max_length=2_000_000)]


class TreeNodeView(Model):
    """A node of a move tree; the parent is earlier in the list."""

    parent: Annotated[int, Field(ge=0, le=20000)] | None
    move: Move | None
    comment: str = ""
    marks: dict[str, str] = Field(default={})
    """Mark by point: "square", "triangle", "circle", "cross", "black territory",
    "white territory", or a label."""
    arrows: Annotated[list[tuple[Move, Move]], Field(max_length=1000, default=[])]
    """From one point to another."""
    setup: SetupView | None = None
    """The board at this node if no legal move leads to it: a set-up, or an illegal move."""
    note: str = ""
    """What is wrong with the move."""


class RecordView(Model):
    game: GameInfo
    setup: SetupView | None
    nodes: Annotated[list[TreeNodeView], Field(max_length=20000)]
    names: tuple[str, str]
    result: str
    problem: str | None = None
    """Why some moves were left out, if any."""


class RecordDownload(Model):
    spec: Annotated[str, StringConstraints(max_length=200)]
    setup: SetupView | None = None
    nodes: Annotated[list[TreeNodeView], Field(max_length=20000)]
    names: tuple[LongText, LongText] = ("", "")


class SgfText(Model):
    sgf: str

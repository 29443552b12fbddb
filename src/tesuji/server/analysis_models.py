"""Defines the types of analyses and reviews."""

from __future__ import annotations

from typing import Literal

from tesuji.server.models import Model, SideNumber


class MoveAnalysis(Model):
    """A move at the root, seen by the player to move there."""

    move: int
    visits: int
    value: float
    rating: float | None
    """0 to 100: the chance to win with it; null for a move that was not searched."""
    proof: Literal["unknown", "win", "draw", "loss"]
    score: float | None
    """Points by which the player to move wins with it, where that is proven."""
    lead: float | None
    """Points by which the player to move leads with it, as a network judges it."""
    line: list[int]


class AnalysisView(Model):
    """The report of a search."""

    for_player: SideNumber
    """The player to move, for whom values are."""
    value: float
    proof: Literal["unknown", "win", "draw", "loss"]
    chance: float
    """Of the player to move to win, 0 to 1."""
    score: float | None
    """Points by which the player to move wins with best play by both, where that is proven."""
    lead: float | None
    """Points by which the player to move leads, as a network judges it."""
    engine: str
    """The player and its budget, as a spec."""
    simulations: int
    nodes: int
    seconds: float
    moves: list[MoveAnalysis]
    done: bool


class Done(Model):
    """The end of a job."""


class ReviewedMove(Model):
    """One move of a reviewed game. Chances are those of the player who moved, 0 to 1."""

    ply: int
    move: int
    player: SideNumber
    chance: float
    """After the move that was played."""
    best_chance: float
    best: int
    line: list[int]
    loss: float
    """What the move gave away: best_chance - chance, never negative."""
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
    points_lost: float | None
    """Points of the game that it gave away, if known."""
    points_proven: bool
    """Whether they are proven; otherwise a network estimates them."""
    lead: float | None
    """Points by which the player who moved leads after it; null if unknown."""
    best_lead: float | None
    engine: str
    """The judge and its budget, as a player spec."""

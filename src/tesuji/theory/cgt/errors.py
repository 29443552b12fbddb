"""Defines the exceptions of computations with games."""

from __future__ import annotations

from tesuji.errors import TesujiError


class GameError(TesujiError):
    """Raised for a game, or a question about one, that the theory does not cover."""


class GameTooDeepError(GameError):
    """Raised for a game that is deeper than values are computed for."""


class LoopError(GameError):
    """Raised for a loopy game with loops other than kos."""

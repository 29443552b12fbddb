"""What can go wrong in a computation with games because of what was asked."""

from __future__ import annotations

from tesuji.errors import TesujiError


class GameError(TesujiError):
    """A game, or a question about one, that the theory does not cover."""


class GameTooDeepError(GameError):
    """A game whose moves go deeper than values are computed for."""


class LoopError(GameError):
    """A loopy game that is more than a matter of kos."""

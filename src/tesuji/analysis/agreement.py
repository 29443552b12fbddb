"""Ends games that are counted by agreement: dead stones come off the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.games import Outcome, Position
from tesuji.games.capabilities import Capability

Agreement = Callable[[Any], Outcome | None]

_agreements: Capability[Agreement] = Capability("tesuji.analysis.games")
register_agreement = _agreements.decorator
"""Makes the decorated function the one that says what players of a game would agree on."""


def agreed_outcome(position: Position) -> Outcome | None:
    """Returns the outcome on which the players of a finished game would agree, as it seems.

    None where the rules leave nothing to agree on: the game ended as it stands.
    """
    find = _agreements.of(position.game.name)
    return None if find is None or not position.is_over else find(position)

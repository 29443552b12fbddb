"""Finds what every player sees at a glance: moves that capture, and moves that save.

A game defines it with `register_tactics`. Wins in one move follow from the rules (`winning_move`,
`lets_win`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.games import Position
from tesuji.games.capabilities import Capability

Tactics = Callable[[Any], dict[int, int]]
"""For each legal move its gain minus its loss at a glance; only the order counts."""

_tactics: Capability[Tactics] = Capability("tesuji.players.games")
register_tactics = _tactics.decorator
"""Registers the decorated function, which sees gains and losses in a game."""


def gains_in_sight(position: Position) -> dict[int, int]:
    """Returns the gain minus the loss of each legal move; all 0 in a game without tactics."""
    tactics = _tactics.of(position.game.name)
    return dict.fromkeys(position.legal_moves(), 0) if tactics is None else tactics(position)


def winning_move(position: Position) -> int | None:
    """Returns a move that wins the game at once, if there is one."""
    mover = position.to_move
    for move in position.legal_moves():
        outcome = position.after(move).outcome
        if outcome is not None and outcome.winner == mover:
            return move
    return None


def lets_win(position: Position, move: int) -> bool:
    """Returns whether the opponent can win at once after `move`, or has won by it."""
    after = position.after(move)
    if after.outcome is not None:
        return after.outcome.winner == position.to_move.other
    return after.to_move != position.to_move and winning_move(after) is not None

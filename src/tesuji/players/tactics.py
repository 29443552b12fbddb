"""Finds what every player sees at a glance: moves that capture, and moves that save.

A game defines it with `register_tactics`. Wins in one move follow from the rules (`winning_move`,
`lets_win`), and so does the end of a decided game (`accepts_the_end`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.games import Position
from tesuji.games.capabilities import Capability
from tesuji.search import SearchReport

Tactics = Callable[[Any], dict[int, int]]
"""For each legal move its gain minus its loss at a glance; only the order counts."""

_HOPELESS = -0.95
"""A value, from -1 to 1, at which a player gives up when the opponent offers the end."""
_NOTHING_TO_GAIN = 0.1
"""What a move has to be worth beyond a pass to be played when the opponent offers the end."""

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


def accepts_the_end(position: Position, report: SearchReport) -> bool:
    """Returns whether a player who found `report` answers a pass by the pass that ends the game.

    It does where the game is lost, or where no move is worth more than the pass. Without this a
    lost game of Go goes on until the board is filled a second time.
    """
    passing = position.game.pass_move
    if passing is None or not position.is_legal(passing) or not position.after(passing).is_over:
        return False
    best = report.value.number
    judged = (move.value.number for move in report.moves if move.move == passing and move.is_judged)
    return best <= _HOPELESS or best - next(judged, -1.0) <= _NOTHING_TO_GAIN

"""Decides how long to think about a move, given the clock."""

from __future__ import annotations

from tesuji.games import Position
from tesuji.players.base import TimeLeft

_FEWEST_MOVES = 8
"""The fewest own moves that time is kept for, so that the last ones have time too."""
_MOST_MOVES = 40
_INCREMENT_SHARE = 0.8
_MAIN_SHARE = 0.25
"""The largest share of the main time for one move."""
_LEAST = 1e-6
"""Seconds for a move when no time is left: a search returns the best move so far at once."""


def thinking_time(
    position: Position, time_left: TimeLeft | None, own_limit: float | None = None
) -> float | None:
    """Returns the seconds to think about the move at `position`, or None without a limit.

    `own_limit` is the player's setting, used if the clock allows it. Each limit of the clock is
    reduced by a margin for overhead.
    """
    limits = [] if own_limit is None else [own_limit]
    if time_left is not None and time_left.per_move is not None:
        limits.append(_with_margin(time_left.per_move))
    if time_left is not None and time_left.main is not None:
        limits.append(_share(time_left.main, time_left.increment, _moves_to_come(position)))
    return max(min(limits), _LEAST) if limits else None


def _moves_to_come(position: Position) -> float:
    """Estimates this player's remaining moves: at most half of the free places."""
    free = len(position.legal_moves()) / 2
    return min(max(free, _FEWEST_MOVES), _MOST_MOVES)


def _share(main: float, increment: float, moves: float) -> float:
    wish = main / moves + _INCREMENT_SHARE * increment
    return min(wish, max(_MAIN_SHARE * main, increment / 2), _with_margin(main))


def _with_margin(seconds: float) -> float:
    """Returns `seconds` minus 5 %, and minus 20 ms at least."""
    return max(seconds - max(0.02, 0.05 * seconds), 0.001)

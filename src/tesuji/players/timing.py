"""How long to think about one move, given the clock."""

from __future__ import annotations

from tesuji.games import Position
from tesuji.players.base import TimeLeft

_FEWEST_MOVES = 8
"""Own moves still to come that are reckoned with at least, so that the last ones have time too."""
_MOST_MOVES = 40
_INCREMENT_SHARE = 0.8
_MAIN_SHARE = 0.25
"""One move never takes more of the main time than this."""
_LEAST = 1e-6
"""Seconds of a move without any time left: a search gives the best that it sees at once."""


def thinking_time(
    position: Position, time_left: TimeLeft | None, own_limit: float | None = None
) -> float | None:
    """Seconds to think about the move at `position`; None when nothing limits them.

    `own_limit` is what the player itself is set to, and is kept where the clock allows it. A
    margin for everything that is not thinking is left under each limit of the clock.
    """
    limits = [] if own_limit is None else [own_limit]
    if time_left is not None and time_left.per_move is not None:
        limits.append(_with_margin(time_left.per_move))
    if time_left is not None and time_left.main is not None:
        limits.append(_share(time_left.main, time_left.increment, _moves_to_come(position)))
    return max(min(limits), _LEAST) if limits else None


def _moves_to_come(position: Position) -> float:
    """A guess at this player's moves in the rest of the game: half of the free places, or less."""
    free = len(position.legal_moves()) / 2
    return min(max(free, _FEWEST_MOVES), _MOST_MOVES)


def _share(main: float, increment: float, moves: float) -> float:
    wish = main / moves + _INCREMENT_SHARE * increment
    return min(wish, max(_MAIN_SHARE * main, increment / 2), _with_margin(main))


def _with_margin(seconds: float) -> float:
    """What of `seconds` can be spent on thinking: less 5 %, and at least 20 ms less."""
    return max(seconds - max(0.02, 0.05 * seconds), 0.001)

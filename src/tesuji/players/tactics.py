"""What everybody sees at a glance: moves that take what can be taken, and save what can be saved.

A game says what that is by `register_tactics`. Wins in one move need no such knowledge: they follow
from the rules (`winning_move`, `lets_win`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tesuji.games import Position
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.games.go import GoPosition

Tactics = Callable[[Any], dict[int, int]]
"""For each legal move what it wins, less what it gives away, at a glance; only the order counts."""
F = TypeVar("F", bound=Tactics)

_tactics: dict[str, Tactics] = {}


def register_tactics(game: str) -> Callable[[F], F]:
    """Makes the decorated function the one that sees gains and losses in `game`."""

    def remember(tactics: F) -> F:
        _tactics[game] = tactics
        return tactics

    return remember


def gains_in_sight(position: Position) -> dict[int, int]:
    """For each legal move what it wins less what it gives away; all 0 in a game without tactics."""
    tactics = _tactics.get(position.game.name)
    return dict.fromkeys(position.legal_moves(), 0) if tactics is None else tactics(position)


def winning_move(position: Position) -> int | None:
    """A move that wins the game at once, if there is one."""
    mover = position.to_move
    for move in position.legal_moves():
        outcome = position.after(move).outcome
        if outcome is not None and outcome.winner == mover:
            return move
    return None


def lets_win(position: Position, move: int) -> bool:
    """Whether the opponent can win at once after `move`, or has won by it."""
    after = position.after(move)
    if after.outcome is not None:
        return after.outcome.winner == position.to_move.other
    return after.to_move != position.to_move and winning_move(after) is not None


@register_tactics("go")
def _stones(position: GoPosition) -> dict[int, int]:
    """Stones captured, less the largest chain that the opponent can capture then."""
    mover = int(position.to_move)
    enemies = position.stones.count(1 - mover)

    def gain(move: int) -> int:
        after = position.after(move)
        stones = after.stones
        return enemies - stones.count(1 - mover) - _largest_in_atari(after, stones, mover)

    return {move: gain(move) for move in position.legal_moves()}


def _largest_in_atari(position: GoPosition, stones: list[int], side: int) -> int:
    """Stones of the largest chain of `side` that has one liberty left."""
    largest, seen = 0, set[int]()
    for point, stone in enumerate(stones):
        if stone == side and point not in seen and position.liberties(point) == 1:
            chain = position.chain(point)
            seen.update(chain)
            largest = max(largest, len(chain))
    return largest


@register_tactics("dots-and-boxes")
def _boxes(position: DotsAndBoxesPosition) -> dict[int, int]:
    """1 for a line that closes a box; where there is none, 1 for a line that gives none away."""
    from tesuji.theory.dots_and_boxes import Structure

    mover = position.to_move
    owned = position.scores[mover]
    lines = position.legal_moves()
    closing = {line for line in lines if position.after(line).scores[mover] > owned}
    good = closing or Structure.of(position).safe_lines
    return {line: int(line in good) for line in lines}

"""Finds stones that are threatened, in danger or in peril, and the moves that matter.

A stone is *in peril* if three enemy stones touch it and no stone of its own colour does: its last
side is empty, and the enemy wins there with his next move. It is *in danger* if two enemy stones
and at least one empty point touch it, and *threatened* if one enemy stone and at least one empty
point do. Touching means above, below, to the left and to the right, across the seams.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tesuji import core
from tesuji.games import Side
from tesuji.games.torus import TorusPosition


class Trouble(Enum):
    """How bad it is for a stone."""

    THREATENED = "threatened"
    IN_DANGER = "in-danger"
    IN_PERIL = "in-peril"


@dataclass(frozen=True, slots=True)
class TroubledStone:
    """A stone in trouble."""

    point: int
    player: Side
    """Whose stone it is."""
    trouble: Trouble
    enemies: tuple[int, ...]
    """The enemy stones that touch it."""
    liberties: tuple[int, ...]
    """The empty points that touch it."""


def neighbours(size: int, point: int) -> tuple[int, int, int, int]:
    """Returns the points above, below, to the left and to the right of a point."""
    row, column = divmod(point, size)
    return (
        (row - 1) % size * size + column,
        (row + 1) % size * size + column,
        row * size + (column - 1) % size,
        row * size + (column + 1) % size,
    )


def trouble_at(position: TorusPosition, point: int) -> TroubledStone | None:
    """Returns the trouble of the stone at `point`; None if there is none."""
    stones = position.stones
    own = stones[point]
    if own < 0:
        return None
    around = neighbours(position.game.rows, point)
    enemies = tuple(p for p in around if stones[p] == 1 - own)
    liberties = tuple(p for p in around if stones[p] < 0)
    friends = len(around) - len(enemies) - len(liberties)
    if len(enemies) == 3 and not friends:
        trouble = Trouble.IN_PERIL
    elif len(enemies) == 2 and liberties:
        trouble = Trouble.IN_DANGER
    elif len(enemies) == 1 and liberties:
        trouble = Trouble.THREATENED
    else:
        return None
    return TroubledStone(point, Side(own), trouble, enemies, liberties)


def troubled_stones(position: TorusPosition) -> list[TroubledStone]:
    """Returns all stones in trouble, of both players, in the order of their points."""
    points = range(len(position.stones))
    return [stone for point in points if (stone := trouble_at(position, point)) is not None]


def saving_moves(position: TorusPosition) -> list[int] | None:
    """Returns the moves that do not lose at once; None if there is no threat.

    With a stone in peril these are: winning first, filling its last liberty, or capturing one of
    the three stones around it, if legal. With several stones in peril a move must save them all. An
    empty list means that the game is lost.
    """
    mover = position.to_move
    perils = [
        stone
        for stone in troubled_stones(position)
        if stone.player == mover and stone.trouble is Trouble.IN_PERIL
    ]
    if not perils:
        return None
    return [move for move in position.legal_moves() if _saves(position, move, perils)]


def _saves(position: TorusPosition, move: int, perils: list[TroubledStone]) -> bool:
    if position.wins(move):
        return True
    captured = set(position.captures_of(move))
    return all(move in stone.liberties or captured & set(stone.enemies) for stone in perils)


def decisive_moves(position: TorusPosition) -> list[int]:
    """Returns the moves that win at once or put an enemy stone into inescapable peril."""
    found = []
    for move in position.legal_moves():
        after = position.after(move)
        if after.is_over:
            if after.outcome is not None and after.outcome.winner == position.to_move:
                found.append(move)
            continue
        saving = saving_moves(after)
        if saving is not None and not any(_lasts(after, reply) for reply in saving):
            found.append(move)
    return found


def _lasts(position: TorusPosition, reply: int) -> bool:
    """Returns whether, after `reply`, the opponent cannot win at once."""
    after = position.after(reply)
    return not any(after.wins(move) for move in after.legal_moves())


def moves_to_consider(position: TorusPosition) -> list[int]:
    """Returns the moves that a rater considers.

    These are the moves that win now; else those that win the turn after next, whatever the opponent
    does; else those after which the opponent does not win next turn; else all legal moves. On the
    empty board only A1 is considered, since all moves are equivalent; with one stone on it, one
    move of each class under the symmetries of the board.
    """
    return list(core.torus_moves_to_consider(position))

"""Removes dead stones from boards.

A count assumes that all stones outside its regions are alive. In a real game some stones are dead
but were never captured; random play from the position tells them from living ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tesuji.games.go import GoPosition
from tesuji.search import ownership
from tesuji.theory.go_endgames.analysis import board_of
from tesuji.theory.go_endgames.regions import contested_areas
from tesuji.theory.go_endgames.surroundings import BLACK, EMPTY, StoneGrid

_PLAYOUTS = 400
_SURE = 0.6
"""The share of its points that a chain's colour, or the other, must keep in random play."""


@dataclass(frozen=True, slots=True)
class LivingBoard:
    """A position without its dead stones."""

    position: GoPosition
    """The same player is to move."""
    is_clear: bool
    """Whether every stone outside undecided regions certainly lives."""
    dead: tuple[int, ...]
    """The points of the stones that were taken off."""


def sure_to_live(position: GoPosition) -> set[int]:
    """Returns the stones that hardly ever lose their points in random play."""
    return {point for chain, kept in _kept_chains(position) if kept >= _SURE for point in chain}


def _kept_chains(position: GoPosition) -> Iterator[tuple[set[int], float]]:
    """Yields each chain, and how far it keeps its points: 1 always, -1 never."""
    owners = ownership(position, _PLAYOUTS).tolist()
    for colour, chain in board_of(position).chains():
        kept = sum(owners[point] for point in chain) / len(chain)
        yield chain, kept if colour == BLACK else -kept


def without_dead_stones(position: GoPosition) -> LivingBoard:
    """Removes the chains that rarely keep their points in random play."""
    game = position.game
    stones = list(position.stones)
    doubtful: set[int] = set()
    for chain, kept in _kept_chains(position):
        if kept <= -_SURE:
            for point in chain:
                stones[point] = EMPTY
        elif kept < _SURE:
            doubtful |= chain
    living = GoPosition(game.rules, stones, position.to_move, position.prisoners)
    areas = contested_areas(StoneGrid(game.rows, game.columns, stones))
    dead = tuple(p for p, stone in enumerate(position.stones) if stone != stones[p])
    return LivingBoard(living, doubtful <= {point for area in areas for point in area}, dead)

"""Shows Gomoku boards as algebraic monomials, as the player ``monomial`` sees them.

A monomial is a window of five points. Its owner's stones set its variables to 1; a stone of the
opponent makes it 0, dead. Each player has his own set.

>>> from tesuji.games import make
>>> count_of_monomials(19)
1020
>>> position = make("gomoku", size=15).initial().play("H8")
>>> view(position).values(0)[112]  # Black's stone itself: 20 monomials of score 2
40
"""

from __future__ import annotations

from typing import Any

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Position


def count_of_monomials(size: int, length: int = 5) -> int:
    """Returns how many windows of `length` points a board of `size` has, for one player.

    2 (n (n - c + 1) + (n - c + 1)^2), where n is the size and c the length.
    """
    starts = size - length + 1
    return 2 * (size * starts + starts**2) if starts > 0 else 0


def view(position: Position) -> Any:
    """Returns the core's ``MonomialBoard`` of a position: states, values, ranks and combos.

    Colours are 0 for Black and 1 for White. States are rows of `state_table`, configurations rows
    of `point_table`.
    """
    if not isinstance(position, core.GomokuPosition):
        raise TesujiError(f"monomials are for positions of gomoku, got {position.game.name}")
    return core.MonomialBoard(position)


def state_table() -> list[Any]:
    """Returns the 128 configurations of a monomial and its end points, then the dead one.

    Row 4x + y holds configuration (x, y). Bit i of x: variable i is set. Bits of y: the end point
    before, or after, is closed.
    """
    return list(core.monomial_states())


def point_table() -> list[Any]:
    """Returns the configurations of one orientation of a free point; row 0 has no live monomial."""
    return list(core.monomial_points())

"""Registers tactics of Reversi: corners to take, and corners that a move would give away."""

from __future__ import annotations

from tesuji.games.reversi import ReversiPosition
from tesuji.players.tactics import register_tactics


@register_tactics("reversi")
def corners(position: ReversiPosition) -> dict[int, int]:
    """Returns 1 for a move that takes a corner, minus 1 if the opponent can then take one."""
    corners = position.game.corners

    def gain(move: int) -> int:
        given = corners.intersection(position.after(move).legal_moves())
        return (move in corners) - bool(given)

    return {move: gain(move) for move in position.legal_moves()}

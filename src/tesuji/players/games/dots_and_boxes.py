"""Registers tactics of Dots and Boxes, and the player that solves it."""

from __future__ import annotations

from tesuji.games import Game
from tesuji.games.dots_and_boxes import DotsAndBoxesPosition
from tesuji.players.chains import ChainsOptions, ChainsPlayer
from tesuji.players.solver import SolverOptions, register_solving_player
from tesuji.players.tactics import register_tactics


@register_tactics("dots-and-boxes")
def _boxes(position: DotsAndBoxesPosition) -> dict[int, int]:
    """Returns 1 for lines that close a box; if there are none, 1 for lines that give none away."""
    from tesuji.theory.dots_and_boxes import Structure

    mover = position.to_move
    owned = position.scores[mover]
    lines = position.legal_moves()
    closing = {line for line in lines if position.after(line).scores[mover] > owned}
    good = closing or Structure.of(position).safe_lines
    return {line: int(line in good) for line in lines}


@register_solving_player("dots-and-boxes")
def solving_player(game: Game, options: SolverOptions) -> ChainsPlayer:
    return ChainsPlayer(
        game,
        ChainsOptions(
            seconds=options.seconds,
            threads=options.threads,
            memory=options.memory,
            seed=options.seed,
        ),
    )

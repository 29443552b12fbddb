"""Makes training samples: positions of games that were played, under any symmetry.

Positions are not stored but replayed, by the core and without the GIL.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesuji import core
from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.search.self_play import Floats, SelfPlayGame
from tesuji.search.symmetries import cell_tables, move_tables


class Samples(NamedTuple):
    """k positions with all that a network is to say of them, for the player to move at each."""

    planes: Floats
    """[k, channels, height, width]"""
    policies: Floats
    """[k, num_moves]"""
    values: Floats
    """[k], from -1 to 1"""
    scores: Floats
    """[k], points; 0 where not known"""
    score_known: NDArray[np.bool_]
    """[k]"""
    ownership: Floats | None
    """[k, height, width]: 1 for cells that the player to move owns at the end, -1 for the
    opponent's, 0 for nobody's; None in games without territory or boxes."""
    ownership_known: NDArray[np.bool_]
    """[k]: false where the game was not played to its end."""


def encode_samples(game: Game, games: Sequence[SelfPlayGame], picks: NDArray[np.int32]) -> Samples:
    """Returns the positions given by `picks` with their targets.

    `picks` is int32 [k, 3]: number in `games`, ply, symmetry. The position of ply p is the one in
    which the p-th move was made. Each is transformed by its symmetry, as by
    `Position.transformed`.
    """
    planes, ownership, known = replay(game, [played.moves for played in games], picks)
    count = len(picks)
    policies = np.zeros((count, game.num_moves), np.float32)
    values = np.zeros(count, np.float32)
    scores = np.zeros(count, np.float32)
    for row, (number, ply, _) in enumerate(picks.tolist()):
        played = games[number]
        policies[row] = played.policies[ply]
        values[row] = played.values[ply]
        scores[row] = played.score if played.movers[ply] == 0 else -played.score
    under = move_tables(game)[picks[:, 2]]
    permuted = np.empty_like(policies)
    np.put_along_axis(permuted, under, policies, axis=1)
    score_known = np.isfinite(scores)
    scores[~score_known] = 0
    return Samples(planes, permuted, values, scores, score_known, ownership, known)


def replay(
    game: Game, moves: Sequence[NDArray[np.int32]], picks: NDArray[np.int32]
) -> tuple[Floats, Floats | None, NDArray[np.bool_]]:
    """Returns planes, ownership and whether it is known, as in `Samples`, for games of moves.

    Raises `TesujiError` for picks that do not exist and for moves that are not legal.
    """
    if game.plane_shape is None:
        raise TesujiError(f"{game.name} has no network planes")
    start = game.initial()
    offsets = np.zeros(len(moves) + 1, np.int64)
    np.cumsum([len(played) for played in moves], out=offsets[1:])
    together = np.concatenate([np.zeros(0, np.int32), *moves]).astype(np.int32, copy=False)
    picks = np.ascontiguousarray(picks, np.int32)
    if picks.ndim != 2 or picks.shape[1] != 3:
        raise TesujiError("picks must have the shape [k, 3]: game, ply, symmetry")
    replayer: Any = core.self_play_class(start)
    planes, ownership, known = replayer.replay(start, together, offsets, picks, cell_tables(game))
    return planes, ownership, known

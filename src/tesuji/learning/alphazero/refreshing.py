"""Searches stored positions again with a newer network, for better targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tesuji.learning.alphazero.boards import TrainingBoard
from tesuji.learning.alphazero.config import SelfPlayConfig
from tesuji.networks.network import Network
from tesuji.search import SelfPlay, SelfPlayGame

_Ply = tuple[int, int]
"""A game by its number, and a ply of it."""


def refresh(
    games: Sequence[SelfPlayGame],
    boards: Sequence[TrainingBoard],
    config: SelfPlayConfig,
    network: Network,
    wanted: int,
    dice: np.random.Generator,
    on_position: Callable[[int], None] = lambda done: None,
) -> int:
    """Replaces policies and root values of about `wanted` fully searched plies of `games`.

    Results and proven plies are not changed. Returns the number of new plies; `on_position` is
    called for each.
    """
    plies = [
        (number, int(ply))
        for number, game in enumerate(games)
        for ply in np.flatnonzero(game.searched_fully & ~game.proven)
    ]
    chosen = dice.permutation(len(plies))[:wanted]
    done = 0
    for board in boards:
        mine = [plies[at] for at in chosen if games[plies[at][0]].board == board.number]
        if not mine:
            continue
        pool = SelfPlay(
            board.game,
            config.options(
                board.game, full_share=1.0, random_plies=0, max_searches=1, resign_value=0.0
            ),
            games_at_once=min(config.games_at_once, len(mine)),
            seed=int(dice.integers(2**63)),
        )
        pool.set_simulations(*config.simulations_after(int(network.info.info.get("games", 0))))
        waiting: dict[bytes, list[_Ply]] = {}
        openings = 0
        for number, ply in mine:
            before = games[number].moves[:ply]
            same = waiting.setdefault(before.tobytes(), [])
            same.append((number, ply))
            if len(same) == 1:
                pool.add_opening(before.tolist())
                openings += 1

        def take(found: SelfPlayGame, waiting: dict[bytes, list[_Ply]] = waiting) -> None:
            nonlocal done
            for number, ply in waiting.pop(found.moves[:-1].tobytes(), ()):
                games[number].policies[ply] = found.policies[-1]
                games[number].root_values[ply] = found.root_values[-1]
                done += 1
                on_position(done)

        pool.play(network.on(board.game), openings, on_game=take)
    return done

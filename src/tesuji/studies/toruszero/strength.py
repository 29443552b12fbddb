"""Measures a rater in games against fixed opponents from fixed openings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import Executor

from tesuji.games import Game, Side
from tesuji.games.torus import Torus
from tesuji.match import derived_seed, play_game
from tesuji.players import make_player
from tesuji.players.rater import RaterOptions, RaterPlayer
from tesuji.theory.torus import Rater

_OPENING_PLIES = 2


def measure(
    rater: Rater,
    opponents: Sequence[str],
    games: int,
    seed: int,
    filter: bool,
    threads: Executor,
) -> dict[str, float]:
    """Returns the share of games won against each opponent.

    Plays `games` against each opponent, half of them with Black, after two random moves.

    The openings and the seeds of the opponents depend on `seed` alone, so that raters of one run
    are measured by the same games.
    """
    game = Torus(rater.shape.size)

    def play(task: tuple[str, int]) -> float:
        spec, number = task
        mine = RaterPlayer.of(game, rater, RaterOptions(filter=filter))
        theirs = make_player(spec, game, seed=derived_seed(seed, spec, number))
        players = [mine, theirs] if number % 2 == 0 else [theirs, mine]
        result = play_game(game, players, opening=_opening(game, seed, number // 2))
        return result.points_for(Side(number % 2))

    scores = {}
    for spec in opponents:
        points = list(threads.map(play, [(spec, number) for number in range(games)]))
        scores[spec] = sum(points) / games
    return scores


def _opening(game: Game, seed: int, number: int) -> list[int]:
    dice = random.Random(derived_seed(seed, "opening", number))
    position, moves = game.initial(), []
    for _ in range(_OPENING_PLIES):
        moves.append(dice.choice(position.legal_moves()))
        position = position.after(moves[-1])
    return moves

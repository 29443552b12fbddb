"""Measures uniformly random games from the empty board, inside the C++ core, on one processor."""

from __future__ import annotations

from typing import Any

from tesuji import core
from tesuji.bench.boards import BOARDS, load_peer, longest_game
from tesuji.bench.timing import Work, alternate


def measure(rounds: int) -> dict[str, dict[str, float | None]]:
    """Measures games per CPU second for each board, beside OpenSpiel's if it has the game."""
    results = {}
    for board in BOARDS:
        peer = load_peer(board.peer)
        ours = _our_games(board.game.initial(), longest_game(peer))
        theirs = _peer_games(peer) if peer is not None else None
        results[board.key] = alternate(ours, theirs, rounds)
    return results


def _our_games(start: Any, max_plies: int) -> Work:
    def play(games: int) -> int:
        core.play_randomly(start, games, seed=games, max_plies=max_plies)
        return games

    return play


def _peer_games(game: Any) -> Work:
    """Plays whole random games in OpenSpiel's C++, as rollouts of its tree search.

    The first simulation of a search does not leave the root, so a search of one simulation with n
    rollouts is n random games from the empty board.
    """
    import pyspiel

    start = game.new_initial_state()

    def play(games: int) -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(games, 1)
        search = pyspiel.MCTSBot(game, rollouts, 1.4, 1, 16, False, 1, False)
        search.step(start)
        return games

    return play

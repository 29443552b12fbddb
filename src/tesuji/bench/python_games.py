"""Measures uniformly random games driven move by move from Python."""

from __future__ import annotations

import random
from typing import Any

from tesuji.bench.boards import BOARDS, load_peer, longest_game
from tesuji.bench.timing import Work, alternate

SECTION = "python"


def measure(rounds: int) -> dict[str, dict[str, float | None]]:
    """Measures games per CPU second for each board, beside OpenSpiel's Python binding."""
    results = {}
    for board in BOARDS:
        peer = load_peer(board.peer)
        ours = _our_games(board.game.initial(), longest_game(peer))
        results[board.key] = alternate(ours, _peer_games(peer) if peer else None, rounds)
    return results


def _our_games(start: Any, max_plies: int) -> Work:
    def play(games: int) -> int:
        choose = random.Random(games).random
        for _ in range(games):
            position, plies = start, 0
            while not position.is_over and plies < max_plies:
                moves = position.legal_moves()
                position = position.after(moves[int(choose() * len(moves))])
                plies += 1
        return games

    return play


def _peer_games(game: Any) -> Work:
    def play(games: int) -> int:
        choose = random.Random(games).random
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(choose() * len(moves))])
        return games

    return play

"""Plays our tree search against OpenSpiel's at equal time for each move.

Both use the same idea, UCT with uniformly random rollouts, so this measures what speed and proven
results bring. OpenSpiel's bot takes a number of simulations, not a time; so it moves first in each
pair of moves, and ours gets as many seconds as it took.

    python benchmarks/strength_open_spiel.py go-9 --games 100
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from dataclasses import dataclass
from typing import Any

import pyspiel

from tesuji.bench.boards import BOARDS, BenchBoard
from tesuji.cli import run
from tesuji.games import Game, make
from tesuji.search import Budget, Search

PEER_SECONDS = 0.1
"""What OpenSpiel's simulations are meant to take for one move."""


@dataclass(frozen=True)
class Result:
    ours: float
    """1 for our win, 0.5 for a draw, 0 for a loss."""
    we_moved_first: bool
    our_seconds: float
    peer_seconds: float
    moves: int


def play(task: tuple[str, int]) -> Result:
    key, number = task
    board = next(board for board in BOARDS if board.key == key)
    game = pyspiel.load_game(board.peer)
    simulations = simulations_in(game, PEER_SECONDS)
    state, position = game.new_initial_state(), our_game(board).initial()
    rollout = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(game, rollout, 1.4, simulations, 512, True, number, False)
    our_seat = number % 2
    seconds, spent = PEER_SECONDS, [0.0, 0.0]
    while not position.is_over and not state.is_terminal():
        began = time.perf_counter()
        if position.to_move == our_seat:
            search = Search(position, "mcts", seed=number)
            best = search.run(Budget(seconds=seconds)).best
            assert best is not None
            move = best.move
            spent[0] += time.perf_counter() - began
        else:
            move = bot.step(state)
            seconds = time.perf_counter() - began
            spent[1] += seconds
        if move not in state.legal_actions() or not position.is_legal(move):
            raise SystemExit(f"the two programs disagree about {move} in\n{position}\n{state}")
        state.apply_action(move)
        position = position.after(move)
    margin = position.outcome.margin if position.outcome else board_margin(position)
    value = 0.5 if margin == 0 else float((margin > 0) == (our_seat == 0))
    return Result(value, our_seat == 0, spent[0], spent[1], len(state.history()))


def our_game(board: BenchBoard) -> Game:
    """Returns the peer's rules: its Go has simple ko, and ends when a board is repeated."""
    return make("go", size=board.size, rules="chinese") if board.name == "go" else board.game


def board_margin(position: Any) -> float:
    """Counts the board of a game that OpenSpiel cut off for its length or a repetition."""
    return float(position.score().margin)


def simulations_in(game: Any, seconds: float) -> int:
    """Returns how many simulations OpenSpiel makes in `seconds` on the empty board."""
    rollout = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, rollout, 1.4, 200, 512, True, 0, False)
    began = time.process_time()
    bot.step(game.new_initial_state())
    return max(50, round(200 * seconds / (time.process_time() - began)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", choices=[board.key for board in BOARDS if board.peer])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    tasks = [(options.board, number) for number in range(options.games)]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        results = pool.map(play, tasks, chunksize=1)
    as_first = [result.ours for result in results if result.we_moved_first]
    as_second = [result.ours for result in results if not result.we_moved_first]
    print(
        json.dumps(
            {
                "board": options.board,
                "games": len(results),
                "score": sum(result.ours for result in results) / len(results),
                "score_first": sum(as_first) / max(1, len(as_first)),
                "score_second": sum(as_second) / max(1, len(as_second)),
                "our_seconds": round(sum(result.our_seconds for result in results), 1),
                "peer_seconds": round(sum(result.peer_seconds for result in results), 1),
                "moves": sum(result.moves for result in results) / len(results),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    run(main)

"""What the tests of Monte-Carlo tree search share: small games, their truth, and evaluators."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from tesuji import core
from tesuji.games import Game, Outcome, Position, Side, make, parse_spec

ALL_GAMES = [
    "torus:size=9",
    "go:size=9",
    "dots-and-boxes:size=4",
    "gomoku:size=15",
    "reversi:size=8",
]


def search(position: Position, evaluator: Any = None, **options: Any) -> Any:
    kind: Any = core.mcts_class(position)
    return kind(position, core.MctsOptions(**options), evaluator)


# --- games written in Python ----------------------------------------------------------------


class TakeAway(Game):
    """Take 1, 2 or 3 from a heap; who takes the last one wins; who takes 2 moves again."""

    name = "take-away"
    num_moves = 3

    def __init__(self, heap: int) -> None:
        self.heap = heap

    def initial(self) -> TakeAwayPosition:
        return TakeAwayPosition(self, self.heap, Side.FIRST)


class TakeAwayPosition(Position):
    def __init__(self, game: TakeAway, heap: int, mover: Side, winner: Side | None = None):
        self._game = game
        self.heap = heap
        self.mover = mover
        self.winner = winner

    @property
    def game(self) -> TakeAway:
        return self._game

    @property
    def to_move(self) -> Side:
        return self.mover

    def legal_moves(self) -> list[int]:
        return [m for m in range(3) if m < self.heap]

    def after(self, move: int) -> Self:
        heap = self.heap - move - 1
        mover = self.mover if move == 1 else self.mover.other
        return type(self)(self._game, heap, mover, self.mover if heap == 0 else None)

    @property
    def outcome(self) -> Outcome | None:
        if self.heap:
            return None
        assert self.winner is not None
        return Outcome(self.winner, 1.0 if self.winner == Side.FIRST else -1.0, "heap is empty")


class PlanesTakeAway(TakeAway):
    name = "take-away-with-planes"
    plane_shape = (1, 1, 1)

    def initial(self) -> PlanesTakeAwayPosition:
        return PlanesTakeAwayPosition(self, self.heap, Side.FIRST)


class PlanesTakeAwayPosition(TakeAwayPosition):
    def planes(self) -> Any:
        return np.full((1, 1, 1), self.heap, np.float32)


# --- the truth, by trying everything --------------------------------------------------------


class TooLarge(Exception):
    pass


def minimax(position: Position, budget: list[int]) -> int:
    """+1, 0 or -1 for the first player. History counts (superko), so nothing is remembered."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooLarge
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else 1 - 2 * int(outcome.winner)
    best_for_mover = 1 - 2 * int(position.to_move)
    best = -best_for_mover
    for move in position.legal_moves():
        value = minimax(position.after(move), budget)
        if value == best_for_mover:
            return value
        if value * best_for_mover > best * best_for_mover:
            best = value
    return best


@functools.cache
def late_positions(game: str, count: int, seed: int) -> list[tuple[Position, int]]:
    """Random positions near the end, with their true values."""
    position = SMALL[game]()
    rng = random.Random(seed)
    found: list[tuple[Position, int]] = []
    while len(found) < count:
        line = [position]
        while not line[-1].is_over and len(line) < 200:
            line.append(line[-1].after(rng.choice(line[-1].legal_moves())))
        for late in line[-rng.randint(2, 9) :][:1]:
            if late.is_over:
                continue
            try:
                found.append((late, minimax(late, [1500])))
            except TooLarge:
                continue
    return found


PROOFS = {"win": 1, "draw": 0, "loss": -1}
SMALL: dict[str, Callable[[], Position]] = {
    "dots 2x2": lambda: make("dots-and-boxes", size=2).initial(),
    "dots 2x3": lambda: make("dots-and-boxes", size="2x3").initial(),
    "gomoku 5": lambda: make("gomoku", size=5).initial(),
    "go 2x2": lambda: make("go", size=2, komi=0).initial(),
    "go 3x3": lambda: make("go", size=3, komi=0).initial(),
    "torus 4": lambda: make("torus", size=4).initial(),
    "reversi 4": lambda: make("reversi", size=4).initial(),
    "take-away": lambda: TakeAway(9).initial(),
}


def assert_proofs_hold(position: Position, truth: int, report: Any) -> None:
    sign = 1 - 2 * int(position.to_move)
    if report.proof is not None:
        assert PROOFS[report.proof] == truth * sign
    for move in [m for m in report.moves if m.proof is not None][:4]:
        assert move.value == PROOFS[move.proof]
        with contextlib.suppress(TooLarge):
            assert PROOFS[move.proof] == minimax(position.after(move.move), [1500]) * sign


def assert_choice_is_right(position: Position, mcts: Any, proof: str) -> None:
    sign = 1 - 2 * int(position.to_move)
    with contextlib.suppress(TooLarge):
        value = minimax(position.after(mcts.choose()), [3000])
        assert value * sign == PROOFS[proof]


def start_of(spec: str) -> Position:
    return parse_spec(spec).initial()


def blind_evaluator(game: Game) -> Any:
    def evaluate(planes: Any) -> tuple[Any, Any]:
        n = len(planes)
        return np.zeros((n, game.num_moves), np.float32), np.zeros(n, np.float32)

    return evaluate


def summary(report: Any) -> list[tuple[int, int, float]]:
    return [(m.move, m.visits, m.value) for m in report.moves]

"""Alpha-beta agrees with plain minimax wherever it claims to know, and never claims too much."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.patience import LONG, PATIENCE
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Game, Outcome, Position, Side, make

pytestmark = pytest.mark.core

TABLES = (16 << 20, 1 << 20, 100_000)
"""Bytes: one that holds everything, one that does not, one that holds next to nothing."""


class TooLongError(Exception):
    pass


class Minimax:
    """Plain minimax: margins for the first player, no table, no knowledge."""

    def __init__(self, budget: int = 40_000) -> None:
        self.left = budget

    def margin(self, position: Position, low: float = -1e9, high: float = 1e9) -> float:
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        outcome = position.outcome
        if outcome is not None:
            return outcome.margin
        first = position.to_move == Side.FIRST
        best = -1e9 if first else 1e9
        for move in reversed(position.legal_moves()):
            value = self.margin(position.after(move), low, high)
            best = max(best, value) if first else min(best, value)
            low, high = (max(low, value), high) if first else (low, min(high, value))
            if low >= high:
                break
        return best


def truth_of(position: Position) -> dict[int, float] | None:
    """The margin of every move for the player to move, or None if that takes too long."""
    sign = 1 if position.to_move == Side.FIRST else -1
    minimax = Minimax()
    try:
        return {m: sign * minimax.margin(position.after(m)) for m in position.legal_moves()}
    except (TooLongError, RecursionError):
        return None


def proof_of(margin: float) -> str:
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


SMALL_GAMES: list[tuple[str, dict[str, Any], int, int]] = [
    # name, options, fewest and most random moves before the search
    ("dots-and-boxes", {"size": "1x3"}, 2, 8),
    ("dots-and-boxes", {"size": "2x2"}, 4, 11),
    ("dots-and-boxes", {"size": "2x3"}, 9, 15),
    ("gomoku", {"size": 5}, 18, 24),
    ("gomoku", {"size": 5, "rules": "caro"}, 18, 24),
    ("gomoku", {"size": 6, "rules": "renju"}, 29, 35),
    ("gomoku", {"size": 6, "rules": "standard"}, 29, 35),
    ("go", {"size": "2x2", "komi": 0.5}, 6, 30),
    ("go", {"size": "2x3", "komi": 0}, 20, 90),
    ("go", {"size": "3x3", "komi": 1}, 60, 200),
    ("torus", {"size": 4}, 10, 60),
    ("torus", {"size": 5}, 60, 200),
]


def late_positions(case: tuple[str, dict[str, Any], int, int], count: int) -> Iterator[Position]:
    """Positions near the end of random games in which nobody passes or wins without need."""
    name, options, fewest, most = case
    rng = random.Random(repr(case))
    game = make(name, **options)
    made = 0
    while made < count:
        position: Any = game.initial()
        for _ in range(rng.randint(fewest, most)):
            moves = position.legal_moves()
            if name == "go" and len(moves) > 1:
                moves = moves[:-1]
            if name == "torus":
                moves = [m for m in moves if not position.wins(m)]
            if not moves:
                break
            position = position.after(rng.choice(moves))
        if not position.is_over:
            made += 1
            yield position


def check_against_truth(
    position: Position, truth: dict[int, float], report: Any, *, has_score: bool
) -> None:
    best = max(truth.values())
    assert report.for_player == position.to_move
    assert sorted(m.move for m in report.moves) == sorted(truth)
    if report.proof is not None:
        assert report.proof == proof_of(best)
        assert proof_of(truth[report.moves[0].move]) == report.proof
        assert report.value == {"win": 1, "draw": 0, "loss": -1}[report.proof]
    if report.score is not None:
        assert has_score
        assert report.score == best
        assert truth[report.moves[0].move] == best
    for move in report.moves:
        if move.proof is not None:
            assert move.proof == proof_of(truth[move.move])
        if move.score is not None:
            assert move.score == truth[move.move]
        assert move.line[0] == move.move
        after = position
        for step in move.line:
            after = after.after(step)  # raises if it is not legal


@pytest.mark.parametrize(
    "case", SMALL_GAMES, ids=lambda c: f"{c[0]}-{'-'.join(map(str, c[1].values()))}"
)
def test_agrees_with_minimax(case: tuple[str, dict[str, Any], int, int]) -> None:
    has_score = case[0] in ("go", "dots-and-boxes")
    solved = known = 0
    for number, position in enumerate(late_positions(case, 25)):
        truth = truth_of(position)
        if truth is None:
            continue
        known += 1
        for memory in TABLES:
            for exact in (False, True):
                report = core.alphabeta(
                    position, nodes=300_000, memory=memory, all_moves_exact=exact, seed=number
                )
                solved += report.proof is not None
                check_against_truth(position, truth, report, has_score=has_score)
                if exact and memory == TABLES[0] and report.nodes < 300_000:
                    assert all(m.proof is not None for m in report.moves)
                    if has_score:
                        assert {m.move: m.score for m in report.moves} == truth
        hasty = core.alphabeta(position, nodes=1 + 40 * number, memory=1 << 20)
        check_against_truth(position, truth, hasty, has_score=has_score)
    assert known >= 3
    assert solved >= 0.9 * 6 * known


@pytest.mark.parametrize(
    ("size", "score"),
    [
        ("1x1", -1), ("1x2", 0), ("1x3", -1), ("1x4", 0), ("1x5", -1), ("1x6", 0),
        ("2x2", 2), ("2x3", -2),
    ],
)  # fmt: skip
def test_known_values_of_dots_and_boxes(size: str, score: int) -> None:
    report = core.alphabeta(make("dots-and-boxes", size=size).initial(), seconds=60)
    assert report.score == score
    assert report.proof == proof_of(score)


@pytest.mark.parametrize(("size", "score"), [("2x2", 1), ("2x3", 0), ("3x3", 9)])
def test_known_values_of_small_go(size: str, score: int) -> None:
    """Area scoring and positional superko, without komi."""
    report = core.alphabeta(make("go", size=size, komi=0).initial(), seconds=60)
    assert report.score == score


def test_a_kept_table_knows_its_rules() -> None:
    search = core.DotsAndBoxesAlphaBeta()
    for size, score in (("2x2", 2), ("1x4", 0), ("2x3", -2), ("1x3", -1), ("2x3", -2), ("2x2", 2)):
        start: Any = make("dots-and-boxes", size=size).initial()
        assert search.search(start, nodes=10**7).score == score
    position: Any = make("dots-and-boxes", size="2x3").initial()
    first = search.search(position, nodes=10**7).nodes
    assert search.search(position.after(0), nodes=10**7).nodes < first


def test_the_same_seed_gives_the_same_search() -> None:
    position = make("gomoku", size=9).initial()

    def result(**options: Any) -> tuple[Any, ...]:
        report = core.alphabeta(position, nodes=20_000, memory=1 << 20, **options)
        return report.nodes, report.depth, [(m.move, m.value, m.line) for m in report.moves]

    assert result(seed=3) == result(seed=3)
    assert result() == result()


def test_two_threads_find_the_same_values() -> None:
    for position in late_positions(SMALL_GAMES[2], 10):
        one = core.alphabeta(position, seconds=20, memory=1 << 22)
        two = core.alphabeta(position, seconds=20, memory=1 << 22, threads=2)
        assert one.score == two.score is not None


def test_prefers_the_quicker_win() -> None:
    game = make("gomoku", size=9)
    position = game.initial().play("C3 A9 D3 B9 E3 A7 F3 G8")
    report = core.alphabeta(position, depth=4)
    assert report.proof == "win"
    assert len(report.moves[0].line) == 1


@pytest.mark.parametrize("name", ["torus", "go", "gomoku", "dots-and-boxes"])
def test_stops_quickly_and_keeps_within_its_memory(name: str) -> None:
    position = make(name).initial()
    control = core.SearchControl(core.Budget(memory=1 << 20))
    class_name = "".join(part.capitalize() for part in name.split("-")) + "AlphaBeta"
    search = getattr(core, class_name)()
    threading.Timer(0.3, control.stop).start()
    report = search.search(position, control)
    assert report.seconds < PATIENCE
    assert report.memory <= 1 << 20
    assert report.depth >= 1
    assert len(report.moves) == len(position.legal_moves())


def test_reports_progress_and_passes_on_what_the_callback_raises() -> None:
    position = make("torus").initial()
    seen: list[Any] = []

    def follow(report: Any) -> None:
        seen.append(report)
        if len(seen) == 2:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        core.alphabeta(position, seconds=LONG, progress=follow, progress_interval=0.05)
    assert all(len(report.moves) == 81 for report in seen)

    def fail(_: Any) -> None:
        raise RuntimeError("enough")

    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="enough"):
            core.alphabeta(position, seconds=20, progress=fail, threads=threads)


def test_ends_on_an_interrupt() -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        core.alphabeta(make("go").initial(), seconds=LONG)
    assert time.monotonic() - start < PATIENCE


def test_says_what_is_wrong() -> None:
    position = make("torus").initial()
    with pytest.raises(SetupError, match="needs a limit"):
        core.alphabeta(position)
    with pytest.raises(SetupError, match="must not be negative"):
        core.alphabeta(position, nodes=-1)
    with pytest.raises(SetupError, match="threads"):
        core.alphabeta(position, nodes=1, threads=0)


def test_a_finished_game_has_a_value() -> None:
    position: Any = make("dots-and-boxes", size="1x1").initial()
    for move in range(4):
        position = position.after(move)
    report = core.alphabeta(position, depth=3)
    assert report.moves == []
    assert report.score == (-1 if position.to_move == Side.FIRST else 1)


# A game written in Python --------------------------------------------------------------------


class Subtraction(Game):
    """Take one to three matches; who takes the last one wins, and taking three moves again."""

    name = "subtraction"
    num_moves = 3

    def __init__(self, matches: int, history_matters: bool) -> None:
        self.matches = matches
        self.history_matters = history_matters

    def initial(self) -> Heap:
        return Heap(self, self.matches, Side.FIRST)


class Heap(Position):
    def __init__(self, game: Subtraction, left: int, to_move: Side) -> None:
        self._game, self._left, self._to_move = game, left, to_move

    @property
    def game(self) -> Subtraction:
        return self._game

    @property
    def to_move(self) -> Side:
        return self._to_move

    def legal_moves(self) -> list[int]:
        return [m for m in range(3) if m < self._left]

    def after(self, move: int) -> Heap:
        left = self._left - move - 1
        again = move == 2 and left > 0
        return Heap(self._game, left, self._to_move if again else self._to_move.other)

    @property
    def outcome(self) -> Outcome | None:
        if self._left > 0:
            return None
        winner = self._to_move.other
        return Outcome(winner, 1.0 if winner == Side.FIRST else -1.0, "last match")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and (self._left, self._to_move) == (
            other._left,
            other._to_move,
        )

    def __hash__(self) -> int:
        # A poor one, on purpose, where the search must not rely on it.
        return self._left % 3 if self._game.history_matters else self._left


@pytest.mark.parametrize("history_matters", [True, False])
def test_a_game_written_in_python(history_matters: bool) -> None:
    for matches in range(1, 11):
        position = Subtraction(matches, history_matters).initial()
        truth = truth_of(position)
        assert truth is not None
        report = core.alphabeta(position, depth=12, all_moves_exact=True)
        assert report.proof is not None
        check_against_truth(position, truth, report, has_score=False)

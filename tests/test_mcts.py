"""Monte-Carlo tree search: certain results, budgets, threads, evaluators, games in Python."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import resource
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import pytest

from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Game, Outcome, Player, Position, make

MEGABYTE = 1 << 20
SEARCHES = {
    "torus": core.TorusMcts,
    "go": core.GoMcts,
    "dots-and-boxes": core.DotsAndBoxesMcts,
    "gomoku": core.GomokuMcts,
}


def search(position: Position, evaluator: Any = None, **options: Any) -> Any:
    kind = SEARCHES.get(position.game.name, core.PythonMcts)
    return kind(position, core.MctsOptions(**options), evaluator)


# --- games written in Python ----------------------------------------------------------------


class TakeAway(Game):
    """Take 1, 2 or 3 from a heap; who takes the last one wins; who takes 2 moves again."""

    name = "take-away"
    num_moves = 3

    def __init__(self, heap: int) -> None:
        self.heap = heap

    def initial(self) -> TakeAwayPosition:
        return TakeAwayPosition(self, self.heap, Player.FIRST)


class TakeAwayPosition(Position):
    def __init__(self, game: TakeAway, heap: int, mover: Player, winner: Player | None = None):
        self._game = game
        self.heap = heap
        self.mover = mover
        self.winner = winner

    @property
    def game(self) -> TakeAway:
        return self._game

    @property
    def to_move(self) -> Player:
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
        return Outcome(self.winner, 1.0 if self.winner == Player.FIRST else -1.0, "heap is empty")


class PlanesTakeAway(TakeAway):
    name = "take-away-with-planes"
    plane_shape = (1, 1, 1)

    def initial(self) -> PlanesTakeAwayPosition:
        return PlanesTakeAwayPosition(self, self.heap, Player.FIRST)


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


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("options", [{}, {"rave": True}, {"threads": 2}], ids=str)
def test_certain_results_are_true(game: str, options: dict[str, Any]) -> None:
    if game == "take-away" and "threads" in options:
        pytest.skip("games in Python are searched by one thread")
    proven = 0
    positions = late_positions(game, 50, seed=1)
    for seed, (position, truth) in enumerate(positions):
        mcts = search(position, seed=seed, **options)
        report = mcts.run(simulations=6000)
        assert_proofs_hold(position, truth, report)
        proven += report.proof is not None
        if report.proof is not None:
            assert_choice_is_right(position, mcts, report.proof)
            assert report.value == PROOFS[report.proof]
    assert proven >= 30  # it does prove what is there to be proven


@pytest.mark.parametrize("game", [g for g in SMALL if g != "take-away"])
@pytest.mark.parametrize("gumbel", [False, True])
def test_certain_results_with_an_evaluator(game: str, gumbel: bool) -> None:
    for seed, (position, truth) in enumerate(late_positions(game, 50, seed=1)[:20]):
        mcts = search(position, blind_evaluator(position.game), seed=seed, gumbel=gumbel)
        report = mcts.run(simulations=1000)
        assert_proofs_hold(position, truth, report)
        if report.proof is not None:
            assert_choice_is_right(position, mcts, report.proof)


def test_a_certain_loss_is_put_off_as_long_as_possible() -> None:
    # White to move; Black threatens to win in two ways, but a forced reply delays nothing else.
    game = make("gomoku", size=7)
    position = game.initial().play("B4 A1 C4 G1 D4 A7 E4")  # open four of Black
    report = search(position).run(simulations=200_000)
    assert report.proof == "loss"
    assert len(report.moves[0].line) >= 2
    assert report.moves[0].proof == "loss"


def test_win_in_one_is_found_and_played() -> None:
    position = make("gomoku", size=9).initial().play("A1 A9 B1 B9 C1 C9 D1 D9")
    mcts = search(position)
    report = mcts.run(simulations=50_000)
    assert report.proof == "win"
    assert report.simulations < 50_000  # ended early
    outcome = position.after(mcts.choose()).outcome
    assert outcome is not None
    assert outcome.winner == Player.FIRST
    assert mcts.choose(temperature=5.0, seed=3) == mcts.choose()
    assert mcts.policy()[mcts.choose()] == 1


def test_solver_can_be_switched_off() -> None:
    position = make("gomoku", size=9).initial().play("A1 A9 B1 B9 C1 C9 D1 D9")
    report = search(position, solver=False).run(simulations=3000)
    assert report.simulations == 3000
    assert report.proof is None
    assert position.after(report.moves[0].move).is_over


# --- counting ------------------------------------------------------------------------------


def summary(report: Any) -> list[tuple[int, int, float]]:
    return [(m.move, m.visits, m.value) for m in report.moves]


ALL_GAMES = ["torus:size=9", "go:size=9", "dots-and-boxes:size=4", "gomoku:size=15"]


def start_of(spec: str) -> Position:
    from tesuji.games import parse_spec

    return parse_spec(spec).initial()


@pytest.mark.parametrize("spec", ALL_GAMES)
@pytest.mark.parametrize("rave", [False, True])
def test_same_seed_same_tree(spec: str, rave: bool) -> None:
    first, second, other = (
        summary(search(start_of(spec), seed=s, rave=rave).run(simulations=3000)) for s in (1, 1, 2)
    )
    assert first == second
    assert first != other


@pytest.mark.parametrize("spec", ALL_GAMES)
def test_report_adds_up(spec: str) -> None:
    position = start_of(spec)
    mcts = search(position, seed=1)
    report = mcts.run(simulations=3000)
    assert report.simulations == 3000
    assert report.for_player == position.to_move
    assert sorted(m.move for m in report.moves) == position.legal_moves()
    assert sum(m.visits for m in report.moves) == 3000
    assert mcts.visits == 3000
    assert report.nodes == mcts.nodes == 3001
    assert report.moves[0].move == mcts.choose()
    assert mcts.policy().sum() == pytest.approx(1)
    assert all(-1 <= m.value <= 1 for m in report.moves)
    for move in report.moves:
        after = position
        for step in move.line:
            after = after.after(step)
        assert len(move.line) <= report.depth


@pytest.mark.parametrize("spec", ALL_GAMES)
@pytest.mark.parametrize("options", [{}, {"rave": True}, {"threads": 2}], ids=str)
def test_advance_keeps_the_counts(spec: str, options: dict[str, Any]) -> None:
    position = start_of(spec)
    mcts = search(position, seed=4, **options)
    for _ in range(6):
        report = mcts.run(simulations=4000)
        best = report.moves[0]
        kept = mcts.advance(best.move)
        assert kept
        position = position.after(best.move)
        assert mcts.visits == best.visits
        below = mcts.report()
        assert below.for_player == position.to_move
        # The first visit of a node ends there, the others go on (but do not wait for a thread
        # that is just listing its moves).
        ended_here = best.visits - sum(m.visits for m in below.moves)
        assert ended_here in (1, 0) or ended_here < 4 * (options.get("threads", 1) - 1)
        assert sorted(m.move for m in below.moves) in (position.legal_moves(), [])
        assert [m.move for m in below.moves[:1]] == best.line[1:2]
        nodes = mcts.nodes
        report = mcts.run(simulations=1000)
        if report.proof is None:
            assert mcts.visits == best.visits + 1000
            assert mcts.nodes <= nodes + 1000


def test_advance_to_a_move_without_a_tree_and_to_an_illegal_one() -> None:
    position = make("go", size=9).initial()
    mcts = search(position)
    assert not mcts.advance(3)
    assert mcts.visits == 0
    with pytest.raises(SetupError, match="cannot advance"):
        mcts.advance(3)
    mcts.run(simulations=100)
    mcts.set_root(position)
    assert mcts.visits == 0


def test_memory_is_used_again_after_advancing() -> None:
    position = make("gomoku", size=15).initial()
    mcts = search(position, seed=1, rave=True)
    for _ in range(30):
        report = mcts.run(simulations=3000, memory=6 * MEGABYTE)
        assert report.memory <= 6 * MEGABYTE
        if report.proof is not None:
            break
        mcts.advance(mcts.choose())


def test_score_weight_prefers_the_larger_win() -> None:
    position = make("dots-and-boxes", size=3).initial()
    report = search(position, score_weight=0.5, score_scale=3).run(simulations=2000)
    assert report.simulations == 2000
    assert all(-1 <= m.value <= 1 for m in report.moves)


# --- budgets -------------------------------------------------------------------------------


def resident_bytes() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


@pytest.mark.parametrize("rave", [False, True])
@pytest.mark.parametrize("spec", ["gomoku:size=15", "dots-and-boxes:size=5"])
def test_memory_stays_below_the_limit(spec: str, rave: bool) -> None:
    mcts = search(start_of(spec), rave=rave, threads=2)
    before = resident_bytes()
    report = mcts.run(seconds=0.7, memory=8 * MEGABYTE)
    assert report.memory <= 8 * MEGABYTE
    assert report.memory > 4 * MEGABYTE
    assert resident_bytes() - before < 10 * MEGABYTE
    assert report.simulations > report.nodes  # it went on when memory was full
    assert mcts.visits == report.simulations


def test_memory_limit_with_an_evaluator() -> None:
    position = make("gomoku", size=15).initial()
    mcts = search(position, blind_evaluator(position.game), batch_size=32)
    report = mcts.run(simulations=6000, memory=4 * MEGABYTE)
    assert report.simulations == 6000
    assert report.memory <= 4 * MEGABYTE


def test_too_little_memory_is_an_error() -> None:
    with pytest.raises(SetupError, match="bytes of memory"):
        search(make("go", size=9).initial()).run(simulations=10, memory=1000)


def test_time_nodes_and_depth_are_limits() -> None:
    position = make("go", size=9).initial()
    start = time.perf_counter()
    search(position).run(seconds=0.2)
    assert 0.15 < time.perf_counter() - start < 10
    assert search(position).run(nodes=500).nodes == 500
    assert (
        search(make("dots-and-boxes", size=2).initial()).run(simulations=5000, depth=2).depth == 2
    )
    with pytest.raises(SetupError, match="needs a limit"):
        search(position).run()


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    for spec in ALL_GAMES:
        control = core.SearchControl(core.Budget())
        stopped: list[float] = []

        def stop(control: Any = control, stopped: list[float] = stopped) -> None:
            time.sleep(0.1)
            stopped.append(time.perf_counter())
            control.stop()

        thread = threading.Thread(target=stop)
        thread.start()
        report = search(start_of(spec), threads=threads).run(control)
        assert time.perf_counter() - stopped[0] < 5  # a few ms on an idle machine
        assert report.simulations > 0
        thread.join()


def test_a_search_is_not_run_twice_at_once() -> None:
    mcts = search(make("go", size=9).initial())
    control = core.SearchControl(core.Budget())
    thread = threading.Thread(target=lambda: mcts.run(control))
    thread.start()
    while not mcts.nodes > 1:
        time.sleep(0.001)
    with pytest.raises(RuntimeError, match="already running"):
        mcts.advance(0)
    control.stop()
    thread.join()


def test_progress_reports_and_their_errors() -> None:
    mcts = search(make("go", size=9).initial(), threads=2)
    seen: list[int] = []
    mcts.run(seconds=0.3, progress=lambda r: seen.append(r.simulations), progress_interval=0.03)
    assert len(seen) >= 3
    assert seen == sorted(seen)
    assert seen[0] > 0

    def fail(report: Any) -> None:
        raise ZeroDivisionError("from progress")

    with pytest.raises(ZeroDivisionError, match="from progress"):
        mcts.run(seconds=5, progress=fail, progress_interval=0.03)
    visits = mcts.visits
    mcts.run(simulations=100)  # still usable
    assert mcts.visits == visits + 100


def test_interrupt_from_the_keyboard() -> None:
    mcts = search(make("go", size=9).initial())
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        mcts.run(seconds=20)
    assert time.perf_counter() - start < 10
    timer.join()


# --- threads -------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ALL_GAMES)
@pytest.mark.parametrize("options", [{}, {"rave": True}, {"try_every_move": False}], ids=str)
def test_threads_count_right(spec: str, options: dict[str, Any]) -> None:
    mcts = search(start_of(spec), threads=4, seed=1, **options)
    report = mcts.run(simulations=8000)
    assert report.simulations == 8000
    assert mcts.visits == 8000
    assert sum(m.visits for m in report.moves) == 8000
    assert sorted(m.move for m in report.moves) == start_of(spec).legal_moves()


# --- evaluators ----------------------------------------------------------------------------


def blind_evaluator(game: Game) -> Any:
    def evaluate(planes: Any) -> tuple[Any, Any]:
        n = len(planes)
        return np.zeros((n, game.num_moves), np.float32), np.zeros(n, np.float32)

    return evaluate


@pytest.mark.parametrize("spec", ALL_GAMES)
@pytest.mark.parametrize("batch_size", [1, 7, 32])
@pytest.mark.parametrize("threads", [1, 2])
def test_evaluator_gets_batches(spec: str, batch_size: int, threads: int) -> None:
    position = start_of(spec)
    sizes: Counter[int] = Counter()
    rng = np.random.default_rng(1)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        assert planes.dtype == np.float32
        assert planes.shape[1:] == position.game.plane_shape
        sizes[len(planes)] += 1
        logits = rng.normal(size=(len(planes), position.game.num_moves)).astype(np.float32)
        return logits, np.tanh(rng.normal(size=len(planes))).astype(np.float32)

    mcts = search(position, evaluate, batch_size=batch_size, threads=threads)
    report = mcts.run(simulations=600)
    assert report.simulations == 600
    assert mcts.visits == 600
    assert sum(m.visits for m in report.moves) == 599  # the first looked at the root
    assert max(sizes) == batch_size
    assert sum(size * count for size, count in sizes.items()) <= 600
    assert sum(m.prior for m in report.moves) == pytest.approx(1, abs=0.02)


def test_evaluator_sees_the_planes_and_leads_the_search() -> None:
    position = make("go", size=5).initial()
    favourite = 12

    def evaluate(planes: Any) -> tuple[Any, Any]:
        logits = np.zeros((len(planes), 26), np.float32)
        logits[:, favourite] = 5
        return logits, np.zeros(len(planes), np.float32)

    report = search(position, evaluate).run(simulations=200)
    assert report.moves[0].move == favourite
    assert report.moves[0].prior == pytest.approx(np.exp(5) / (np.exp(5) + 25), abs=0.01)


def test_values_are_for_the_player_to_move() -> None:
    """An evaluator that knows the score of Dots and Boxes: taking the box must look good."""
    position: Any = make("dots-and-boxes", size=2).initial().play("aA", "Aa", "aB")
    box_closing = [m for m in position.legal_moves() if sum(position.after(m).scores)]

    def evaluate(planes: Any) -> tuple[Any, Any]:
        lead = planes[:, 6, 0, 0]  # of the player to move
        return np.zeros((len(planes), 12), np.float32), lead.astype(np.float32)

    report = search(position, evaluate, batch_size=4).run(simulations=60)
    assert [report.moves[0].move] == box_closing
    assert report.moves[0].value > 0


def test_evaluator_errors() -> None:
    position = make("gomoku", size=9).initial()
    calls = 0

    def raises(planes: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise LookupError("from evaluator")
        return blind_evaluator(position.game)(planes)

    mcts = search(position, raises, batch_size=4)
    with pytest.raises(LookupError, match="from evaluator"):
        mcts.run(simulations=1000)
    visits = mcts.visits
    report = mcts.run(simulations=100)  # nothing was left behind
    assert mcts.visits == visits + 100 == sum(m.visits for m in report.moves) + 1

    zeros = np.zeros
    for answer, message in [
        (lambda n: zeros((n, 81), np.float32), "two arrays"),
        (lambda n: (zeros((n, 80), np.float32), zeros(n, np.float32)), "logits as float32"),
        (lambda n: (zeros((n, 81), np.float32), zeros(n + 1, np.float32)), "values as float32"),
    ]:
        with pytest.raises(SetupError, match=message):
            search(position, lambda planes, answer=answer: answer(len(planes))).run(simulations=9)
    for logit, value in [(np.nan, 0), (np.inf, 0), (0, np.nan), (0, 3)]:

        def broken(planes: Any, logit: float = logit, value: float = value) -> Any:
            n = len(planes)
            return np.full((n, 81), logit, np.float32), np.full(n, value, np.float32)

        with pytest.raises(ValueError, match="the evaluator gave"):
            search(position, broken).run(simulations=9)


def test_root_noise_is_seeded_and_spreads() -> None:
    position = make("go", size=9).initial()

    def visits(seed: int, alpha: float) -> list[tuple[int, int, float]]:
        mcts = search(position, blind_evaluator(position.game), seed=seed, noise_alpha=alpha)
        return summary(mcts.run(simulations=200))

    assert visits(1, 0.1) == visits(1, 0.1)
    assert visits(1, 0.1) != visits(2, 0.1)
    assert visits(1, 0) == visits(2, 0)
    assert visits(1, 0.1)[0][1] > visits(1, 0)[0][1]  # concentrated on what the noise likes


def test_temperature() -> None:
    position = make("dots-and-boxes", size=2).initial()
    mcts = search(position, seed=1)
    report = mcts.run(simulations=40)
    shares = {m.move: m.visits / 40 for m in report.moves}
    drawn = Counter(mcts.choose(temperature=1.0, seed=s) for s in range(4000))
    for move, share in shares.items():
        assert drawn[move] / 4000 == pytest.approx(share, abs=0.04)
    assert len({mcts.choose(temperature=0.0, seed=s) for s in range(20)}) == 1
    assert mcts.choose(temperature=1.0, seed=5) == mcts.choose(temperature=1.0, seed=5)


def test_gumbel_halves_the_moves() -> None:
    position = make("go", size=9).initial()
    mcts = search(position, blind_evaluator(position.game), gumbel=True, gumbel_moves=8, seed=3)
    report = mcts.run(simulations=49)  # 48 for the moves: 8 x 2, 4 x 4, 2 x 8
    visits = sorted((m.visits for m in report.moves if m.visits), reverse=True)
    assert visits == [14, 14, 6, 6, 2, 2, 2, 2]
    assert mcts.policy().sum() == pytest.approx(1, abs=1e-5)
    with pytest.raises(SetupError, match="needs a number of simulations"):
        mcts.run(seconds=1)
    with pytest.raises(SetupError, match="needs an evaluator"):
        search(position, gumbel=True).run(simulations=10)


def test_gumbel_improves_the_policy() -> None:
    """Completed values move the policy towards moves that proved better than their prior."""
    position: Any = make("dots-and-boxes", size=2).initial().play("aA", "Aa", "aB")
    (closing,) = [m for m in position.legal_moves() if sum(position.after(m).scores)]

    def evaluate(planes: Any) -> tuple[Any, Any]:
        lead = planes[:, 6, 0, 0]
        return np.zeros((len(planes), 12), np.float32), lead.astype(np.float32)

    mcts = search(position, evaluate, gumbel=True, gumbel_moves=9, seed=1)
    mcts.run(simulations=19)
    policy = mcts.policy()
    assert policy.argmax() == closing == mcts.choose()
    assert policy[closing] > 2 / 9


# --- games written in Python ----------------------------------------------------------------


def test_python_game_where_the_same_player_moves_again() -> None:
    for heap in range(1, 14):
        position = TakeAway(heap).initial()
        report = search(position).run(simulations=20_000)
        assert report.proof is not None
        assert PROOFS[report.proof] == minimax(position, [10**6])
    mcts = search(TakeAway(20).initial())
    report = mcts.run(simulations=500)
    assert report.simulations == 500
    assert mcts.advance(report.moves[0].move)


def test_python_game_with_an_evaluator() -> None:
    seen = []

    def evaluate(planes: Any) -> tuple[Any, Any]:
        seen.extend(planes[:, 0, 0, 0])
        return np.zeros((len(planes), 3), np.float32), np.zeros(len(planes), np.float32)

    mcts = search(PlanesTakeAway(12).initial(), evaluate, batch_size=3)
    mcts.run(simulations=100)
    assert seen[0] == 12
    with pytest.raises(SetupError, match="no planes"):
        search(TakeAway(12).initial(), evaluate).run(simulations=5)


def test_python_game_errors_come_through() -> None:
    class Broken(TakeAwayPosition):
        def after(self, move: int) -> Self:
            if self.heap == 4:
                raise OverflowError("from the game")
            return super().after(move)

    mcts = search(Broken(TakeAway(15), 15, Player.FIRST))
    with pytest.raises(OverflowError, match="from the game"):
        mcts.run(simulations=1000)
    with pytest.raises(OverflowError, match="from the game"):
        mcts.run(simulations=1000)  # nothing hangs
    with pytest.raises(SetupError, match="one thread"):
        search(TakeAway(5).initial(), threads=2)


# --- options -------------------------------------------------------------------------------


def test_tuned_options() -> None:
    start: Any = make("go", size=9).initial()
    assert core.GoMcts(start).options.rave
    assert core.GomokuMcts.tuned(seed=5).rave
    assert core.GomokuMcts.tuned(seed=5).seed == 5
    assert not core.DotsAndBoxesMcts.tuned().rave


def test_options_are_checked() -> None:
    with pytest.raises(SetupError, match="there is no search option 'utc'"):
        core.MctsOptions(utc=1)
    with pytest.raises(SetupError, match="does not take 'much'"):
        core.MctsOptions(uct="much")
    with pytest.raises(SetupError, match="threads must be"):
        core.MctsOptions(threads=0)
    options = core.MctsOptions(uct=0.5, rave=True)
    assert (options.uct, options.rave) == (0.5, True)
    over = make("dots-and-boxes", size="1x1").initial().play("aA", "Aa", "aB", "Ab")
    assert over.is_over
    with pytest.raises(SetupError, match="the game is over"):
        search(over).run(simulations=1)

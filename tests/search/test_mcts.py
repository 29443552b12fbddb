"""Monte-Carlo tree search with rollouts: certain results, counting, budgets, threads."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.kit.mcts import (
    ALL_GAMES,
    PROOFS,
    SMALL,
    assert_choice_is_right,
    assert_proofs_hold,
    blind_evaluator,
    late_positions,
    search,
    start_of,
    summary,
)
from tests.kit.patience import LONG, PATIENCE
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Side, make

pytestmark = pytest.mark.core

MEGABYTE = 1 << 20


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize(
    "options",
    [{}, {"rave": True}, {"threads": 2}, {"threads": 2, "shared_tree": False}],
    ids=str,
)
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
    assert outcome.winner == Side.FIRST
    assert mcts.choose(temperature=5.0, seed=3) == mcts.choose()
    assert mcts.policy()[mcts.choose()] == 1


def test_solver_can_be_switched_off() -> None:
    position = make("gomoku", size=9).initial().play("A1 A9 B1 B9 C1 C9 D1 D9")
    report = search(position, solver=False).run(simulations=3000)
    assert report.simulations == 3000
    assert report.proof is None
    assert position.after(report.moves[0].move).is_over


# --- counting ------------------------------------------------------------------------------


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


def is_sanitized() -> bool:
    """Whether memory is watched over by a sanitizer, which keeps what was freed."""
    return "libasan" in Path("/proc/self/maps").read_text()


@pytest.mark.parametrize("shared_tree", [False, True])
@pytest.mark.parametrize("rave", [False, True])
@pytest.mark.parametrize("spec", ["gomoku:size=15", "dots-and-boxes:size=5"])
def test_memory_stays_below_the_limit(spec: str, rave: bool, shared_tree: bool) -> None:
    mcts = search(start_of(spec), rave=rave, threads=2, shared_tree=shared_tree)
    before = resident_bytes()
    report = mcts.run(simulations=150_000, memory=8 * MEGABYTE)
    assert report.memory <= 8 * MEGABYTE
    assert report.memory > 4 * MEGABYTE
    if not is_sanitized():
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
    assert 0.15 < time.perf_counter() - start < PATIENCE
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
        assert time.perf_counter() - stopped[0] < PATIENCE
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

    def follow(report: Any) -> None:
        seen.append(report.simulations)
        if len(seen) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        mcts.run(seconds=LONG, progress=follow, progress_interval=0.03)
    assert seen == sorted(seen)
    assert seen[0] > 0

    def fail(report: Any) -> None:
        raise ZeroDivisionError("from progress")

    with pytest.raises(ZeroDivisionError, match="from progress"):
        mcts.run(seconds=LONG, progress=fail, progress_interval=0.03)
    visits = mcts.visits
    mcts.run(simulations=100)  # still usable
    assert mcts.visits == visits + 100


def test_interrupt_from_the_keyboard() -> None:
    mcts = search(make("go", size=9).initial())
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        mcts.run(seconds=LONG)
    assert time.perf_counter() - start < PATIENCE
    timer.join()


# --- threads -------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ALL_GAMES)
@pytest.mark.parametrize(
    "options", [{}, {"rave": True}, {"try_every_move": False}, {"shared_tree": False}], ids=str
)
def test_threads_count_right(spec: str, options: dict[str, Any]) -> None:
    mcts = search(start_of(spec), threads=4, seed=1, **options)
    report = mcts.run(simulations=8000)
    assert report.simulations == 8000
    assert mcts.visits == 8000
    assert sum(m.visits for m in report.moves) == 8000
    assert sorted(m.move for m in report.moves) == start_of(spec).legal_moves()


def test_trees_of_their_own_are_put_together_at_the_root() -> None:
    position = make("dots-and-boxes", size=3).initial()
    mcts = search(position, threads=3, seed=2, shared_tree=False)
    report = mcts.run(simulations=3000)
    alone = search(position, seed=2).run(simulations=1000)
    # Three trees of about a thousand simulations each are wider together than one.
    assert report.nodes > 2 * alone.nodes
    assert mcts.nodes < report.nodes  # only one of them stays
    best = report.moves[0]
    assert mcts.advance(best.move)
    assert mcts.visits == best.visits
    assert mcts.run(simulations=500).for_player == position.after(best.move).to_move
    assert mcts.visits == best.visits + 500


@pytest.mark.parametrize("game", ["go", "torus", "gomoku", "dots-and-boxes", "reversi"])
@pytest.mark.parametrize("options", [{}, {"rave": True}, {"threads": 2, "shared_tree": False}])
def test_a_search_is_kept_to_some_moves(game: str, options: dict[str, Any]) -> None:
    position = make(game, size=6).initial()
    legal = position.legal_moves()
    kept = [legal[-1], legal[0], legal[0]]
    tree = search(position, seed=1, **options)
    tree.allow_only(kept)
    for _ in range(2):  # the second run goes on with the tree of the first
        found = tree.run(simulations=60)
        assert sorted(move.move for move in found.moves) == sorted(set(kept))
    assert sum(move.visits for move in found.moves) >= found.simulations - 2
    tree.advance(legal[0])
    after = position.after(legal[0])
    assert sorted(m.move for m in tree.run(simulations=40).moves) == sorted(after.legal_moves())


def test_a_search_is_not_kept_to_moves_that_cannot_be_made() -> None:
    position = make("go", size=5).initial().play("C3")
    tree = search(position)
    with pytest.raises(SetupError, match="at least one move"):
        tree.allow_only([])
    with pytest.raises(SetupError, match="cannot search move 12: the point is occupied"):
        tree.allow_only([0, 12])

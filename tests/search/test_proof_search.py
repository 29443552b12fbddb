"""Proofs are checked move by move with the Python rules; no claim may be false."""

from __future__ import annotations

import random
import signal
import threading
import time
from typing import Any

import pytest

from tests.kit.patience import LONG, PATIENCE
from tests.search.test_alphabeta import (
    SMALL_GAMES,
    TABLES,
    Subtraction,
    late_positions,
    truth_of,
)
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Position, Side, make

pytestmark = pytest.mark.core

ANY_REPLY = core.ProofTree.any_reply


def check_tree(position: Position, report: Any, most_steps: int = 20_000) -> int:
    """Plays every reply of the defender and the winning answers; returns the positions seen."""
    tree = report.tree
    steps = 0

    def walk(position: Position, node: int) -> int:
        """The plies that the game still takes at most."""
        nonlocal steps
        steps += 1
        branches = dict(tree.branches(node))
        if position.outcome is not None:
            assert position.outcome.winner == report.attacker
            assert not branches
            return 0
        assert tree.to_move(node) == position.to_move
        if position.to_move == report.attacker:
            ((move, child),) = branches.items()
            assert position.is_legal(move)
            return 1 + walk(position.after(move), child)
        legal = position.legal_moves()
        assert set(branches) - {ANY_REPLY} <= set(legal)
        longest = 0
        for move in legal:
            child = branches.get(move, branches.get(ANY_REPLY))
            assert child is not None, "a reply has no answer"
            if steps < most_steps:
                longest = max(longest, 1 + walk(position.after(move), child))
        return longest

    plies = walk(position, tree.root)
    if steps < most_steps:
        assert plies == tree.plies(tree.root) == len(report.line)
    for move in report.line:
        position = position.after(move)
    assert position.outcome is not None
    assert position.outcome.winner == report.attacker
    return steps


@pytest.mark.parametrize(
    "case", SMALL_GAMES, ids=lambda c: f"{c[0]}-{'-'.join(map(str, c[1].values()))}"
)
def test_agrees_with_minimax(case: tuple[str, dict[str, Any], int, int]) -> None:
    known = answered = 0
    for number, position in enumerate(late_positions(case, 25)):
        truth = truth_of(position)
        if truth is None:
            continue
        known += 1
        best = max(truth.values())
        for memory in TABLES:
            for attacker in Side:
                wins = best > 0 if attacker == position.to_move else best < 0
                for forcing in (False, True):
                    for nodes in (200_000, 10 * number + 1):
                        report = core.prove(
                            position,
                            attacker=int(attacker),
                            forcing=forcing,
                            nodes=nodes,
                            memory=memory,
                        )
                        assert report.attacker == attacker
                        if report.status == "proven":
                            assert wins
                            if report.tree is not None:
                                check_tree(position, report, 2_000)
                        elif report.status == "disproven":
                            assert not wins
                        if nodes == 200_000 and not forcing:
                            answered += report.status != "unknown"
    assert known >= 3
    assert answered >= 0.8 * 6 * known


@pytest.mark.parametrize("size", [5, 7, 9])
def test_forcing_wins_of_torus(size: int) -> None:
    """Forcing proofs hold against all replies; spelling them out or not."""
    proven = 0
    for position in late_positions(("torus", {"size": size}, 12, 40), 60):
        for explicit in (False, True):
            report = core.prove(
                position, forcing=True, nodes=20_000, memory=1 << 24, explicit_replies=explicit
            )
            assert report.status in ("proven", "no_forcing_win", "unknown")
            if report.status != "proven":
                continue
            proven += 1
            assert report.tree is not None
            check_tree(position, report)
            if explicit:
                assert ANY_REPLY not in report.tree.branch_array[:, 0]
    assert proven >= 10


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro"])
@pytest.mark.parametrize("threes", [True, False])
def test_forcing_wins_of_gomoku(rules: str, threes: bool) -> None:
    rng = random.Random(f"{rules}{threes}")
    game = make("gomoku", size=9, rules=rules)
    proven = 0
    for _ in range(60):
        position: Any = game.initial()
        for _ in range(rng.randint(10, 24)):
            # Crowd the middle, so that there is something to fight about.
            moves = [m for m in position.legal_moves() if 2 <= m % 9 <= 6 and 2 <= m // 9 <= 6]
            if not moves or position.is_over:
                break
            position = position.after(rng.choice(moves))
        if position.is_over:
            continue
        report = core.prove(position, forcing=True, threes=threes, nodes=50_000, memory=1 << 24)
        if report.status == "proven":
            proven += 1
            if report.tree is not None:
                check_tree(position, report, 3_000)
    assert proven >= 10


def test_a_long_win_by_threes_and_fours() -> None:
    game = make("gomoku", size=15)
    position = game.initial().play("H8 J9 J8 G6 H7 D12")
    assert core.prove(position, forcing=True, threes=False, seconds=20).status == "no_forcing_win"
    report = core.prove(position, forcing=True, seconds=60)
    assert report.status == "proven"
    assert report.move == report.line[0]
    check_tree(position, report, 5_000)


def test_who_wins_small_games() -> None:
    dots = make("dots-and-boxes", size="2x2").initial()
    report = core.prove(dots, seconds=60)
    assert report.status == "proven"
    check_tree(dots, report)
    assert core.prove(dots, attacker=1, seconds=60).status == "disproven"

    go = make("go", size="2x2", komi=0).initial()
    report = core.prove(go, seconds=60)
    assert report.status == "proven"
    check_tree(go, report)
    assert core.prove(make("go", size="2x2", komi=1).initial(), seconds=60).status == "disproven"

    # Where the same position may come again: a line that repeats itself wins nothing.
    simple = make("go", size="2x2", komi=0, rules="japanese").initial()
    assert core.prove(simple, seconds=2, memory=1 << 22).status in ("disproven", "unknown")


def test_a_depth_limit_never_disproves() -> None:
    position = make("dots-and-boxes", size="2x2").initial()
    statuses = [core.prove(position, depth=d, seconds=20).status for d in range(1, 13)]
    assert "disproven" not in statuses
    assert statuses[-1] == "proven"


def test_stops_quickly_and_keeps_within_its_memory() -> None:
    for name in ("torus", "go", "gomoku", "dots-and-boxes"):
        position = make(name).initial()
        control = core.SearchControl(core.Budget(memory=1 << 20))
        threading.Timer(0.3, control.stop).start()
        report = core.prove(position, control)
        assert report.status == "unknown"
        assert report.seconds < PATIENCE
        assert report.memory <= 1 << 20


def test_is_the_same_every_time() -> None:
    position = make("gomoku", size=7).initial()
    runs = [core.prove(position, nodes=30_000, memory=1 << 20) for _ in range(2)]
    assert runs[0].proof_number == runs[1].proof_number
    assert runs[0].disproof_number == runs[1].disproof_number
    assert runs[0].nodes == runs[1].nodes


def test_ends_on_an_interrupt() -> None:
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        core.prove(make("go").initial(), seconds=LONG)
    assert time.monotonic() - start < PATIENCE


def test_says_what_is_wrong() -> None:
    position = make("torus").initial()
    with pytest.raises(SetupError, match="needs a limit"):
        core.prove(position)
    with pytest.raises(SetupError, match="a player is 0 or 1"):
        core.prove(position, attacker=2, nodes=10)
    report = core.prove(position, nodes=10)
    assert (report.tree, report.move) == (None, None)


@pytest.mark.parametrize("history_matters", [True, False])
def test_a_game_written_in_python(history_matters: bool) -> None:
    for matches in range(1, 11):
        position = Subtraction(matches, history_matters).initial()
        truth = truth_of(position)
        assert truth is not None
        report = core.prove(position, nodes=100_000)
        assert (report.status == "proven") == (max(truth.values()) > 0)
        if report.status == "proven":
            check_tree(position, report)

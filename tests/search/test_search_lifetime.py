"""Searches end with the program, are freed with their owners, and refuse before they change."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from typing import Any

import numpy as np
import pytest

from tests.kit.patience import PATIENCE
from tesuji.errors import TesujiError
from tesuji.games import Game, IllegalMoveError, Position, make
from tesuji.search import Budget, ownership
from tesuji.search.engine import Search
from tesuji.search.self_play import Floats

pytestmark = pytest.mark.core

UNLOCKED = {
    "mcts": "search(make('go', size=9).initial(), 'mcts', Budget(seconds=60))",
    "alphabeta": "search(make('gomoku').initial(), 'alphabeta', Budget(seconds=60))",
    "a Python evaluator": (
        "search(make('go', size=5).initial(), 'mcts', Budget(seconds=60), evaluator=judge)"
    ),
    "random games": "core.play_randomly(make('go').initial(), 30_000, 1, 1000)",
    "ownership": "core.go_ownership(make('go').initial(), 10_000, 1)",
}


@pytest.mark.parametrize("call", UNLOCKED.values(), ids=UNLOCKED)
def test_a_program_may_end_while_a_thread_searches(call: str) -> None:
    program = textwrap.dedent(f"""
        import threading, time
        import numpy as np
        from tesuji import core, make
        from tesuji.search import Budget, search

        def judge(planes):
            return np.zeros((len(planes), 26), np.float32), np.zeros(len(planes), np.float32)

        def work():
            while True:
                {call}

        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.5)
        print("the end")
    """)
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "the end\n"), ended.stderr
    assert time.monotonic() - began < PATIENCE


class Agent:
    """Somebody who judges positions for his own search."""

    def __init__(self) -> None:
        self.search = Search(make("go", size=5).initial(), "mcts", evaluator=self.judge)

    def judge(self, planes: Floats) -> tuple[Floats, Floats]:
        return np.zeros((len(planes), 26), np.float32), np.zeros(len(planes), np.float32)


def test_a_search_that_knows_its_owner_is_freed_with_it() -> None:
    agents = [Agent() for _ in range(10)]
    for agent in agents:
        agent.search.run(Budget(simulations=5))
    gone = [weakref.ref(agent) for agent in agents]
    gc.collect()
    assert all(reference() is not None for reference in gone)
    del agents, agent
    gc.collect()
    assert [reference() for reference in gone] == [None] * 10


def test_a_refused_move_changes_nothing() -> None:
    start = make("gomoku", size=7).initial()
    search = Search(start)
    search.run(Budget(simulations=50))
    with pytest.raises(IllegalMoveError):
        search.advance(-1)
    assert search.position == start

    def advance(report: Any) -> None:
        search.advance(3)

    with pytest.raises(RuntimeError, match="already running"):
        search.run(Budget(seconds=2), advance, interval=0.01)
    assert search.position == start
    report = search.run(Budget(simulations=50))
    assert search.position.is_legal(report.moves[0].move)
    search.advance(report.moves[0].move)
    assert search.position == start.after(report.moves[0].move)


@pytest.mark.parametrize("spec", ["go:size=5", "torus", "gomoku", "dots-and-boxes:size=3"])
def test_games_are_pickled_and_copied_as_positions_are(spec: str) -> None:
    name, _, size = spec.partition(":size=")
    game = make(name, size=size or None)
    for same in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert same == game
        assert same.spec == game.spec
        assert same.initial() == game.initial()


def test_a_search_names_what_a_game_in_python_says_wrongly() -> None:
    class OddGame(Game):
        name = "odd"
        num_moves = 1

    class Odd(Position):
        game = OddGame()
        outcome = None
        to_move = None  # type: ignore[assignment]

    with pytest.raises(TesujiError, match="to_move must be a whole number, not None"):
        Search(Odd())


def test_ctrl_c_ends_the_count_of_ownership() -> None:
    position = make("go", size=9).initial()
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ownership(position, 10**8)  # type: ignore[arg-type]
    assert time.monotonic() - began < PATIENCE

"""Monte-Carlo tree search with evaluators, Gumbel's root, and games written in Python."""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

import numpy as np
import pytest

from tests.kit.mcts import (
    ALL_GAMES,
    PROOFS,
    PlanesTakeAway,
    TakeAway,
    TakeAwayPosition,
    blind_evaluator,
    minimax,
    search,
    start_of,
    summary,
)
from tesuji import core
from tesuji.errors import SetupError
from tesuji.games import Side, make

pytestmark = pytest.mark.core


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
        mcts = search(position, blind_evaluator(position.game), seed=seed, dirichlet_alpha=alpha)
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

    mcts = search(Broken(TakeAway(15), 15, Side.FIRST))
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
    with pytest.raises(SetupError, match="there is no option 'utc'"):
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


# -- leads ------------------------------------------------------------------------------------


def leads_by_move(planes: Any) -> tuple[Any, Any, Any]:
    """Equal priors and values; the lead is what the mover has more on the board, in stones."""
    count = len(planes)
    cells = planes.shape[2] * planes.shape[3]
    leads = planes[:, 1].sum((1, 2)) - planes[:, 2].sum((1, 2))
    return np.zeros((count, cells + 1), np.float32), np.zeros(count, np.float32), leads


def test_the_tree_carries_leads_to_the_root() -> None:
    position = make("go", size=3).initial()
    mcts = search(position, leads_by_move, leads=True, batch_size=1, try_every_move=True)
    report = mcts.run(simulations=11)  # the root, and each of its ten moves once
    leads = {move.move: move.lead for move in report.moves}
    assert leads == {move: (0.0 if move == 9 else 1.0) for move in range(10)}
    assert report.lead == report.moves[0].lead


def test_leads_are_seen_by_the_player_to_move() -> None:
    position = make("go", size=3).initial().play("B2")
    report = search(position, leads_by_move, leads=True, batch_size=1).run(simulations=1)
    assert report.lead == -1.0  # White has a stone less
    assert all(move.lead is None for move in report.moves)


def test_a_search_without_leads_has_none() -> None:
    position = make("go", size=3).initial()
    report = search(position, blind_evaluator(position.game), batch_size=1).run(simulations=20)
    assert report.lead is None
    assert all(move.lead is None for move in report.moves)


def test_leads_that_are_no_numbers_are_refused() -> None:
    position = make("go", size=3).initial()

    def nan(planes: Any) -> tuple[Any, Any, Any]:
        logits, values, leads = leads_by_move(planes)
        return logits, values, np.full_like(leads, np.nan)

    with pytest.raises(Exception, match="NaN or infinity"):
        search(position, nan, leads=True).run(simulations=5)
    with pytest.raises(SetupError, match="three arrays"):
        search(position, lambda planes: leads_by_move(planes)[:2], leads=True).run(simulations=5)
    with pytest.raises(SetupError, match="two arrays"):
        search(position, leads_by_move).run(simulations=5)

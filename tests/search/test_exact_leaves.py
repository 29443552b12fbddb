"""Leaves that an exact search settles, and games whose margin counts: against the exact table."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.kit.evaluators import opinionated
from tesuji.games import make
from tesuji.games.dots_and_boxes import DotsAndBoxes, DotsAndBoxesPosition
from tesuji.search import Budget, ForcedWinSearch, Proof, Search, SelfPlay, SelfPlayOptions
from tesuji.search.utility import Utility
from tesuji.theory.dots_and_boxes import Table

pytestmark = pytest.mark.core


class Ignorance:
    """A network that knows nothing; counts what it is asked."""

    def __init__(self, num_moves: int) -> None:
        self._num_moves = num_moves
        self.asked = 0

    def __call__(self, planes):  # type: ignore[no-untyped-def]
        self.asked += len(planes)
        count = len(planes)
        return np.zeros((count, self._num_moves), np.float32), np.zeros(count, np.float32)


def random_position(game: DotsAndBoxes, open_lines: int, dice: random.Random):  # type: ignore[no-untyped-def]
    position = game.initial()
    while len(position.legal_moves()) > open_lines:
        position = position.after(dice.choice(position.legal_moves()))
    return position


def margin_of(table: Table, position: DotsAndBoxesPosition) -> int:
    """The final lead of the player to move with best play, by the table."""
    lead = position.scores[position.to_move] - position.scores[position.to_move.other]
    return lead + max(table.move_values(position).values())


@pytest.mark.parametrize("score_weight", [0.0, 0.5, 1.0])
def test_settled_roots_have_the_value_and_the_moves_of_the_table(score_weight: float) -> None:
    game = make("dots-and-boxes", size=3)
    assert isinstance(game, DotsAndBoxes)
    table, dice = Table.of(game), random.Random(1)
    for lines in range(1, 15):
        for _ in range(8):
            position = random_position(game, lines, dice)
            nobody = Ignorance(game.num_moves)
            search = Search(
                position,
                "mcts",
                evaluator=nobody,
                exact_plies=14,
                score_weight=score_weight,
                score_scale=4.0,
            )
            report = search.run(Budget(simulations=20))
            assert nobody.asked == 0
            assert report.simulations == 0
            truth = table.move_values(position)
            best = margin_of(table, position)
            assert report.value.number == (best > 0) - (best < 0)
            assert report.proof is not Proof.UNKNOWN
            lead = best - max(truth.values())
            for move in report.moves:
                exact = lead + truth[move.move]
                assert move.value.number == (exact > 0) - (exact < 0)
                assert move.score == (exact if score_weight else None)
            chosen = lead + truth[report.moves[0].move]
            assert (chosen > 0) - (chosen < 0) == report.value.number
            if score_weight:
                assert chosen == best == report.score


@pytest.mark.parametrize("score_weight", [0.0, 0.5])
def test_whatever_a_search_proves_above_settled_leaves_is_true(score_weight: float) -> None:
    game = make("dots-and-boxes", size=3)
    assert isinstance(game, DotsAndBoxes)
    table, dice = Table.of(game), random.Random(2)
    proven = 0
    for _ in range(40):
        position = random_position(game, dice.randint(9, 11), dice)
        search = Search(
            position,
            "mcts",
            evaluator=Ignorance(game.num_moves),
            exact_plies=8,
            score_weight=score_weight,
            score_scale=4.0,
        )
        report = search.run(Budget(simulations=3000))
        truth = table.move_values(position)
        best = margin_of(table, position)
        lead = best - max(truth.values())
        for move in report.moves:
            if move.proof is Proof.UNKNOWN:
                continue
            exact = lead + truth[move.move]
            assert move.value.number == (exact > 0) - (exact < 0)
        if report.proof is not Proof.UNKNOWN:
            proven += 1
            assert report.value.number == (best > 0) - (best < 0)
            chosen = lead + truth[report.moves[0].move]
            assert (chosen > 0) - (chosen < 0) == report.value.number
            if score_weight:
                assert chosen == best
    assert proven > 5


def test_settled_leaves_save_evaluations_and_leave_the_rest_of_a_game_as_it_was() -> None:
    """Self-play that ends at a settled position has the value that perfect play would reach."""
    game = make("dots-and-boxes", size=3)
    assert isinstance(game, DotsAndBoxes)
    table = Table.of(game)
    utility = Utility(0.5, 4.0)
    options = SelfPlayOptions(
        simulations=16,
        exact_plies=12,
        score_weight=utility.score_weight,
        score_scale=utility.score_scale,
        random_plies=6,
    )
    games = SelfPlay(game, options, games_at_once=8, seed=3).play(Ignorance(24), 24)
    for played in games:
        positions = [game.initial()]
        for move in played.moves.tolist():
            positions.append(positions[-1].after(move))
        last = positions[-2]
        assert played.finished
        assert played.proven[-1]
        assert len(last.legal_moves()) >= 12
        margin = margin_of(table, last)
        result = (margin > 0) - (margin < 0)
        side = 1 if played.movers[-1] == 0 else -1
        assert played.result == side * result
        assert played.score == side * margin
        assert played.root_values[-1] == pytest.approx(utility.of(result, margin))
        for ply in np.flatnonzero(played.searched_fully):
            assert played.policies[ply].sum() == pytest.approx(1, abs=1e-3)
        # The policy to learn is spread over the best moves, and only those.
        truth = table.move_values(last)
        best = {move for move, value in truth.items() if value == max(truth.values())}
        assert set(np.flatnonzero(played.policies[-1]).tolist()) == best
        # What is to be learnt earlier follows from it.
        sign = 1 if played.movers[0] == played.movers[-1] else -1
        if not played.proven[:-1].any():
            assert played.values[0] == pytest.approx(sign * utility.of(result, margin))


def test_the_margin_counts_in_games_that_are_played_to_their_end() -> None:
    game = make("dots-and-boxes", size=2)
    utility = Utility(1.0, 2.0)
    options = SelfPlayOptions(
        simulations=8, end_when_proven=False, score_weight=1.0, score_scale=2.0
    )
    for played in SelfPlay(game, options, games_at_once=4, seed=1).play(Ignorance(12), 8):
        assert not math.isnan(played.score)
        worth = utility.of(played.result, played.score)
        side = 1 if played.movers[-1] == 0 else -1
        assert played.values[-1] == pytest.approx(side * worth, abs=1e-6)


def test_whoever_is_lost_plays_on() -> None:
    """A root that was proven lost as a child of the root before it still has to find a move.

    In the 340th of these games such a root had been expanded, and had not tried any move.
    """
    game = make("gomoku", size=11)
    options = SelfPlayOptions(
        simulations=64,
        fast_simulations=16,
        full_share=0.3,
        gumbel=True,
        exact_plies=11,
        end_when_proven=False,
        random_plies=4,
    )
    pool = SelfPlay(game, options, games_at_once=10, seed=7)
    games = pool.play(opinionated(game), 345)
    assert len(games) == 345
    assert all(played.finished for played in games)


@pytest.mark.parametrize(
    ("spec", "size", "exact"), [("gomoku", 9, 11), ("gomoku", 15, 21), ("torus", 9, 3)]
)
def test_forced_wins_are_played_at_once(spec: str, size: int, exact: int) -> None:
    """Where the judge knows a win, the root is won by a move that the proof search confirms."""
    game = make(spec, size=size)
    dice = random.Random(5)
    found = 0
    for _ in range(60):
        position = game.initial()
        for _ in range(dice.randint(8, 30)):
            if position.is_over:
                break
            position = position.after(dice.choice(position.legal_moves()))
        if position.is_over:
            continue
        nobody = Ignorance(game.num_moves)
        search = Search(position, "mcts", evaluator=nobody, exact_plies=exact)
        report = search.run(Budget(simulations=2))
        if nobody.asked:
            continue
        found += 1
        assert report.proof is Proof.WIN
        assert ForcedWinSearch().run(position, 200_000) is not None
        after = position.after(report.moves[0].move)
        if not after.is_over:
            # Whatever the opponent replies, the win is still there.
            for reply in after.legal_moves()[:10]:
                answered = after.after(reply)
                assert not answered.is_over
                assert ForcedWinSearch().run(answered, 200_000) is not None
    assert found > 3


def test_games_without_an_exact_search_are_searched_as_before() -> None:
    game = make("go", size=5)
    reports = [
        Search(
            game.initial(), "mcts", evaluator=Ignorance(game.num_moves), exact_plies=plies, seed=1
        ).run(Budget(simulations=60))
        for plies in (0, 12)
    ]
    assert [(move.move, move.visits) for move in reports[0].moves] == [
        (move.move, move.visits) for move in reports[1].moves
    ]
    assert game.exact_plies == 0


def test_a_utility_is_read_from_what_a_network_says_of_itself() -> None:
    boxes, gomoku = make("dots-and-boxes", size=3), make("gomoku", size=9)
    said = {"score_weight": 0.5, "score_scale": 4}
    assert Utility.of_network(said, boxes) == Utility(0.5, 4.0)
    assert Utility.of_network(said, gomoku) == Utility()
    assert Utility.of_network({}, boxes) == Utility()
    for nonsense in ("x", None, math.nan, -1, 2):
        assert Utility.of_network({"score_weight": nonsense}, boxes) == Utility()
    assert Utility(0.5, 4.0).of(1, 2) == pytest.approx(0.5 + 0.5 * math.tanh(0.5))
    assert Utility().of(-1, -7) == -1

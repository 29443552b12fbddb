"""Games against oneself: legal, judged rightly, repeatable, and stoppable."""

from __future__ import annotations

import gc
import math
import resource
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from examples.hex import Hex
from tests.kit.evaluators import opinionated, uniform
from tests.reference import ReferencePosition
from tests.reference.dots_and_boxes import ReferenceDotsAndBoxes
from tests.reference.go import ReferenceGo
from tests.reference.gomoku import ReferenceGomoku
from tests.reference.torus import ReferenceTorus
from tesuji.errors import SetupError, TesujiError
from tesuji.games import Game, Position, Side, make
from tesuji.search.self_play import (
    Floats,
    SelfPlay,
    SelfPlayGame,
    SelfPlayOptions,
    play_in_threads,
)
from tesuji.theory.dots_and_boxes.solver import lead_of, solve

pytestmark = pytest.mark.core

HEX = Hex(3)


@dataclass(frozen=True)
class Case:
    game: Game
    reference: Callable[[], ReferencePosition] | None
    simulations: int = 12

    def __str__(self) -> str:
        return self.game.spec


CASES = [
    Case(make("torus", size=5), lambda: ReferenceTorus.start(5)),
    Case(make("go", size=4, komi=0.5), lambda: ReferenceGo.start(4, 4, komi=0.5)),
    Case(make("dots-and-boxes", size="2x3"), lambda: ReferenceDotsAndBoxes.start(2, 3)),
    Case(make("gomoku", size=7), lambda: ReferenceGomoku.start(7)),
    Case(HEX, None),
]


def play(game: Game, count: int = 6, *, seed: int = 1, at_once: int = 4, **options: Any) -> Any:
    pool = SelfPlay(game, SelfPlayOptions(**options), games_at_once=at_once, seed=seed)
    return pool.play(opinionated(game), count)


def positions_of(game: Game, played: SelfPlayGame) -> list[Position]:
    """The position before each move, and the last one."""
    found: list[Position] = [game.initial()]
    for move in played.moves.tolist():
        found.append(found[-1].after(move))
    return found


# -- the games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("proofs", [False, True])
def test_games_follow_the_rules(case: Case, proofs: bool) -> None:
    game = case.game
    options = {"simulations": case.simulations, "end_when_proven": proofs, "max_plies": 200}
    for played in play(game, **options):
        positions = positions_of(game, played)
        assert played.plies == len(played.policies) == len(played.values) > 0
        assert played.finished
        for position, mover, policy in zip(
            positions[:-1], played.movers, played.policies, strict=True
        ):
            assert mover == position.to_move
            assert policy.sum() == pytest.approx(1, abs=1e-5)
            assert set(np.flatnonzero(policy).tolist()) <= set(position.legal_moves())
        if not proofs:
            assert positions[-1].is_over
            assert not math.isnan(played.score) or not game.has_score


@pytest.mark.parametrize("case", [case for case in CASES if case.reference], ids=str)
def test_results_are_those_of_the_slow_rules(case: Case) -> None:
    assert case.reference is not None
    options = {"simulations": case.simulations, "end_when_proven": False, "max_plies": 400}
    for played in play(case.game, **options):
        reference = case.reference()
        for move, mover in zip(played.moves.tolist(), played.movers, strict=True):
            assert reference.to_move == mover
            reference = reference.after(move)
        assert reference.is_over
        winner = {None: 0, 0: 1, 1: -1}[reference.winner]
        assert played.result == winner
        if case.game.has_score:
            assert played.score == pytest.approx(reference.margin)
        else:
            assert math.isnan(played.score)


def test_the_same_player_moves_again_after_a_box() -> None:
    game = make("dots-and-boxes", size=2)
    played = play(game, 8, simulations=20, end_when_proven=False)
    assert any((np.diff(one.movers) == 0).any() for one in played)


def test_values_to_learn_are_for_the_mover() -> None:
    game = make("dots-and-boxes", size=2)
    for played in play(game, 8, simulations=8, tree_reuse=False, end_when_proven=False):
        signs = np.where(played.movers == 0, 1, -1)
        expected = np.empty(played.plies)
        known = played.result
        for ply in reversed(range(played.plies)):
            if played.proven[ply]:
                known = signs[ply] * played.root_values[ply]
            expected[ply] = signs[ply] * known
        assert np.array_equal(played.values, expected)


@pytest.mark.parametrize("size", ["2x2", "2x3"])
@pytest.mark.parametrize("ends", [False, True])
def test_proven_values_are_exact(size: str, ends: bool) -> None:
    game = make("dots-and-boxes", size=size)
    proofs = 0
    for played in play(game, 12, simulations=60, end_when_proven=ends, temperature_plies=100):
        for ply, position in enumerate(positions_of(game, played)[:-1]):
            if not played.proven[ply]:
                continue
            proofs += 1
            value = solve(position).value  # type: ignore[arg-type]
            assert value is not None
            truth = np.sign(value + lead_of(position))  # type: ignore[arg-type]
            assert played.root_values[ply] == played.values[ply] == truth
        if ends:
            assert played.proven[-1]
            assert not played.proven[:-1].any()
            assert math.isnan(played.score)
    assert proofs >= 12


def test_play_is_not_bent_by_a_proof_of_somebody_else() -> None:
    """A game that ends by a proof has the result of the proof, seen by the first player."""
    game = make("gomoku", size=7)
    for played in play(game, 6, simulations=60):
        assert played.finished
        if played.proven[-1]:
            sign = 1 if played.movers[-1] == Side.FIRST else -1
            assert played.result == sign * played.root_values[-1]


# -- options ------------------------------------------------------------------------------------


def test_only_full_searches_are_to_be_learnt_from() -> None:
    game = make("torus", size=5)
    played = play(game, 12, simulations=20, fast_simulations=4, full_share=0.25)
    share = np.concatenate([one.searched_fully for one in played]).mean()
    assert 0.1 < share < 0.45
    assert all(one.searched_fully.all() for one in play(game, 2, simulations=8))


def test_fast_searches_spend_less() -> None:
    game = make("gomoku", size=7)
    pool = SelfPlay(
        game,
        SelfPlayOptions(simulations=50, fast_simulations=5, full_share=0.5, tree_reuse=False),
        games_at_once=4,
    )
    played = pool.play(opinionated(game), 4)
    fully = sum(one.searched_fully.sum() for one in played)
    plies = sum(one.plies for one in played)
    most = 50 * fully + 5 * (plies - fully)
    assert 0.8 * most < pool.simulations <= most


def test_games_begin_by_chance_where_that_is_wanted() -> None:
    game = make("torus", size=5)
    lengths = set()
    for played in play(game, 24, simulations=4, random_plies=3):
        unsearched = np.isnan(played.root_values)
        count = int(unsearched.sum())
        lengths.add(count)
        assert unsearched[:count].all()
        assert not played.searched_fully[:count].any()
        assert not played.policies[:count].any()
        assert played.searched_fully[count:].all()
    assert lengths == {0, 1, 2, 3}


def test_long_games_are_broken_off() -> None:
    for played in play(make("go", size=5), 4, simulations=4, max_plies=10, end_when_proven=False):
        if not played.finished:
            assert played.plies == 10
            assert played.result == 0
            assert math.isnan(played.score)
            break
    else:
        pytest.fail("every game ended within ten plies")


def test_temperature_and_noise_make_games_differ() -> None:
    game = make("gomoku", size=7)
    still: dict[str, Any] = {"simulations": 8, "dirichlet_alpha": 0.0, "temperature": 0.0}
    assert len({tuple(one.moves) for one in play(game, 6, **still)}) == 1
    warm: dict[str, Any] = {"simulations": 8, "dirichlet_alpha": 0.0, "temperature": 1.0}
    assert len({tuple(one.moves) for one in play(game, 6, **warm)}) > 3
    noisy: dict[str, Any] = {"simulations": 8, "dirichlet_alpha": 0.3, "temperature": 0.0}
    assert len({tuple(one.moves) for one in play(game, 6, **noisy)}) > 3
    late = play(game, 6, simulations=8, dirichlet_alpha=0.0, temperature_plies=1)
    assert all(one.policies[1:].any() for one in late)


def test_gumbel_needs_few_simulations() -> None:
    game = make("torus", size=5)
    played = play(game, 6, simulations=6, gumbel=True, gumbel_moves=4)
    assert len({tuple(one.moves) for one in played}) > 3
    for one in played:
        # The improved policy gives every legal move its share.
        assert (one.policies[0] > 0).sum() == 25 or one.proven[0]


def test_several_leaves_of_a_game_wait_at_once() -> None:
    game = make("gomoku", size=7)
    sizes = []

    def watch(planes: Floats) -> tuple[Floats, Floats]:
        sizes.append(len(planes))
        return opinionated(game)(planes)

    pool = SelfPlay(game, SelfPlayOptions(simulations=20, leaves_per_game=4), games_at_once=2)
    played = pool.play(watch, 2)
    assert max(sizes) > 4
    assert len(played) == 2


def test_symmetries_do_not_change_what_is_known() -> None:
    """An evaluator that prefers one cell sees the board turned, and is understood rightly."""
    game = make("gomoku", size=5)
    corner = game.parse_move("A5")

    def prefers_the_stone_in_the_corner(planes: Floats) -> tuple[Floats, Floats]:
        logits = np.zeros((len(planes), game.num_moves), np.float32)
        logits[:, corner] = 8
        return logits, np.zeros(len(planes), np.float32)

    options = SelfPlayOptions(
        simulations=8, random_symmetries=True, dirichlet_alpha=0.0, temperature=0.0
    )
    pool = SelfPlay(game, options, games_at_once=8, seed=5)
    played = pool.play(prefers_the_stone_in_the_corner, 40)
    firsts = {game.format_move(int(one.moves[0])) for one in played}
    assert firsts == {"A1", "A5", "E1", "E5"}


def test_alternating_sign_is_a_different_search() -> None:
    """With the defect, the mover who goes on after a box is taken for the opponent."""
    game = make("dots-and-boxes", size=2)
    right = play(game, 20, simulations=40, end_when_proven=False)
    wrong = play(game, 20, simulations=40, end_when_proven=False, alternating_sign=True)
    assert [one.moves.tolist() for one in right] != [one.moves.tolist() for one in wrong]
    assert not any(one.proven.any() for one in wrong)
    for played in wrong:
        assert positions_of(game, played)[-1].is_over


def test_alternating_sign_misjudges_a_free_box() -> None:
    """One box stands open and nothing else matters: the search must take it to win."""
    game = make("dots-and-boxes", size="1x2")

    def judge(planes: Floats) -> tuple[Floats, Floats]:
        # The lead of the player to move, from the last plane, is the value.
        lead = np.clip(planes[:, 6].max((1, 2)) + planes[:, 6].min((1, 2)), -1, 1)
        return np.zeros((len(planes), game.num_moves), np.float32), lead.astype(np.float32)

    def visits_of_boxes(**options: Any) -> float:
        """The mean share of the policy on moves that close a box, where there is one."""
        shares = []
        pool = SelfPlay(game, SelfPlayOptions(simulations=30, **options), games_at_once=8, seed=2)
        for played in pool.play(judge, 40):
            for position, policy in zip(positions_of(game, played), played.policies, strict=False):
                moves = position.legal_moves()
                closing = [m for m in moves if position.after(m).to_move == position.to_move]
                if len(moves) > 2 and 0 < len(closing) < len(moves):
                    shares.append(policy[closing].sum())
        return float(np.mean(shares))

    common = {"end_when_proven": False, "tree_reuse": False, "dirichlet_alpha": 0.0}
    assert visits_of_boxes(**common) > visits_of_boxes(**common, alternating_sign=True) + 0.2


def test_in_games_of_alternating_players_the_defect_does_nothing() -> None:
    game = make("gomoku", size=5)
    options: dict[str, Any] = {"simulations": 6, "end_when_proven": False, "tree_reuse": False}
    evaluate = opinionated(game)
    first_moves = []
    for defect in (False, True):
        pool = SelfPlay(game, SelfPlayOptions(**options, alternating_sign=defect), games_at_once=4)
        first_moves.append([one.policies[0].tolist() for one in pool.play(evaluate, 4)])
    assert first_moves[0] == first_moves[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simulations": 1}, "simulations must be at least 2"),
        ({"full_share": 0.5, "fast_simulations": 0}, "fast_simulations must be at least 2"),
        ({"full_share": 0.0}, "full_share"),
        ({"temperature": -1.0}, "temperature"),
        ({"dirichlet_weight": 1.5}, "dirichlet_weight"),
        ({"dirichlet_alpha": float("nan")}, "dirichlet_alpha"),
        ({"leaves_per_game": 0}, "leaves_per_game"),
        ({"simulations": "many"}, "does not take 'many'"),
    ],
)
def test_bad_options_are_explained(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        SelfPlay(make("torus"), SelfPlayOptions(**options))


def test_bad_pools_are_explained() -> None:
    with pytest.raises(SetupError, match="games at once"):
        SelfPlay(make("torus"), games_at_once=0)

    class Planeless(Hex):
        plane_shape = None

        def __init__(self) -> None:
            self.size, self.num_moves, self.spec = 2, 4, "hex:size=2"

    with pytest.raises(TesujiError, match="no network planes"):
        SelfPlay(Planeless())


# -- repeatable, stoppable ----------------------------------------------------------------------


def same(one: SelfPlayGame, other: SelfPlayGame) -> bool:
    return one.seed == other.seed and all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name == "root_values")
        for name in ("moves", "movers", "policies", "searched_fully", "root_values", "values")
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_seed_gives_the_same_games(case: Case) -> None:
    options: dict[str, Any] = {
        "simulations": 10,
        "random_plies": 2,
        "full_share": 0.5,
        "fast_simulations": 4,
    }
    one, two = (play(case.game, 6, **options) for _ in range(2))
    assert all(same(a, b) for a, b in zip(one, two, strict=True))
    other = play(case.game, 6, seed=2, **options)
    assert not all(same(a, b) for a, b in zip(one, other, strict=True))


def test_a_game_does_not_depend_on_those_beside_it() -> None:
    game = make("torus", size=5)
    alone = {one.seed: one for one in play(game, 8, at_once=1, simulations=10)}
    together = play(game, 8, at_once=8, simulations=10)
    assert all(same(one, alone[one.seed]) for one in together)


def test_play_counts_games_and_step_goes_on_for_ever() -> None:
    game = make("dots-and-boxes", size=2)
    pool = SelfPlay(game, SelfPlayOptions(simulations=8), games_at_once=4)
    seen: list[SelfPlayGame] = []
    assert len(pool.play(uniform(game), 10, on_game=seen.append)) == len(seen) == 10
    assert pool.play(uniform(game), 0) == []
    ended = 0
    while ended < 12:
        ended += len(pool.step(uniform(game)))
    # The four games that are under way now are ended with the next ones.
    assert len(pool.play(uniform(game), 2)) >= 2
    assert pool.evaluations <= pool.simulations


def test_stopping_drops_what_is_under_way() -> None:
    game = make("torus", size=9)
    stop = threading.Event()
    calls = 0

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        nonlocal calls
        calls += 1
        if calls == 5:
            stop.set()
        return uniform(game)(planes)

    pool = SelfPlay(game, SelfPlayOptions(simulations=50), games_at_once=8)
    assert pool.play(evaluate, 100, stop=stop.is_set) == []
    assert calls == 5
    small = make("dots-and-boxes", size=1)
    again = SelfPlay(small, SelfPlayOptions(simulations=4), games_at_once=2)
    assert len(again.play(uniform(small), 3)) == 3
    assert len(pool.play(uniform(game), 1)) == 1


def test_an_evaluator_that_fails_leaves_the_games_as_they_were() -> None:
    game = make("gomoku", size=7)
    whole = play(game, 3, simulations=10, at_once=3)
    pool = SelfPlay(game, SelfPlayOptions(simulations=10), games_at_once=3, seed=1)
    good = opinionated(game)
    calls = 0

    def fails_now_and_then(planes: Floats) -> tuple[Floats, Floats]:
        nonlocal calls
        calls += 1
        logits, values = good(planes)
        if calls % 7 == 3:
            raise RuntimeError("no")
        if calls % 7 == 5:
            values[-1] = np.nan
        if calls % 7 == 6:
            return logits[:, 1:], values
        return logits, values

    ended: list[SelfPlayGame] = []
    pool._pool.begin(3)
    while pool._pool.is_busy:
        try:
            ended += pool._step(fails_now_and_then)
        except (RuntimeError, ValueError):
            continue
    assert sorted(one.moves.tolist() for one in ended) == sorted(
        one.moves.tolist() for one in whole
    )


def test_a_game_in_python_that_fails_is_heard() -> None:
    class Broken(Hex):
        calls = 0

        def result(self, stones: tuple[int, ...], mover: Side) -> Any:
            type(self).calls += 1
            if type(self).calls == 30:
                raise RuntimeError("the rules are broken")
            return super().result(stones, mover)

    game = Broken(3)
    pool = SelfPlay(game, SelfPlayOptions(simulations=8), games_at_once=2)
    with pytest.raises(RuntimeError, match="the rules are broken"):
        pool.play(uniform(game), 4)
    assert len(pool.play(uniform(game), 2)) == 2


def test_nothing_leaks() -> None:
    game = make("torus", size=9)

    def some_games() -> None:
        pool = SelfPlay(game, SelfPlayOptions(simulations=60), games_at_once=16)
        for _ in range(40):
            pool.step(uniform(game))

    for _ in range(3):
        some_games()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(12):
        some_games()
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024


def test_threads_share_the_games() -> None:
    game = make("dots-and-boxes", size=2)
    options = SelfPlayOptions(simulations=8)
    workers = [opinionated(game), opinionated(game)]
    heard: list[SelfPlayGame] = []
    games = play_in_threads(game, options, workers, 9, games_at_once=3, on_game=heard.append)
    assert len(games) == len(heard) == 9
    assert len({one.seed for one in games}) == 9

    def fails(planes: Floats) -> tuple[Floats, Floats]:
        raise RuntimeError("this worker cannot")

    with pytest.raises(RuntimeError, match="this worker cannot"):
        play_in_threads(game, options, [workers[0], fails], 100_000)


def test_two_threads_cannot_drive_one_pool() -> None:
    game = make("torus", size=5)
    pool = SelfPlay(game, SelfPlayOptions(simulations=4), games_at_once=2)

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        return uniform(game)(planes)

    pool.step(evaluate)
    planes = pool._pool.gather()
    assert planes.shape == (2, 4, 5, 5)
    assert not planes.flags.writeable


# -- remembered evaluations ---------------------------------------------------------------------


def counted(game: Game, **options: Any) -> tuple[list[SelfPlayGame], int, int]:
    """Games, positions judged, and how many of those had been judged before."""
    seen: set[bytes] = set()
    again = 0

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        nonlocal again
        for row in planes:
            again += row.tobytes() in seen
            seen.add(row.tobytes())
        return opinionated(game)(planes)

    pool = SelfPlay(game, SelfPlayOptions(simulations=12, **options), games_at_once=4, seed=1)
    played = pool.play(evaluate, 12)
    return played, pool.evaluations, again


@pytest.mark.parametrize("game", [make("dots-and-boxes", size=2), make("gomoku", size=5)], ids=repr)
def test_a_position_is_judged_once(game: Game) -> None:
    forgetful, evaluations, again = counted(game, cache_megabytes=0)
    assert again > 0
    played, fewer, none_again = counted(game)
    assert none_again == 0
    assert fewer < evaluations
    # What is remembered is what would have been said again: the games are the same.
    by_seed = {one.seed: one for one in forgetful}
    assert all(same(one, by_seed[one.seed]) for one in played)


def test_symmetric_positions_are_remembered_as_they_were_shown() -> None:
    game = make("gomoku", size=5)
    played, _, again = counted(game, random_symmetries=True)
    assert again == 0
    forgetful, _, _ = counted(game, random_symmetries=True, cache_megabytes=0)
    by_seed = {one.seed: one for one in forgetful}
    assert all(same(one, by_seed[one.seed]) for one in played)


def test_another_evaluator_is_asked_again() -> None:
    game = make("dots-and-boxes", size=1)
    pool = SelfPlay(game, SelfPlayOptions(simulations=4), games_at_once=1)
    first = uniform(game)
    pool.play(first, 20)
    known = pool.evaluations
    pool.play(first, 20)
    little = pool.evaluations - known
    pool.play(uniform(game), 20)
    assert little < pool.evaluations - known - little


@pytest.mark.parametrize("case", CASES, ids=str)
def test_surprise_is_the_divergence_from_what_the_evaluator_said(case: Case) -> None:
    evaluate = opinionated(case.game)
    plain: dict[str, Any] = {"tree_reuse": False, "cache_megabytes": 0, "dirichlet_alpha": 0.0}
    for played in play(case.game, 3, simulations=case.simulations, **plain):
        positions = positions_of(case.game, played)
        for ply in np.flatnonzero(~played.proven):
            position = positions[ply]
            logits, _ = evaluate(position.planes()[None])
            legal = position.legal_moves()
            priors = np.exp(logits[0][legal] - logits[0][legal].max())
            priors /= priors.sum()
            policy = played.policies[ply][legal]
            known = policy > 0
            wanted = (policy[known] * np.log(policy[known] / np.maximum(priors[known], 1e-4))).sum()
            # Priors are kept in sixteen bits.
            assert played.surprises[ply] == pytest.approx(max(wanted, 0), abs=0.02)

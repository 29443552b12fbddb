"""Options that make few games go far: each does what it says, and nothing where it is off."""

from __future__ import annotations

import io
import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.alphazero import finished, smoke
from tests.kit.evaluators import opinionated, uniform
from tests.kit.mcts import search
from tesuji.errors import SetupError
from tesuji.games import Game, make
from tesuji.learning.alphazero.boards import boards_of
from tesuji.learning.alphazero.config import BoardsConfig, SelfPlayConfig
from tesuji.learning.alphazero.game_files import pack_games, read_games, unpack_games
from tesuji.learning.alphazero.played_games import resignations
from tesuji.learning.alphazero.refreshing import refresh
from tesuji.learning.alphazero.self_player import SelfPlayer, fork_of
from tesuji.networks.network import Network
from tesuji.search import SelfPlay, SelfPlayGame, SelfPlayOptions
from tesuji.search.self_play import Evaluate, Floats

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
torch.set_num_threads(1)

from tests.kit.alphazero import any_size_network  # noqa: E402
from tesuji.learning.alphazero.distributions import (  # noqa: E402
    Spread,
    margin_points,
    value_points,
)

GO = make("go", size=5)


def play(game: Game, evaluate: Evaluate, count: int, **options: Any) -> list[SelfPlayGame]:
    pool = SelfPlay(game, SelfPlayOptions(simulations=8, **options), games_at_once=4, seed=1)
    return pool.play(evaluate, count)


# -- values and margins as distributions ----------------------------------------------------------


@pytest.mark.parametrize("points", [value_points(), margin_points()])
def test_distributions_have_the_mean_that_is_learnt(points: Any) -> None:
    spread = Spread(4, points)
    assert (points.diff() > 0).all()
    assert 0.0 in points.tolist()
    numbers = torch.linspace(points[0], points[-1], 77)
    for found in (spread.around(numbers), spread.at_the_ends(numbers)):
        assert (found >= 0).all()
        np.testing.assert_allclose(found.sum(1), 1, atol=1e-5)
        np.testing.assert_allclose((found * points).sum(1), numbers, atol=1e-4)
    around = spread.around(numbers)
    assert ((around > 0).sum(1) <= 2).all()
    places = (around * torch.arange(len(points))).sum(1)
    assert (places.diff() > 0).all()  # and nowhere but beside the number
    beyond = spread.around(torch.tensor([-100.0, 100.0]))
    assert beyond[0, 0] == beyond[1, -1] == 1


def test_a_run_learns_distributions_and_goes_on_from_numbers(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    plain = finished(tmp_path / "plain", game, smoke(game), 1)
    more = ("training.reuse=30", "self_play.score_weight=0.5", "self_play.end_when_proven=false")
    config = smoke(game, "network.values=distributions", *more)
    run = finished(tmp_path / "run", game, config, 3)
    trained = [line["train"] for line in run.metrics() if line["kind"] == "training"]
    for name in ("value_distribution", "score_distribution", "value"):
        assert trained[-1][name] < trained[0][name]
    best = run.best_network
    values = Network.load(best).on(game)(np.stack([game.initial().planes()]))[1]
    assert -1 <= values[0] <= 1
    # Weights of the one form begin a run of the other, and everything else is kept.
    for source, target in ((plain, config), (run, smoke(game))):
        for file in ("state/checkpoint.npz", "networks/best.onnx"):
            folder = tmp_path / f"{source.name}-{Path(file).suffix}"
            start = source.path(*file.split("/"))
            later = finished(folder, game, target, 0, start_from=start)
            planes = np.stack([game.initial().planes()])
            before, after = (
                Network.load(one.best_network).on(game)(planes)[0] for one in (source, later)
            )
            np.testing.assert_allclose(after, before, atol=1e-3)


# -- exploration that follows the spread of values -------------------------------------------------


def test_calm_positions_are_explored_less_and_wild_ones_more() -> None:
    def moves_tried(spread: float, noise: float) -> int:
        dice = np.random.default_rng(5)
        logits = np.linspace(4, 0, GO.num_moves).astype(np.float32)

        def evaluate(planes: Floats) -> tuple[Floats, Floats]:
            values = noise * dice.choice([-1.0, 1.0], len(planes))
            return np.tile(logits, (len(planes), 1)), values.astype(np.float32)

        options = {"puct_spread": spread, "batch_size": 1, "solver": False}
        report = search(GO.initial(), evaluate, **options).run(simulations=300)
        return sum(move.visits > 0 for move in report.moves)

    assert moves_tried(0.9, 0.0) < moves_tried(0.0, 0.0)
    assert moves_tried(0.9, 0.9) > moves_tried(0.0, 0.9)


def test_exploration_by_spread_is_refused_where_it_makes_no_sense() -> None:
    with pytest.raises(SetupError, match="puct_spread must be between 0 and 1"):
        search(GO.initial(), uniform(GO), puct_spread=1.5)


# -- resignation ----------------------------------------------------------------------------------


def gloomy(game: Game) -> Evaluate:
    """Whoever is to move has lost."""

    def evaluate(planes: Floats) -> tuple[Floats, Floats]:
        count = len(planes)
        return np.zeros((count, game.num_moves), np.float32), np.full(count, -0.95, np.float32)

    return evaluate


class Biased:
    """Knows that the first player wins: the number of stones says whose turn it is."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        stones = planes[:, 1:3].sum((1, 2, 3))
        first = np.where(stones % 2 == 0, 1.0, -1.0)
        return np.zeros((len(planes), self._game.num_moves), np.float32), first.astype(
            np.float32
        ) * np.float32(0.95)


def test_who_has_no_hope_resigns_and_controls_are_played_on() -> None:
    game = make("gomoku", size=7)
    judge = Biased(game)
    games = play(game, judge, 60, resign_value=0.9, resign_control=0.3, solver=False)
    resigned = [one for one in games if one.resigned]
    controls = [one for one in games if one.resigner >= 0 and not one.resigned]
    assert 25 <= len(resigned) <= 55
    assert 5 <= len(controls) <= 35
    for one in resigned:
        assert one.resigner == 1  # White sees itself lose at each of its turns
        assert (one.result, one.finished, one.plies) == (1.0, True, 6)
        assert math.isnan(one.score)
        np.testing.assert_array_equal(one.values, np.where(one.movers == 0, 1.0, -1.0))
    assert all(one.plies > 6 for one in controls)
    found = resignations(games)
    assert found["resigned"] == len(resigned) / 60
    assert found["resignation_controls"] == len(controls)
    wrong = sum(one.result <= 0 for one in controls)
    assert found["false_resignations"] == wrong / len(controls)
    assert resignations(play(game, judge, 4, solver=False)) == {}


def test_a_resigned_game_with_margins_is_worth_what_the_search_thought() -> None:
    options = {"score_weight": 0.2, "score_scale": 10.0, "resign_control": 0.0}
    for one in play(GO, gloomy(GO), 4, resign_value=0.5, solver=False, **options):
        if one.resigned:
            assert -1 <= one.values[-1] <= -0.8
            assert one.values[-1] == pytest.approx(min(one.root_values[-1], -0.8))


def test_a_certain_loss_is_shown_and_not_resigned() -> None:
    game = make("dots-and-boxes", size=2)
    options = {"end_when_proven": False, "exact_plies": 12, "random_plies": 4}
    games = play(game, uniform(game), 12, resign_value=0.5, resign_control=0.0, **options)
    lost = [int((one.proven & (one.root_values == -1)).sum()) for one in games]
    assert max(lost) >= 3  # so often in a row that it would have been resigned
    assert not any(one.resigned for one in games)


# -- games that begin elsewhere ------------------------------------------------------------------


def test_games_begin_with_given_openings() -> None:
    pool = SelfPlay(GO, SelfPlayOptions(simulations=4, random_plies=5), games_at_once=2, seed=1)
    openings = [[12, 7], [0, 1, 2], [24]]
    for opening in openings:
        pool.add_opening(opening)
    games = pool.play(opinionated(GO), 5)
    for opening in openings:
        begun = [one for one in games if one.moves[: len(opening)].tolist() == opening]
        # Nothing else is left to chance in a game with an opening.
        assert len(opening) in [int(np.isnan(one.root_values).sum()) for one in begun]
    with pytest.raises(SetupError, match="an opening cannot have move 12"):
        pool.add_opening([12, 12])
    passes = [GO.num_moves - 1] * 2
    with pytest.raises(SetupError, match="over after this opening"):
        pool.add_opening(passes)


def test_a_fork_leaves_the_game_by_a_move_that_was_thought_of() -> None:
    [one] = play(GO, opinionated(GO), 1)
    lengths = set()
    for seed in range(60):
        moves = fork_of(GO, one, random.Random(seed))
        if not moves:
            continue  # there was nothing else to play
        *before, other = moves
        assert before == one.moves[: len(before)].tolist()
        assert other != one.moves[len(before)]
        assert one.policies[len(before), other] > 0
        lengths.add(len(moves))
    assert len(lengths) > 10


def test_a_share_of_games_are_forks() -> None:
    boards = boards_of(GO, BoardsConfig())
    network = any_size_network(GO)

    def forked(share: float) -> list[SelfPlayGame]:
        config = SelfPlayConfig(games_at_once=4, simulations=4, fork_share=share, gumbel=True)
        games: list[SelfPlayGame] = []
        SelfPlayer(boards, config, 1).play(network, 40, lambda: False, games.append)
        return [game for game in games if np.isnan(game.root_values[0])]

    assert forked(0.0) == []
    assert 8 <= len(forked(0.5)) <= 32


# -- searching again, and searching more ---------------------------------------------------------


def test_stored_positions_are_searched_again() -> None:
    boards = boards_of(GO, BoardsConfig())
    config = SelfPlayConfig(games_at_once=4, simulations=8, random_plies=3)
    games = play(GO, opinionated(GO), 4, full_share=0.5, fast_simulations=4)
    old = [(one.policies.copy(), one.root_values.copy()) for one in games]
    network = Network.from_bytes(any_size_network(GO))
    heard: list[int] = []
    dice = np.random.default_rng(1)
    count = refresh(games, boards, config, network, 30, dice, heard.append)
    assert heard == list(range(1, count + 1))
    changed = 0
    for one, (policies, roots) in zip(games, old, strict=True):
        plies = np.flatnonzero((one.policies != policies).any(1))
        assert one.searched_fully[plies].all()
        assert not one.proven[plies].any()
        np.testing.assert_allclose(one.policies[plies].sum(1), 1, atol=1e-4)
        assert (one.root_values[plies] != roots[plies]).all()
        others = np.setdiff1d(np.arange(one.plies), plies)
        np.testing.assert_array_equal(one.root_values[others], roots[others])
        position = GO.initial()
        for ply, move in enumerate(one.moves.tolist()):
            if ply in plies:
                illegal = set(range(GO.num_moves)) - set(position.legal_moves())
                assert not one.policies[ply, list(illegal)].any()
            position = position.after(move)
        changed += len(plies)
    assert changed == count == 30


def test_a_run_refreshes_older_generations(tmp_path: Path) -> None:
    game = make("dots-and-boxes", size=2)
    config = smoke(game, "replay.refreshed_share=0.5")
    run = finished(tmp_path / "run", game, config, 1)
    first = read_games(run.path("state", "games", "0001.npz"))
    again = finished(tmp_path / "again", game, config, 3)
    later = read_games(again.path("state", "games", "0001.npz"))
    assert [one.moves.tolist() for one in later] == [one.moves.tolist() for one in first]
    pairs = list(zip(first, later, strict=True))
    assert any(not np.array_equal(a.policies, b.policies) for a, b in pairs)
    assert all(np.array_equal(a.values, b.values) for a, b in pairs)


def test_searches_grow_with_the_games_that_were_learnt_from() -> None:
    config = SelfPlayConfig(simulations=64, fast_simulations=16, simulations_growth=2.0)
    assert config.simulations_after(0) == config.simulations_after(1000) == (64, 16)
    assert config.simulations_after(10_000) == (128, 32)
    assert config.simulations_after(100_000) == (256, 64)
    assert SelfPlayConfig(simulations=64).simulations_after(10**6)[0] == 64
    pool = SelfPlay(GO, SelfPlayOptions(simulations=4, tree_reuse=False), games_at_once=1)
    few = pool.play(uniform(GO), 1)[0].plies
    assert pool.simulations <= 4 * few
    pool.set_simulations(40, 4)
    before = pool.simulations
    many = pool.play(uniform(GO), 1)[0].plies
    assert pool.simulations - before > 20 * many
    with pytest.raises(SetupError, match="simulations must be at least 2"):
        pool.set_simulations(1, 1)


def test_games_from_before_there_were_resignations_are_read() -> None:
    games = play(GO, opinionated(GO), 2)
    with np.load(io.BytesIO(pack_games(games))) as file:
        arrays = {name: file[name] for name in file.files}
    del arrays["resigned"], arrays["resigner"]
    old = io.BytesIO()
    np.savez(old, **arrays)
    for one, other in zip(games, unpack_games(old.getvalue()), strict=True):
        assert (other.resigned, other.resigner) == (False, -1)
        np.testing.assert_array_equal(one.moves, other.moves)

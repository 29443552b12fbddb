"""Players of Torus: equal play in equal positions, and what their specs take."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.search.test_torus_win import random_position
from tesuji.games import make
from tesuji.match import play_game
from tesuji.players import SpecError, make_player
from tesuji.players.rater import RaterOptions, RaterPlayer
from tesuji.theory.torus import Rater, RaterShape, save_rater, shipped_rater

pytestmark = pytest.mark.core


def stabiliser(position: Any) -> list[int]:
    """The symmetries that leave the board as it is."""
    stones = np.asarray(position.stones)
    return [
        symmetry
        for symmetry in range(position.game.num_symmetries)
        if np.array_equal(stones[position.game.move_under(symmetry)], stones)
    ]


def check_equal_play(position: Any, player: Any, symmetries: list[int]) -> None:
    """Ratings agree to 1e-4, and the chosen moves are images of each other."""
    game = position.game
    choice = player.choose(position)
    ratings = {move.move: move.value.number for move in choice.report.moves}
    orbit = {int(game.move_under(s)[choice.move]) for s in stabiliser(position)}
    for symmetry in symmetries:
        under = game.move_under(symmetry)
        again = player.choose(position.transformed(symmetry))
        images = {move.move: move.value.number for move in again.report.moves}
        for move, rating in ratings.items():
            assert images[int(under[move])] == pytest.approx(rating, abs=1e-4)
        assert again.move in {int(under[move]) for move in orbit}


def equal_play(size: int, positions: int, symmetries: int, seed: int) -> None:
    dice = random.Random(seed)
    game: Any = make("torus", size=size)
    rater = Rater.random(RaterShape(size), np.random.default_rng(1))
    players = [
        RaterPlayer.of(game, rater, RaterOptions()),
        RaterPlayer.of(game, rater, RaterOptions(win=5, filter=False)),
        make_player("canonical:torus:nodes=300", game, seed=1),
        make_player("canonical:mcts:sims=30", game, seed=1),
        make_player("canonical:alphazero:sims=8", game, seed=1),
    ]
    every = list(range(game.num_symmetries))
    done = 0
    while done < positions:
        position, _ = random_position(size, dice.randint(2, 30), dice)
        if position.is_over:
            continue
        done += 1
        for player in players:
            check_equal_play(position, player, dice.sample(every, min(symmetries, len(every))))


def test_equal_play_in_equal_positions() -> None:
    equal_play(9, 4, 12, seed=1)


@pytest.mark.parametrize("moves", ["A1", "A1 C1", "A1 E5"])
def test_equal_play_where_the_position_is_symmetric_itself(moves: str) -> None:
    """Moves that the position's own symmetries exchange are rated alike."""
    game: Any = make("torus")
    position = game.initial().play(moves)
    for inner in ("torus:nodes=300", "mcts:sims=30"):
        player = make_player(f"canonical:{inner}", game, seed=1)
        check_equal_play(position, player, random.Random(1).sample(range(648), 12))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40))
def test_equal_play_in_200_positions_under_all_symmetries(part: int) -> None:
    equal_play(9, 5, 648, seed=100 + part)


def test_the_rater_that_comes_along() -> None:
    game = make("torus")
    rater = shipped_rater(9)
    assert rater is not None
    assert rater.shape.size == 9
    won = 0
    for number in range(6):
        players = [make_player("rater", game), make_player("random", game, seed=number)]
        result = play_game(game, players if number % 2 == 0 else players[::-1])
        won += result.winner == number % 2
    assert won >= 5
    with pytest.raises(SpecError, match="evolve torus-raters --size 6"):
        make_player("rater", make("torus", size=6))


def test_a_rater_from_a_file(tmp_path: Path) -> None:
    game = make("torus", size=5)
    rater = Rater.random(RaterShape(5, (4,)), np.random.default_rng(1))
    save_rater(tmp_path / "r.txt", rater)
    player = make_player(f"rater:file={tmp_path / 'r.txt'},filter=no", game)
    position: Any = game.initial().play("C3 D4 A1")
    choice = player.choose(position)
    scores = dict(zip(position.legal_moves(), rater.ready().rate(position), strict=True))
    assert choice.move == max(scores, key=lambda move: scores[move])
    assert next(m.value.number for m in choice.report.moves) == 1
    with pytest.raises(SpecError, match="size 5"):
        make_player(f"rater:file={tmp_path / 'r.txt'}", make("torus"))


def test_the_filter_comes_before_the_rating() -> None:
    game: Any = make("torus")
    rater = Rater.random(RaterShape(9), np.random.default_rng(2))
    in_peril = game.initial().play("C3 C4 D4 A1 B4")
    choice = RaterPlayer.of(game, rater, RaterOptions()).choose(in_peril)
    assert game.format_move(choice.move) == "C5"


def test_greedy() -> None:
    game: Any = make("torus")
    player = make_player("greedy", game, seed=1)
    capture = game.initial().play("C3 D4 A7")  # White can take nothing; then Black takes D4
    after = capture.play("H1")
    assert game.format_move(player.choose(after).move) == "E5"
    winning = game.initial().play("C3 C4 D4 A1 B4 E8")
    assert game.format_move(player.choose(winning).move) == "C5"


@pytest.mark.parametrize("spec", ["greedy", "rater", "torus"])
def test_they_play_torus_only(spec: str) -> None:
    with pytest.raises(SpecError, match="torus only, not go"):
        make_player(spec, make("go"))

"""Samples to learn from: the very planes, policies and values of the symmetric position."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from examples.hex import Hex
from tests.kit.evaluators import opinionated
from tesuji.errors import TesujiError
from tesuji.games import Game, Side, make
from tesuji.search.samples import encode_samples, replay
from tesuji.search.self_play import SelfPlay, SelfPlayGame, SelfPlayOptions

pytestmark = pytest.mark.core

GAMES = [
    make("torus", size=5),
    make("go", size=5),
    make("dots-and-boxes", size="2x3"),
    make("dots-and-boxes", size=2),
    make("gomoku", size=6),
    Hex(4),
]


def play(game: Game, count: int = 6, *, proofs: bool = False) -> list[SelfPlayGame]:
    options = SelfPlayOptions(simulations=8, end_when_proven=proofs, max_plies=150)
    return SelfPlay(game, options, games_at_once=4, seed=3).play(opinionated(game), count)


def some_picks(game: Game, games: list[SelfPlayGame], count: int) -> NDArray[np.int32]:
    dice = np.random.default_rng(1)
    picks = np.zeros((count, 3), np.int32)
    for row in range(count):
        number = dice.integers(len(games))
        picks[row] = (
            number,
            dice.integers(games[number].plies),
            dice.integers(game.num_symmetries),
        )
    return picks


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_samples_are_the_symmetric_positions(game: Game) -> None:
    games = play(game)
    picks = some_picks(game, games, 60)
    samples = encode_samples(game, games, picks)
    for row, (number, ply, symmetry) in enumerate(picks.tolist()):
        played = games[number]
        position = game.initial()
        for move in played.moves[:ply].tolist():
            position = position.after(move)
        image = position.transformed(symmetry)
        assert np.array_equal(samples.planes[row], image.planes())
        under = game.move_under(symmetry)
        for move in range(game.num_moves):
            assert samples.policies[row, under[move]] == played.policies[ply, move]
        assert set(np.flatnonzero(samples.policies[row]).tolist()) <= set(image.legal_moves())
        assert samples.values[row] == played.values[ply]
        if game.has_score:
            sign = 1 if position.to_move == Side.FIRST else -1
            assert samples.score_known[row]
            assert samples.scores[row] == sign * played.score
        else:
            assert not samples.score_known[row]
            assert samples.scores[row] == 0


def final_position(game: Game, played: SelfPlayGame) -> object:
    position = game.initial()
    for move in played.moves.tolist():
        position = position.after(move)
    return position


@pytest.mark.parametrize("game", [make("go", size=5), make("dots-and-boxes", size="2x3")], ids=repr)
def test_ownership_is_that_of_the_last_position_for_the_mover(game: Game) -> None:
    games = play(game)
    picks = some_picks(game, games, 60)
    samples = encode_samples(game, games, picks)
    assert samples.ownership is not None
    assert game.plane_shape is not None
    _, height, width = game.plane_shape
    for row, (number, ply, symmetry) in enumerate(picks.tolist()):
        end = final_position(game, games[number])
        cells = np.zeros(height * width)
        if game.name == "go":
            owners = end.score().owner  # type: ignore[attr-defined]
            cells[:] = [{0: 1, 1: -1, -1: 0}[owner] for owner in owners]
        else:
            for box, owner in enumerate(end.owners):  # type: ignore[attr-defined]
                r, c = divmod(box, width // 2)
                cells[(2 * r + 1) * width + 2 * c + 1] = 1 - 2 * owner
        turned = np.zeros_like(cells)
        turned[game.cell_under(symmetry)] = cells
        if games[number].movers[ply] == Side.SECOND:
            turned = -turned
        assert samples.ownership_known[row]
        assert np.array_equal(samples.ownership[row].reshape(-1), turned)


def test_what_is_not_known_is_marked() -> None:
    game = make("dots-and-boxes", size=2)
    games = play(game, proofs=True)
    picks = some_picks(game, games, 20)
    samples = encode_samples(game, games, picks)
    assert samples.ownership is not None
    assert not samples.ownership_known.any()
    assert not samples.ownership.any()
    assert not samples.score_known.any()
    assert encode_samples(
        make("torus", size=5), play(make("torus", size=5)), picks[:0]
    ).planes.shape == (0, 4, 5, 5)
    assert replay(Hex(4), [np.array([0, 1], np.int32)], np.array([[0, 1, 1]], np.int32))[1] is None


@pytest.mark.parametrize(
    "pick", [(2, 0, 0), (-1, 0, 0), (0, 99, 0), (0, -1, 0), (0, 0, 8), (0, 0, -1)]
)
def test_picks_that_do_not_exist_are_refused(pick: tuple[int, int, int]) -> None:
    game = make("gomoku", size=6)
    moves = [np.array([0, 1, 2], np.int32), np.array([5], np.int32)]
    with pytest.raises(TesujiError, match="there is no ply"):
        replay(game, moves, np.array([pick], np.int32))


def test_games_that_cannot_have_been_played_are_refused() -> None:
    game = make("gomoku", size=6)
    pick = np.array([[0, 2, 0]], np.int32)
    with pytest.raises(TesujiError, match="move 0 of game 0 is not legal"):
        replay(game, [np.array([0, 0, 1], np.int32)], pick)
    with pytest.raises(TesujiError, match="move 99 of game 0 is not legal"):
        replay(game, [np.array([0, 99, 1], np.int32)], pick)
    with pytest.raises(TesujiError, match="shape"):
        replay(game, [np.array([0, 1, 2], np.int32)], pick[:, :2])

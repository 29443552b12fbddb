"""The thesis's dense network as a player: the layout of its input, and what files it refuses."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from tesuji.errors import TesujiError
from tesuji.games import make
from tesuji.games.dots_and_boxes import DotsAndBoxes
from tesuji.networks.thesis import EPSILON, ThesisNetwork
from tesuji.players import make_player
from tesuji.server.turn_routes import board_digits

pytestmark = pytest.mark.core
PUBLISHED = Path(__file__).parents[3] / "shared" / "data" / "dots-and-boxes-thesis" / "v60.npz"
Arrays = dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]


def random_weights(seed: int = 1) -> Arrays:
    dice = np.random.default_rng(seed)
    sizes = [28, 40, 16]
    arrays: Arrays = {}
    for number, (inputs, outputs) in enumerate(itertools.pairwise(sizes), 1):
        arrays[f"dense{number}_kernel"] = dice.normal(size=(inputs, outputs)).astype(np.float32)
        arrays[f"dense{number}_bias"] = dice.normal(size=outputs).astype(np.float32)
        for name in ("gamma", "beta", "moving_mean"):
            arrays[f"batch{number}_{name}"] = dice.normal(size=outputs).astype(np.float32)
        arrays[f"batch{number}_moving_variance"] = dice.uniform(size=outputs).astype(np.float32)
    for name, outputs in (("policy", 28), ("value", 1)):
        arrays[f"{name}_kernel"] = dice.normal(size=(16, outputs)).astype(np.float32)
        arrays[f"{name}_bias"] = dice.normal(size=outputs).astype(np.float32)
    return arrays


def by_the_book(arrays: Arrays, digits: str) -> tuple[np.ndarray, float]:
    """Layer after layer, without folding or blocks, in double precision."""
    state = np.array([float(digit) for digit in digits])
    for number in (1, 2):
        state = state @ arrays[f"dense{number}_kernel"] + arrays[f"dense{number}_bias"]
        mean = arrays[f"batch{number}_moving_mean"]
        spread = np.sqrt(arrays[f"batch{number}_moving_variance"] + EPSILON)
        state = (state - mean) / spread * arrays[f"batch{number}_gamma"]
        state = np.maximum(state + arrays[f"batch{number}_beta"], 0)
    policy = state @ arrays["policy_kernel"] + arrays["policy_bias"]
    value = np.tanh(state @ arrays["value_kernel"] + arrays["value_bias"])
    return policy, float(value[0])


def test_lines_are_where_the_figures_have_them() -> None:
    game = DotsAndBoxes(3, 3)
    arrays = random_weights()
    network = ThesisNetwork(game, arrays)
    for names in ("", "aA", "cA Ad", "aB bB cB Ba Bb Bc Bd", "cD Cd bB"):
        position = game.initial().play(names)
        logits, values = network(position.planes()[None])
        policy, value = by_the_book(arrays, board_digits(position))
        # What is left of 28 numbers without those that stand for no line.
        lines = [place for place in range(28) if place not in (3, 11, 19, 27)]
        assert np.allclose(logits[0], policy[lines], rtol=1e-3, atol=1e-4)
        assert values[0] == pytest.approx(value, abs=1e-4)


def test_it_plays_whole_games_alone_and_in_a_search(tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", **random_weights())  # type: ignore[arg-type]
    game = make("dots-and-boxes", size=3)
    for spec in ("thesis:file={},seed=1", "thesis:file={},sims=30,seed=1,c_puct=1"):
        with make_player(spec.format(tmp_path / "net.npz"), game) as player:
            position = game.initial()
            while not position.is_over:
                move = player.choose(position).move
                assert move is not None
                position = position.after(move)


def test_bad_files_and_boards_are_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    game = make("dots-and-boxes", size=3)
    with pytest.raises(TesujiError, match="there is no file"):
        make_player(f"thesis:file={file}", game)
    file.write_text("nonsense")
    with pytest.raises(TesujiError, match="is not a network"):
        make_player(f"thesis:file={file}", game)
    arrays = random_weights()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    with pytest.raises(TesujiError, match="a layer takes 28 numbers instead of 15"):
        make_player(f"thesis:file={file}", make("dots-and-boxes", size=2))
    with pytest.raises(TesujiError, match="plays dots-and-boxes only"):
        make_player(f"thesis:file={file}", make("torus"))
    del arrays["batch2_beta"]
    np.savez(file, **arrays)  # type: ignore[arg-type]
    with pytest.raises(TesujiError, match="batch2_beta"):
        make_player(f"thesis:file={file}", game)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published weights are not here")
def test_the_published_network_knows_that_the_second_player_is_ahead() -> None:
    game = make("dots-and-boxes", size=3)
    with make_player(f"thesis:file={PUBLISHED}", game) as player:
        value = player.choose(game.initial()).value
    assert value is not None
    assert value.number < -0.3

"""A network sees in a match what it saw in the arena where it was bred."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tesuji.games import parse_spec
from tesuji.match import play_game
from tesuji.match.referee import Adjudication
from tesuji.networks.evolved_network import (
    ENCODINGS,
    Encoding,
    EvolvedNetwork,
    arena_of,
    network_spec,
)
from tesuji.players import make_player

LONGEST = 60
GO5 = "go:size=5,rules=chinese,komi=5.5"


def some_network(game: str, encoding: Encoding, seed: int) -> EvolvedNetwork:
    spec = network_spec(parse_spec(game), encoding=encoding, hidden=6)
    dice = np.random.default_rng(seed)
    return EvolvedNetwork(
        spec,
        np.ones(spec.hidden, np.uint8),
        np.ones(spec.num_connections, np.uint8),
        dice.normal(size=spec.num_weights).astype(np.float32),
    )


@pytest.mark.core
@pytest.mark.parametrize(
    ("game", "encoding"),
    [(GO5, encoding) for encoding in ENCODINGS]
    + [("go:size=5", "planes"), ("gomoku:size=7", "planes"), ("torus:size=5", "planes")],
)
def test_arena_and_match_play_the_same_moves(tmp_path: Path, game: str, encoding: Encoding) -> None:
    networks = [some_network(game, encoding, seed) for seed in range(4)]
    players = []
    for number, network in enumerate(networks):
        network.save(tmp_path / f"{number}.npz")
        players.append(f"evolved:file={tmp_path / f'{number}.npz'}")
    board = parse_spec(game)
    spec = networks[0].spec
    population = spec.express(
        *(
            np.stack([getattr(network, part) for network in networks])
            for part in ("neurons", "connections", "weights")
        )
    )
    for a in range(len(networks)):
        for b in range(a):
            games = arena_of(board).pair_moves(population, a, b, encoding, LONGEST)
            for (first, second), moves in zip(((a, b), (b, a)), games, strict=True):
                result = play_game(
                    board,
                    [make_player(players[first], board), make_player(players[second], board)],
                    adjudication=Adjudication(max_plies=LONGEST),
                )
                assert list(result.moves) == moves


def test_a_position_of_another_board_is_refused() -> None:
    network = some_network(GO5, "planes", 1)
    for other in ("go:size=6", "gomoku:size=5"):
        with pytest.raises(Exception, match="this position is of another"):
            network.activations(parse_spec(other).initial())


def test_the_generalist_plays_as_strongly_as_its_recipe_says() -> None:
    """As Black against Naive it won 94.7 % in the arena."""
    game = parse_spec(GO5)
    won = 0
    for number in range(100):
        players = [make_player("evolved", game), make_player(f"naive:seed={number}", game)]
        won += play_game(game, players).winner == 0
    assert won >= 85

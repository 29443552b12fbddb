"""The player with a network: its spec, its budget, and equal play in equal positions."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from examples.hex import Hex
from tests.kit.patience import PATIENCE
from tesuji.bench.networks import random_residual
from tesuji.errors import TesujiError
from tesuji.games import Game, Position, make
from tesuji.games.canonical import canonical
from tesuji.networks.network import Network
from tesuji.networks.sessions import NetworkError
from tesuji.players import make_player
from tesuji.players.searching import SearchPlayer
from tesuji.search.report import SearchReport
from tesuji.search.symmetries import Averaged

GAMES = [
    make("torus", size=4),
    make("go", size=4),
    make("dots-and-boxes", size="2x3"),
    make("gomoku", size=5),
    Hex(4),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("networks")
    for game in GAMES:
        (path / f"{game.name}.onnx").write_bytes(random_residual(game, blocks=1, channels=8))
    return path


def spec(folder: Path, game: Game, rest: str = "") -> str:
    return f"alphazero:net={folder / game.name}.onnx{',' + rest if rest else ''}"


def some_position(game: Game, plies: int, seed: int = 1) -> Position:
    dice = random.Random(seed)
    position = game.initial()
    for _ in range(plies):
        following = position.after(dice.choice(position.legal_moves()))
        if following.is_over:
            break
        position = following
    return position


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("rest", ["sims=30", "sims=30,batch_size=4,symmetries=2,temperature=1"])
def test_it_plays_whole_games(folder: Path, game: Game, rest: str) -> None:
    with make_player(spec(folder, game, rest + ",seed=3"), game) as player:
        games = []
        for _ in range(2):
            position = game.initial()
            moves: list[int] = []
            player.start(game, position)
            while not position.is_over and len(moves) < 12:
                choice = player.choose(position)
                assert choice.move is not None
                assert choice.value is not None
                assert choice.value.for_player == position.to_move
                assert isinstance(choice.report, SearchReport)
                after = position.after(choice.move)
                player.observe(position, choice.move, after)
                position = after
                moves.append(choice.move)
            games.append(moves)
    assert games[0] == games[1]  # the same seed, the same game


def test_what_is_won_is_won(folder: Path) -> None:
    game = make("gomoku", size=5)
    position = game.initial().play("A1 A5 B1 B5 C1 C5 D1 E5")
    player = make_player(spec(folder, game, "sims=100"), game)
    choice = player.choose(position)
    assert choice.move == game.parse_move("E1")
    assert choice.report.proof.value == "win"


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_equal_play_in_equal_positions(folder: Path, game: Game) -> None:
    player = make_player(spec(folder, game, "sims=10,symmetries=all,seed=1"), game)
    for plies in (1, 3):
        position = some_position(game, plies, seed=plies)
        move = player.choose(position).move
        assert move is not None
        after = canonical(position.after(move))[1]
        for symmetry in range(0, game.num_symmetries, max(game.num_symmetries // 6, 1)):
            image = position.transformed(symmetry)
            answer = player.choose(image).move
            assert answer is not None
            # The same move, up to symmetries that the position has itself.
            assert canonical(image.after(answer))[1] == after


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_averages_over_all_symmetries_do_not_depend_on_the_side(folder: Path, game: Game) -> None:
    network = Network.load(folder / f"{game.name}.onnx")
    judge = Averaged(game, network, game.num_symmetries)
    position = some_position(game, 3)
    batch = np.stack([position.transformed(s).planes() for s in range(game.num_symmetries)])
    logits, values = judge(batch)
    assert np.allclose(values, values[0], atol=1e-5)
    for symmetry in range(game.num_symmetries):
        assert np.allclose(logits[symmetry][game.move_under(symmetry)], logits[0], atol=1e-4)
    plain, _ = network(batch)
    assert not np.allclose(plain, logits, atol=1e-2)


def test_one_symmetry_is_the_network_itself(folder: Path) -> None:
    game = GAMES[0]
    network = Network.load(folder / "torus.onnx")
    batch = np.stack([some_position(game, plies).planes() for plies in range(4)])

    class Identity(Averaged):
        def _choose(self) -> NDArray[np.int64]:
            return np.zeros(1, np.int64)

    logits, values = Identity(game, network, 1)(batch)
    plain, plain_values = network(batch)
    assert np.allclose(values, plain_values)
    assert np.allclose(logits - logits[:, :1], plain - plain[:, :1], atol=1e-4)
    with pytest.raises(TesujiError, match="has 128 symmetries to average over, not 500"):
        Averaged(game, network, 500)


def test_canonical_alphazero(folder: Path) -> None:
    game = GAMES[0]
    player = make_player(f"canonical:{spec(folder, game, 'sims=20')}", game, seed=1)
    position = some_position(game, 2)
    assert position.is_legal(player.choose(position).move or 0)


def test_budgets(folder: Path) -> None:
    game = GAMES[3]
    position = game.initial()
    usual = make_player(spec(folder, game), game)
    assert usual.choose(position).report.simulations == 400
    quick = make_player(spec(folder, game, "seconds=0.2"), game)
    assert quick.choose(position).report.seconds < PATIENCE
    one = make_player(spec(folder, game, "sims=1"), game)
    assert position.is_legal(one.choose(position).move or 0)
    two = make_player(spec(folder, game, "sims=200,threads=2,batch_size=4"), game)
    assert two.choose(position).report.simulations == 200


def test_it_can_be_stopped(folder: Path) -> None:
    game = GAMES[0]
    player = make_player(spec(folder, game, "sims=100000000"), game)
    assert isinstance(player, SearchPlayer)
    player.on_progress = lambda report: player.stop()
    player.progress_interval = 0.01
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(player.choose(game.initial())))
    thread.start()
    thread.join(PATIENCE)
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("rest", "error"),
    [
        ("symmetries=129", "'all' or, for torus:size=4, from 1 to 128"),
        ("symmetries=none", "'all' or"),
        ("sims=0", "at least 1"),
        ("batch_size=0", "at least 1"),
    ],
)
def test_bad_specs(folder: Path, rest: str, error: str) -> None:
    with pytest.raises(TesujiError, match=error):
        make_player(spec(folder, GAMES[0], rest), GAMES[0])


def test_missing_and_unfit_networks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torus, go = GAMES[:2]
    with pytest.raises(NetworkError, match="is a network for torus:size=4, not go:size=4"):
        make_player(spec(folder, torus), go)
    with pytest.raises(NetworkError, match="there is no network 'nowhere'"):
        make_player("alphazero:net=nowhere", go)
    monkeypatch.setattr("tesuji.networks.shipped.shipped_networks", lambda: [folder / "go.onnx"])
    assert make_player("alphazero:sims=5", go).choose(go.initial()).move is not None
    with pytest.raises(NetworkError, match="there are networks for go:size=4"):
        make_player("alphazero", make("go", size=7))

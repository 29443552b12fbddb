"""Networks: that ONNX Runtime computes what PyTorch does, and that the torus has no edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tesuji.errors import TesujiError
from tesuji.games import Game, make, make_from_file
from tesuji.learning.alphazero.config import NetworkConfig
from tesuji.networks.layout import Layout
from tesuji.networks.network import Network, NetworkInfo, write_metadata
from tesuji.networks.sessions import NetworkError

torch = pytest.importorskip("torch")
torch.set_num_threads(1)
pytest.importorskip("onnx")

from tesuji.learning.alphazero.growth import grown  # noqa: E402
from tesuji.learning.alphazero.networks import (  # noqa: E402
    TorchNetwork,
    make_network,
    num_weights,
)
from tesuji.learning.alphazero.onnx_export import to_onnx  # noqa: E402
from tesuji.learning.common.layers import Renormalisation  # noqa: E402
from tesuji.learning.common.onnx_graph import weights_in  # noqa: E402

SMALL = NetworkConfig(blocks=2, channels=8, head_channels=4)
DENSE = NetworkConfig(kind="dense", layers=(32, 16))
GAMES = {
    "dots": lambda: make("dots-and-boxes", size="2x3"),
    "go": lambda: make("go", size=5),
    "gomoku": lambda: make("gomoku", size=7, swap2=True),
    "torus": lambda: make("torus", size=5),
    "hex": lambda: make_from_file("examples/hex.py", size=4),
}


def used(game: Game, config: NetworkConfig) -> TorchNetwork:
    """A network whose normalisation has seen something, so that folding it in matters."""
    torch.manual_seed(1)
    network = make_network(Layout.of(game), config)
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    assert game.plane_shape is not None
    network.train()
    for _ in range(3):
        network(2 * torch.rand(16, *game.plane_shape))
    return network.eval()


def about(network: TorchNetwork, game: Game) -> NetworkInfo:
    if network.plays_any_size:
        return NetworkInfo.for_boards([game], 3)
    return NetworkInfo.for_game(game, 3)


@pytest.mark.parametrize(
    "kind",
    [
        SMALL,
        DENSE,
        replace(DENSE, planes=(0,)),
        replace(SMALL, planes=(1, 0)),
        replace(SMALL, values="distributions"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_onnx_agrees_with_torch(name: str, kind: NetworkConfig) -> None:
    game = GAMES[name]()
    network = used(game, kind)
    file = Network.from_bytes(to_onnx(network, about(network, game))).on(game)
    assert file.info.generation == 3
    assert game.plane_shape is not None
    planes = np.random.default_rng(1).random((5, *game.plane_shape), np.float32)
    with torch.no_grad():
        wanted = network(torch.from_numpy(planes))
    found = file.outputs(planes)
    assert found.scores is not None
    assert found.ownership is not None
    scale = Layout.of(game).score_scale
    order = Layout.of(game).order if network.plays_any_size else slice(None)
    np.testing.assert_allclose(found.logits, wanted.policy[:, order], atol=1e-4)
    np.testing.assert_allclose(found.values, wanted.value, atol=1e-4)
    np.testing.assert_allclose(found.scores, wanted.score * scale, atol=1e-3)
    np.testing.assert_allclose(found.ownership.reshape(5, -1), wanted.ownership, atol=1e-4)
    assert np.ptp(found.values) > 0
    assert np.ptp(found.logits) > 0


def test_torus_translations_are_equal_by_construction() -> None:
    game = make("torus", size=5)
    assert Layout.of(game).family.wraps
    assert game.plane_shape is not None
    network = used(game, SMALL)
    position = game.initial().play("A1 B3 C2")
    base = network(torch.from_numpy(position.planes()[None]))
    grid = np.arange(25).reshape(5, 5)
    shifts = 0
    for symmetry in range(game.num_symmetries):
        cells = game.cell_under(symmetry)
        rolled = [np.roll(grid, (-r, -c), (0, 1)).ravel() for r in range(5) for c in range(5)]
        if not any(np.array_equal(cells, shift) for shift in rolled):
            continue
        shifts += 1
        image = network(torch.from_numpy(position.transformed(symmetry).planes()[None]))
        torch.testing.assert_close(image.value, base.value, atol=1e-5, rtol=1e-4)
        torch.testing.assert_close(
            image.policy[0, game.move_under(symmetry)], base.policy[0], atol=1e-5, rtol=1e-4
        )
    assert shifts == 25


@pytest.mark.parametrize("name", ["dots-and-boxes", "go", "gomoku"])
def test_boards_with_an_edge_do_not_wrap(name: str) -> None:
    assert not Layout.of(make(name, size=7)).family.wraps


def test_policies_are_read_where_the_moves_are() -> None:
    """A line of Dots and Boxes has its logit from its own cell, a pass of Go from none."""
    layout = Layout.of(make("go", size=5))
    assert layout.other_moves.tolist() == [25]
    assert layout.move_cells[:25].tolist() == list(range(25))
    dots = make("dots-and-boxes", size=2)
    assert sorted(Layout.of(dots).move_cells.tolist()) == sorted(dots.cells_of_moves().tolist())


def test_moves_that_share_a_cell_get_planes_of_their_own() -> None:
    class TwoOnACell(Game):
        name, num_moves, plane_shape = "two", 5, (1, 1, 2)

        def cells_of_moves(self):  # type: ignore[no-untyped-def]
            return np.array([0, 1, 1, 0, -1], np.int32)

    layout = Layout.of(TwoOnACell())
    assert layout.family.policy_planes == 2
    assert layout.order.tolist() == [0, 1, 3, 2, 4]
    assert layout.move_cells.tolist() == [0, 1, 3, 2, -1]
    network = make_network(layout, SMALL).eval()
    assert network(torch.rand(3, 1, 1, 2)).policy.shape == (3, 5)


def test_the_network_of_the_thesis() -> None:
    """Figure 4.5: 2,675,741 weights learnt; ours see a 7x7 grid and judge score and ownership."""
    layout = Layout.of(make("dots-and-boxes", size=3))
    config = NetworkConfig(kind="dense", planes=(0,))
    network = make_network(layout, config)
    ours = num_weights(network)
    more_inputs = (49 - 28) * 1024
    fewer_moves = (28 - 24) * 513
    other_heads = 513 + 49 * 513
    assert ours - more_inputs + fewer_moves - other_heads == 2_675_741


SIZES = {
    "dots-and-boxes": ("2", "3x5"),
    "go": ("5", "9"),
    "gomoku": ("7", "11"),
    "torus": ("5", "8"),
}


@pytest.mark.parametrize("name", SIZES)
def test_one_file_plays_on_boards_of_every_size(name: str) -> None:
    """The file made on one board says on others what the network itself says there."""
    home, *others = (make(name, size=size) for size in SIZES[name])
    network = used(home, SMALL)
    file = Network.from_bytes(to_onnx(network, NetworkInfo.for_boards([home], 1)))
    for game in (home, *others):
        layout = Layout.of(game)
        planes = np.random.default_rng(2).random((3, *layout.plane_shape), np.float32)
        with torch.no_grad():
            wanted = network(torch.from_numpy(planes))
        found = file.on(game).outputs(planes)
        assert found.scores is not None
        assert found.ownership is not None
        np.testing.assert_allclose(found.logits, wanted.policy[:, layout.order], atol=1e-4)
        np.testing.assert_allclose(found.values, wanted.value, atol=1e-4)
        np.testing.assert_allclose(found.scores, wanted.score * layout.score_scale, atol=1e-3)
        assert found.ownership.shape == (3, layout.height, layout.width)
    assert file.info.unlearnt(home) is None
    told = file.info.unlearnt(others[0])
    assert told is not None
    assert SIZES[name][1] in told
    with pytest.raises(NetworkError, match=r"choose one with Network\.on"):
        file(planes)


def test_a_network_for_any_size_is_for_one_game() -> None:
    game = make("go", size=5)
    file = Network.from_bytes(to_onnx(used(game, SMALL), NetworkInfo.for_boards([game])))
    with pytest.raises(NetworkError, match="is a network for go, not gomoku"):
        file.on(make("gomoku", size=7))
    liar = write_metadata(file.data, NetworkInfo.for_boards([make("gomoku", size=7)]))
    with pytest.raises(NetworkError, match="takes 11 planes"):
        Network.from_bytes(liar).on(make("gomoku", size=7))


def test_normalisation_learns_with_what_it_plays_with() -> None:
    """When settled, boards of two sizes give the same in training and in play."""
    torch.manual_seed(3)
    layer = Renormalisation(4)
    batches = [torch.randn(64, 4, 5, 5), 1.5 * torch.randn(64, 4, 9, 9) + 0.5]
    layer.train()
    for step in range(3 * Renormalisation.SETTLED // 2):
        learnt = layer(batches[step % 2])
    layer.eval()
    played = layer(batches[step % 2])
    torch.testing.assert_close(learnt, played, atol=0.05, rtol=0.05)
    # Plain batch normalisation would have made both sizes alike.
    assert abs(float(played.detach().mean())) > 0.1


@pytest.mark.parametrize("name", ["go", "torus", "dots-and-boxes"])
@pytest.mark.parametrize(
    "larger", [{"blocks": 4}, {"channels": 3}, {"head_channels": 2}, {"channels": 2, "blocks": 3}]
)
def test_weights_of_a_smaller_network_say_the_same_in_a_larger_one(
    name: str, larger: dict[str, int]
) -> None:
    sizes: dict[str, Any] = {
        key: value if key == "blocks" else value * getattr(SMALL, key)
        for key, value in larger.items()
    }
    game = make(name, size=5)
    small = used(game, SMALL)
    large = make_network(Layout.of(game), replace(SMALL, **sizes)).eval()
    large.load_state_dict(grown(small.state_dict(), large.state_dict()))
    planes = torch.rand(4, *Layout.of(game).plane_shape)
    with torch.no_grad():
        # Heads that nobody plays by begin anew where they have other inputs.
        for ours, theirs in zip(large(planes)[:4], small(planes)[:4], strict=True):
            torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)


def test_channels_that_begin_alike_learn_apart() -> None:
    game = make("torus", size=5)
    small = used(game, SMALL)
    large = make_network(Layout.of(game), replace(SMALL, channels=2 * SMALL.channels)).train()
    large.load_state_dict(grown(small.state_dict(), large.state_dict()))
    first = dict(large.named_parameters())["stem.conv.weight"]
    assert torch.equal(first[0], first[1])
    large(torch.rand(8, *Layout.of(game).plane_shape)).value.sum().backward()
    assert first.grad is not None
    assert not torch.allclose(first.grad[0], first.grad[1])


def test_channels_that_do_not_fit_are_refused() -> None:
    game = make("go", size=5)
    small, large = (make_network(Layout.of(game), replace(SMALL, channels=n)) for n in (8, 12))
    with pytest.raises(RuntimeError):
        large.load_state_dict(grown(small.state_dict(), large.state_dict()))


def test_planes_that_do_not_exist() -> None:
    with pytest.raises(TesujiError, match="names plane 9; the game has 7"):
        make_network(Layout.of(make("gomoku", size=7)), NetworkConfig(planes=(9,)))


@pytest.mark.parametrize("name", SIZES)
def test_learning_goes_on_from_a_file(name: str) -> None:
    """The weights in an ONNX file make a network that says the same, and normalises as before."""
    game = make(name, size=SIZES[name][0])
    network = used(game, SMALL)
    again = make_network(Layout.of(game), SMALL).eval()
    weights = weights_in(to_onnx(network, NetworkInfo.for_boards([game])))
    given = {key: torch.from_numpy(np.asarray(array)) for key, array in weights.items()}
    again.load_state_dict(grown(given, again.state_dict()))
    planes = torch.rand(4, *Layout.of(game).plane_shape)
    with torch.no_grad():
        # Heads that nobody plays by are not in the file.
        for ours, theirs in zip(again(planes)[:4], network(planes)[:4], strict=True):
            torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)
    before = network.state_dict()["stem.norm.running_var"]
    torch.testing.assert_close(again.state_dict()["stem.norm.running_var"], before)


def test_a_network_that_learning_cannot_go_on_from() -> None:
    game = make("gomoku", size=5)
    with pytest.raises(TesujiError, match="lacks the weight names"):
        weights_in(to_onnx(used(game, DENSE), NetworkInfo.for_game(game)))

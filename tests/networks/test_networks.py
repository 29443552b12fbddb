"""Network files: what they say, and that no file, however broken or hostile, is believed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tesuji.bench.networks import random_residual
from tesuji.games import Game, make
from tesuji.learning.alphazero.quantize import (
    loss,
    own_positions,
    quantize,
    quantize_by_playing,
)
from tesuji.networks import network as networks
from tesuji.networks import shipped
from tesuji.networks.network import Network, NetworkInfo, read_info, write_metadata
from tesuji.networks.onnx_file import with_metadata
from tesuji.networks.sessions import NetworkError
from tesuji.players import make_player

GAME = make("gomoku", size=5)
INFO = NetworkInfo.for_game(GAME, 7, elo=123.5, architecture="tiny")


@pytest.fixture(scope="module")
def data() -> bytes:
    return random_residual(GAME, blocks=1, channels=4)


def planes(count: int = 3, game: Game = GAME) -> Any:
    assert game.plane_shape is not None
    return np.random.default_rng(0).random((count, *game.plane_shape), np.float32)


def tiny(
    *,
    scale: float = 1.0,
    inputs: str = "planes",
    value: str = "value",
    batch: int | str = "n",
    moves: int = 25,
    info: NetworkInfo = INFO,
    nodes: list[Any] | None = None,
) -> bytes:
    """A network of one dense layer; what is asked for may be wrong."""
    weights = np.full((175, moves), 0.01 * scale, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", [inputs], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["policy"]),
            helper.make_node("ReduceMean", ["policy"], [value], axes=[1], keepdims=0),
            *(nodes or []),
        ],
        "tiny",
        [helper.make_tensor_value_info(inputs, TensorProto.FLOAT, [batch, 7, 5, 5])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, [batch, moves]),
            helper.make_tensor_value_info(value, TensorProto.FLOAT, [batch]),
        ],
        [numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    return write_metadata(model.SerializeToString(), info)


# -- what works ---------------------------------------------------------------------------------


def test_a_network_judges_positions(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(data)
    network = Network.load(path)
    assert network.plane_shape == (7, 5, 5)
    assert network.num_moves == 25
    network.check_fits(GAME)
    batch = planes(3)
    logits, values = network(batch)
    assert logits.shape == (3, 25)
    assert values.shape == (3,)
    assert logits.dtype == values.dtype == np.float32
    assert np.abs(values).max() <= 1
    one, value = network(batch[:1])
    assert np.allclose(one[0], logits[0], atol=1e-5)
    assert value[0] == pytest.approx(values[0], abs=1e-5)
    everything = network.outputs(batch)
    assert everything.scores is None
    assert everything.ownership is None
    assert np.array_equal(everything.logits, logits)


def test_metadata_survive(data: bytes) -> None:
    written = write_metadata(data, INFO)
    network = Network.from_bytes(written)
    assert network.info == INFO
    assert network.info.spec == "gomoku:size=5,rules=freestyle"
    # Writing again replaces: nothing of the old entries is left.
    other = NetworkInfo("go", {"size": "9"}, 1, {})
    assert write_metadata(write_metadata(written, other), INFO) == written
    # The standard package reads the same.
    model = onnx.load_model_from_string(written)
    found = {entry.key: entry.value for entry in model.metadata_props}
    assert found["tesuji.game"] == "gomoku"
    assert json.loads(found["tesuji.info"]) == {"elo": 123.5, "architecture": "tiny"}
    assert found["tesuji.generation"] == "7"


def test_further_outputs_are_given(data: bytes) -> None:
    model = onnx.load_model_from_string(data)
    graph = model.graph
    graph.node.append(helper.make_node("ReduceMean", ["planes"], ["all"], axes=[1], keepdims=0))
    graph.node.append(helper.make_node("Identity", ["value"], ["score"]))
    graph.node.append(helper.make_node("Identity", ["all"], ["ownership"]))
    shapes: dict[str, list[int | str]] = {"score": ["n", 1], "ownership": ["n", 5, 5]}
    for name, shape in shapes.items():
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
    model.opset_import[0].version = 13
    network = Network.from_bytes(write_metadata(model.SerializeToString(), INFO))
    found = network.outputs(planes(4))
    assert found.scores is not None
    assert found.ownership is not None
    assert found.scores.shape == (4,)
    assert found.ownership.shape == (4, 5, 5)


def test_eight_bits_lose_little() -> None:
    game = make("torus", size=5)
    network = random_residual(game, blocks=2, channels=16)
    positions = own_positions(Network.from_bytes(network), game, 256, seed=1)
    assert positions.shape == (256, 4, 5, 5)
    small = quantize_by_playing(network, game, positions=256)
    assert len(small) < 0.7 * len(network)
    lost = loss(network, small, game, positions)
    assert lost.value < 0.02
    assert lost.policy < 0.01
    assert lost.same_move > 0.9
    info = Network.from_bytes(small).info
    assert info.fits(game)
    assert info.info["precision"] == "int8"
    with pytest.raises(ValueError, match="calibration needs planes"):
        quantize(network, positions[:0])


# -- games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [make("gomoku", size=6), make("gomoku", size=5, rules="standard"), make("torus", size=5)],
    ids=repr,
)
def test_a_network_for_another_game_is_refused(data: bytes, other: Game) -> None:
    with pytest.raises(NetworkError, match=r"is a network for gomoku:size=5,rules=freestyle, not"):
        Network.from_bytes(data).check_fits(other)


def test_komi_may_differ() -> None:
    network = Network.from_bytes(random_residual(make("go", size=5), blocks=1, channels=4))
    network.check_fits(make("go", size=5, komi=0.5))


def test_a_network_that_lies_about_its_game_is_refused(data: bytes) -> None:
    lie = write_metadata(data, NetworkInfo.for_game(make("torus", size=5)))
    with pytest.raises(NetworkError, match=r"takes planes \(7, 5, 5\) and knows 25 moves"):
        Network.from_bytes(lie).check_fits(make("torus", size=5))


# -- broken and hostile files -------------------------------------------------------------------


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"cannot read .*no\.onnx: No such file"):
        Network.load(tmp_path / "no.onnx")
    with pytest.raises(NetworkError, match="cannot read"):
        Network.load(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x00" * 100, b"\xff" * 1000, b"PK\x03\x04" * 50]
)
def test_files_that_are_something_else(content: bytes) -> None:
    with pytest.raises(NetworkError, match="cannot be used as a network"):
        Network.from_bytes(content)


def test_every_truncation_is_noticed(data: bytes) -> None:
    for size in [*range(0, len(data), 97), *range(len(data) - 200, len(data))]:
        with pytest.raises(NetworkError):
            Network.from_bytes(data[:size])


def test_every_flipped_bit_is_noticed(data: bytes) -> None:
    dice = random.Random(1)
    for _ in range(300):
        damaged = bytearray(data)
        damaged[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        with pytest.raises(NetworkError):
            Network.from_bytes(bytes(damaged))


def test_random_bytes_are_refused() -> None:
    dice = random.Random(2)
    for _ in range(300):
        with pytest.raises(NetworkError):
            Network.from_bytes(dice.randbytes(dice.randrange(1, 400)))


def test_a_file_without_a_game_is_refused() -> None:
    model = onnx.load_model_from_string(tiny())
    del model.metadata_props[:]
    with pytest.raises(NetworkError, match="does not say for which game"):
        Network.from_bytes(model.SerializeToString())


@pytest.mark.parametrize(
    "entries",
    [
        {"tesuji.game": "gomoku"},
        {
            "tesuji.game": "gomoku",
            "tesuji.options": "[",
            "tesuji.generation": "1",
            "tesuji.info": "{}",
        },
        {
            "tesuji.game": "gomoku",
            "tesuji.options": "[]",
            "tesuji.generation": "1",
            "tesuji.info": "{}",
        },
        {
            "tesuji.game": "gomoku",
            "tesuji.options": "{}",
            "tesuji.generation": "x",
            "tesuji.info": "{}",
        },
        {
            "tesuji.game": "gomoku",
            "tesuji.options": "{}",
            "tesuji.generation": "1",
            "tesuji.info": "3",
        },
        {
            "tesuji.game": "gomoku",
            "tesuji.options": "[" * 100_000,
            "tesuji.generation": "1",
            "tesuji.info": "{}",
        },
    ],
)
def test_nonsense_about_itself_is_refused(entries: dict[str, str]) -> None:
    with pytest.raises(NetworkError, match="has metadata that cannot be read"):
        Network.from_bytes(with_metadata(tiny(), entries))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"inputs": "board"}, "does not take 'planes'"),
        ({"value": "worth"}, "does not give 'value'"),
        ({"batch": 4}, "batches of 4 positions only"),
    ],
)
def test_networks_of_the_wrong_form_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        Network.from_bytes(tiny(**options))


def test_wrong_numbers_are_refused() -> None:
    Network.from_bytes(tiny())(planes())
    with pytest.raises(NetworkError, match="not from -1 to 1"):
        Network.from_bytes(tiny(scale=1000))(planes())
    network = Network.from_bytes(tiny())
    with pytest.raises(NetworkError, match="not finite"):
        network(planes() * np.float32(np.nan))
    with pytest.raises(NetworkError, match="cannot judge positions"):
        network(planes(2, make("gomoku", size=6)))
    with pytest.raises(NetworkError):  # already when it is loaded
        Network.from_bytes(tiny(scale=float("nan")))


def external() -> bytes:
    model = onnx.load_model_from_string(tiny())
    weights = model.graph.initializer[0]
    weights.ClearField("raw_data")
    weights.data_location = TensorProto.EXTERNAL
    weights.external_data.add(key="location", value="/etc/passwd")
    return bytes(model.SerializeToString())


def loop() -> bytes:
    body = helper.make_graph([], "body", [], [])
    model = onnx.load_model_from_string(tiny())
    model.graph.node.append(helper.make_node("Loop", ["", ""], ["x"], body=body))
    return bytes(model.SerializeToString())


def strange_operator() -> bytes:
    model = onnx.load_model_from_string(tiny())
    model.graph.node.append(helper.make_node("Explode", ["policy"], ["x"], domain="evil"))
    return bytes(model.SerializeToString())


def own_functions() -> bytes:
    model = onnx.load_model_from_string(tiny())
    opset = helper.make_opsetid("", 13)
    model.functions.append(helper.make_function("own", "Relu", ["x"], ["y"], [], [opset]))
    return bytes(model.SerializeToString())


@pytest.mark.parametrize(
    ("make_file", "message"),
    [
        (external, "its weights lie in another file"),
        (loop, "it holds loops or branches"),
        (strange_operator, "it uses the operator 'Explode'"),
        (own_functions, "it holds functions of its own"),
    ],
)
def test_hostile_files_are_refused(make_file: Any, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        Network.from_bytes(make_file())
    with pytest.raises(NetworkError, match=message):
        write_metadata(make_file(), INFO)


def test_files_that_are_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(tiny())
    monkeypatch.setattr(networks, "LARGEST_FILE", 100)
    with pytest.raises(NetworkError, match="too large"):
        read_info(path)


# -- finding ------------------------------------------------------------------------------------


def test_networks_are_found_by_file_and_by_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path))
    folder = tmp_path / "runs" / "run7"
    (folder / "networks").mkdir(parents=True)
    best, other = folder / "networks" / "best.onnx", folder / "networks" / "generation-3.onnx"
    best.write_bytes(tiny())
    other.write_bytes(tiny())
    for text in ("run7", "run7/best", "run7/best.onnx", str(folder), f"{folder}/best", str(best)):
        assert shipped.find(text) == best
    assert shipped.find("run7/generation-3") == other
    for text in ("run8", "run7/worst", str(tmp_path)):
        with pytest.raises(NetworkError, match="there is no network"):
            shipped.find(text)


def test_shipped_networks_fit_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in shipped.shipped_networks():
        info = read_info(path)
        size = "" if info.is_for_any_size else f"-{info.options['size']}"
        assert path.stem.startswith(f"{info.game}{size}")
        assert path.with_suffix(".json").exists()
        assert shipped.find(path.stem, to_play=False) == path
    path = tmp_path / "gomoku-5.onnx"
    path.write_bytes(tiny())
    monkeypatch.setattr(shipped, "shipped_networks", lambda: [path])
    assert shipped.shipped(GAME) == path
    # In eight bits it is faster where the processor is made for that, and nowhere else.
    small = tmp_path / "gomoku-5.int8.onnx"
    small.write_bytes(tiny())
    monkeypatch.setattr(shipped, "has_fast_bytes", lambda: True)
    assert shipped.shipped(GAME) == small == shipped.find("gomoku-5")
    monkeypatch.setattr(shipped, "has_fast_bytes", lambda: False)
    assert shipped.shipped(GAME) == path
    with pytest.raises(NetworkError, match="there are networks for gomoku:size=5,rules=freestyle"):
        shipped.shipped(make("gomoku", size=6))
    with pytest.raises(NetworkError, match="none for this game"):
        shipped.shipped(make("torus", size=5))


# -- what evaluates -------------------------------------------------------------------------------


class _Cards:
    """Stands for an ONNX Runtime that has CUDA, on a machine with or without a card."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, works: bool) -> None:
        import onnxruntime as ort

        self.asked: list[list[str]] = []
        real, there = ort.InferenceSession, ort.get_available_providers()

        def open_it(data: bytes, options: Any, *, providers: list[str], **more: Any) -> Any:
            self.asked.append(providers)
            if "CUDAExecutionProvider" in providers and not works:
                raise RuntimeError("no card")
            return real(data, options, providers=["CPUExecutionProvider"], **more)

        monkeypatch.setattr(ort, "InferenceSession", open_it)
        monkeypatch.setattr(
            ort, "get_available_providers", lambda: ["CUDAExecutionProvider", *there]
        )


CPU, BOTH = ["CPUExecutionProvider"], ["CUDAExecutionProvider", "CPUExecutionProvider"]


@pytest.mark.parametrize(
    ("device", "works", "asked"),
    [("auto", True, [BOTH]), ("auto", False, [BOTH, CPU]), ("cpu", True, [CPU])],
)
def test_the_device_that_evaluates(
    monkeypatch: pytest.MonkeyPatch, device: Any, works: bool, asked: list[list[str]]
) -> None:
    data = shipped.shipped(make("dots-and-boxes", size=3)).read_bytes()
    cards = _Cards(monkeypatch, works)
    Network.from_bytes(data, device=device)
    assert cards.asked == [CPU, *asked]  # what is in a file is tried on the processor first


def test_a_device_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("dots-and-boxes", size=3)
    with pytest.raises(NetworkError, match="device=cuda needs an ONNX Runtime that has CUDA"):
        make_player("alphazero:device=cuda,sims=2", game)
    make_player("alphazero:device=cpu,sims=2", game)
    _Cards(monkeypatch, works=False)
    with pytest.raises(NetworkError, match="no card"):
        Network.from_bytes(shipped.shipped(game).read_bytes(), device="cuda")

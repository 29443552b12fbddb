"""Quantises networks to eight bits: about three times as fast on a processor with VNNI.

Weights of convolutions become signed bytes with a scale for each channel; activations become
unsigned bytes whose ranges are measured on positions of real games. The heads, which cost little
and matter much, are not quantised.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.networks.network import Floats, Network, NetworkInfo, write_metadata
from tesuji.networks.sessions import NetworkError
from tesuji.search.samples import replay
from tesuji.search.self_play import SelfPlay, SelfPlayOptions

_BATCH = 64
_GAMES = 24
_CONVOLUTIONAL = ["Conv", "Add", "Pad", "Relu"]
_DENSE = ["Gemm", "Relu"]
"""For a network without convolutions."""


@dataclass(frozen=True, slots=True)
class QuantizationLoss:
    """How far two networks disagree over some positions."""

    value: float
    """Mean absolute difference of the values, which are from -1 to 1."""
    policy: float
    """Mean Kullback-Leibler divergence of the policies over all moves, in nats."""
    same_move: float
    """Share of the positions in which both prefer the same move."""


def quantize(data: bytes, *planes: Floats) -> bytes:
    """Quantises the ONNX file `data`, calibrated on `planes` [n, channels, height, width].

    A few hundred positions of the network's games are enough; a network for any size may have
    several arrays, each of one size. The metadata are kept, with ``"precision": "int8"`` added.
    """
    network = Network.from_bytes(data)
    shape = network.plane_shape
    for given in planes:
        fits = given.shape[1] == network.channels if shape is None else given.shape[1:] == shape
        if not fits or not len(given):
            raise TesujiError(
                f"calibration needs positions with {network.channels} planes"
                if shape is None
                else f"calibration needs planes of the shape {shape}"
            )
    try:
        import onnx
        from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
    except ImportError:
        raise TesujiError(
            "quantising needs the package onnx: pip install 'tesuji[train]'"
        ) from None

    class Reader(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._batches = (
                given[at : at + _BATCH] for given in planes for at in range(0, len(given), _BATCH)
            )

        def get_next(self) -> Any:
            batch = next(self._batches, None)
            return None if batch is None else {"planes": np.ascontiguousarray(batch)}

    model = onnx.load_model_from_string(data)
    convolutional = any(node.op_type == "Conv" for node in model.graph.node)
    # Weights kept for further training are useless in eight bits.
    used = {name for node in model.graph.node for name in node.input}
    weights = [tensor for tensor in model.graph.initializer if tensor.name in used]
    del model.graph.initializer[:]
    model.graph.initializer.extend(weights)
    with tempfile.TemporaryDirectory() as folder, _silent():
        path = Path(folder, "quantized.onnx")
        try:
            quantize_static(
                model,
                path,
                Reader(),
                activation_type=QuantType.QUInt8,
                weight_type=QuantType.QInt8,
                per_channel=True,
                op_types_to_quantize=_CONVOLUTIONAL if convolutional else _DENSE,
            )
        except Exception as error:  # any exception of ONNX Runtime is about the network
            raise NetworkError(f"the network cannot be quantised: {error}") from error
        quantized = path.read_bytes()
    old = network.info
    info = {**old.info, "precision": "int8"}
    return write_metadata(quantized, NetworkInfo(old.game, old.options, old.generation, info))


def quantize_by_playing(data: bytes, *games: Game, positions: int = 512, seed: int = 0) -> bytes:
    """Quantises the ONNX file `data`, calibrated on quick games against itself.

    A network for any size plays them on the boards of all `games`.
    """
    network = Network.from_bytes(data)
    share, few = max(positions // len(games), 1), max(_GAMES // len(games), 3)
    return quantize(data, *(own_positions(network, game, share, seed, few) for game in games))


def own_positions(
    network: Network, game: Game, count: int, seed: int = 0, games: int = _GAMES
) -> Floats:
    """Returns planes [count, channels, height, width] of positions of quick self-play."""
    options = SelfPlayOptions(simulations=4, random_plies=4, temperature_plies=30)
    pool = SelfPlay(game, options, games_at_once=games, seed=seed)
    played = pool.play(network.on(game), games)
    plies = [(number, ply, 0) for number, one in enumerate(played) for ply in range(one.plies)]
    chosen = np.random.default_rng(seed).integers(len(plies), size=count)
    return replay(game, [one.moves for one in played], np.array(plies, np.int32)[chosen])[0]


def loss(original: bytes, quantized: bytes, game: Game, planes: Floats) -> QuantizationLoss:
    """Measures the difference of `quantized` from `original` over positions `planes` of `game`."""
    logits, values = Network.from_bytes(original).on(game)(planes)
    new_logits, new_values = Network.from_bytes(quantized).on(game)(planes)
    log_policy, new_log_policy = _log_softmax(logits), _log_softmax(new_logits)
    divergence = (np.exp(log_policy) * (log_policy - new_log_policy)).sum(1)
    return QuantizationLoss(
        value=float(np.abs(values - new_values).mean()),
        policy=float(divergence.mean()),
        same_move=float((logits.argmax(1) == new_logits.argmax(1)).mean()),
    )


def _log_softmax(logits: Floats) -> Floats:
    shifted = logits - logits.max(1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return result


@contextmanager
def _silent() -> Iterator[None]:
    """Suppresses ONNX Runtime's advice on preparations, which these networks do not need."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)

"""Makes networks with random weights, which cost as much as trained ones."""

from __future__ import annotations

import numpy as np

from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.networks.network import NetworkInfo, write_metadata
from tesuji.networks.onnx_writer import Graph

_POLICY_PLANES = 2
_VALUE_WIDTH = 64


def random_residual(game: Game, *, blocks: int = 4, channels: int = 64, seed: int = 0) -> bytes:
    """Returns the ONNX file of a residual network with random weights for `game`.

    As in AlphaZero: 3x3 convolutions with normalisation already folded in, blocks of two, a policy
    of two planes and a dense layer, a value of one plane and two dense layers.
    """
    if game.plane_shape is None:
        raise TesujiError(f"{game.name} has no network planes")
    planes, height, width = game.plane_shape
    cells = height * width
    graph = _Graph(seed)
    inputs = graph.add_input("planes", ["n", planes, height, width])
    x = graph.relu(graph.conv(inputs, planes, channels, 3))
    for _ in range(blocks):
        inner = graph.relu(graph.conv(x, channels, channels, 3))
        inner = graph.conv(inner, channels, channels, 3, scale=0.5)
        x = graph.relu(graph.add("Add", x, inner))
    policy = graph.relu(graph.conv(x, channels, _POLICY_PLANES, 1))
    policy = graph.add("Flatten", policy)
    policy = graph.dense(policy, _POLICY_PLANES * cells, game.num_moves)
    graph.add_output(policy, "policy", ["n", game.num_moves])
    value = graph.add("Flatten", graph.relu(graph.conv(x, channels, 1, 1)))
    value = graph.relu(graph.dense(value, cells, _VALUE_WIDTH))
    value = graph.add("Tanh", graph.dense(value, _VALUE_WIDTH, 1, scale=0.2))
    graph.add_output(value, "value", ["n", 1])
    return write_metadata(graph.to_bytes(), NetworkInfo.for_game(game, weights="random"))


class _Graph(Graph):
    """Builds a graph with random weights."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = np.random.default_rng(seed)

    def relu(self, x: str) -> str:
        return self.add("Relu", x)

    def conv(self, x: str, inputs: int, outputs: int, side: int, *, scale: float = 1.0) -> str:
        deviation = scale * np.sqrt(2 / (inputs * side * side))
        kernel = self._random_weights((outputs, inputs, side, side), deviation)
        bias = self._random_weights((outputs,), 0.05)
        pads = [side // 2] * 4
        return self.add("Conv", x, kernel, bias, kernel_shape=[side, side], pads=pads)

    def dense(self, x: str, inputs: int, outputs: int, *, scale: float = 1.0) -> str:
        matrix = self._random_weights((outputs, inputs), scale * np.sqrt(1 / inputs))
        bias = self._random_weights((outputs,), 0.05)
        return self.add("Gemm", x, matrix, bias, transB=1)

    def _random_weights(self, shape: tuple[int, ...], deviation: float) -> str:
        return self.weights(self._random.normal(0, deviation, shape).astype(np.float32))

"""Networks with random weights: they judge nothing, and cost what trained ones cost."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.networks.network import NetworkInfo, write_metadata

_OPSET = 19
_POLICY_PLANES = 2
_VALUE_WIDTH = 64


def random_residual(game: Game, *, blocks: int = 4, channels: int = 64, seed: int = 0) -> bytes:
    """The ONNX file of a residual network with random weights for `game`.

    As in AlphaZero: 3x3 convolutions with normalisation already folded in, blocks of two, a policy
    of two planes and a dense layer, a value of one plane and two dense layers.
    """
    if game.plane_shape is None:
        raise TesujiError(f"{game.name} has no network planes")
    planes, height, width = game.plane_shape
    cells = height * width
    graph = _Graph(seed)
    x = graph.relu(graph.conv("planes", planes, channels, 3))
    for _ in range(blocks):
        inner = graph.relu(graph.conv(x, channels, channels, 3))
        inner = graph.conv(inner, channels, channels, 3, scale=0.5)
        x = graph.relu(graph.add("Add", x, inner))
    policy = graph.relu(graph.conv(x, channels, _POLICY_PLANES, 1))
    policy = graph.add("Flatten", policy)
    graph.dense(policy, _POLICY_PLANES * cells, game.num_moves, name="policy")
    value = graph.add("Flatten", graph.relu(graph.conv(x, channels, 1, 1)))
    value = graph.relu(graph.dense(value, cells, _VALUE_WIDTH))
    value = graph.add("Tanh", graph.dense(value, _VALUE_WIDTH, 1, scale=0.2))
    graph.add("Flatten", value, name="value")
    data = graph.file(game.plane_shape, game.num_moves)
    return write_metadata(data, NetworkInfo.for_game(game, weights="random"))


class _Graph:
    """An ONNX graph under construction."""

    def __init__(self, seed: int) -> None:
        try:
            import onnx
        except ImportError:
            raise TesujiError(
                "making networks needs the package onnx: pip install 'tesuji[train]'"
            ) from None
        self._onnx: Any = onnx
        self._random = np.random.default_rng(seed)
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    def add(self, operator: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        name = name or f"{operator.lower()}{len(self._nodes)}"
        node = self._onnx.helper.make_node(operator, inputs, [name], name, **attributes)
        self._nodes.append(node)
        return name

    def relu(self, x: str) -> str:
        return self.add("Relu", x)

    def conv(self, x: str, inputs: int, outputs: int, side: int, *, scale: float = 1.0) -> str:
        deviation = scale * np.sqrt(2 / (inputs * side * side))
        kernel = self._weight((outputs, inputs, side, side), deviation)
        bias = self._weight((outputs,), 0.05)
        pads = [side // 2] * 4
        return self.add("Conv", x, kernel, bias, kernel_shape=[side, side], pads=pads)

    def dense(
        self, x: str, inputs: int, outputs: int, *, scale: float = 1.0, name: str = ""
    ) -> str:
        matrix = self._weight((outputs, inputs), scale * np.sqrt(1 / inputs))
        return self.add("Gemm", x, matrix, self._weight((outputs,), 0.05), name=name, transB=1)

    def _weight(self, shape: tuple[int, ...], deviation: float) -> str:
        name = f"weight{len(self._weights)}"
        numbers = self._random.normal(0, deviation, shape).astype(np.float32)
        self._weights.append(self._onnx.numpy_helper.from_array(numbers, name))
        return name

    def file(self, plane_shape: tuple[int, int, int], num_moves: int) -> bytes:
        helper, kind = self._onnx.helper, self._onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            self._nodes,
            "network",
            [helper.make_tensor_value_info("planes", kind, ["n", *plane_shape])],
            [
                helper.make_tensor_value_info("policy", kind, ["n", num_moves]),
                helper.make_tensor_value_info("value", kind, ["n", 1]),
            ],
            self._weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)])
        model.ir_version = 9
        data: bytes = model.SerializeToString()
        return data

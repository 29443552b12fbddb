"""Networks as ONNX files, written node by node.

Normalisation is folded into the weights before it, so that what plays is as small and fast as it
can be. The file takes ``planes`` float32 [n, channels, height, width] and gives ``policy``
[n, num_moves] (logits), ``value`` [n], ``score`` [n] in points and ``ownership``
[n, height, width], all for the player to move and for any n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from tesuji.learning.alphazero.networks import (
    Block,
    Convolution,
    DenseLayer,
    DenseNetwork,
    Network,
    PolicyHead,
    ResidualNetwork,
    ValueHead,
    order_of_moves,
)
from tesuji.search.network import NetworkInfo, write_metadata

OPSET = 19
IR_VERSION = 9


def to_onnx(network: Network, info: NetworkInfo) -> bytes:
    """The ONNX file of a network as it plays (not as it learns), with what is known of it."""
    graph = Graph()
    planes: str = "planes"
    if len(network.inputs) != network.layout.channels:
        planes = graph.gather(planes, network.inputs)
    if isinstance(network, ResidualNetwork):
        outputs = _residual(graph, network, planes)
    elif isinstance(network, DenseNetwork):
        outputs = _dense(graph, network, planes)
    else:
        raise TypeError(f"no way is known to write a {type(network).__name__}")
    outputs["score"] = graph.add("Mul", outputs["score"], graph.keep([network.layout.score_scale]))
    shape = graph.keep([-1, network.layout.height, network.layout.width], np.int64)
    outputs["ownership"] = graph.add("Reshape", outputs["ownership"], shape)
    layout = network.layout
    shapes: dict[str, list[int | str]] = {
        "policy": ["n", layout.num_moves],
        "value": ["n"],
        "score": ["n"],
        "ownership": ["n", layout.height, layout.width],
    }
    inputs: list[int | str] = ["n", layout.channels, layout.height, layout.width]
    return write_metadata(graph.file(inputs, shapes, outputs), info)


class Graph:
    """Nodes and weights in the order in which they were added."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def keep(self, numbers: Any, kind: Any = np.float32) -> str:
        """A constant."""
        if isinstance(numbers, Tensor):
            numbers = numbers.detach().cpu().numpy()
        name = f"w{len(self.weights)}"
        array: NDArray[Any] = np.ascontiguousarray(numbers, dtype=kind)
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """A node; gives the name of its output."""
        name = f"x{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def relu(self, x: str) -> str:
        return self.add("Relu", x)

    def gather(self, x: str, indices: Any) -> str:
        return self.add("Gather", x, self.keep(indices, np.int64), axis=1)

    def linear(self, x: str, weights: Any, bias: Any) -> str:
        return self.add("Gemm", x, self.keep(weights), self.keep(bias), transB=1)

    def layer(self, x: str, layer: nn.Linear) -> str:
        return self.linear(x, layer.weight, layer.bias)

    def pointwise(self, x: str, layer: nn.Conv2d) -> str:
        assert layer.bias is not None
        return self.add("Conv", x, self.keep(layer.weight), self.keep(layer.bias))

    def flat(self, x: str) -> str:
        return self.add("Flatten", x, axis=1)

    def column(self, x: str) -> str:
        """[n, 1] as [n]."""
        return self.add("Squeeze", x, self.keep([1], np.int64))

    def spread(self, x: str) -> str:
        """[n, c] as [n, c, 1, 1]."""
        return self.add("Unsqueeze", x, self.keep([2, 3], np.int64))

    def pooled(self, x: str) -> str:
        parts = [self.flat(self.add(kind, x)) for kind in ("GlobalAveragePool", "GlobalMaxPool")]
        return self.add("Concat", *parts, axis=1)

    def file(
        self,
        planes: Sequence[int | str],
        shapes: Mapping[str, Sequence[int | str]],
        outputs: Mapping[str, str],
    ) -> bytes:
        """The file that takes ``planes`` of this shape. `outputs` says which nodes give what."""
        for name, source in outputs.items():
            self.nodes.append(helper.make_node("Identity", [source], [name]))
        model = helper.make_model(
            helper.make_graph(
                self.nodes,
                "tesuji",
                [_floats("planes", planes)],
                [_floats(name, shapes[name]) for name in outputs],
                self.weights,
            ),
            opset_imports=[helper.make_opsetid("", OPSET)],
            producer_name="tesuji",
        )
        model.ir_version = IR_VERSION
        onnx.checker.check_model(model)
        data: bytes = model.SerializeToString()
        return data


def _floats(name: str, shape: Sequence[int | str]) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def _folded(
    weights: Tensor, bias: Tensor | None, norm: nn.BatchNorm1d | nn.BatchNorm2d
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights and bias that do what weights and normalisation did together."""

    def plain(tensor: Tensor) -> NDArray[np.float64]:
        return tensor.detach().cpu().double().numpy()

    assert norm.running_mean is not None
    assert norm.running_var is not None
    factor = plain(norm.weight) / np.sqrt(plain(norm.running_var) + norm.eps)
    shift = -plain(norm.running_mean) if bias is None else plain(bias) - plain(norm.running_mean)
    kernel = plain(weights)
    return kernel * factor.reshape(-1, *[1] * (kernel.ndim - 1)), plain(norm.bias) + shift * factor


# -- residual -----------------------------------------------------------------------------------


def _residual(graph: Graph, network: ResidualNetwork, x: str) -> dict[str, str]:
    x = graph.relu(convolution(graph, network.stem, x))
    for block in network.blocks:
        assert isinstance(block, Block)
        x = _block(graph, block, x)
    return {"policy": _policy(graph, network.policy, x), **_values(graph, network.values, x)}


def convolution(graph: Graph, layer: Convolution, x: str) -> str:
    weights, bias = _folded(layer.conv.weight, None, layer.norm)
    pads = [1, 1, 1, 1]
    if layer.wraps:
        around = graph.keep([0, 0, 1, 1, 0, 0, 1, 1], np.int64)
        x = graph.add("Pad", x, around, mode="wrap")
        pads = [0, 0, 0, 0]
    return graph.add("Conv", x, graph.keep(weights), graph.keep(bias), pads=pads)


def _block(graph: Graph, block: Block, x: str) -> str:
    inner = graph.relu(convolution(graph, block.first, x))
    if block.bias is not None:
        some = inner
        if block.pooled < block.bias.out_features:
            first, until = (graph.keep([number], np.int64) for number in (0, block.pooled))
            some = graph.add("Slice", inner, first, until, graph.keep([1], np.int64))
        bias = graph.spread(graph.layer(graph.pooled(some), block.bias))
        inner = graph.add("Add", inner, bias)
    return graph.relu(graph.add("Add", convolution(graph, block.second, inner), x))


def _policy(graph: Graph, head: PolicyHead, x: str) -> str:
    mixed = graph.relu(graph.pointwise(x, head.mix))
    pooled = graph.pooled(mixed)
    parts = []
    if head.planes is not None:
        bias = graph.spread(graph.layer(pooled, head.bias))
        seen = graph.relu(graph.add("Add", mixed, bias))
        parts.append(graph.flat(graph.pointwise(seen, head.planes)))
    if head.others is not None:
        parts.append(graph.layer(pooled, head.others))
    whole = parts[0] if len(parts) == 1 else graph.add("Concat", *parts, axis=1)
    return graph.gather(whole, order_of_moves(head.layout))


def _values(graph: Graph, head: ValueHead, x: str) -> dict[str, str]:
    mixed = graph.relu(graph.pointwise(x, head.mix))
    hidden = graph.relu(graph.layer(graph.pooled(mixed), head.hidden))
    return {
        "value": graph.column(graph.add("Tanh", graph.layer(hidden, head.value))),
        "score": graph.column(graph.layer(hidden, head.score)),
        "ownership": graph.add("Tanh", graph.pointwise(mixed, head.ownership)),
    }


# -- dense --------------------------------------------------------------------------------------


def _dense(graph: Graph, network: DenseNetwork, planes: str) -> dict[str, str]:
    x = graph.flat(planes)
    for layer in network.layers:
        assert isinstance(layer, DenseLayer)
        x = graph.relu(
            graph.linear(x, *_folded(layer.linear.weight, layer.linear.bias, layer.norm))
        )
    return {
        "policy": graph.layer(x, network.policy),
        "value": graph.column(graph.add("Tanh", graph.layer(x, network.value))),
        "score": graph.column(graph.layer(x, network.score)),
        "ownership": graph.add("Tanh", graph.layer(x, network.ownership)),
    }

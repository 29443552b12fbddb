"""Networks as ONNX files, written node by node.

Normalisation is folded into the weights before it, so that what plays is as small and fast as it
can be. The file takes ``planes`` float32 [n, channels, height, width] and gives ``policy`` (logits,
in the order of moves from a dense network and of `tesuji.search.layout` from a residual one),
``value`` [n], ``score`` [n] in points and ``ownership`` [n, height, width], all for the player to
move and for any n; from a residual network also for any height and width.

Weights have the names that they have in PyTorch, and what normalisation was is kept beside them, so
that learning can go on from a file: `weights_in` undoes the folding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.distributions import Spread
from tesuji.learning.alphazero.networks import (
    Block,
    Convolution,
    DenseLayer,
    DenseNetwork,
    Network,
    PolicyHead,
    Renormalisation,
    ResidualNetwork,
    ValueHead,
)
from tesuji.search.network import NetworkInfo, write_metadata

_NOTHING = 1e-12
OPSET = 19
IR_VERSION = 9


def to_onnx(network: Network, info: NetworkInfo) -> bytes:
    """The ONNX file of a network as it plays (not as it learns), with what is known of it."""
    graph = Graph({id(weights): name for name, weights in network.named_parameters()})
    planes: str = "planes"
    if len(network.inputs) != network.family.channels:
        planes = graph.gather(planes, network.inputs)
    if isinstance(network, ResidualNetwork):
        outputs = _residual(graph, network, planes)
    else:
        assert isinstance(network, DenseNetwork)
        outputs = _dense(graph, network, planes)
    shapes: dict[str, list[int | str]] = {"value": ["n"], "score": ["n"]}
    inputs: list[int | str]
    if isinstance(network, DenseNetwork):
        layout = network.layout
        scale = graph.keep([layout.score_scale])
        board = graph.keep([-1, layout.height, layout.width], np.int64)
        outputs["ownership"] = graph.add("Reshape", outputs["ownership"], board)
        shapes["policy"] = ["n", layout.num_moves]
        shapes["ownership"] = ["n", layout.height, layout.width]
        inputs = ["n", *layout.plane_shape]
    else:
        scale = graph.side()
        outputs["ownership"] = graph.column(outputs["ownership"])
        shapes["policy"] = ["n", "moves"]
        shapes["ownership"] = ["n", "height", "width"]
        inputs = ["n", network.family.channels, "height", "width"]
    outputs["score"] = graph.add("Mul", outputs["score"], scale)
    return write_metadata(graph.file(inputs, shapes, outputs), info)


class Graph:
    """Nodes and weights in the order in which they were added."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        """`names` are those of weights, by the identity of the tensor."""
        self._names = names or {}
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._side = ""
        self._growth = ""

    def keep(self, numbers: Any, kind: Any = np.float32, like: Tensor | None = None) -> str:
        """A constant; one with the name of a tensor, if it is that one or stands for it."""
        if isinstance(numbers, Tensor):
            like = numbers if like is None else like
            numbers = numbers.detach().cpu().numpy()
        name = self._names.get(id(like), f"w{len(self.weights)}")
        array: NDArray[Any] = np.ascontiguousarray(numbers, dtype=kind)
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def keep_normalisation(self, norm: nn.BatchNorm2d) -> None:
        """Keeps what was folded, which nothing in the graph uses."""
        name = self._names.get(id(norm.weight))
        if name is not None:
            self.keep(norm.weight)
            for part in ("running_mean", "running_var"):
                array = getattr(norm, part).detach().cpu().numpy()
                self.weights.append(
                    numpy_helper.from_array(array, name.removesuffix("weight") + part)
                )

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

    def mean(self, x: str, spread: Spread) -> str:
        """The mean of a distribution."""
        shares = self.add("Softmax", self.layer(x, spread.logits), axis=1)
        parts = self.add("Mul", shares, self.keep(spread.points))
        return self.add("ReduceSum", parts, self.keep([1], np.int64), keepdims=0)

    def pointwise(self, x: str, layer: nn.Conv2d) -> str:
        assert layer.bias is not None
        return self.add("Conv", x, self.keep(layer.weight), self.keep(layer.bias))

    def flat(self, x: str) -> str:
        return self.add("Flatten", x, axis=1)

    def column(self, x: str) -> str:
        """[n, 1, ...] as [n, ...]."""
        return self.add("Squeeze", x, self.keep([1], np.int64))

    def spread(self, x: str) -> str:
        """[n, c] as [n, c, 1, 1]."""
        return self.add("Unsqueeze", x, self.keep([2, 3], np.int64))

    def side(self) -> str:
        """The root of the number of cells of the board, a constant of the position's shape."""
        if not self._side:
            size = self.add("Cast", self.add("Shape", "planes"), to=TensorProto.FLOAT)
            height, width = (self.add("Gather", size, self.keep([i], np.int64)) for i in (2, 3))
            self._side = self.add("Sqrt", self.add("Mul", height, width))
        return self._side

    def pooled(self, x: str) -> str:
        """What `Pooling` makes of it."""
        mean, most = (
            self.flat(self.add(kind, x)) for kind in ("GlobalAveragePool", "GlobalMaxPool")
        )
        if not self._growth:
            ten = self.keep([10.0])
            self._growth = self.add("Div", self.add("Sub", self.side(), ten), ten)
        return self.add("Concat", mean, most, self.add("Mul", mean, self._growth), axis=1)

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


def weights_in(data: bytes) -> dict[str, NDArray[Any]]:
    """The weights of a residual network in an ONNX file that `to_onnx` wrote, by their names.

    With them a network says what the file says. `TesujiError` if the file has no such weights:
    those in eight bits are lost for learning.
    """
    model = onnx.load_model_from_string(data)
    found = {
        tensor.name: np.array(numpy_helper.to_array(tensor))
        for tensor in model.graph.initializer
        if "." in tensor.name
    }
    norms = [name.removesuffix(".running_var") for name in found if name.endswith(".running_var")]
    if not norms:
        raise TesujiError("the network does not hold what learning could go on from")
    for norm in norms:
        kernel = f"{norm.removesuffix('norm')}conv.weight"
        spread = np.sqrt(found[f"{norm}.running_var"] + nn.BatchNorm2d(1).eps)
        factor = found[f"{norm}.weight"] / spread
        # A channel that is multiplied by nothing stays nothing.
        divisor = np.where(np.abs(factor) > _NOTHING, factor, 1.0)
        found[kernel] = found[kernel] / divisor.reshape(-1, 1, 1, 1).astype(np.float32)
        found[f"{norm}.bias"] = found[f"{norm}.bias"] + found[f"{norm}.running_mean"] * factor
        found[f"{norm}.num_batches_tracked"] = np.array(Renormalisation.SETTLED)
    return found


# -- residual -----------------------------------------------------------------------------------


def _residual(graph: Graph, network: ResidualNetwork, x: str) -> dict[str, str]:
    x = graph.relu(convolution(graph, network.stem, x))
    for block in network.blocks:
        assert isinstance(block, Block)
        x = _block(graph, block, x)
    return {"policy": _policy(graph, network.policy, x), **_values(graph, network.values, x)}


def convolution(graph: Graph, layer: Convolution, x: str) -> str:
    norm = layer.norm
    folded, shift = _folded(layer.conv.weight, None, norm)
    weights, bias = graph.keep(folded, like=layer.conv.weight), graph.keep(shift, like=norm.bias)
    graph.keep_normalisation(norm)
    pads = [1, 1, 1, 1]
    if layer.wraps:
        around = graph.keep([0, 0, 1, 1, 0, 0, 1, 1], np.int64)
        x = graph.add("Pad", x, around, mode="wrap")
        pads = [0, 0, 0, 0]
    return graph.add("Conv", x, weights, bias, pads=pads)


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
    return parts[0] if len(parts) == 1 else graph.add("Concat", *parts, axis=1)


def _values(graph: Graph, head: ValueHead, x: str) -> dict[str, str]:
    mixed = graph.relu(graph.pointwise(x, head.mix))
    hidden = graph.relu(graph.layer(graph.pooled(mixed), head.hidden))
    if head.distributions:
        value, score = (
            graph.mean(hidden, spread) for spread in (head.value_spread, head.score_spread)
        )
    else:
        value = graph.column(graph.add("Tanh", graph.layer(hidden, head.value)))
        score = graph.column(graph.layer(hidden, head.score))
    ownership = graph.add("Tanh", graph.pointwise(mixed, head.ownership))
    return {"value": value, "score": score, "ownership": ownership}


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

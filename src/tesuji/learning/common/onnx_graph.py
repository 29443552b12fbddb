"""ONNX files of networks, written node by node.

Normalisation is folded into the weights before it, so that what plays is as small and fast as it
can be. Weights have the names that they have in PyTorch, and what normalisation was is kept beside
them, so that learning can go on from a file: `weights_in` undoes the folding.
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
from tesuji.learning.common.layers import Convolution, Renormalisation

_NOTHING = 1e-12
OPSET = 19
IR_VERSION = 9


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


def folded(
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
        raise TesujiError("the file lacks the weight names needed to continue training")
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


def convolution(graph: Graph, layer: Convolution, x: str) -> str:
    """A convolution and its normalisation as one node."""
    norm = layer.norm
    kernel, shift = folded(layer.conv.weight, None, norm)
    weights = graph.keep(kernel, like=layer.conv.weight)
    bias = graph.keep(shift, like=norm.bias)
    graph.keep_normalisation(norm)
    pads = [1, 1, 1, 1]
    if layer.wraps:
        around = graph.keep([0, 0, 1, 1, 0, 0, 1, 1], np.int64)
        x = graph.add("Pad", x, around, mode="wrap")
        pads = [0, 0, 0, 0]
    return graph.add("Conv", x, weights, bias, pads=pads)

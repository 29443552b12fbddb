"""Writes networks made with PyTorch to ONNX files, and reads their weights back.

Normalisation is folded into the weights before it, so that the playing network is small and fast.
Weights keep their names in PyTorch, and the statistics of normalisation are stored beside them, so
that training can continue from a file: `weights_in` undoes the folding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper
from torch import Tensor, nn

from tesuji.errors import TesujiError
from tesuji.learning.common.layers import Convolution, Renormalisation
from tesuji.networks import onnx_writer

_NOTHING = 1e-12
_OPERATOR_SET = 19
"""The first in which padding can wrap around."""


class TorchGraph(onnx_writer.Graph):
    """Builds the graph of a network from its layers in PyTorch."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        """`names` gives the names of weights by the identity of the tensor."""
        super().__init__(_OPERATOR_SET)
        self._names = names or {}
        self._side = ""
        self._growth = ""

    def keep(self, numbers: Any, kind: Any = np.float32, like: Tensor | None = None) -> str:
        """Adds a constant, named like the tensor that it is, or that it replaces (`like`)."""
        if isinstance(numbers, Tensor):
            like = numbers if like is None else like
            numbers = numbers.detach().cpu().numpy()
        return self.weights(np.asarray(numbers, dtype=kind), self._names.get(id(like)))

    def keep_normalisation(self, norm: nn.BatchNorm2d) -> None:
        """Stores the statistics of a folded normalisation, which no node uses."""
        name = self._names.get(id(norm.weight))
        if name is not None:
            self.keep(norm.weight)
            for part in ("running_mean", "running_var"):
                array = getattr(norm, part).detach().cpu().numpy()
                self.weights(array, name.removesuffix("weight") + part)

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
        """Reshapes [n, 1, ...] to [n, ...]."""
        return self.add("Squeeze", x, self.keep([1], np.int64))

    def spread(self, x: str) -> str:
        """Reshapes [n, c] to [n, c, 1, 1]."""
        return self.add("Unsqueeze", x, self.keep([2, 3], np.int64))

    def side(self) -> str:
        """Returns the square root of the number of cells of the board."""
        if not self._side:
            size = self.add("Cast", self.add("Shape", "planes"), to=TensorProto.FLOAT)
            height, width = (self.add("Gather", size, self.keep([i], np.int64)) for i in (2, 3))
            self._side = self.add("Sqrt", self.add("Mul", height, width))
        return self._side

    def pooled(self, x: str) -> str:
        """Computes what `Pooling` computes."""
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
        """Returns the ONNX file with the input ``planes`` of this shape.

        `outputs` maps the name of each output to the node that computes it.
        """
        self.add_input("planes", planes)
        for name, source in outputs.items():
            self.add_output(source, name, shapes[name])
        data = self.to_bytes()
        onnx.checker.check_model(data)
        return data


def folded(
    weights: Tensor, bias: Tensor | None, norm: nn.BatchNorm1d | nn.BatchNorm2d
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns weights and bias equal to these weights followed by the normalisation."""

    def plain(tensor: Tensor) -> NDArray[np.float64]:
        return tensor.detach().cpu().double().numpy()

    assert norm.running_mean is not None
    assert norm.running_var is not None
    factor = plain(norm.weight) / np.sqrt(plain(norm.running_var) + norm.eps)
    shift = -plain(norm.running_mean) if bias is None else plain(bias) - plain(norm.running_mean)
    kernel = plain(weights)
    return kernel * factor.reshape(-1, *[1] * (kernel.ndim - 1)), plain(norm.bias) + shift * factor


def weights_in(data: bytes) -> dict[str, NDArray[Any]]:
    """Returns the weights of a residual network in an ONNX file, by name, as PyTorch had them.

    Raises `TesujiError` if the file has no named weights: training cannot continue from an
    eight-bit network.
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
        # A channel that is multiplied by zero stays zero.
        divisor = np.where(np.abs(factor) > _NOTHING, factor, 1.0)
        found[kernel] = found[kernel] / divisor.reshape(-1, 1, 1, 1).astype(np.float32)
        found[f"{norm}.bias"] = found[f"{norm}.bias"] + found[f"{norm}.running_mean"] * factor
        found[f"{norm}.num_batches_tracked"] = np.array(Renormalisation.SETTLED)
    return found


def convolution(graph: TorchGraph, layer: Convolution, x: str) -> str:
    """Adds a convolution and its normalisation as one node."""
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

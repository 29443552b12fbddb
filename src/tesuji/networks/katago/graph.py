"""Converts a network of KataGo to an ONNX graph, for boards of any size.

Normalisations that follow a convolution are folded into it. Boards are not padded, so that no mask
is needed.
"""

from __future__ import annotations

import numpy as np

from tesuji.networks.katago.model import (
    PLANES,
    Activated,
    AttentionBlock,
    Block,
    Floats,
    GatedBlock,
    KataGoConvolution,
    KataGoModel,
    KataGoPolicyHead,
    KataGoValueHead,
    Linear,
    NestedBlock,
    Normalisation,
    PoolingBlock,
    Tip,
)
from tesuji.networks.katago.transformer import TransformerLayers
from tesuji.networks.onnx_writer import Graph

CHANNELS = 41
"""Planes, then a constant plane for each number: ``cpp/games/go/katago/features.hpp``."""
_LARGEST_POWER = 20
_USUAL_SIDE = 14
"""The board size relative to which pooling scales means."""


def to_onnx(model: KataGoModel) -> bytes:
    """Returns an ONNX file that takes ``inputs`` [n, channels, height, width].

    It gives ``policy`` and ``optimistic`` [n, height * width + 1] (logits, passing last),
    ``outcome`` [n, 3] (logits of win, loss, no result), ``score`` [n, 4 or 6] and ``ownership``
    [n, height * width].
    """
    return Builder(model).build()


class Builder:
    """Builds the graph; subclasses can change the convolutions of blocks."""

    def __init__(self, model: KataGoModel) -> None:
        self._model = model
        self._graph = Graph()

    def build(self) -> bytes:
        graph, model = self._graph, self._model
        inputs = graph.add_input("inputs", ["n", CHANNELS, "height", "width"])
        planes = self._slice(inputs, 0, PLANES)
        numbers = graph.add(
            "ReduceMean",
            self._slice(inputs, PLANES, CHANNELS),
            graph.weights(np.array([2, 3])),
            keepdims=0,
        )
        self._side_terms(inputs)
        self._transformer = TransformerLayers(graph, inputs)
        bias = self._spread(self._linear(numbers, model.first_globals))
        trunk = graph.add("Add", self._convolve(planes, model.first), bias)
        for block in model.blocks:
            trunk = self._block(trunk, block)
        trunk = self._tip(trunk, model.after)
        self._policy(trunk, model.policy)
        self._value(trunk, model.value)
        return graph.to_bytes()

    # -- parts of the network ---------------------------------------------------------------------

    def _block(self, trunk: str, block: Block) -> str:
        graph = self._graph
        if isinstance(block, AttentionBlock):
            return self._transformer.attention(trunk, block)
        if isinstance(block, GatedBlock):
            return self._transformer.gated(trunk, block)
        start = self._normalise(trunk, block.before)
        if isinstance(block, NestedBlock):
            inner = self._convolve_in_block(start, block.down)
            for nested in block.blocks:
                inner = self._block(inner, nested)
            inner = self._convolve_in_block(self._normalise(inner, block.after), block.up)
            return graph.add("Add", trunk, inner)
        inner = self._convolve_in_block(start, block.first, block.between.norm)
        if isinstance(block, PoolingBlock):
            pooled = self._convolve_in_block(start, block.pooled, block.pooled_after.norm)
            pooled = self._pool(self._activate(pooled, block.pooled_after.activation))
            # The bias comes before the normalisation that was folded into the convolution.
            scaled = Linear(block.to_bias.weights * block.between.norm.scale)
            inner = graph.add("Add", inner, self._spread(self._linear(pooled, scaled)))
        inner = self._activate(inner, block.between.activation)
        return graph.add("Add", trunk, self._convolve_in_block(inner, block.second))

    def _tip(self, trunk: str, layer: Activated | Tip) -> str:
        if isinstance(layer, Activated):
            return self._normalise(trunk, layer)
        found = self._transformer.normalise(trunk, layer.norm)
        return self._activate(found, layer.activation)

    def _policy(self, trunk: str, head: KataGoPolicyHead) -> None:
        graph = self._graph
        pooled = self._convolve(trunk, head.pooled, head.pooled_after.norm)
        pooled = self._pool(self._activate(pooled, head.pooled_after.activation))
        points = self._convolve(trunk, head.first, head.between.norm)
        scaled = Linear(head.to_bias.weights * head.between.norm.scale)
        points = graph.add("Add", points, self._spread(self._linear(pooled, scaled)))
        points = self._activate(points, head.between.activation)
        points = self._convolve(points, head.second)
        passing = self._linear(pooled, head.to_pass)
        if head.pass_second is not None and head.pass_bias is not None:
            passing = graph.add("Add", passing, graph.weights(head.pass_bias))
            passing = self._activate(passing, head.pass_activation)
            passing = self._linear(passing, head.pass_second)
        # Policies beyond the second predict other things. A network with one has it twice.
        for name, number in (("policy", 0), ("optimistic", min(1, head.second.outputs - 1))):
            plane = graph.add("Flatten", self._slice(points, number, number + 1), axis=1)
            logits = graph.add("Concat", plane, self._slice(passing, number, number + 1), axis=1)
            graph.add_output(logits, name, ["n", "moves"])

    def _value(self, trunk: str, head: KataGoValueHead) -> None:
        graph = self._graph
        first = self._convolve(trunk, head.first, head.after.norm)
        first = self._activate(first, head.after.activation)
        hidden = self._linear(self._pool_for_value(first), head.hidden)
        hidden = graph.add("Add", hidden, graph.weights(head.hidden_bias))
        hidden = self._activate(hidden, head.hidden_activation)
        for name, layer, bias in (
            ("outcome", head.outcome, head.outcome_bias),
            ("score", head.score, head.score_bias),
        ):
            found = graph.add("Add", self._linear(hidden, layer), graph.weights(bias))
            graph.add_output(found, name, ["n", len(bias)])
        owned = graph.add("Tanh", self._convolve(first, head.ownership))
        graph.add_output(graph.add("Flatten", owned, axis=1), "ownership", ["n", "points"])

    # -- pooling ----------------------------------------------------------------------------------

    def _side_terms(self, inputs: str) -> None:
        """Computes the factors by the board's size that pooling multiplies means by."""
        graph = self._graph
        shape = graph.add("Cast", graph.add("Shape", inputs, start=2, end=4), to=1)
        points = graph.add("ReduceProd", shape, keepdims=1)
        beyond = graph.add(
            "Sub", graph.add("Sqrt", points), graph.weights(np.array([_USUAL_SIDE], np.float32))
        )
        self._by_side = graph.add("Mul", beyond, graph.weights(np.array([0.1], np.float32)))
        squared = graph.add("Mul", self._by_side, self._by_side)
        self._by_square = graph.add("Sub", squared, graph.weights(np.array([0.1], np.float32)))

    def _mean(self, x: str) -> str:
        return self._graph.add("Flatten", self._graph.add("GlobalAveragePool", x), axis=1)

    def _pool(self, x: str) -> str:
        """Returns the mean of each channel, the mean scaled by the side, and the maximum."""
        graph, mean = self._graph, self._mean(x)
        largest = graph.add("Flatten", graph.add("GlobalMaxPool", x), axis=1)
        return graph.add("Concat", mean, graph.add("Mul", mean, self._by_side), largest, axis=1)

    def _pool_for_value(self, x: str) -> str:
        """Returns the mean of each channel, and the mean scaled by the side and by its square."""
        graph, mean = self._graph, self._mean(x)
        by_side = graph.add("Mul", mean, self._by_side)
        by_square = graph.add("Mul", mean, self._by_square)
        return graph.add("Concat", mean, by_side, by_square, axis=1)

    # -- layers -----------------------------------------------------------------------------------

    def _convolve(self, x: str, layer: KataGoConvolution, norm: Normalisation | None = None) -> str:
        """Returns a convolution that keeps the size of the board, with its normalisation."""
        graph = self._graph
        weights: Floats = layer.weights
        bias = []
        if norm is not None:
            weights = weights * norm.scale[:, None, None, None]
            bias = [graph.weights(norm.bias)]
        return graph.add(
            "Conv",
            x,
            graph.weights(weights),
            *bias,
            **self._form(layer),
        )

    def _convolve_in_block(
        self, x: str, layer: KataGoConvolution, norm: Normalisation | None = None
    ) -> str:
        """Returns a convolution of a block, which `eight_bits` overrides."""
        return self._convolve(x, layer, norm)

    def _form(self, layer: KataGoConvolution) -> dict[str, list[int]]:
        """Returns the attributes of a convolution that keeps the size of the board."""
        height, width = layer.weights.shape[2:]
        down, across = layer.dilations
        edge_y, edge_x = down * (height // 2), across * (width // 2)
        return {
            "kernel_shape": [height, width],
            "pads": [edge_y, edge_x, edge_y, edge_x],
            "dilations": [down, across],
        }

    def _normalise(self, x: str, layer: Activated) -> str:
        graph, norm = self._graph, layer.norm
        zeros, ones = np.zeros_like(norm.scale), np.ones_like(norm.scale)
        constants = [graph.weights(each) for each in (norm.scale, norm.bias, zeros, ones)]
        found = graph.add("BatchNormalization", x, *constants, epsilon=0.0)
        return self._activate(found, layer.activation)

    def _activate(self, x: str, kind: str) -> str:
        graph = self._graph
        if kind == "relu":
            return graph.add("Relu", x)
        if kind == "mish":
            return self._mish(x)
        if kind == "silu":
            return graph.add("Mul", x, graph.add("Sigmoid", x))
        return x

    def _mish(self, x: str) -> str:
        """Returns x * tanh(log(1 + e^x)), which is x * w / (w + 2) with w = e^x * (e^x + 2)."""
        graph = self._graph
        two = graph.weights(np.array([2], np.float32))
        # Beyond the limit the quotient is 1 to the last digit, and the power stays finite.
        limit = graph.weights(np.array([_LARGEST_POWER], np.float32))
        power = graph.add("Exp", graph.add("Min", x, limit))
        w = graph.add("Mul", power, graph.add("Add", power, two))
        return graph.add("Mul", x, graph.add("Div", w, graph.add("Add", w, two)))

    def _linear(self, x: str, layer: Linear) -> str:
        return self._graph.add("MatMul", x, self._graph.weights(layer.weights))

    def _spread(self, x: str) -> str:
        """Reshapes [n, channels] to a bias of planes."""
        return self._graph.add("Unsqueeze", x, self._graph.weights(np.array([2, 3])))

    def _slice(self, x: str, start: int, end: int) -> str:
        """Returns the channels from `start` up to `end`."""
        graph = self._graph
        bounds = [graph.weights(np.array([number])) for number in (start, end, 1)]
        return graph.add("Slice", x, *bounds)

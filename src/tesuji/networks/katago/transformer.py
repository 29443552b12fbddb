"""Builds the layers of KataGo's transformers: attention between points, and gated layers.

The trunk is [n, channels, height, width]. Inside a block it is [n, points, channels], so that
every layer is a product of matrices. The scale of a normalisation is multiplied into the weights
after it, as is the factor of the scores.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from tesuji.networks.katago.model import AttentionBlock, Floats, GatedBlock, RootMeanSquare
from tesuji.networks.onnx_writer import Graph

_TO_THE_END = 1 << 30


class TransformerLayers:
    """Adds the blocks of a transformer to a graph whose input is `inputs`."""

    def __init__(self, graph: Graph, inputs: str) -> None:
        self._graph = graph
        self._inputs = inputs

    def attention(self, trunk: str, block: AttentionBlock) -> str:
        """Adds what every point takes from all points."""
        graph, heads = self._graph, block.heads
        points = self._normalised_points(trunk, block.before)
        key_size = block.query.weights.shape[1] // heads
        query = self._heads(block.query.weights / np.sqrt(key_size), block, heads, by_halves=True)
        key = self._heads(block.key.weights, block, block.groups, by_halves=True)
        value = self._heads(block.value.weights, block, block.groups)
        queries, keys, values = (self._by_head(points, each, heads) for each in (query, key, value))
        if block.frequencies is not None:
            frequencies = np.repeat(block.frequencies, heads // block.groups, axis=0)
            waves = self._waves(frequencies)
            queries, keys = self._rotated(queries, *waves), self._rotated(keys, *waves)
        scores = graph.add("MatMul", queries, graph.add("Transpose", keys, perm=[0, 1, 3, 2]))
        taken = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), values)
        taken = graph.add("Transpose", taken, perm=[0, 2, 1, 3])
        joined = graph.add("Reshape", taken, self._whole(0, 0, -1))
        return self._added(trunk, self._product(joined, block.out.weights))

    def gated(self, trunk: str, block: GatedBlock) -> str:
        """Adds two layers with a gate at each point."""
        graph, scale = self._graph, block.before.scale[:, None]
        points = self._normalised_points(trunk, block.before)
        first = self._product(points, scale * block.first.weights)
        first = graph.add("Mul", first, graph.add("Sigmoid", first))
        inner = graph.add("Mul", first, self._product(points, scale * block.gate.weights))
        return self._added(trunk, self._product(inner, block.second.weights))

    def normalise(self, x: str, norm: RootMeanSquare) -> str:
        """Normalises the trunk with scale and bias."""
        graph = self._graph
        axes = [1, 2, 3] if norm.over_board else [1]
        scaled = graph.add("Mul", self._divided(x, axes, norm.epsilon), self._column(norm.scale))
        return graph.add("Add", scaled, self._column(norm.bias))

    # -- parts ------------------------------------------------------------------------------------

    def _normalised_points(self, trunk: str, norm: RootMeanSquare) -> str:
        """Returns the trunk by points, normalised without its scale."""
        graph = self._graph
        flat = graph.add("Reshape", trunk, self._whole(0, 0, -1))
        return self._divided(graph.add("Transpose", flat, perm=[0, 2, 1]), [2], norm.epsilon)

    def _added(self, trunk: str, points: str) -> str:
        """Returns the trunk plus the result of a block, which is given by points."""
        graph = self._graph
        back = graph.add("Transpose", points, perm=[0, 2, 1])
        return graph.add("Add", trunk, graph.add("Reshape", back, graph.add("Shape", trunk)))

    def _whole(self, *numbers: int) -> str:
        return self._graph.weights(np.array(numbers))

    def _column(self, numbers: Floats) -> str:
        return self._graph.weights(numbers[:, None, None])

    def _product(self, x: str, weights: Floats) -> str:
        return self._graph.add("MatMul", x, self._graph.weights(weights))

    def _divided(self, x: str, axes: list[int], epsilon: float) -> str:
        """Returns x divided by the root of its mean square over some axes."""
        graph = self._graph
        squares = graph.add("Mul", x, x)
        mean = graph.add("ReduceMean", squares, self._whole(*axes), keepdims=1)
        above = graph.add("Add", mean, graph.weights(np.array([epsilon], np.float32)))
        return graph.add("Div", x, graph.add("Sqrt", above))

    def _heads(
        self, weights: Floats, block: AttentionBlock, groups: int, by_halves: bool = False
    ) -> Floats:
        """Returns weights [channels, heads, size] from those of groups, with the scale.

        Pairs of neighbours are rotated; by halves, the first of all pairs come before the second.
        """
        found = (block.before.scale[:, None] * weights).reshape(len(weights), groups, -1)
        found = np.repeat(found, block.heads // groups, axis=1)
        if by_halves and block.frequencies is not None:
            found = np.concatenate([found[:, :, ::2], found[:, :, 1::2]], axis=2)
        return found

    def _by_head(self, points: str, weights: Floats, heads: int) -> str:
        """Returns a product as [n, heads, points, size]."""
        graph, size = self._graph, weights.shape[2]
        found = self._product(points, weights.reshape(len(weights), -1))
        found = graph.add("Reshape", found, self._whole(0, 0, heads, size))
        return graph.add("Transpose", found, perm=[0, 2, 1, 3])

    def _waves(self, frequencies: Floats) -> tuple[str, str]:
        """Returns cosine and sine of the angles of each point [heads, points, pairs]."""
        graph = self._graph
        angles = graph.add(
            "MatMul", self._coordinates, graph.weights(frequencies.transpose(0, 2, 1))
        )
        return graph.add("Cos", angles), graph.add("Sin", angles)

    @cached_property
    def _coordinates(self) -> str:
        """Column and row of each point [points, 2], counted over a plane of ones."""
        graph = self._graph
        ones = self._inputs
        for axis in (0, 1):  # the first plane of the first position
            start, end, along = (self._whole(number) for number in (0, 1, axis))
            ones = graph.add("Slice", ones, start, end, along)
        counts = [
            graph.add("CumSum", ones, graph.weights(np.array(axis)), exclusive=1) for axis in (3, 2)
        ]
        column = self._whole(-1, 1)
        return graph.add("Concat", *(graph.add("Reshape", x, column) for x in counts), axis=1)

    def _rotated(self, x: str, cosine: str, sine: str) -> str:
        """Rotates the pairs of each vector [n, heads, points, size]."""
        graph = self._graph
        half = graph.add("Shape", cosine, start=2, end=3)
        last = self._whole(-1)
        one = graph.add("Slice", x, self._whole(0), half, last)
        two = graph.add("Slice", x, half, self._whole(_TO_THE_END), last)
        real = graph.add("Sub", graph.add("Mul", one, cosine), graph.add("Mul", two, sine))
        imaginary = graph.add("Add", graph.add("Mul", one, sine), graph.add("Mul", two, cosine))
        return graph.add("Concat", real, imaginary, axis=-1)

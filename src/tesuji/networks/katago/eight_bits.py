"""Runs networks of KataGo in eight bits: several times as fast on a processor with VNNI.

The convolutions of the blocks, which are nearly all of the work, multiply bytes; the trunk that
they add to, the pooling and the heads stay in 32-bit numbers. The ranges of numbers are measured on
positions of recorded games. Every channel has its own scale at no cost: that of an input is
multiplied into the weights, that of an output divides them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import cycle
from typing import NamedTuple

import numpy as np

from tesuji import core
from tesuji.games import make
from tesuji.games.go import GoPosition
from tesuji.networks.katago.graph import Builder
from tesuji.networks.katago.model import (
    Activated,
    AttentionBlock,
    Block,
    Floats,
    GatedBlock,
    KataGoConvolution,
    KataGoError,
    KataGoModel,
    Linear,
    NestedBlock,
    Normalisation,
    OrdinaryBlock,
    PoolingBlock,
)
from tesuji.networks.sessions import open_session

_EVERY = 12
"""Moves of a recorded game between two positions of it."""
_RULES = ("chinese", "japanese", "tromp-taylor")
_ENDS = ("inputs", "outputs")
_DAMAGED = (
    OSError,
    EOFError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a damaged file of arrays may raise."""
_LARGEST_BYTE = 255
_LARGEST_WEIGHT = 127
_SMALLEST = 1e-6
"""The smallest range of a channel."""
_HEADROOM = 1.2
"""Factor for positions of other games, which exceed the measured ranges."""
_EVENNESS = 0.75
"""How far the ranges of input channels are equalised, which makes weights less equal."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """The smallest and the largest numbers of each channel before and after a convolution."""

    inputs: Floats
    """[2, inputs]"""
    outputs: Floats
    """[2, outputs]"""

    def widened(self, factor: float) -> Ranges:
        """Returns the ranges multiplied by `factor`."""
        return Ranges(self.inputs * np.float32(factor), self.outputs * np.float32(factor))

    def joined(self, other: Ranges) -> Ranges:
        """Returns the ranges of both together."""
        return Ranges(_joined(self.inputs, other.inputs), _joined(self.outputs, other.outputs))


def _joined(one: Floats, other: Floats) -> Floats:
    return np.stack([np.minimum(one[0], other[0]), np.maximum(one[1], other[1])])


def measure(
    model: KataGoModel, batches: Iterable[Floats] | None = None, threads: int = 1
) -> list[Ranges]:
    """Returns the ranges in every convolution of the blocks.

    They are measured over inputs [n, channels, height, width], or over recorded games.
    """
    builder = _Measuring(model)
    session = open_session(builder.build(), model.name, threads)
    found: list[Ranges] | None = None
    for batch in recorded_inputs() if batches is None else batches:
        numbers = session.run(builder.names, {"inputs": batch})
        now = [Ranges(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        found = now if found is None else [a.joined(b) for a, b in zip(found, now, strict=True)]
    return [] if found is None else [one.widened(_HEADROOM) for one in found]


def recorded_inputs() -> Iterator[Floats]:
    """Yields the inputs of positions of recorded games in batches.

    The games, one in a line after the size of its board, were played by a network of KataGo that
    drew its moves from its policy.
    """
    encode = core.KataGoInputs().encode
    text = (resources.files(__package__) / "calibration_games.txt").read_text(encoding="utf-8")
    for line, rules in zip(text.splitlines(), cycle(_RULES), strict=False):
        size, *moves = line.split()
        batch = [_beginning(size, each) for each in _RULES]
        position = _beginning(size, rules)
        for number, move in enumerate(moves, 1):
            position = position.play(move)
            if number % _EVERY == 0:
                batch.append(position)
        yield np.stack([encode(position) for position in batch])


def _beginning(size: str, rules: str) -> GoPosition:
    position = make("go", size=size, rules=rules).initial()
    assert isinstance(position, GoPosition)
    return position


def to_bytes(ranges: Sequence[Ranges], digest: str) -> bytes:
    """Writes ranges for `from_bytes`; `digest` is that of the network's file."""
    stream = io.BytesIO()
    arrays = {f"{end}{i}": getattr(one, end) for i, one in enumerate(ranges) for end in _ENDS}
    np.savez_compressed(stream, digest=np.array(digest), count=np.array(len(ranges)), **arrays)
    return stream.getvalue()


def from_bytes(data: bytes, digest: str) -> list[Ranges] | None:
    """Reads the ranges in a file; None if it is damaged or about another network."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            if str(arrays["digest"]) != digest:
                return None
            return [
                Ranges(*(np.asarray(arrays[f"{end}{i}"], np.float32) for end in _ENDS))
                for i in range(int(arrays["count"]))
            ]
    except _DAMAGED:
        return None


def to_quantised_onnx(model: KataGoModel, ranges: Sequence[Ranges]) -> bytes:
    """Returns an ONNX file like `graph.to_onnx`, with convolutions of bytes."""
    return _Quantising(model, ranges).build()


class _Measuring(Builder):
    """Builds a graph that outputs the ranges of every convolution of the blocks."""

    def __init__(self, model: KataGoModel) -> None:
        super().__init__(model)
        self.names: list[str] = []

    def _convolve_in_block(
        self, x: str, layer: KataGoConvolution, norm: Normalisation | None = None
    ) -> str:
        result = self._convolve(x, layer, norm)
        for value in (x, result):
            name = f"range{len(self.names)}"
            self.names.append(name)
            self._graph.add_output(self._range(value), name, [2, "channels"])
        return result

    def _range(self, x: str) -> str:
        graph = self._graph
        axes = graph.weights(np.array([0, 2, 3]))
        low, high = (graph.add(op, x, axes, keepdims=0) for op in ("ReduceMin", "ReduceMax"))
        first = graph.weights(np.array([0]))
        rows = [graph.add("Unsqueeze", each, first) for each in (low, high)]
        return graph.add("Concat", *rows, axis=0)


class _Bytes(NamedTuple):
    """A value of the graph as bytes."""

    name: str
    zero: int
    """The byte that means 0."""
    scales: Floats
    """The value of one unit of a byte in each channel."""


class _Quantising(Builder):
    def __init__(self, model: KataGoModel, ranges: Sequence[Ranges]) -> None:
        super().__init__(model)
        self._ranges = iter(ranges)

    # -- blocks -----------------------------------------------------------------------------------

    def _block(self, trunk: str, block: Block) -> str:
        graph = self._graph
        if isinstance(block, NestedBlock):
            down = self._next(block.down)
            inner = self._convolve_bytes(self._enter(trunk, block.before, down), block.down, down)
            for nested in block.blocks:
                inner = self._block(inner, nested)
            up = self._next(block.up)
            result = self._convolve_bytes(self._enter(inner, block.after, up), block.up, up)
            return graph.add("Add", trunk, result)
        if isinstance(block, AttentionBlock | GatedBlock):
            return super()._block(trunk, block)  # without convolutions
        first = self._next(block.first)
        start = self._enter(trunk, block.before, first)
        if isinstance(block, PoolingBlock):
            second, middle = self._pooling(start, block, first)
        else:
            second, middle = self._plain(start, block, first)
        result = self._convolve_bytes(middle, block.second, second)
        return graph.add("Add", trunk, result)

    def _plain(self, start: _Bytes, block: OrdinaryBlock, first: Ranges) -> tuple[Ranges, _Bytes]:
        """Builds the part between the two convolutions of a block."""
        second, norm = self._next(block.second), block.between.norm
        scales, zero = _input_scales(second.inputs)
        if block.between.activation == "relu":
            # Bytes are cut at 0, like a ReLU.
            name = self._multiply_bytes(start, block.first, norm, scales, 0)
            return second, _Bytes(name, 0, scales)
        inner = self._convolve_bytes(start, block.first, first, norm)
        inner = self._activate(inner, block.between.activation)
        return second, self._as_bytes(self._divide(inner, scales), scales, zero)

    def _pooling(self, start: _Bytes, block: PoolingBlock, first: Ranges) -> tuple[Ranges, _Bytes]:
        graph, norm = self._graph, block.between.norm
        pooled_ranges, second = self._next(block.pooled), self._next(block.second)
        pooled = self._convolve_bytes(start, block.pooled, pooled_ranges, block.pooled_after.norm)
        pooled = self._pool(self._activate(pooled, block.pooled_after.activation))
        scales, zero = _input_scales(second.inputs)
        # A division before a ReLU need not be repeated after it.
        early = scales if block.between.activation == "relu" else np.ones_like(scales)
        inner = self._convolve_bytes(start, block.first, first, norm, early)
        bias = Linear(block.to_bias.weights * norm.scale / early)
        inner = graph.add("Add", inner, self._spread(self._linear(pooled, bias)))
        inner = self._activate(inner, block.between.activation)
        if block.between.activation != "relu":
            inner = self._divide(inner, scales)
        return second, self._as_bytes(inner, scales, zero)

    # -- layers -----------------------------------------------------------------------------------

    def _enter(self, trunk: str, before: Activated, ranges: Ranges) -> _Bytes:
        """Returns the trunk normalised and activated, as bytes."""
        scales, zero = _input_scales(ranges.inputs)
        norm = before.norm
        if before.activation == "relu":
            divided = Normalisation(norm.scale / scales, norm.bias / scales)
            found = self._normalise(trunk, Activated(divided, before.activation))
        else:
            found = self._divide(self._normalise(trunk, before), scales)
        return self._as_bytes(found, scales, zero)

    def _divide(self, x: str, scales: Floats) -> str:
        return self._graph.add("Mul", x, self._graph.weights(1 / scales[:, None, None]))

    def _as_bytes(self, x: str, scales: Floats, zero: int) -> _Bytes:
        """Converts `x`, which has been divided by `scales`, to bytes."""
        graph = self._graph
        one, nought = graph.weights(np.float32(1)), graph.weights(np.uint8(zero))
        return _Bytes(graph.add("QuantizeLinear", x, one, nought), zero, scales)

    def _convolve_bytes(
        self,
        x: _Bytes,
        layer: KataGoConvolution,
        ranges: Ranges,
        norm: Normalisation | None = None,
        divisor: Floats | None = None,
    ) -> str:
        """Returns a convolution whose result is 32-bit numbers, divided by `divisor`."""
        graph = self._graph
        scales, zero = _spacing(ranges.outputs)
        found = self._multiply_bytes(x, layer, norm, scales, zero)
        zeros = graph.weights(np.full(layer.outputs, zero, np.uint8))
        told = graph.weights(scales if divisor is None else scales / divisor)
        return graph.add("DequantizeLinear", found, told, zeros, axis=1)

    def _multiply_bytes(
        self,
        x: _Bytes,
        layer: KataGoConvolution,
        norm: Normalisation | None,
        scales: Floats,
        zero: int,
    ) -> str:
        """Returns a convolution from bytes to bytes with these `scales` and this `zero`."""
        graph = self._graph
        weights = layer.weights * x.scales[:, None, None]
        bias = np.zeros(layer.outputs, np.float32)
        if norm is not None:
            weights = weights * norm.scale[:, None, None, None]
            bias = norm.bias
        weights = weights / scales[:, None, None, None]
        largest = np.abs(weights).reshape(layer.outputs, -1).max(1)
        steps = np.maximum(largest, _SMALLEST).astype(np.float32) / _LARGEST_WEIGHT
        whole = np.rint(weights / steps[:, None, None, None]).astype(np.int8)
        one = graph.weights(np.float32(1))
        return graph.add(
            "QLinearConv",
            x.name,
            one,
            graph.weights(np.uint8(x.zero)),
            graph.weights(whole),
            graph.weights(steps),
            graph.weights(np.zeros(layer.outputs, np.int8)),
            one,
            graph.weights(np.uint8(zero)),
            graph.weights(np.rint(bias / scales / steps).astype(np.int32)),
            **self._form(layer),
        )

    def _next(self, layer: KataGoConvolution) -> Ranges:
        ranges = next(self._ranges, None)
        sizes = None if ranges is None else (ranges.inputs.shape, ranges.outputs.shape)
        if ranges is None or sizes != ((2, layer.inputs), (2, layer.outputs)):
            raise KataGoError(f"the measured ranges are not those of {self._model.name}")
        return ranges


def _input_scales(limits: Floats) -> tuple[Floats, int]:
    """Returns the scales of a convolution's input channels, and their common zero."""
    size = np.maximum(np.abs(limits).max(0), _SMALLEST)
    shares = np.asarray((size / size.max()) ** _EVENNESS, np.float32)
    even = limits / shares
    scale, zero = _spacing(np.array([[even.min()], [even.max()]], np.float32))
    return shares * scale[0], zero


def _spacing(limits: Floats) -> tuple[Floats, int]:
    """Returns the scales of channels within `limits` [2, channels], and their common zero."""
    low, high = np.minimum(limits[0], 0), np.maximum(limits[1], 0)
    width = np.maximum(high - low, _SMALLEST)
    below, above = float((-low / width).max()), float((high / width).max())
    zero = round(_LARGEST_BYTE * below / max(below + above, _SMALLEST))
    needed = np.maximum(-low / max(zero, 1), high / max(_LARGEST_BYTE - zero, 1))
    return np.maximum(needed, _SMALLEST).astype(np.float32), zero

"""Writes networks as ONNX files, node by node.

Normalisation is folded into the weights before it, so that the playing network is small and fast.
The file takes ``planes`` float32 [n, channels, height, width] and gives ``policy`` (logits, in the
order of moves from a dense network and of `tesuji.networks.layout` from a residual one),
``value`` [n], ``score`` [n] in points and ``ownership`` [n, height, width], all for the player to
move and for any n; from a residual network also for any height and width.
"""

from __future__ import annotations

import numpy as np

from tesuji.learning.alphazero.distributions import Spread
from tesuji.learning.alphazero.networks import (
    Block,
    DenseLayer,
    DenseNetwork,
    PolicyHead,
    ResidualNetwork,
    TorchNetwork,
    ValueHead,
)
from tesuji.learning.common.onnx_graph import TorchGraph, convolution, folded
from tesuji.networks.network import NetworkInfo, write_metadata


def to_onnx(network: TorchNetwork, info: NetworkInfo) -> bytes:
    """Returns the ONNX file of a network for playing, with its metadata."""
    graph = TorchGraph({id(weights): name for name, weights in network.named_parameters()})
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


# -- residual -----------------------------------------------------------------------------------


def _residual(graph: TorchGraph, network: ResidualNetwork, x: str) -> dict[str, str]:
    x = graph.relu(convolution(graph, network.stem, x))
    for block in network.blocks:
        assert isinstance(block, Block)
        x = _block(graph, block, x)
    return {"policy": _policy(graph, network.policy, x), **_values(graph, network.values, x)}


def _block(graph: TorchGraph, block: Block, x: str) -> str:
    inner = graph.relu(convolution(graph, block.first, x))
    if block.bias is not None:
        some = inner
        if block.pooled < block.bias.out_features:
            first, until = (graph.keep([number], np.int64) for number in (0, block.pooled))
            some = graph.add("Slice", inner, first, until, graph.keep([1], np.int64))
        bias = graph.spread(graph.layer(graph.pooled(some), block.bias))
        inner = graph.add("Add", inner, bias)
    return graph.relu(graph.add("Add", convolution(graph, block.second, inner), x))


def _policy(graph: TorchGraph, head: PolicyHead, x: str) -> str:
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


def _values(graph: TorchGraph, head: ValueHead, x: str) -> dict[str, str]:
    mixed = graph.relu(graph.pointwise(x, head.mix))
    hidden = graph.relu(graph.layer(graph.pooled(mixed), head.hidden))
    if head.distributions:
        value, score = (
            _mean(graph, hidden, spread) for spread in (head.value_spread, head.score_spread)
        )
    else:
        value = graph.column(graph.add("Tanh", graph.layer(hidden, head.value)))
        score = graph.column(graph.layer(hidden, head.score))
    ownership = graph.add("Tanh", graph.pointwise(mixed, head.ownership))
    return {"value": value, "score": score, "ownership": ownership}


# -- dense --------------------------------------------------------------------------------------


def _dense(graph: TorchGraph, network: DenseNetwork, planes: str) -> dict[str, str]:
    x = graph.flat(planes)
    for layer in network.layers:
        assert isinstance(layer, DenseLayer)
        x = graph.relu(graph.linear(x, *folded(layer.linear.weight, layer.linear.bias, layer.norm)))
    return {
        "policy": graph.layer(x, network.policy),
        "value": graph.column(graph.add("Tanh", graph.layer(x, network.value))),
        "score": graph.column(graph.layer(x, network.score)),
        "ownership": graph.add("Tanh", graph.layer(x, network.ownership)),
    }


def _mean(graph: TorchGraph, x: str, spread: Spread) -> str:
    """Adds the mean of a distribution."""
    shares = graph.add("Softmax", graph.layer(x, spread.logits), axis=1)
    parts = graph.add("Mul", shares, graph.keep(spread.points))
    return graph.add("ReduceSum", parts, graph.keep([1], np.int64), keepdims=0)

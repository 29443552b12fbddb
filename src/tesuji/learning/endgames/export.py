"""Writes networks for endgames as ONNX files, for windows of any size."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesuji.learning.common.onnx_graph import TorchGraph, convolution
from tesuji.learning.endgames.network import NUMBERS_OUT, RegionBlock, TorchEndgameNetwork
from tesuji.networks.network import NetworkInfo, write_metadata
from tesuji.theory.go_endgames.features import MASK, PLANES
from tesuji.theory.go_endgames.network import KIND


def to_onnx(network: TorchEndgameNetwork, **info: Any) -> bytes:
    """Returns the ONNX file of a network, with metadata.

    It takes ``planes`` float32 [n, planes, h, w] and gives ``moves`` [n, 2, h, w] (logits),
    ``ownership`` [n, h, w] for Black and ``numbers`` [n, 4].
    """
    graph = TorchGraph()
    first, until, axis = (graph.keep([number], np.int64) for number in (MASK, MASK + 1, 1))
    mask = graph.add("Slice", "planes", first, until, axis)
    share = graph.add("GlobalAveragePool", mask)
    x = graph.relu(convolution(graph, network.stem, "planes"))
    for block in network.blocks:
        assert isinstance(block, RegionBlock)
        x = _block(graph, block, x, mask, share)
    mixed = graph.relu(graph.pointwise(x, network.mix))
    pooled = _pooled(graph, mixed, mask, share)
    bias = graph.spread(graph.layer(pooled, network.bias))
    seen = graph.relu(graph.add("Add", mixed, bias))
    owners = graph.add("Tanh", graph.pointwise(seen, network.owners))
    outputs = {
        "moves": graph.pointwise(seen, network.moves),
        "ownership": graph.column(owners),
        "numbers": graph.layer(graph.relu(graph.layer(pooled, network.hidden)), network.numbers),
    }
    shapes: dict[str, list[int | str]] = {
        "moves": ["n", 2, "h", "w"],
        "ownership": ["n", "h", "w"],
        "numbers": ["n", NUMBERS_OUT],
    }
    data = graph.file(["n", len(PLANES), "h", "w"], shapes, outputs)
    return write_metadata(data, NetworkInfo(KIND, {}, 0, info))


def _block(graph: TorchGraph, block: RegionBlock, x: str, mask: str, share: str) -> str:
    inner = graph.relu(convolution(graph, block.first, x))
    if block.bias is not None:
        first, until, axis = (graph.keep([number], np.int64) for number in (0, block.pooled, 1))
        some = graph.add("Slice", inner, first, until, axis)
        bias = graph.layer(_pooled(graph, some, mask, share), block.bias)
        inner = graph.add("Add", inner, graph.spread(bias))
    return graph.relu(graph.add("Add", convolution(graph, block.second, inner), x))


def _pooled(graph: TorchGraph, x: str, mask: str, share: str) -> str:
    inside = graph.add("Mul", x, mask)
    mean = graph.add("Div", graph.add("GlobalAveragePool", inside), share)
    parts = [graph.flat(mean), graph.flat(graph.add("GlobalMaxPool", inside))]
    return graph.add("Concat", *parts, axis=1)

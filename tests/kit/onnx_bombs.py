"""Small ONNX files that would take a lot of memory: `bombs()` by name."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from tesuji.games import make
from tesuji.networks.network import NetworkInfo, write_metadata

SHAPE = (7, 5, 5)
MOVES = 25
_INFO = NetworkInfo.for_game(make("torus", size=5))


def bombs() -> dict[str, bytes]:
    """Each is a network that works, with something huge on the way to its value."""
    doubling = [
        helper.make_node("Concat", [f"d{step}"] * 16, [f"d{step + 1}"], axis=0) for step in range(7)
    ]
    constants = [
        helper.make_node("Concat", [f"c{step}"] * 16, [f"c{step + 1}"], axis=0) for step in range(8)
    ]
    return {
        "tensor that is not there": _network([], [_hollow("hollow", [1 << 20, 1 << 12])], "hollow"),
        "tensor of 1 GB that is not there": _network([], [_hollow("hollow", [1 << 28])], "hollow"),
        "tensor of negative size": _network([], [_hollow("hollow", [-1, 1 << 40])], "hollow"),
        "size beyond 64 bits": _network([], [_hollow("hollow", [1 << 40, 1 << 40])], "hollow"),
        "constant of a shape": _network(
            [helper.make_node("ConstantOfShape", ["shape"], ["huge"])],
            [_shape("shape", 1 << 16, 1 << 16)],
            "huge",
        ),
        "constant of an impossible shape": _network(
            [helper.make_node("ConstantOfShape", ["shape"], ["huge"])],
            [_shape("shape", 1 << 40, 1 << 40)],
            "huge",
        ),
        "expanded input": _network(
            [helper.make_node("Expand", ["sums", "shape"], ["huge"])],
            [_shape("shape", 1 << 15, 1, 1 << 15)],
            "huge",
        ),
        "outer product": _network(
            [
                helper.make_node("Expand", ["sums", "wide"], ["row"]),
                helper.make_node("Transpose", ["row"], ["column"], perm=[1, 0]),
                helper.make_node("MatMul", ["column", "row"], ["huge"]),
            ],
            [_shape("wide", 1, 1 << 16)],
            "huge",
        ),
        "copies of the input": _network(
            [helper.make_node("Identity", ["sums"], ["d0"]), *doubling], [], "d7"
        ),
        "copies of a constant": _network(
            constants, [numpy_helper.from_array(np.ones(16, np.float32), "c0")], "c8"
        ),
        "padding": _network(
            [helper.make_node("Pad", ["sums", "amounts"], ["huge"])],
            [_shape("amounts", 1 << 16, 0, 0, 1 << 15)],
            "huge",
        ),
    }


def _network(nodes: list[Any], tensors: list[Any], huge: str) -> bytes:
    """One dense layer; the value is the mean of `huge` and of what the layer gives."""
    weights = np.full((int(np.prod(SHAPE)), MOVES), 0.01, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["planes"], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["policy"]),
            helper.make_node("ReduceMean", ["policy"], ["sums"], axes=[1], keepdims=1),
            *nodes,
            helper.make_node("ReduceMean", [huge], ["scalar"], keepdims=0),
            helper.make_node("Mul", ["scalar", "zero"], ["nothing"]),
            helper.make_node("Add", ["sums", "nothing"], ["plus"]),
            helper.make_node("Flatten", ["plus"], ["value"], axis=0),
        ],
        "bomb",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", *SHAPE])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", MOVES]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, [1, "n"]),
        ],
        [
            numpy_helper.from_array(weights, "weights"),
            numpy_helper.from_array(np.zeros((), np.float32), "zero"),
            *tensors,
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    return write_metadata(model.SerializeToString(), _INFO)


def _shape(name: str, *sizes: int) -> TensorProto:
    return numpy_helper.from_array(np.array(sizes, np.int64), name)


def _hollow(name: str, sizes: list[int]) -> TensorProto:
    """A tensor that says how large it is and holds nothing."""
    tensor = TensorProto()
    tensor.name, tensor.data_type = name, TensorProto.FLOAT
    tensor.dims.extend(sizes)
    return tensor

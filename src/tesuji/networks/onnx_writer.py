"""Writes ONNX files without the package `onnx`, which only training needs.

An ONNX file is a message of Protocol Buffers: a sequence of fields, each a number that gives the
field and its type, followed by its content. The numbers are those of ``onnx.proto``.

>>> graph = Graph()
>>> x = graph.add_input("x", ["n", 2])
>>> graph.add_output(graph.add("Relu", x), "y", ["n", 2])
>>> len(graph.to_bytes()) > 50
True
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_IR_VERSION = 9
_OPERATOR_SET = 18
_FLOAT, _INT64 = 1, 7
_KEPT = {np.dtype(np.uint8): 2, np.dtype(np.int8): 3, np.dtype(np.int32): 6}
"""Integer types that are written unchanged."""
_ATTRIBUTE_FLOAT, _ATTRIBUTE_INT, _ATTRIBUTE_TEXT, _ATTRIBUTE_INTS = 1, 2, 3, 7


class Graph:
    """Builds a network operator by operator; `add` returns the name of the operator's result."""

    def __init__(self, operator_set: int = _OPERATOR_SET) -> None:
        self._operator_set = operator_set
        self._nodes: list[bytes] = []
        self._weights: list[bytes] = []
        self._inputs: list[bytes] = []
        self._outputs: list[bytes] = []
        self._count = 0

    def add_input(self, name: str, shape: Sequence[int | str]) -> str:
        """Adds an input of 32-bit numbers; a dimension given by a name may have any size."""
        self._inputs.append(_value_info(name, shape))
        return name

    def add_output(self, value: str, name: str, shape: Sequence[int | str]) -> None:
        """Makes `value` an output called `name`."""
        self._nodes.append(_node("Identity", [value], name, {}))
        self._outputs.append(_value_info(name, shape))

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """Adds an operator; attributes are numbers, texts or lists of integers."""
        result = self._new_name()
        self._nodes.append(_node(operator, inputs, result, attributes))
        return result

    def weights(self, array: NDArray[Any] | np.generic, name: str | None = None) -> str:
        """Adds a constant, 32-bit numbers, bytes or integers, and returns its name."""
        name = self._new_name() if name is None else name
        form: np.dtype[Any] = np.dtype("<f4")
        kind = _FLOAT
        if array.dtype in _KEPT:
            kind, form = _KEPT[array.dtype], array.dtype.newbyteorder("<")
        elif np.issubdtype(array.dtype, np.integer):
            kind, form = _INT64, np.dtype("<i8")
        stored = np.asarray(array, form, order="C")
        dimensions = b"".join(_varint(size) for size in stored.shape)
        self._weights.append(
            _field(1, dimensions) + _number(2, kind) + _text(8, name) + _field(9, stored.tobytes())
        )
        return name

    def to_bytes(self) -> bytes:
        """Returns the content of the file."""
        graph = b"".join(_field(1, node) for node in self._nodes) + _text(2, "network")
        graph += b"".join(_field(5, tensor) for tensor in self._weights)
        graph += b"".join(_field(11, value) for value in self._inputs)
        graph += b"".join(_field(12, value) for value in self._outputs)
        operators = _text(1, "") + _number(2, self._operator_set)
        return (
            _number(1, _IR_VERSION) + _text(2, "tesuji") + _field(7, graph) + _field(8, operators)
        )

    def _new_name(self) -> str:
        self._count += 1
        return f"v{self._count}"


def _node(operator: str, inputs: Sequence[str], output: str, attributes: dict[str, Any]) -> bytes:
    node = b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, operator)
    for name, value in attributes.items():
        node += _field(5, _attribute(name, value))
    return node


def _attribute(name: str, value: Any) -> bytes:
    if isinstance(value, float):
        content = _tag(2, 5) + struct.pack("<f", value) + _number(20, _ATTRIBUTE_FLOAT)
    elif isinstance(value, int):
        content = _number(3, value) + _number(20, _ATTRIBUTE_INT)
    elif isinstance(value, str):
        content = _text(4, value) + _number(20, _ATTRIBUTE_TEXT)
    else:
        content = b"".join(_number(8, item) for item in value) + _number(20, _ATTRIBUTE_INTS)
    return _text(1, name) + content


def _value_info(name: str, shape: Sequence[int | str]) -> bytes:
    dimensions = b"".join(
        _field(1, _text(2, size) if isinstance(size, str) else _number(1, size)) for size in shape
    )
    tensor = _number(1, _FLOAT) + _field(2, dimensions)
    return _text(1, name) + _field(2, _field(1, tensor))


def _varint(number: int) -> bytes:
    number &= (1 << 64) - 1  # negative numbers are written as 64 bits
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _tag(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _number(field: int, value: int) -> bytes:
    return _tag(field, 0) + _varint(value)


def _field(field: int, content: bytes) -> bytes:
    return _tag(field, 2) + _varint(len(content)) + content


def _text(field: int, text: str) -> bytes:
    return _field(field, text.encode())

"""Inspects untrusted ONNX files without the package `onnx`.

An ONNX file is a message of Protocol Buffers. Only the names of the operators, references to other
files, and the metadata are read. The metadata can be replaced without touching the rest, because a
message is a sequence of fields.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

_CHECKSUM = "tesuji.checksum"
_PREFIX = "tesuji."

# Field numbers of onnx.proto.
_MODEL_GRAPH, _MODEL_METADATA, _MODEL_TRAINING, _MODEL_FUNCTIONS = 7, 14, 20, 25
_GRAPH_NODE, _GRAPH_TENSOR, _GRAPH_SPARSE = 1, 5, 15
_NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 4, 5, 7
_ATTRIBUTE_TENSOR, _ATTRIBUTE_TENSORS, _ATTRIBUTE_GRAPHS = 5, 10, (6, 11)
_TENSOR_EXTERNAL, _TENSOR_LOCATION = 13, 14
_KEY, _VALUE = 1, 2

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5

_DOMAINS = frozenset({"", "ai.onnx", "com.microsoft"})

OPERATORS = frozenset(
    """
    Abs Add And AveragePool BatchNormalization Cast Clip Concat Constant ConstantOfShape Conv
    DequantizeLinear Div DynamicQuantizeLinear Elu Equal Erf Exp Expand Flatten Gather Gelu Gemm
    GlobalAveragePool GlobalMaxPool Greater HardSigmoid HardSwish Identity InstanceNormalization
    LayerNormalization LeakyRelu Less Log LogSoftmax MatMul MatMulInteger Max MaxPool Min Mish Mul
    Neg Not Or PRelu Pad Pow QGemm QLinearAdd QLinearAveragePool QLinearConcat QLinearConv
    QLinearGlobalAveragePool QLinearLeakyRelu QLinearMatMul QLinearMul QLinearReduceMean
    QLinearSigmoid QLinearSoftmax QuantizeLinear QuickGelu Reciprocal ReduceL2 ReduceMax ReduceMean
    ReduceMin ReduceSum Relu Reshape Selu Shape Sigmoid Slice Softmax Softplus Softsign Split Sqrt
    Squeeze Sub Sum Tanh Transpose Unsqueeze Where
    """.split()  # noqa: SIM905 (one word a line would hide the rest of the file)
)
"""The operators of networks for board games: no loops, no strings, no external code."""


class FormatError(ValueError):
    """Raised for data that is not an ONNX file, or one with unsupported content."""


def check(data: bytes) -> None:
    """Raises `FormatError` unless `data` is a complete ONNX file of plain operators."""
    graphs = 0
    for number, value in _fields(data):
        if number == _MODEL_GRAPH:
            graphs += 1
            _check_graph(_bytes(value))
        elif number in (_MODEL_TRAINING, _MODEL_FUNCTIONS):
            raise FormatError("it holds functions of its own")
    if graphs != 1:
        raise FormatError("it is not an ONNX file, or it was cut off")


def _check_graph(data: memoryview) -> None:
    for number, value in _fields(data):
        if number == _GRAPH_NODE:
            _check_node(_bytes(value))
        elif number == _GRAPH_TENSOR:
            _check_tensor(_bytes(value))
        elif number == _GRAPH_SPARSE:
            raise FormatError("it holds sparse tensors")


def _check_node(data: memoryview) -> None:
    operator = domain = ""
    for number, value in _fields(data):
        if number == _NODE_OPERATOR:
            operator = _text(value)
        elif number == _NODE_DOMAIN:
            domain = _text(value)
        elif number == _NODE_ATTRIBUTE:
            for kind, part in _fields(_bytes(value)):
                if kind in (_ATTRIBUTE_TENSOR, _ATTRIBUTE_TENSORS):
                    _check_tensor(_bytes(part))
                elif kind in _ATTRIBUTE_GRAPHS:
                    raise FormatError("it holds loops or branches")
    if operator not in OPERATORS or domain not in _DOMAINS:
        raise FormatError(f"it uses the operator {operator[:40]!r}, which no network here needs")


def _check_tensor(data: memoryview) -> None:
    for number, value in _fields(data):
        if number == _TENSOR_EXTERNAL or (number == _TENSOR_LOCATION and value != 0):
            raise FormatError("its weights lie in another file")


# -- metadata ---------------------------------------------------------------------------------


def read_metadata(data: bytes) -> dict[str, str]:
    """Returns the metadata entries ``tesuji.…``; raises `FormatError` if the file was changed.

    The dictionary is empty for a file without any.
    """
    rest, found = _split(data)
    if not found:
        return {}
    if found.pop(_CHECKSUM, None) != _checksum(rest, found):
        raise FormatError("it was damaged: its checksum is wrong")
    return found


def with_metadata(data: bytes, entries: Mapping[str, str]) -> bytes:
    """Returns the file with these metadata entries, and a checksum over all of it."""
    check(data)
    rest, _ = _split(data)
    written = {**entries, _CHECKSUM: _checksum(rest, entries)}
    return rest + b"".join(_entry(key, value) for key, value in written.items())


def _split(data: bytes) -> tuple[bytes, dict[str, str]]:
    """Returns all but our metadata, and our metadata."""
    rest = bytearray()
    found: dict[str, str] = {}
    for number, value, start, end in _spans(memoryview(data)):
        if number == _MODEL_METADATA:
            parts = {kind: _text(part) for kind, part in _fields(_bytes(value))}
            if (key := parts.get(_KEY, "")).startswith(_PREFIX):
                found[key] = parts.get(_VALUE, "")
                continue
        rest += data[start:end]
    return bytes(rest), found


def _checksum(rest: bytes, entries: Mapping[str, str]) -> str:
    crc = zlib.crc32(rest)
    for key in sorted(entries):
        crc = zlib.crc32(f"{key}\0{entries[key]}\0".encode(), crc)
    return f"{crc:08x}"


def _entry(key: str, value: str) -> bytes:
    content = _field(_KEY, key.encode()) + _field(_VALUE, value.encode())
    return _field(_MODEL_METADATA, content)


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | _BYTES) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


# -- Protocol Buffers -------------------------------------------------------------------------

_Value = int | memoryview


def _fields(data: bytes | memoryview) -> Iterator[tuple[int, _Value]]:
    for number, value, _, _ in _spans(memoryview(data)):
        yield number, value


def _spans(data: memoryview) -> Iterator[tuple[int, _Value, int, int]]:
    """Yields number, value, begin and end of each field of a message."""
    at, size = 0, len(data)
    while at < size:
        start = at
        tag, at = _read_varint(data, at)
        kind = tag & 7
        value: _Value
        if kind == _VARINT:
            value, at = _read_varint(data, at)
        else:
            if kind == _BYTES:
                length, at = _read_varint(data, at)
            elif kind in (_EIGHT_BYTES, _FOUR_BYTES):
                length = 8 if kind == _EIGHT_BYTES else 4
            else:
                raise FormatError("it is not an ONNX file")
            if length > size - at:
                raise FormatError("it is not an ONNX file, or it was cut off")
            value = data[at : at + length]
            at += length
        yield tag >> 3, value, start, at


def _read_varint(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise FormatError("it is not an ONNX file, or it was cut off")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise FormatError("it is not an ONNX file")


def _bytes(value: _Value) -> memoryview:
    if isinstance(value, int):
        raise FormatError("it is not an ONNX file")
    return value


def _text(value: _Value) -> str:
    try:
        return str(_bytes(value), "utf-8")
    except UnicodeDecodeError:
        raise FormatError("it is not an ONNX file") from None

"""Reads KataGo's network files: ``.bin.gz`` and ``.txt.gz``, versions 8 to 16.

A file is a sequence of words: names, sizes, and for each array its 32-bit numbers, either as words
or, after ``@BIN@``, in binary. Everything is checked: sizes have limits, arrays must fit together,
and numbers must be finite.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError, quoted
from tesuji.files import read_limited

Floats = NDArray[np.float32]

OLDEST, NEWEST = 8, 16
"""Versions of the format that are read."""
PLANES, GLOBALS = 22, 19
"""What a network of these versions sees: see ``cpp/games/go/katago/features.hpp``."""
LARGEST_FILE = 1 << 29
LARGEST_CONTENT = 1 << 30
"""Bytes; the largest networks that KataGo has published have about 300 MB."""
_MOST_CHANNELS = 4096
_MOST_BLOCKS = 256
_DEEPEST_NESTING = 4
_LONGEST_WORD = 200
_LONGEST_NUMBER = 32
"""Characters of a number that is written as a word."""
_WORD = re.compile(rb"\s*(\S{1,%d})" % _LONGEST_WORD)
_WHOLE = re.compile(r"-?[0-9]+")
_BINARY = b"@BIN@"


class KataGoError(TesujiError):
    """Raised for a file that is not a network of KataGo, or not a supported one."""


@dataclass(frozen=True, slots=True)
class KataGoConvolution:
    """Weights [outputs, inputs, height, width] with their dilation."""

    weights: Floats
    dilations: tuple[int, int]

    @property
    def inputs(self) -> int:
        return int(self.weights.shape[1])

    @property
    def outputs(self) -> int:
        return int(self.weights.shape[0])


@dataclass(frozen=True, slots=True)
class Normalisation:
    """Batch normalisation as it is used: x * scale + bias, for each channel."""

    scale: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Linear:
    """A product with weights [inputs, outputs]."""

    weights: Floats


@dataclass(frozen=True, slots=True)
class Activated:
    """A normalisation and the activation after it."""

    norm: Normalisation
    activation: str
    """``relu``, ``mish``, ``silu`` or ``identity``."""


@dataclass(frozen=True, slots=True)
class OrdinaryBlock:
    """Two convolutions with a skip connection."""

    before: Activated
    first: KataGoConvolution
    between: Activated
    second: KataGoConvolution


@dataclass(frozen=True, slots=True)
class PoolingBlock:
    """An ordinary block in which some channels are pooled over the board and become a bias."""

    before: Activated
    first: KataGoConvolution
    pooled: KataGoConvolution
    pooled_after: Activated
    to_bias: Linear
    between: Activated
    second: KataGoConvolution


@dataclass(frozen=True, slots=True)
class NestedBlock:
    """Blocks with fewer channels, between a convolution down and one up."""

    before: Activated
    down: KataGoConvolution
    blocks: tuple[Block, ...]
    after: Activated
    up: KataGoConvolution


Block = OrdinaryBlock | PoolingBlock | NestedBlock


@dataclass(frozen=True, slots=True)
class KataGoPolicyHead:
    """The policy head."""

    first: KataGoConvolution
    pooled: KataGoConvolution
    pooled_after: Activated
    to_bias: Linear
    between: Activated
    second: KataGoConvolution
    to_pass: Linear
    pass_bias: Floats | None
    """The extra layer for passing from version 15 on: bias, activation and weights."""
    pass_activation: str
    pass_second: Linear | None


@dataclass(frozen=True, slots=True)
class KataGoValueHead:
    """The head for outcome, score and ownership."""

    first: KataGoConvolution
    after: Activated
    hidden: Linear
    hidden_bias: Floats
    hidden_activation: str
    outcome: Linear
    outcome_bias: Floats
    score: Linear
    score_bias: Floats
    ownership: KataGoConvolution


@dataclass(frozen=True, slots=True)
class KataGoModel:
    """A network as its file describes it."""

    name: str
    version: int
    score_multiplier: float
    lead_multiplier: float
    channels: int
    first: KataGoConvolution
    first_globals: Linear
    blocks: tuple[Block, ...]
    after: Activated
    policy: KataGoPolicyHead
    value: KataGoValueHead


def read_model(path: Path) -> KataGoModel:
    """Returns the network in a file; raises `KataGoError` if there is none."""
    try:
        data = read_limited(path, LARGEST_FILE)
    except OSError as error:
        raise KataGoError(f"cannot read {path}: {error.strerror or error}") from error
    return parse_model(data, path.name)


def parse_model(data: bytes, name: str) -> KataGoModel:
    """Returns the network in the content of a file; `name` is for messages."""
    try:
        reader = _ModelReader(_unpacked(data))
        return _read_model(reader)
    except _Fault as fault:
        raise KataGoError(f"{name} is not a network of KataGo that can be read: {fault}") from None


class _Fault(Exception):
    """Raised for a fault of a file; the message ends a sentence."""


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, LARGEST_CONTENT)
    except zlib.error as error:
        raise _Fault(f"it is damaged ({error})") from error
    if unpacker.unconsumed_tail:
        raise _Fault(f"it unpacks to more than {LARGEST_CONTENT >> 20} MB")
    if not unpacker.eof:
        raise _Fault("it was cut off")
    return content


class _ModelReader:
    """Reads the words and arrays of a file one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self.version = NEWEST

    def word(self) -> str:
        found = _WORD.match(self._data, self._at)
        if found is None:
            raise _Fault("it was cut off")
        self._at = found.end()
        return found[1].decode("ascii", "replace")

    @property
    def has_number(self) -> bool:
        """Whether a whole number is next."""
        found = _WORD.match(self._data, self._at)
        return found is not None and found[1].isdigit()

    def whole(self, what: str, low: int, high: int) -> int:
        word = self.word()
        if not _WHOLE.fullmatch(word) or not low <= int(word) <= high:
            raise _Fault(f"{what} must be from {low} to {high}, got {quoted(word)}")
        return int(word)

    def number(self, what: str) -> float:
        word = self.word()
        try:
            number = float(word)
        except ValueError:
            raise _Fault(f"{what} must be a number, got {quoted(word)}") from None
        if not 0 < number < 1e9:
            raise _Fault(f"{what} must be positive, got {quoted(word)}")
        return number

    def floats(self, count: int) -> Floats:
        found = _WORD.match(self._data, self._at)
        if found is not None and found[1].startswith(_BINARY):
            start = found.start(1) + len(_BINARY)
            self._at = start + 4 * count
            raw = self._data[start : self._at]
            if len(raw) < 4 * count:
                raise _Fault("it was cut off")
            numbers = np.frombuffer(raw, "<f4").astype(np.float32)
        else:
            numbers = self._written_floats(count)
        if not np.isfinite(numbers).all():
            raise _Fault("it has weights that are NaN or infinity")
        return numbers

    def _written_floats(self, count: int) -> Floats:
        window = self._data[self._at : self._at + count * _LONGEST_NUMBER]
        words = window.split(maxsplit=count)
        if len(words) < count:
            raise _Fault("it was cut off")
        rest = words[count] if len(words) > count else b""
        self._at += len(window) - len(rest)
        try:
            with np.errstate(over="ignore"):  # too large numbers become infinity, and are refused
                return np.array(words[:count], np.bytes_).astype(np.float32)
        except ValueError:
            raise _Fault("it has weights that are not numbers") from None

    def size(self, what: str) -> int:
        return self.whole(what, 1, _MOST_CHANNELS)

    # -- layers -----------------------------------------------------------------------------------

    def convolution(self, inputs: int) -> KataGoConvolution:
        name = self.word()
        height, width = (self.whole(f"the side of {name}", 1, 9) for _ in "yx")
        if height % 2 == 0 or width % 2 == 0:
            raise _Fault(f"{name} has sides that are not odd")
        given, outputs = self.size(f"the inputs of {name}"), self.size(f"the outputs of {name}")
        if given != inputs:
            raise _Fault(f"{name} takes {given} channels where there are {inputs}")
        down, across = (self.whole(f"the dilation of {name}", 1, 9) for _ in "yx")
        weights = self.floats(height * width * given * outputs)
        shaped = weights.reshape(height, width, given, outputs).transpose(3, 2, 0, 1)
        return KataGoConvolution(np.ascontiguousarray(shaped), (down, across))

    def linear(self, inputs: int, outputs: int | None = None) -> Linear:
        name = self.word()
        given, made = self.size(f"the inputs of {name}"), self.size(f"the outputs of {name}")
        if given != inputs or (outputs is not None and made != outputs):
            raise _Fault(f"{name} is of size {given} x {made} and does not fit")
        return Linear(self.floats(given * made).reshape(given, made))

    def bias(self, channels: int) -> Floats:
        name = self.word()
        if self.size(f"the size of {name}") != channels:
            raise _Fault(f"{name} does not have {channels} numbers")
        return self.floats(channels)

    def normalisation(self, channels: int) -> Normalisation:
        name = self.word()
        if self.size(f"the size of {name}") != channels:
            raise _Fault(f"{name} does not have {channels} channels")
        epsilon = self.number(f"the epsilon of {name}")
        has_scale, has_bias = (self.whole(f"a flag of {name}", 0, 1) for _ in "sb")
        mean, variance = self.floats(channels), self.floats(channels)
        if (variance < 0).any():
            raise _Fault(f"{name} has a negative variance")
        scale = self.floats(channels) if has_scale else np.ones(channels, np.float32)
        bias = self.floats(channels) if has_bias else np.zeros(channels, np.float32)
        with np.errstate(over="ignore", invalid="ignore"):
            scale = (scale / np.sqrt(variance + epsilon)).astype(np.float32)
            bias = (bias - scale * mean).astype(np.float32)
        if not (np.isfinite(scale).all() and np.isfinite(bias).all()):
            raise _Fault(f"{name} has numbers too large to compute with")
        return Normalisation(scale, bias)

    def activation(self) -> str:
        name = self.word()
        if self.version < 11:
            return "relu"
        kind = self.word().removeprefix("ACTIVATION_").lower()
        if kind not in ("relu", "mish", "silu", "identity"):
            raise _Fault(f"{name} is of a kind that is not known, {quoted(kind)}")
        return kind

    def activated(self, channels: int) -> Activated:
        norm = self.normalisation(channels)
        return Activated(norm, self.activation())


def _read_model(reader: _ModelReader) -> KataGoModel:
    name = reader.word()
    if not reader.has_number:
        raise _Fault("it is a file of another kind: a name and the number of a version come first")
    version = reader.version = reader.whole("the version", 0, 1000)
    if not OLDEST <= version <= NEWEST:
        raise _Fault(
            f"its format has version {version}, and versions {OLDEST} to {NEWEST} are read"
        )
    if (reader.size("the input planes"), reader.size("the input numbers")) != (PLANES, GLOBALS):
        raise _Fault(f"it does not take {PLANES} planes and {GLOBALS} numbers")
    score_multiplier = lead_multiplier = 20.0
    if version >= 13:
        _, score_multiplier, _, lead_multiplier, _, _, _ = (
            reader.number("a multiplier") for _ in range(7)
        )
    if version >= 15:
        if reader.whole("the version of the metadata", 0, 1000):
            raise _Fault("it imitates people by their rank, and that is not supported")
        for _ in range(7):
            if reader.whole("an option", 0, 1000):
                raise _Fault("it uses an option that is not known")
    channels, blocks, first, first_globals = _read_trunk_start(reader)
    after = reader.activated(channels)
    return KataGoModel(
        name=name,
        version=version,
        score_multiplier=score_multiplier,
        lead_multiplier=lead_multiplier,
        channels=channels,
        first=first,
        first_globals=first_globals,
        blocks=blocks,
        after=after,
        policy=_read_policy(reader, channels),
        value=_read_value(reader, channels),
    )


def _read_trunk_start(
    reader: _ModelReader,
) -> tuple[int, tuple[Block, ...], KataGoConvolution, Linear]:
    reader.word()
    num_blocks = reader.whole("the number of blocks", 1, _MOST_BLOCKS)
    channels = reader.size("the channels")
    for what in ("middle", "regular", "dilated", "pooled"):
        reader.whole(f"the {what} channels", 0, _MOST_CHANNELS)
    if reader.version >= 15:
        for _ in range(6):
            if reader.whole("an option of the trunk", 0, 1000):
                raise _Fault("it is a transformer, or uses another option that is not supported")
    first = reader.convolution(PLANES)
    if first.outputs != channels:
        raise _Fault("its first layer does not have as many channels as the others")
    first_globals = reader.linear(GLOBALS, channels)
    return channels, _read_blocks(reader, num_blocks, channels, 0), first, first_globals


def _read_blocks(reader: _ModelReader, count: int, channels: int, depth: int) -> tuple[Block, ...]:
    if depth > _DEEPEST_NESTING:
        raise _Fault("its blocks are nested too deeply")
    return tuple(_read_block(reader, channels, depth) for _ in range(count))


def _read_block(reader: _ModelReader, channels: int, depth: int) -> Block:
    kind, _ = reader.word(), reader.word()
    if kind == "ordinary_block":
        before, first = reader.activated(channels), reader.convolution(channels)
        between = reader.activated(first.outputs)
        return OrdinaryBlock(before, first, between, _back(reader, first.outputs, channels))
    if kind == "gpool_block":
        before, first = reader.activated(channels), reader.convolution(channels)
        pooled = reader.convolution(channels)
        pooled_after = reader.activated(pooled.outputs)
        to_bias = reader.linear(3 * pooled.outputs, first.outputs)
        between = reader.activated(first.outputs)
        second = _back(reader, first.outputs, channels)
        return PoolingBlock(before, first, pooled, pooled_after, to_bias, between, second)
    if kind == "nested_bottleneck_block":
        count = reader.whole("the number of nested blocks", 1, _MOST_BLOCKS)
        before, down = reader.activated(channels), reader.convolution(channels)
        blocks = _read_blocks(reader, count, down.outputs, depth + 1)
        after = reader.activated(down.outputs)
        return NestedBlock(before, down, blocks, after, _back(reader, down.outputs, channels))
    if kind.startswith("transformer_"):
        raise _Fault("it is a transformer, and those are not supported")
    raise _Fault(f"it has a block of a kind that is not known, {quoted(kind)}")


def _back(reader: _ModelReader, inputs: int, channels: int) -> KataGoConvolution:
    """Returns the last convolution of a block, whose result is added to the trunk."""
    layer = reader.convolution(inputs)
    if layer.outputs != channels:
        raise _Fault(f"a block ends with {layer.outputs} channels where there are {channels}")
    return layer


def _read_policy(reader: _ModelReader, channels: int) -> KataGoPolicyHead:
    reader.word()
    first, pooled = reader.convolution(channels), reader.convolution(channels)
    pooled_after = reader.activated(pooled.outputs)
    to_bias = reader.linear(3 * pooled.outputs, first.outputs)
    between = reader.activated(first.outputs)
    second = reader.convolution(first.outputs)
    to_pass = reader.linear(3 * pooled.outputs)
    pass_bias, pass_activation, pass_second = None, "identity", None
    if reader.version >= 15:
        hidden = to_pass.weights.shape[1]
        pass_bias, pass_activation = reader.bias(hidden), reader.activation()
        pass_second = reader.linear(hidden)
    passing = pass_second or to_pass
    if passing.weights.shape[1] != second.outputs:
        raise _Fault("its policies of points and of passing do not fit together")
    return KataGoPolicyHead(
        first,
        pooled,
        pooled_after,
        to_bias,
        between,
        second,
        to_pass,
        pass_bias,
        pass_activation,
        pass_second,
    )


def _read_value(reader: _ModelReader, channels: int) -> KataGoValueHead:
    reader.word()
    first = reader.convolution(channels)
    after = reader.activated(first.outputs)
    hidden = reader.linear(3 * first.outputs)
    width = hidden.weights.shape[1]
    hidden_bias, hidden_activation = reader.bias(width), reader.activation()
    outcome, outcome_bias = reader.linear(width, 3), reader.bias(3)
    scores = 6 if reader.version >= 9 else 4
    score, score_bias = reader.linear(width, scores), reader.bias(scores)
    ownership = reader.convolution(first.outputs)
    if ownership.outputs != 1:
        raise _Fault(f"it has {ownership.outputs} planes of ownership instead of one")
    return KataGoValueHead(
        first,
        after,
        hidden,
        hidden_bias,
        hidden_activation,
        outcome,
        outcome_bias,
        score,
        score_bias,
        ownership,
    )

"""Reads KataGo's network files: ``.bin.gz`` and ``.txt.gz``, versions 8 to 17.

A file is a sequence of words: names, sizes, and for each array its 32-bit numbers, either as words
or, after ``@BIN@``, in binary. Everything is checked: sizes have limits, arrays must fit together,
and numbers must be finite.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import numpy as np

from tesuji.errors import quoted
from tesuji.files import read_limited
from tesuji.networks.katago.model import (
    GLOBALS,
    PLANES,
    Activated,
    AttentionBlock,
    Block,
    Floats,
    GatedBlock,
    KataGoConvolution,
    KataGoError,
    KataGoModel,
    KataGoPolicyHead,
    KataGoValueHead,
    Linear,
    NestedBlock,
    Normalisation,
    OrdinaryBlock,
    PoolingBlock,
    RootMeanSquare,
    Tip,
)

OLDEST, NEWEST = 8, 17
"""Versions of the format that are read."""
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

    def no_options(self, count: int, what: str) -> None:
        """Reads numbers for options of later networks; raises `_Fault` if one is used."""
        for _ in range(count):
            if self.whole("an option", 0, 1000):
                raise _Fault(f"{what} uses an option that is not known")

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
        self._check_channels(name, channels)
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

    def root_mean_square(self, channels: int) -> RootMeanSquare:
        """Reads a normalisation of a transformer's block."""
        name = self.word()
        self._check_channels(name, channels)
        epsilon = self.number(f"the epsilon of {name}")
        return RootMeanSquare(self.floats(channels), np.zeros(channels, np.float32), epsilon)

    def tip(self, channels: int) -> Tip:
        """Reads the last normalisation of a transformer, with its activation."""
        name = self.word()
        self._check_channels(name, channels)
        epsilon = self.number(f"the epsilon of {name}")
        over_board = self.whole(f"a flag of {name}", 0, 1) == 1
        if self.whole(f"the groups of {name}", 0, _MOST_CHANNELS):
            raise _Fault(f"{name} normalises groups of channels, and that is not supported")
        norm = RootMeanSquare(self.floats(channels), self.floats(channels), epsilon, over_board)
        return Tip(norm, self.activation())

    def _check_channels(self, name: str, channels: int) -> None:
        if self.size(f"the size of {name}") != channels:
            raise _Fault(f"{name} does not have {channels} channels")

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
        reader.no_options(7, "it")
    channels, blocks, first, first_globals, after = _read_trunk(reader)
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


def _read_trunk(
    reader: _ModelReader,
) -> tuple[int, tuple[Block, ...], KataGoConvolution, Linear, Activated | Tip]:
    reader.word()
    num_blocks = reader.whole("the number of blocks", 1, _MOST_BLOCKS)
    channels = reader.size("the channels")
    for what in ("middle", "regular", "dilated", "pooled"):
        reader.whole(f"the {what} channels", 0, _MOST_CHANNELS)
    has_tip = reader.version >= 15 and reader.whole("the kind of the last norm", 0, 1) == 1
    if reader.version >= 15:
        reader.no_options(5, "its trunk")
    first = reader.convolution(PLANES)
    if first.outputs != channels:
        raise _Fault("its first layer does not have as many channels as the others")
    first_globals = reader.linear(GLOBALS, channels)
    blocks = _read_blocks(reader, num_blocks, channels, 0)
    after = reader.tip(channels) if has_tip else reader.activated(channels)
    return channels, blocks, first, first_globals, after


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
    if kind == "transformer_attention_block":
        return _read_attention(reader, channels)
    if kind == "transformer_ffn_block":
        return _read_gated(reader, channels)
    raise _Fault(f"it has a block of a kind that is not known, {quoted(kind)}")


def _read_attention(reader: _ModelReader, channels: int) -> AttentionBlock:
    heads, groups = reader.size("the number of heads"), reader.size("the groups of heads")
    if heads % groups:
        raise _Fault(f"its {heads} heads do not fall into {groups} groups")
    key_size, value_size = reader.size("the size of a key"), reader.size("the size of a value")
    rotates, learnt = (reader.whole("a flag of attention", 0, 1) == 1 for _ in "rl")
    if rotates and key_size % 2:
        raise _Fault(f"it rotates keys of odd size, {key_size}")
    before = reader.root_mean_square(channels)
    query = reader.linear(channels, heads * key_size)
    key = reader.linear(channels, groups * key_size)
    value = reader.linear(channels, groups * value_size)
    out = reader.linear(heads * value_size, channels)
    frequencies = None
    if rotates:
        reader.word()
        frequencies = (_learnt if learnt else _usual)(reader, groups, key_size // 2)
    return AttentionBlock(before, heads, groups, query, key, value, out, frequencies)


def _learnt(reader: _ModelReader, groups: int, pairs: int) -> Floats:
    """Reads learnt frequencies of rotation."""
    for what, wanted in (("groups", groups), ("pairs", pairs), ("dimensions", 2)):
        if reader.size(f"the {what} of a rotation") != wanted:
            raise _Fault(f"a rotation does not have {wanted} {what}")
    return reader.floats(groups * pairs * 2).reshape(groups, pairs, 2)


def _usual(reader: _ModelReader, groups: int, pairs: int) -> Floats:
    """Reads the base of the usual frequencies: half of the pairs turn by row, half by column."""
    base = reader.number("the base of a rotation")
    half = pairs // 2
    found = np.zeros((groups, pairs, 2), np.float32)
    found[:, :half, 1] = base ** (-2.0 * np.arange(half) / pairs)
    found[:, half:, 0] = base ** (-2.0 * np.arange(pairs - half) / pairs)
    return found


def _read_gated(reader: _ModelReader, channels: int) -> GatedBlock:
    given, inner = reader.size("the channels of a layer"), reader.size("its inner channels")
    if given != channels:
        raise _Fault(f"a layer has {given} channels where there are {channels}")
    if not reader.whole("a flag of a layer", 0, 1):
        raise _Fault("it has a layer without a gate, and that is not supported")
    before = reader.root_mean_square(channels)
    first, gate = reader.linear(channels, inner), reader.linear(channels, inner)
    return GatedBlock(before, first, gate, reader.linear(inner, channels))


def _back(reader: _ModelReader, inputs: int, channels: int) -> KataGoConvolution:
    """Returns the last convolution of a block, whose result is added to the trunk."""
    layer = reader.convolution(inputs)
    if layer.outputs != channels:
        raise _Fault(f"a block ends with {layer.outputs} channels where there are {channels}")
    return layer


def _read_policy(reader: _ModelReader, channels: int) -> KataGoPolicyHead:
    reader.word()
    if reader.version >= 17:
        reader.size("the number of policies")
        reader.no_options(3, "its policy")
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
    if reader.version >= 17:
        reader.no_options(3, "its value")
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

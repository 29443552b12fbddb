"""Made-up networks in KataGo's format, of a few kilobytes, for tests and fuzzing."""

from __future__ import annotations

import gzip

import numpy as np

PLANES, GLOBALS = 22, 19


class ModelText:
    """Writes the words and arrays of a model, with random weights."""

    def __init__(self, version: int, *, binary: bool = True, seed: int = 1) -> None:
        self._parts: list[bytes] = []
        self._version = version
        self._binary = binary
        self._dice = np.random.default_rng(seed)

    def words(self, *words: object) -> None:
        self._parts.append(" ".join(map(str, words)).encode() + b"\n")

    def floats(self, count: int, low: float = -0.3, high: float = 0.3) -> None:
        numbers = self._dice.uniform(low, high, count).astype("<f4")
        if self._binary:
            self._parts.append(b"@BIN@" + numbers.tobytes() + b"\n")
        else:
            self.words(*(np.format_float_scientific(number) for number in numbers))

    def convolution(self, side: int, inputs: int, outputs: int) -> None:
        self.words("conv", side, side, inputs, outputs, 1, 1)
        self.floats(side * side * inputs * outputs)

    def activated(self, channels: int, kind: str = "RELU") -> None:
        self.words("norm", channels, 0.001, 1, 1)
        self.floats(channels)
        self.floats(channels, 0.5, 1.5)
        self.floats(channels, 0.5, 1.5)
        self.floats(channels)
        self.activation(kind)

    def activation(self, kind: str = "RELU") -> None:
        self.words("act", *([f"ACTIVATION_{kind}"] if self._version >= 11 else []))

    def linear(self, inputs: int, outputs: int) -> None:
        self.words("linear", inputs, outputs)
        self.floats(inputs * outputs)

    def bias(self, channels: int) -> None:
        self.words("bias", channels)
        self.floats(channels)

    def ordinary_block(self, channels: int, middle: int) -> None:
        self.words("ordinary_block", "block")
        self.activated(channels)
        self.convolution(3, channels, middle)
        self.activated(middle, "MISH")
        self.convolution(3, middle, channels)

    def pooling_block(self, channels: int, middle: int, pooled: int) -> None:
        self.words("gpool_block", "block")
        self.activated(channels)
        self.convolution(3, channels, middle)
        self.convolution(3, channels, pooled)
        self.activated(pooled)
        self.linear(3 * pooled, middle)
        self.activated(middle)
        self.convolution(3, middle, channels)

    def root_mean_square(self, channels: int) -> None:
        self.words("norm", channels, 0.000001)
        self.floats(channels, 0.5, 1.5)

    def attention_block(
        self, channels: int, heads: int, groups: int, key: int, value: int, rotation: str
    ) -> None:
        """A block with a rotation that is "learnt", "usual" or "none"."""
        self.words("transformer_attention_block", "block", heads, groups, key, value)
        self.words(int(rotation != "none"), int(rotation == "learnt"))
        self.root_mean_square(channels)
        self.linear(channels, heads * key)
        self.linear(channels, groups * key)
        self.linear(channels, groups * value)
        self.linear(heads * value, channels)
        if rotation == "learnt":
            self.words("rotation", groups, key // 2, 2)
            self.floats(groups * key)
        elif rotation == "usual":
            self.words("rotation", 100.0)

    def gated_block(self, channels: int, inner: int) -> None:
        self.words("transformer_ffn_block", "block", channels, inner, 1)
        self.root_mean_square(channels)
        self.linear(channels, inner)
        self.linear(channels, inner)
        self.linear(inner, channels)

    def tip(self, channels: int, *, over_board: bool, kind: str) -> None:
        self.words("norm", channels, 0.000001, int(over_board), 0)
        self.floats(channels, 0.5, 1.5)
        self.floats(channels)
        self.activation(kind)

    def content(self) -> bytes:
        return b"".join(self._parts)


def made_up_model(version: int = 15, *, binary: bool = True, seed: int = 1) -> bytes:
    """The content of a file, packed: every kind of block, a handful of channels."""
    text = ModelText(version, binary=binary, seed=seed)
    channels = 6
    text.words("made-up", version, PLANES, GLOBALS)
    if version >= 13:
        text.words(20, 20, 20, 20, 40, 0.25, 30)
    if version >= 15:
        text.words(0, 0, 0, 0, 0, 0, 0, 0)
    num_blocks = 3 if version >= 11 else 2
    text.words("trunk", num_blocks, channels, channels, 4, 2, 2)
    if version >= 15:
        text.words(0, 0, 0, 0, 0, 0)
    text.convolution(3, PLANES, channels)
    text.linear(GLOBALS, channels)
    text.ordinary_block(channels, channels)
    text.pooling_block(channels, 4, 2)
    if version >= 11:
        text.words("nested_bottleneck_block", "nest", 1)
        text.activated(channels, "MISH")
        text.convolution(1, channels, 3)
        text.ordinary_block(3, 3)
        text.activated(3, "SILU")
        text.convolution(1, 3, channels)
    text.activated(channels)
    _heads(text, version, channels)
    return gzip.compress(text.content(), mtime=0)


def made_up_transformer(version: int = 17, *, over_board: bool = False, seed: int = 1) -> bytes:
    """The content of a file, packed: attention of every kind, also inside a nested block."""
    text = ModelText(version, seed=seed)
    channels = 6
    text.words("made-up", version, PLANES, GLOBALS, 20, 20, 20, 20, 40, 0.25, 30)
    text.words(0, 0, 0, 0, 0, 0, 0, 0)
    text.words("trunk", 4, channels, channels, 4, 2, 2, 1, 0, 0, 0, 0, 0)
    text.convolution(3, PLANES, channels)
    text.linear(GLOBALS, channels)
    text.attention_block(channels, 4, 2, 4, 3, "learnt")
    text.words("nested_bottleneck_block", "nest", 2)
    text.activated(channels, "MISH")
    text.convolution(1, channels, 4)
    text.attention_block(4, 2, 2, 6, 2, "usual")
    text.gated_block(4, 5)
    text.activated(4, "SILU")
    text.convolution(1, 4, channels)
    text.attention_block(channels, 3, 1, 5, 2, "none")
    text.gated_block(channels, 7)
    text.tip(channels, over_board=over_board, kind="MISH")
    _heads(text, version, channels)
    return gzip.compress(text.content(), mtime=0)


def _heads(text: ModelText, version: int, channels: int) -> None:
    policies = 2 if version >= 17 else 4 if version >= 16 else 2 if version >= 12 else 1
    text.words("policyhead", *([policies, 0, 0, 0] if version >= 17 else []))
    text.convolution(1, channels, 4)
    text.convolution(1, channels, 3)
    text.activated(3)
    text.linear(9, 4)
    text.activated(4)
    text.convolution(1, 4, policies)
    if version >= 15:
        text.linear(9, 4)
        text.bias(4)
        text.activation()
        text.linear(4, policies)
    else:
        text.linear(9, policies)
    text.words("valuehead", *([0, 0, 0] if version >= 17 else []))
    text.convolution(1, channels, 4)
    text.activated(4)
    text.linear(12, 5)
    text.bias(5)
    text.activation()
    text.linear(5, 3)
    text.bias(3)
    scores = 6 if version >= 9 else 4
    text.linear(5, scores)
    text.bias(scores)
    text.convolution(1, 4, 1)

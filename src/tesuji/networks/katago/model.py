"""Describes a network of KataGo as its file does: blocks, heads and their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError

Floats = NDArray[np.float32]

PLANES, GLOBALS = 22, 19
"""What a network sees: see ``cpp/games/go/katago/features.hpp``."""


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


@dataclass(frozen=True, slots=True)
class RootMeanSquare:
    """Normalisation by the root mean square r: x / r * scale + bias, for each channel.

    The mean is over the channels of a point or, with `over_board`, of all points.
    """

    scale: Floats
    bias: Floats
    epsilon: float
    over_board: bool = False


@dataclass(frozen=True, slots=True)
class AttentionBlock:
    """Attention between all points of the board, with a skip connection.

    Heads share keys and values in groups. Queries and keys are rotated by angles that depend on
    the point.
    """

    before: RootMeanSquare
    heads: int
    groups: int
    query: Linear
    """To [heads, key size]."""
    key: Linear
    """To [groups, key size]."""
    value: Linear
    """To [groups, value size]."""
    out: Linear
    frequencies: Floats | None
    """The angles per column and per row [groups, key size / 2, 2]; None without rotation."""


@dataclass(frozen=True, slots=True)
class GatedBlock:
    """Two layers at each point, the first multiplied by a gate, with a skip connection."""

    before: RootMeanSquare
    first: Linear
    gate: Linear
    second: Linear


Block = OrdinaryBlock | PoolingBlock | NestedBlock | AttentionBlock | GatedBlock


@dataclass(frozen=True, slots=True)
class Tip:
    """The last normalisation of a transformer, and the activation after it."""

    norm: RootMeanSquare
    activation: str


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
    after: Activated | Tip
    policy: KataGoPolicyHead
    value: KataGoValueHead
